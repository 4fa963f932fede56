// SPDX-License-Identifier: Apache-2.0
package import CImprint

/// What `imp_plugin_entry` answered, judged before it is used.
package enum EntryTable {
  // More than any plugin has; bounds the walk along a hostile list.
  private static let mostAbilities = CallLimit.abilities

  /// The contract versions of an entry. The two fields keep their place in every version: nothing else
  /// is read before they fit.
  package static func versions(
    at raw: UnsafeRawPointer
  ) throws(ContractBreach) -> (low: UInt32, high: UInt32) {
    guard Int(bitPattern: raw) % MemoryLayout<imp_entry>.alignment == 0 else {
      throw ContractBreach("its imp_entry is not aligned.")
    }
    return (raw.load(as: UInt32.self), raw.load(fromByteOffset: 4, as: UInt32.self))
  }

  /// The version that is agreed; `nil` where there is none in common.
  package static func agreed(low: UInt32, high: UInt32) -> UInt32? {
    low <= high ? ContractVersions.agreed(with: low...high) : nil
  }

  /// The whole table, of an entry whose versions fit.
  package static func checked(at raw: UnsafeRawPointer) throws(ContractBreach) -> UnsafePointer<imp_entry> {
    try PluginStruct.checked(
      imp_entry.self, at: raw, name: "imp_entry", sizeOffset: 8,
      pointers: stride(from: 16, to: MemoryLayout<imp_entry>.size, by: 8))
  }

  /// What the library says of itself. The call lends nothing and needs no host.
  package static func descriptor(
    of table: UnsafePointer<imp_entry>
  ) throws(ContractBreach) -> PluginDescriptor {
    // The import says that describe never answers null; a hostile one does.
    typealias Describe = @convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?
    let describe = unsafeBitCast(table.pointee.describe, to: Describe.self)
    let descriptor: imp_descriptor
    var parameters: [ParameterDeclaration]?
    let address = describe(table)
    if isOfMany(address) {
      let many = try PluginStruct.checked(
        imp_library_descriptor.self, at: address, name: "imp_library_descriptor", pointers: [8, 16, 24]
      ).pointee
      descriptor = many.library
      parameters = try ParameterDeclaration.list(of: many)
    } else {
      descriptor = try PluginStruct.checked(
        imp_descriptor.self, at: address, name: "imp_descriptor", pointers: [8, 16, 24]
      ).pointee
    }
    return PluginDescriptor(
      id: try PluginStruct.text(descriptor.id, field: "id"),
      version: try PluginStruct.text(descriptor.version, field: "version"),
      vendor: try PluginStruct.text(descriptor.vendor, field: "vendor"),
      abilities: try abilities(of: descriptor), parameters: parameters)
  }

  /// Whether what `describe` answered says by its size that it is the descriptor of a library of many.
  package static func isOfMany(_ address: UnsafeRawPointer?) -> Bool {
    guard let address, Int(bitPattern: address) % MemoryLayout<imp_descriptor>.alignment == 0 else {
      return false
    }
    return address.load(as: UInt32.self) == MemoryLayout<imp_library_descriptor>.size
  }

  private static func abilities(of descriptor: imp_descriptor) throws(ContractBreach) -> [String] {
    guard descriptor.ability_count > 0 else { return [] }
    guard descriptor.ability_count <= mostAbilities, let list = descriptor.abilities else {
      throw ContractBreach(
        "its descriptor lists \(descriptor.ability_count) abilities; at most \(mostAbilities) are read.")
    }
    let words = UnsafeRawPointer(list)
    var abilities: [String] = []
    for index in 0..<Int(descriptor.ability_count) {
      let word = words.load(fromByteOffset: index * 8, as: UnsafePointer<CChar>?.self)
      guard let word else { throw ContractBreach("abilities[\(index)] is null.") }
      abilities.append(try PluginStruct.text(word, field: "abilities[\(index)]"))
    }
    return abilities
  }
}

/// What a library says of itself, copied.
package struct PluginDescriptor {
  /// The plugin's; the library's own where it serves several.
  package let id: String
  package let version: String
  package let vendor: String
  package let abilities: [String]
  /// What it declares, where it serves several plugins; `nil` where it serves one.
  package let parameters: [ParameterDeclaration]?
}
