// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintThreads
private import Synchronization

/// Work that calls into a plugin, done on a thread of its own: opening, making objects from it, comparing.
///
/// A call into a plugin blocks: on a network, a device, another call's turn, a worker. The task pool
/// has only as many threads as processors, and no task proceeds while they block. So blocking calls are
/// unavailable in a task, and are made here. An actor has a thread of its own instead: ``PluginThread``.
package enum PluginWork {
  /// Whether the task that awaits this work was cancelled; outside of such work, whether the current task
  /// was.
  @TaskLocal private static var cancellation: Cancellation?

  private final class Cancellation: Sendable {
    let isSet = Atomic(false)
  }

  static var isCancelled: Bool {
    cancellation.map { $0.isSet.load(ordering: .relaxed) } ?? Task.isCancelled
  }

  /// Does the work, and awaits it without blocking. Cancelling the awaiting task does not end it, but sets
  /// ``isCancelled``.
  /// - Complexity: about 50 µs on top of the work, for the thread.
  package static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let cancellation = Cancellation()
    let once = Once(work)
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { (done: CheckedContinuation<Result<Value, Failure>, Never>) in
        let work: @Sendable () -> Void = {
          // Without a name for the result: this thread would hold it beyond the resumption.
          done.resume(returning: $cancellation.withValue(cancellation) { once.run() })
        }
        // Where no thread can be started it is done here, although that delays others.
        if !start(work) { work() }
      }
    } onCancel: {
      cancellation.isSet.store(true, ordering: .relaxed)
    }.get()
  }

  /// Work that is released before its result is delivered, so that the thread holds no last reference to what
  /// the awaiting task then releases.
  final class Once<Value: Sendable, Failure: Error>: Sendable {
    private let work: Mutex<(@Sendable () throws(Failure) -> Value)?>

    init(_ work: @escaping @Sendable () throws(Failure) -> Value) { self.work = Mutex(work) }

    func run() -> Result<Value, Failure> {
      let work = work.withLock { work in
        defer { work = nil }
        return work
      }
      guard let work else { preconditionFailure("work is run once") }
      return Result(catching: work)
    }
  }

  /// Starts the work on a thread of its own.
  /// - Returns: whether a thread could be started.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    do throws(SystemThreadError) { try SystemThread.detach { work() } } catch { return false }
    return true
  }

  /// What exit waits for: releases, and cancels with the waits that they end.
  private static let gate = ExitGate()

  /// Something begins that runs a plugin's code and that nobody may await.
  /// - Returns: `false` once the process exits, and it must not be done any more.
  static func begins() -> Bool {
    _ = awaitedAtExit
    return gate.begins()
  }

  static func ends() { gate.ends() }

  /// At exit a plugin in a worker closes what was released, too.
  private static let awaitedAtExit: Void = awaitReleasesAtExit()

  /// Makes the process wait at exit, before the destructors of the libraries loaded by now run: no plugin's
  /// code runs concurrently with them.
  static func awaitReleasesAtExit() {
    atexit { PluginWork.gate.close(atMost: PluginWork.patience) }
  }

  /// A plugin may hang.
  package static let patience: Duration = .seconds(5)

  /// Waits until what was released is destroyed, but not for ever.
  package static func awaitReleases(atMost patience: Duration = patience) async {
    await run { gate.wait(atMost: patience) }
  }
}
