// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Hot-plug events of devices: of plugins with `imprint.device-watch/1`. Devices already present cause none.
///
/// ```swift
/// let watch = try await DeviceWatch.open(plugin)
/// for try await event in watch.events { print(event.change, event.locator) }
/// ```
///
/// Waiting happens on a thread of the watch's own. ``close()`` ends it. A watch that is released without it
/// is closed soon after.
public actor DeviceWatch {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String

  private let watch: PluginObject<imp_device_watch_ability>
  private let thread: PluginThread
  private var last: UInt64 = 0

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private init(_ watch: PluginObject<imp_device_watch_ability>, thread: PluginThread, plugin: OpenPlugin) {
    self.watch = watch
    self.thread = thread
    pluginID = plugin.id
  }

  /// Begins to watch the devices of the plugin's kind.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.device-watch/1`,
  ///   `device-denied`, `service`.
  public static func open(_ plugin: OpenPlugin) async throws(PluginCallError) -> DeviceWatch {
    try await PluginThread.opening(for: plugin, function) { thread throws(PluginCallError) in
      try openBlocking(plugin, on: thread)
    }
  }

  private static let function = "device-watch.open"

  private static func openBlocking(
    _ plugin: OpenPlugin, on thread: PluginThread
  ) throws(PluginCallError) -> DeviceWatch {
    let plugin = try plugin.withDevicesOfNow(function)
    let watch = try PluginObject(
      of: plugin, imp_device_watch_ability.self, function: function, destroy: \.close
    ) { $0.pointee.open($1, $2) }
    return DeviceWatch(watch, thread: thread, plugin: plugin)
  }

  /// Waits for the next event. Each change since the watch was opened is one event, in order.
  ///
  /// Cancelling the waiting task ends the watch at once and permanently, as ``Camera/nextFrame(timeout:)``
  /// does.
  /// - Parameter timeout: The longest wait; zero does not wait.
  /// - Throws: ``PluginCallError`` `timeout` (call again), `cancelled`, `service` where the system's service
  ///   has ended (a later call continues once it is back, beginning with ``DeviceChange/listAgain``),
  ///   `internal` where the answer is not what the contract allows, and `state` from then on.
  public nonisolated func next(timeout: Duration) async throws(PluginCallError) -> DeviceEvent {
    let watch = watch
    return try await withTaskCancellationHandler {
      await wait(timeout: timeout.wholeNanoseconds)
    } onCancel: {
      watch.cancel(\.cancel)
    }.get()
  }

  /// Ends the watch: a waiting ``next(timeout:)``, and every later one, throws `cancelled`. Returns at once,
  /// from any thread.
  public nonisolated func cancel() { watch.cancel(\.cancel) }

  /// Ends the watch as ``cancel()`` does, and closes it: when this returns, nothing is watched any more.
  public nonisolated func close() async {
    cancel()
    await closeNow()
  }

  private func closeNow() { watch.close() }

  private func wait(timeout: UInt64) -> Result<DeviceEvent, PluginCallError> {
    Result { () throws(PluginCallError) in try event(timeout: timeout) }
  }

  private func event(timeout: UInt64) throws(PluginCallError) -> DeviceEvent {
    let function = "device-watch.next"
    try watch.checkIntact(function)
    var raw = sized(imp_device_event())
    let (status, said) = watch.wait { watch.table.pointee.next(watch.object, timeout, &raw) }
    guard status == IMP_OK else { throw said.error(status: status, plugin: pluginID, function: function) }
    do throws(ContractBreach) {
      let event = try DeviceEvent(raw)
      guard event.timestamp >= last else {
        throw ContractBreach("an event's timestamp is earlier than the previous one's.")
      }
      last = event.timestamp
      return event
    } catch {
      throw watch.misbehaved(function, error.sentence)
    }
  }
}
