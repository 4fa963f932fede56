// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Glibc
internal import ImprintCalls
private import Synchronization

/// One C object that a plugin made, with its table of functions.
///
/// Destroys it when released, on another thread, before later calls that need the library's turn.
///
/// `@unchecked Sendable`: table and object never change. The object's functions need one thread at a time
/// except where the contract says otherwise; the owning actor ensures it.
final class PluginObject<Table: AbilityTable>: @unchecked Sendable {
  /// A function that takes the object, and answers nothing: destroy, close or cancel.
  typealias Destroy = @convention(c) (OpaquePointer) -> Void

  private enum State: UInt8, AtomicRepresentable {
    case intact
    /// It has given an answer that breaks the contract. Later answers would be meaningless.
    case broken
    /// It could not be told something that later answers depend on.
    case lost
    case closed
  }

  let plugin: OpenPlugin
  let table: UnsafePointer<Table>
  let object: OpaquePointer
  private let destroy: Destroy
  /// Memory that the object may read until it is destroyed; released after that.
  private let lent: (any AnyObject & Sendable)?
  private let state = Atomic(State.intact)
  private let cancelling = Mutex(Cancelling())

  private struct Cancelling {
    /// How many threads cancel it, and whether none may begin to.
    var count = 0
    var isOver = false
    /// How many calls wait, and whether they were cancelled: exit waits for their end then.
    var waits = 0
    var isOwed = false
  }

  /// Makes an object.
  /// - Parameters:
  ///   - lent: Memory that the object may read until it is destroyed.
  ///   - create: Calls the table's create with the opened plugin and the out parameter for the object.
  init(
    of plugin: OpenPlugin, _ ability: Table.Type, function: String, destroy: (Table) -> Destroy,
    lending lent: (any AnyObject & Sendable)? = nil,
    create: (UnsafePointer<Table>, OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> imp_status
  ) throws(PluginCallError) {
    let table = try plugin.table(ability)
    try plugin.opening?.pass(function)
    var made: OpaquePointer?
    let handle = plugin.handle
    let (status, said) = handle.inTurn { RunningCall.make { create(table, handle.plugin, &made) } }
    guard status == IMP_OK else { throw said.error(status: status, plugin: plugin.id, function: function) }
    guard let made else {
      throw .misbehaved(plugin: plugin.id, function: function, "it reported success, but returned no object.")
    }
    self.plugin = plugin
    self.table = table
    self.destroy = destroy(table.pointee)
    self.lent = lent
    object = made
  }

  deinit {
    guard state.load(ordering: .relaxed) != .closed else { return }
    nonisolated(unsafe) let (destroy, object) = (destroy, object)
    plugin.handle.release { [plugin, lent] in
      _ = RunningCall.make { destroy(object) }
      withExtendedLifetime((plugin, lent)) {}
    }
  }

  /// Destroys it now, and waits for that. Each later call throws `cancelled`. No other call may be in
  /// progress, except ``cancel(_:)``.
  func close() {
    guard state.exchange(.closed, ordering: .relaxed) != .closed else { return }
    cancelling.withLock { $0.isOver = true }
    // Each of them returns at once.
    while cancelling.withLock({ $0.count > 0 }) { usleep(100) }
    plugin.handle.inTurn { _ = RunningCall.make { destroy(object) } }
  }

  /// Makes a call that the contract allows on any thread at any time, and which returns at once. Does nothing
  /// once it is closed, or the process exits.
  func cancel(_ cancel: (Table) -> Destroy) {
    guard PluginWork.begins() else { return }
    let (mayBegin, isOwed) = cancelling.withLock { cancelling in
      guard !cancelling.isOver else { return (false, false) }
      cancelling.count += 1
      // What it wakes still runs the plugin's code.
      let isOwed = cancelling.waits > 0 && !cancelling.isOwed
      cancelling.isOwed = cancelling.isOwed || isOwed
      return (true, isOwed)
    }
    if mayBegin {
      let cancel = cancel(table.pointee)
      _ = RunningCall.make { cancel(object) }
      cancelling.withLock { $0.count -= 1 }
    }
    if !isOwed { PluginWork.ends() }
  }

  /// Makes a call that ``cancel(_:)`` ends.
  func wait<Answer>(_ body: () -> Answer) -> (answer: Answer, said: RunningCall) {
    cancelling.withLock { $0.waits += 1 }
    let result = RunningCall.make(body)
    let isOwed = cancelling.withLock { cancelling in
      cancelling.waits -= 1
      guard cancelling.waits == 0 else { return false }
      defer { cancelling.isOwed = false }
      return cancelling.isOwed
    }
    if isOwed { PluginWork.ends() }
    return result
  }

  /// Whether it is not called any more: it has given an answer that breaks the contract, or was given up.
  var isBroken: Bool {
    switch state.load(ordering: .relaxed) {
    case .broken, .lost: true
    case .intact, .closed: false
    }
  }

  /// Gives it up: it could not be told to begin anew, so that later answers would be of what was before.
  func giveUp() { _ = state.compareExchange(expected: .intact, desired: .lost, ordering: .relaxed) }

  /// Refuses calls on an object that is broken or closed.
  /// - Throws: ``PluginCallError`` `state`, `cancelled`.
  func checkIntact(_ function: String) throws(PluginCallError) {
    switch state.load(ordering: .relaxed) {
    case .intact: return
    case .broken:
      throw PluginCallError(
        status: IMP_E_STATE, plugin: plugin.id, function: function,
        words: "it misbehaved in an earlier call, and is not called any more.")
    case .lost:
      throw PluginCallError(
        status: IMP_E_STATE, plugin: plugin.id, function: function,
        words: "it could not be told to begin anew, and is not called any more.")
    case .closed:
      throw PluginCallError(
        status: IMP_OUTCOME_CANCELLED, plugin: plugin.id, function: function, words: "it was closed.")
    }
  }

  /// Makes a call that the contract allows one thread at a time for each object, and throws for every status
  /// but success.
  func call(_ function: String, _ body: () -> imp_status) throws(PluginCallError) {
    try checkIntact(function)
    try plugin.opening?.pass(function)
    try check(plugin.run(body), function)
  }

  /// The same for a call that only ends something. No licence is needed: resources held when one expires can
  /// be released.
  func callToEnd(_ function: String, _ body: () -> imp_status) throws(PluginCallError) {
    try checkIntact(function)
    try check(plugin.run(body), function)
  }

  /// Makes a call that waits for a device; calls on other objects do not wait for it.
  func callThatWaits(_ function: String, _ body: () -> imp_status) throws(PluginCallError) {
    try checkIntact(function)
    try plugin.opening?.pass(function)
    try check(wait(body), function)
  }

  /// Makes a call that the contract allows on any thread. The caller checks the licence.
  func callFromAnyThread(_ function: String, _ body: () -> imp_status) throws(PluginCallError) {
    try checkIntact(function)
    try check(RunningCall.make(body), function)
  }

  private func check(
    _ result: (answer: imp_status, said: RunningCall), _ function: String
  ) throws(PluginCallError) {
    let (status, said) = result
    guard status == IMP_OK else { throw said.error(status: status, plugin: plugin.id, function: function) }
  }

  /// Marks it as broken, and returns the error that says why.
  func misbehaved(_ function: String, _ what: String) -> PluginCallError {
    _ = state.compareExchange(expected: .intact, desired: .broken, ordering: .relaxed)
    return .misbehaved(plugin: plugin.id, function: function, what)
  }
}
