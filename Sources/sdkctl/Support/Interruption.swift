// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Turns the first Ctrl-C, or a request to end, into a cancelled task: what runs cleans up and nothing is
/// left half written. The second ends the process at once.
enum Interruption {
  static func guarding<Success: Sendable>(
    _ work: @escaping @Sendable () async throws -> Success
  ) async throws -> Success {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    // Before any plugin makes threads: they inherit the mask, so that only the waiting thread gets these.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let task = Task { try await work() }
    wait(for: signals) { task.cancel() }
    return try await withTaskCancellationHandler {
      let result = await task.result
      // Work that finished in the very moment is finished; anything else is told as an interruption.
      if case .failure = result, task.isCancelled { throw CommandError.interrupted }
      return try result.get()
    } onCancel: {
      task.cancel()
    }
  }

  private static func wait(for signals: sigset_t, _ first: @escaping @Sendable () -> Void) {
    final class Argument: Sendable {
      let signals: sigset_t
      let first: @Sendable () -> Void

      init(_ signals: sigset_t, _ first: @escaping @Sendable () -> Void) {
        self.signals = signals
        self.first = first
      }
    }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Argument(signals, first))
    let made = pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        let argument = Unmanaged<Argument>.fromOpaque(raw).takeRetainedValue()
        var signals = argument.signals
        var received: Int32 = 0
        sigwait(&signals, &received)
        argument.first()
        sigwait(&signals, &received)
        _exit(1)
      }, argument.toOpaque())
    if made == 0 {
      pthread_detach(thread)
    } else {
      // Without the thread the signals keep their usual effect.
      argument.release()
      var signals = signals
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }
}
