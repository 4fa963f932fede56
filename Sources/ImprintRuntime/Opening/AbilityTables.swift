// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// The tables of an opened plugin's abilities, checked once.
///
/// `@unchecked Sendable`: the tables are the plugin's, and constant until it closes.
struct AbilityTables: @unchecked Sendable {
  private var tables: [String: UnsafeRawPointer] = [:]

  /// Asks for each ability that the manifest lists.
  /// - Throws: ``AbilityFault`` for one that the plugin does not provide, or whose table breaks the contract.
  init(of handle: PluginHandle, ids: [AbilityID]) throws(AbilityFault) {
    for id in ids.map(\.description) {
      let table = try handle.ability(id)
      // An ability that only a newer host knows is not an error.
      guard let type = ContractTables.table(of: id) else { continue }
      do throws(ContractBreach) { try type.judge(at: table) } catch { throw .breach(error) }
      tables[id] = table
    }
  }

  /// The table of an ability; `nil` where the plugin does not have it.
  subscript<Table: AbilityTable>(_ type: Table.Type) -> UnsafePointer<Table>? {
    tables[Table.id]?.assumingMemoryBound(to: type)
  }
}
