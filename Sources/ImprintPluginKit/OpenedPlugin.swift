// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What an `imp_plugin` points to: one opening of the plugin, and the tables of its abilities.
final class OpenedPlugin: ProvidedObject {
  let host: Host
  /// What each table's functions ask.
  let attached: AttachedAbilities
  private let tables: [(id: String, table: UnsafeRawPointer)]

  init<P: Plugin>(_ plugin: P, provides abilities: [Ability<P>], host: Host) {
    self.host = host
    var attached = AttachedAbilities()
    for ability in abilities { ability.attach(plugin, to: &attached) }
    self.attached = attached
    tables = abilities.map { ($0.id, $0.table) }
  }

  func table(id: String) -> UnsafeRawPointer? { tables.first { $0.id == id }?.table }
}
