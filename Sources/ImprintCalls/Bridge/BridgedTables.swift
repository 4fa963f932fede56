// SPDX-License-Identifier: Apache-2.0

/// The C tables that stand for those of a plugin on the other side: the same for every bridge.
enum BridgedTables {
  static func table(_ id: String) -> UnsafeRawPointer {
    // An ability that only a newer host uses: there is one, and nobody here knows what is in it.
    ContractTables.table(of: id)?.bridged ?? UnsafeRawPointer(unknown)
  }

  // Never written after they were made.
  nonisolated(unsafe) private static let unknown: UnsafePointer<UInt64> = lasting(8)

  static func lasting<Table>(_ table: Table) -> UnsafePointer<Table> {
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    memory.initialize(to: table)
    return UnsafePointer(memory)
  }
}
