// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// A plugin that a check has opened, only through its C tables. Closed when released.
final class ProbePlugin: @unchecked Sendable {
  // Sendable: nothing changes except that the check's own thread closes it.
  let entry: UnsafePointer<imp_entry>
  let host: ProbeHost
  let plugin: OpaquePointer
  /// Where its code runs.
  let isolation: Isolation
  private var isClosed = false

  /// - Throws: ``CheckFailure`` with status and words.
  init(_ entry: UnsafePointer<imp_entry>, host: ProbeHost, isolation: Isolation) throws {
    var made: OpaquePointer?
    let status = entry.pointee.open(entry, host.pointer, &made)
    guard status == IMP_OK else {
      throw CheckFailure("it returned \(host.explained(status)).", place: "open")
    }
    guard let made else { throw CheckFailure("it returned success but no plugin.", place: "open") }
    self.entry = entry
    self.host = host
    self.isolation = isolation
    plugin = made
  }

  /// One opened with a host.
  init(
    _ entry: UnsafePointer<imp_entry>, _ opened: OpaquePointer, host: ProbeHost, isolation: Isolation
  ) {
    self.entry = entry
    self.host = host
    self.isolation = isolation
    plugin = opened
  }

  deinit { close() }

  /// Closes it now. Once.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    entry.pointee.close(plugin)
    host.endOfUse()
  }

  /// An ability's table.
  /// - Throws: ``CheckFailure`` where it answers null, or a table of another size.
  func table<Table>(_ id: String, as type: Table.Type = Table.self) throws -> Table {
    guard let table = entry.pointee.ability(plugin, id) else {
      throw CheckFailure("it returned null for \(id), which its manifest lists.", place: "ability")
    }
    let size = table.load(as: UInt32.self)
    guard size == MemoryLayout<Table>.size else {
      throw CheckFailure(
        "the table of \(id) has size \(size); this contract has \(MemoryLayout<Table>.size).",
        place: "ability")
    }
    return table.load(as: Table.self)
  }
}
