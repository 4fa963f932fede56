// SPDX-License-Identifier: Apache-2.0
private import Dispatch
private import Synchronization

/// Runs asynchronous work to completion on the calling thread.
///
/// The certificate verifier is asynchronous, for stores that fetch certificates; ours are in memory, so it
/// never suspends. Opening a plugin is synchronous. Nothing is enqueued on the shared pool, whose threads may
/// all be blocked here (deadlock).
enum SynchronousTask {
  static func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let thread = CallingThread<Value>()
    Task(executorPreference: thread) { thread.finish(await work()) }
    return thread.wait()
  }
}

/// Runs the jobs of one task on the thread that waits for it.
private final class CallingThread<Value: Sendable>: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var value: Value?
  }

  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    news.signal()
  }

  func finish(_ value: Value) {
    state.withLock { $0.value = value }
    news.signal()
  }

  /// Runs jobs until there is a value. A remaining job belongs to a task that is already complete.
  func wait() -> Value {
    while true {
      news.wait()
      let (job, value) = state.withLock { state -> (UnownedJob?, Value?) in
        state.jobs.isEmpty ? (nil, state.value) : (state.jobs.removeFirst(), nil)
      }
      if let job { job.runSynchronously(on: asUnownedTaskExecutor()) }
      if let value { return value }
    }
  }
}
