// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Dispatch
internal import ImprintThreads
private import Synchronization

/// A dedicated thread for an actor whose plugin calls block: they must not occupy the threads of the shared
/// task pool. It ends with this object, once its queue is empty.
final class PluginThread: Sendable {
  private let executor = ThreadExecutor()

  /// Starts the thread.
  static func start(
    for plugin: OpenPlugin, _ function: String
  ) throws(PluginCallError) -> PluginThread {
    let thread = PluginThread()
    do throws(SystemThreadError) {
      try SystemThread.detach { [executor = thread.executor] in executor.run() }
    } catch {
      throw PluginCallError(
        status: IMP_E_MEMORY, plugin: plugin.id, function: function, words: error.sentence)
    }
    return thread
  }

  deinit {
    executor.stop()
  }

  /// For the actor that owns this.
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Starts the thread and opens a resource on it, such as a device: to the kernel a device may belong to the
  /// thread that opened it, which therefore has to stay. Where opening fails the thread ends.
  static func opening<Opened: Sendable>(
    for plugin: OpenPlugin, _ function: String,
    _ open: @escaping @Sendable (PluginThread) throws(PluginCallError) -> Opened
  ) async throws(PluginCallError) -> Opened {
    let thread = try start(for: plugin, function)
    let once = PluginWork.Once { () throws(PluginCallError) in try open(thread) }
    return try await withCheckedContinuation { done in
      // Without a name for the result: this thread would hold it beyond the resumption.
      thread.executor.add(.work { done.resume(returning: once.run()) })
    }.get()
  }
}

/// The thread keeps it alive until ``stop()``, so that no job runs on a released executor.
private final class ThreadExecutor: SerialExecutor {
  enum Job: Sendable {
    case ofActor(UnownedJob)
    case work(@Sendable () -> Void)
  }

  private struct State {
    var jobs: [Job] = []
    var isStopped = false
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    add(.ofActor(UnownedJob(job)))
  }

  func add(_ job: Job) {
    state.withLock { $0.jobs.append(job) }
    work.signal()
  }

  /// Ends the thread once its queue is empty. Does not wait: it may be called on the thread itself.
  func stop() {
    state.withLock { $0.isStopped = true }
    work.signal()
  }

  /// The thread's main function.
  func run() {
    while true {
      work.wait()
      let (job, isOver) = state.withLock { state -> (Job?, Bool) in
        state.jobs.isEmpty ? (nil, state.isStopped) : (state.jobs.removeFirst(), false)
      }
      switch job {
      case .ofActor(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .work(let work): work()
      case nil: break
      }
      if isOver { return }
    }
  }
}
