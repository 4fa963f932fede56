// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
private import Glibc

/// A thread of the host's own for one worker: it starts it, watches it and reaps it.
///
/// It has to outlive the worker: the kernel ends a worker with the thread that started it.
enum WorkerThread {
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Runs it on a thread that takes no signal.
  static func start(_ run: @escaping @Sendable () -> Void) throws(ThreadProblem) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(run))
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        imp_thread_name("imprint-watch")
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      throw ThreadProblem(number: status)
    }
    pthread_detach(thread)
  }
}
