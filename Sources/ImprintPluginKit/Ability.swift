// SPDX-License-Identifier: Apache-2.0

/// An ability that plugins of type `P` can provide. Each exists only where `P` conforms to its protocol.
public struct Ability<P: Plugin>: @unchecked Sendable {
  // Sendable: tables are constant, and last.
  let id: String
  let table: UnsafeRawPointer
  private let attach: @Sendable (inout AttachedAbilities, P) -> Void

  init(
    id: String, table: UnsafeRawPointer, _ attach: @escaping @Sendable (inout AttachedAbilities, P) -> Void
  ) {
    self.id = id
    self.table = table
    self.attach = attach
  }

  /// Has the table's functions reach the plugin.
  func attach(_ plugin: P, to abilities: inout AttachedAbilities) { attach(&abilities, plugin) }
}
