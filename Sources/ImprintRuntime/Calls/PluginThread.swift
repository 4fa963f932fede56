// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Dispatch
internal import ImprintThreads
private import Synchronization

/// One thread of an actor's own, for plugin calls that wait: they must not take the threads that all tasks
/// share.
///
/// The thread keeps this alive until ``stop()``, so that no job ever runs on a released executor.
final class PluginThread: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isStopped = false
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)

  /// Starts the thread.
  static func start(
    for plugin: OpenPlugin, _ function: String
  ) throws(PluginCallError) -> PluginThread {
    let executor = PluginThread()
    do throws(SystemThreadError) {
      try SystemThread.detach { executor.run() }
    } catch {
      throw PluginCallError(
        status: IMP_E_MEMORY, plugin: plugin.id, function: function, words: error.sentence)
    }
    return executor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
    work.signal()
  }

  /// Ends the thread once it has run what is queued. Does not wait: it may be called on the thread itself.
  func stop() {
    state.withLock { $0.isStopped = true }
    work.signal()
  }

  private func run() {
    while true {
      work.wait()
      let (job, isOver) = state.withLock { state -> (UnownedJob?, Bool) in
        state.jobs.isEmpty ? (nil, state.isStopped) : (state.jobs.removeFirst(), false)
      }
      if let job { job.runSynchronously(on: asUnownedSerialExecutor()) }
      if isOver { return }
    }
  }
}
