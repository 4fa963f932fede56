// SPDX-License-Identifier: Apache-2.0
internal import ImprintThreads

/// Work that calls into a plugin, done on a thread of its own: opening, making what is made from it,
/// comparing.
///
/// A call into a plugin waits: for a network, a device, another call's turn, a worker. The threads that all
/// tasks share are as few as the processors, and no task goes on while they wait. An object with calls of its
/// own has a thread of its own instead: ``PluginThread``.
package enum PluginWork {
  /// Does it, and waits for it without a thread. Cancelling the task that waits does not end it.
  /// - Complexity: some 50 µs on top of the work, for the thread.
  package static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await withCheckedContinuation { (done: CheckedContinuation<Result<Value, Failure>, Never>) in
      do throws(SystemThreadError) {
        try SystemThread.detach { done.resume(returning: Result(catching: work)) }
      } catch {
        // Without a thread to be had it is done here, as slow as that is for others.
        done.resume(returning: Result(catching: work))
      }
    }.get()
  }
}
