// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One C object that a plugin made, with the functions to use it by. Destroys it when released.
///
/// `@unchecked Sendable`: table and object never change. The object's functions want one thread at a time
/// except where the contract says otherwise; the actor that owns this sees to it.
final class PluginObject<Table>: @unchecked Sendable {
  typealias Destroy = @convention(c) (OpaquePointer) -> Void

  let plugin: OpenPlugin
  let table: UnsafePointer<Table>
  let object: OpaquePointer
  private let destroy: Destroy

  /// Makes an object.
  /// - Parameter create: Calls the table's create with the opened plugin and the place for the object.
  init(
    of plugin: OpenPlugin, table: UnsafePointer<Table>?, ability: String, function: String,
    destroy: (Table) -> Destroy,
    create: (UnsafePointer<Table>, OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> imp_status
  ) throws(PluginCallError) {
    guard let table else { throw .missingAbility(plugin: plugin.id, ability: ability) }
    var made: OpaquePointer?
    let handle = plugin.handle
    let (status, said) = handle.inTurn { RunningCall.make { create(table, handle.plugin, &made) } }
    guard status == IMP_OK else { throw said.error(status: status, plugin: plugin.id, function: function) }
    guard let made else {
      throw .misbehaved(plugin: plugin.id, function: function, "it answered success and gave no object.")
    }
    self.plugin = plugin
    self.table = table
    self.destroy = destroy(table.pointee)
    object = made
  }

  deinit {
    plugin.handle.inTurn { _ = RunningCall.make { destroy(object) } }
  }

  /// Makes a call that the contract allows one thread at a time for each object, and throws for every status
  /// but success.
  func call(_ function: String, _ body: () -> imp_status) throws(PluginCallError) {
    try check(plugin.run(body), function)
  }

  /// Makes a call that the contract allows any thread.
  func callFromAnyThread(_ function: String, _ body: () -> imp_status) throws(PluginCallError) {
    try check(RunningCall.make(body), function)
  }

  private func check(
    _ result: (answer: imp_status, said: RunningCall), _ function: String
  ) throws(PluginCallError) {
    let (status, said) = result
    guard status == IMP_OK else { throw said.error(status: status, plugin: plugin.id, function: function) }
  }

  func misbehaved(_ function: String, _ what: String) -> PluginCallError {
    .misbehaved(plugin: plugin.id, function: function, what)
  }
}
