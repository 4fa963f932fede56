// SPDX-License-Identifier: Apache-2.0

/// What waits for a plugin in the thread that calls it: such calls are unavailable in a task.
public protocol WaitsForPlugin: Sendable {}

extension WaitsForPlugin {
  /// Does work that waits for the plugin, on a thread of its own: the threads that all tasks share are few.
  /// Some 50 µs on top, so once for many calls. Where the task is cancelled, the work goes on to its end, but
  /// for a search.
  public func withoutBlocking<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable (Self) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await PluginWork.run { () throws(Failure) in try work(self) }
  }
}
