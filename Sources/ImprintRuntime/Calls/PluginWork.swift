// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintThreads
private import Synchronization

/// Work that calls into a plugin, done on a thread of its own: opening, making what is made from it,
/// comparing.
///
/// A call into a plugin waits: for a network, a device, another call's turn, a worker. The threads that all
/// tasks share are as few as the processors, and no task goes on while they wait. So what blocks is
/// unavailable in a task, and is done here. An object with calls of its own has a thread of its own instead:
/// ``PluginThread``.
package enum PluginWork {
  /// Whether the task that waits for this work was cancelled; outside of it, whether this task was.
  @TaskLocal private static var cancellation: Cancellation?

  private final class Cancellation: Sendable {
    let isSet = Atomic(false)
  }

  static var isCancelled: Bool {
    cancellation.map { $0.isSet.load(ordering: .relaxed) } ?? Task.isCancelled
  }

  /// Does it, and waits for it without a thread. Cancelling the task that waits does not end it, and
  /// ``isCancelled`` tells it.
  /// - Complexity: some 50 µs on top of the work, for the thread.
  package static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { (done: CheckedContinuation<Result<Value, Failure>, Never>) in
        onThread {
          $cancellation.withValue(cancellation) { done.resume(returning: Result(catching: work)) }
        }
      }
    } onCancel: {
      cancellation.isSet.store(true, ordering: .relaxed)
    }.get()
  }

  /// Does it on this thread where that may block, and on one of its own where a task runs on this one.
  static func release(_ work: @escaping @Sendable () -> Void) {
    guard withUnsafeCurrentTask(body: { $0 != nil }) else { return work() }
    releases.wrappingAdd(1, ordering: .relaxed)
    onThread {
      work()
      releases.wrappingSubtract(1, ordering: .releasing)
    }
  }

  private static func onThread(_ work: @escaping @Sendable () -> Void) {
    do throws(SystemThreadError) { try SystemThread.detach { work() } } catch {
      // Without a thread to be had it is done here, as slow as that is for others.
      work()
    }
  }

  /// How many releases have a thread of their own.
  private static let releases = Atomic(0)

  /// Has the process, when it exits, wait for releases before the destructors of the libraries that are
  /// loaded by now: no plugin's code runs beside them.
  static func awaitReleasesAtExit() {
    atexit { PluginWork.waitForReleases() }
  }

  /// Waits until what tasks have released is destroyed, but not for a plugin that hangs.
  package static func awaitReleases() async { await run { waitForReleases() } }

  private static func waitForReleases() {
    let end = ContinuousClock.now + .seconds(5)
    while releases.load(ordering: .acquiring) > 0, ContinuousClock.now < end { usleep(1000) }
  }
}
