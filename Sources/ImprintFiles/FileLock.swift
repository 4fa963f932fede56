// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A lock over tasks and processes alike: each has its own open file, and the kernel lets go of it when its
/// process dies.
package struct FileLock<Failure: FileFailure>: ~Copyable {
  package enum Kind {
    /// With other readers.
    case reading
    /// Alone.
    case writing
  }

  private let descriptor: Int32

  private static var pause: Duration { .milliseconds(2) }

  /// Opens the lock file and does not lock it yet. A reader finds the file even where it may not write.
  private init(file path: String, _ kind: Kind, creates: Bool) throws(Failure) {
    // Made in place: a rename would give two that make it at once a file each, and each its lock.
    let access = (kind == .writing ? O_RDWR : O_RDONLY) | (creates ? O_CREAT : 0)
    descriptor = open(path, access | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno, "locking it", place: path) }
  }

  /// Waits for the lock.
  /// - Parameter creates: makes the lock's file where there is none.
  /// - Throws: `busy`, `cancelled`, or what the system says.
  package static func take(
    _ path: String, _ kind: Kind, patience: Duration, creates: Bool = false
  ) async throws(Failure) -> FileLock {
    let lock = try FileLock(file: path, kind, creates: creates)
    let end = ContinuousClock.now + patience
    while try !lock.isTaken(path, kind) {
      guard ContinuousClock.now < end else {
        throw .busy(path, for: patience)
      }
      do {
        try await Task.sleep(for: pause)
      } catch {
        throw .cancelled(path)
      }
    }
    return lock
  }

  /// The same for a caller that is no task: its thread is blocked meanwhile.
  /// - Throws: `busy`, or what the system says.
  package static func takeBlocking(
    _ path: String, _ kind: Kind, patience: Duration, creates: Bool = false
  ) throws(Failure) -> FileLock {
    let lock = try FileLock(file: path, kind, creates: creates)
    let end = ContinuousClock.now + patience
    while try !lock.isTaken(path, kind) {
      guard ContinuousClock.now < end else { throw .busy(path, for: patience) }
      usleep(useconds_t(pause / .microseconds(1)))
    }
    return lock
  }

  private func isTaken(_ path: String, _ kind: Kind) throws(Failure) -> Bool {
    if flock(descriptor, (kind == .writing ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(errno, "locking it", place: path) }
    return false
  }

  deinit { close(descriptor) }

  /// Does something while the lock is held.
  package func whileHeld<Value>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    try withExtendedLifetime(self, work)
  }
}
