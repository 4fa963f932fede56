// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
internal import ImprintThreads

/// A dedicated host thread for one worker: it starts, watches and reaps it.
///
/// It has to outlive the worker: the kernel kills a worker with the thread that started it.
enum WorkerThread {
  /// Runs it on a thread that blocks all signals.
  static func start(_ run: @escaping @Sendable () -> Void) throws(SystemThreadError) {
    try SystemThread.detach(.init(takesSignals: false)) {
      imp_thread_name("imprint-watch")
      run()
    }
  }
}
