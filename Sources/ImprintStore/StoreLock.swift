// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A lock on a whole store, over tasks and processes alike: each has its own open file, and the kernel
/// lets go of it when its process dies.
struct StoreLock: ~Copyable {
  enum Kind {
    /// With other readers.
    case reading
    /// Alone.
    case writing
  }

  private let descriptor: Int32

  private static let pause = Duration.milliseconds(2)

  /// Opens the lock file and does not lock it yet. A reader finds the file even where it may not write.
  private init(file path: String, _ kind: Kind) throws(StoreError) {
    descriptor = open(path, (kind == .writing ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "locking it", place: path) }
  }

  /// Waits for the lock.
  /// - Throws: ``StoreError`` `busy`, `cancelled`, `readOnly`, `system`.
  static func take(_ path: String, _ kind: Kind, patience: Duration) async throws(StoreError) -> StoreLock {
    let lock = try StoreLock(file: path, kind)
    let end = ContinuousClock.now + patience
    while try !lock.isTaken(path, kind) {
      guard ContinuousClock.now < end else {
        throw StoreError(
          .busy, place: path, reason: "another process has held the store for \(patience).",
          remedy: "End that process, or try again.")
      }
      do {
        try await Task.sleep(for: pause)
      } catch {
        throw StoreError(
          .cancelled, place: path, reason: "the task was cancelled while it waited for the store.",
          remedy: "Try again.")
      }
    }
    return lock
  }

  private func isTaken(_ path: String, _ kind: Kind) throws(StoreError) -> Bool {
    if flock(descriptor, (kind == .writing ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(errno, "locking it", place: path) }
    return false
  }

  deinit { close(descriptor) }

  /// Does something while the lock is held.
  func whileHeld<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try withExtendedLifetime(self, work)
  }
}
