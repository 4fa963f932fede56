// SPDX-License-Identifier: Apache-2.0

/// Blocks the calling thread while it waits for a plugin: such calls are unavailable in a task.
public protocol WaitsForPlugin: Sendable {}

extension WaitsForPlugin {
  /// Does work that waits for the plugin on a thread of its own, as the task pool has few threads. Costs
  /// about 50 µs, so do many calls at once. Where the task is cancelled, the work still completes, except for
  /// a search.
  public func withoutBlocking<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable (Self) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await PluginWork.run { () throws(Failure) in try work(self) }
  }
}
