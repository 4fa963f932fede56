// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Synchronization

/// A plugin that an executor has opened: closed when it is released, after everything made from it.
///
/// `@unchecked Sendable`: entry, host and opened plugin never change; the tables are the plugin's, and
/// constant.
final class ExecutedPlugin: @unchecked Sendable {
  let entry: UnsafePointer<imp_entry>
  let plugin: OpaquePointer
  private let host: ExecutedHost

  init(entry: UnsafePointer<imp_entry>, plugin: OpaquePointer, host: ExecutedHost) {
    self.entry = entry
    self.plugin = plugin
    self.host = host
  }

  deinit {
    entry.pointee.close(plugin)
  }

  /// Whether it answers an ability, with a table as the contract has it where it is one of ours.
  func has(_ id: UnsafeRawBufferPointer) throws(ExecutionFault) -> Bool {
    var text = [CChar](repeating: 0, count: id.count + 1)
    text.withUnsafeMutableBytes { $0.copyMemory(from: id) }
    guard let table = text.withUnsafeBufferPointer({ ability($0) }) else { return false }
    if let type = ContractTables.table(of: String(decoding: id, as: UTF8.self)) {
      do throws(ContractBreach) { try type.judge(at: table) } catch { throw .breach(error.sentence) }
    }
    return true
  }

  /// The table of one of our abilities.
  func table<Table: AbilityTable>(_ type: Table.Type) throws(ExecutionFault) -> UnsafePointer<Table> {
    guard let table = entry.pointee.ability(plugin, Table.id) else { throw .unsupported(Table.id) }
    do throws(ContractBreach) { return try type.checked(at: table) } catch { throw .breach(error.sentence) }
  }

  private func ability(_ id: UnsafeBufferPointer<CChar>) -> UnsafeRawPointer? {
    id.baseAddress.flatMap { entry.pointee.ability(plugin, $0) }
  }
}

/// One object that an executed plugin made, with its table. Reference counted: it is destroyed when the last
/// call on it has returned, whatever order requests come in.
///
/// `@unchecked Sendable`: nothing of it changes.
final class Executed<Kind: AbilityObject>: @unchecked Sendable {
  let plugin: ExecutedPlugin
  let table: UnsafePointer<Kind.Table>
  let object: OpaquePointer
  // Gone after the object is.
  private let memory: CallMemory?
  // Calls of any thread that must not overlap the end, such as a camera's cancel, which returns at once.
  private let ended = Mutex(false)

  init(
    of plugin: ExecutedPlugin, table: UnsafePointer<Kind.Table>, object: OpaquePointer,
    lending memory: CallMemory?
  ) {
    self.memory = memory
    self.plugin = plugin
    self.table = table
    self.object = object
  }

  deinit {
    Kind.end(table, object)
  }

  /// Makes a short call that may come while the object is ended: not at all, where the end came first.
  func beforeEnd(_ body: () -> Void) {
    ended.withLock { if !$0 { body() } }
  }

  /// Waits for such a call, and lets none in any more.
  func end() {
    ended.withLock { $0 = true }
  }
}
