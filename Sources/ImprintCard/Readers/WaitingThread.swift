// SPDX-License-Identifier: Apache-2.0
private import ImprintThreads

/// Threads for calls that wait for the system's service: they must not take the few that all tasks share.
///
/// Each piece of work has a thread of its own, which ends with it: such calls are seldom.
final class WaitingThread: TaskExecutor {
  private static let shared = WaitingThread()

  /// Runs `body` there.
  static func run<Answer: Sendable>(
    _ body: @escaping @Sendable () async throws(CardError) -> Answer
  ) async throws(CardError) -> Answer {
    let result = await Task(executorPreference: shared) { () -> Result<Answer, CardError> in
      do throws(CardError) { return .success(try await body()) } catch { return .failure(error) }
    }.value
    return try result.get()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    do throws(SystemThreadError) {
      try SystemThread.detach(.init(takesSignals: false)) { job.runSynchronously(on: executor) }
    } catch {
      // Without a thread to be had it waits on a shared one after all.
      globalConcurrentExecutor.enqueue(job)
    }
  }
}
