// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Dispatch
private import Glibc
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

  /// Starts the thread. Throws the system's number where there are too many threads.
  static func start() throws(ThreadProblem) -> PluginThread {
    let executor = PluginThread()
    var thread = pthread_t()
    let context = Unmanaged.passRetained(executor)
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<PluginThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      throw ThreadProblem(number: status)
    }
    pthread_detach(thread)
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

/// Why a thread could not be started.
struct ThreadProblem: Error {
  let number: Int32

  var sentence: String { "no thread could be started: \(String(cString: strerror(number)))." }
}
