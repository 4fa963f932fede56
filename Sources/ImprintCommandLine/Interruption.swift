// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// Turns the first Ctrl-C or SIGTERM into task cancellation: the command cleans up. The second, at least half
/// a second later, ends the process immediately.
public enum Interruption {
  private static let cancel = Mutex<(@Sendable () -> Void)?>(nil)

  /// Blocks both signals for ``wait()``. To be called on the main thread before there is any other: threads
  /// inherit the mask, and a signal is delivered to any thread that does not block it.
  public static func prepare() {
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Undoes ``prepare()`` for the calling thread, before it executes another program.
  public static func giveBack() {
    var signals = Self.signals
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Runs work that the first signal cancels.
  /// - Parameter interrupted: what is said of it then.
  /// - Throws: what the work throws; `interrupted` if it failed after cancellation.
  public static func guarding<Success: Sendable>(
    interrupted: CommandError = .interrupted,
    _ work: @escaping @Sendable () async throws -> Success
  ) async throws -> Success {
    let task = Task { try await work() }
    cancel.withLock { $0 = { task.cancel() } }
    defer { cancel.withLock { $0 = nil } }
    let result = await task.result
    // Work that completed at that moment succeeds; anything else is reported as an interruption.
    if case .failure = result, task.isCancelled { throw interrupted }
    return try result.get()
  }

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  /// Waits for signals on the main thread, as long as the process lives.
  public static func wait() -> Never {
    var signals = Self.signals
    var received: Int32 = 0
    sigwait(&signals, &received)
    if let first = cancel.withLock({ $0 }) {
      first()
      // One request to stop may arrive as several signals, to the process and its group: within half a second
      // they count as one.
      usleep(500_000)
      var none = timespec()
      while sigtimedwait(&signals, nil, &none) > 0 {}
      sigwait(&signals, &received)
    } else {
      // Nothing to clean up: restore the signal's default action.
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(received)
    }
    _exit(1)
  }
}
