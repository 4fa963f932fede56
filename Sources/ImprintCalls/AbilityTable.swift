// SPDX-License-Identifier: Apache-2.0

// What is generated of each ability's description conforms to these (scripts/generate-abilities).

/// The table of an ability.
package protocol AbilityTable: SendableMetatype {
  /// The ability's id, such as `imprint.camera/1`.
  static var id: String { get }
  /// The table that stands for a plugin's on the other side: the same for every bridge.
  static var bridged: UnsafeRawPointer { get }
}

/// What is on the other side of a carrier: an opened plugin, or something that it made.
protocol RemoteKind {
  /// What it is, for people.
  static var noun: String { get }
  /// The call that ends it.
  static var ending: CallFunction { get }
  /// What becomes of it when its process has ended.
  static var loss: RemoteLoss { get }
}

/// Something that a plugin made through an ability.
protocol AbilityObject: RemoteKind {
  associatedtype Table: AbilityTable

  /// Has the plugin end it.
  static func end(_ table: UnsafePointer<Table>, _ object: OpaquePointer)
}

extension AbilityTable {
  package static var size: Int { MemoryLayout<Self>.size }

  /// The table at an address, once its size and its functions are what the contract says.
  package static func checked(at address: UnsafeRawPointer) throws(ContractBreach) -> UnsafePointer<Self> {
    try PluginStruct.table(Self.self, at: address, name: id)
  }

  /// Whether there is a table as the contract has it.
  package static func judge(at address: UnsafeRawPointer) throws(ContractBreach) {
    _ = try checked(at: address)
  }
}

extension ContractTables {
  /// `nil` for an ability that nobody here knows.
  package static func table(of id: String) -> (any AbilityTable.Type)? { all.first { $0.id == id } }
}
