// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
internal import ImprintThreads

/// A thread of the host's own for one worker: it starts it, watches it and reaps it.
///
/// It has to outlive the worker: the kernel ends a worker with the thread that started it.
enum WorkerThread {
  /// Runs it on a thread that takes no signal.
  static func start(_ run: @escaping @Sendable () -> Void) throws(SystemThreadError) {
    try SystemThread.detach(.init(takesSignals: false)) {
      imp_thread_name("imprint-watch")
      run()
    }
  }
}
