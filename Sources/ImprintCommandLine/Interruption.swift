// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// Turns the first Ctrl-C, or a request to end, into a cancelled task: what runs cleans up and nothing is
/// left half written. The second, half a second later or more, ends the process at once.
public enum Interruption {
  private static let cancel = Mutex<(@Sendable () -> Void)?>(nil)

  /// Keeps both signals for ``wait()``. To be called on the main thread before there is any other: threads
  /// inherit the mask, and a signal goes to any thread that does not block it.
  public static func prepare() {
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Undoes ``prepare()`` for the calling thread, which is going to become another program.
  public static func giveBack() {
    var signals = Self.signals
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Runs work that the first signal cancels.
  /// - Throws: what the work throws; ``CommandError`` `interrupted` where it failed after it was cancelled.
  public static func guarding<Success: Sendable>(
    _ work: @escaping @Sendable () async throws -> Success
  ) async throws -> Success {
    let task = Task { try await work() }
    cancel.withLock { $0 = { task.cancel() } }
    defer { cancel.withLock { $0 = nil } }
    let result = await task.result
    // Work that finished in the very moment is finished; anything else is told as an interruption.
    if case .failure = result, task.isCancelled { throw CommandError.interrupted }
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
      // One wish to stop may come as several signals, to the process and to its group: they count as one
      // within half a second.
      usleep(500_000)
      var none = timespec()
      while sigtimedwait(&signals, nil, &none) > 0 {}
      sigwait(&signals, &received)
    } else {
      // Nothing has to clean up: the signal does what it usually does.
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(received)
    }
    _exit(1)
  }
}
