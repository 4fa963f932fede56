// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A lock over tasks and processes alike: each has its own open file, and the kernel lets go of it when its
/// process dies.
///
/// The lock is `flock` on the file. Who wants it tries again and again, as a task that waits must neither
/// block its thread nor miss being cancelled. That alone is not fair: one that lets go and takes it again at
/// once, in a loop, leaves it free for microseconds, and another's tries miss that for minutes. So there is a
/// turnstile before it, a lock on the first byte of the same file that one holds while it waits for the lock,
/// and lets go of when it has it. All who come later, whoever had the lock before among them, wait at the
/// turnstile. Readers share it, as they share the lock: then it needs no more than the right to read the
/// file.
///
/// The turnstile is a lock of the open file (`F_OFD_SETLK`), not of the process: tasks stand in line with
/// each other too, and the kernel lets go of it with the file. It decides who is next, never who may: an
/// Imprint that knows `flock` only is still kept out, and where a file system has no such locks the first try
/// to hit wins, as before.
///
/// Nor does one that is stopped while it waits lock anybody out, who keeps the turnstile and does not take
/// the lock when that is free: who is refused at the turnstile for a quarter of a second tries for the lock
/// from there too, and has it where nobody reads or writes. One that waits and runs tries every 2 ms, and is
/// as likely as any of them to be next.
package struct FileLock<Failure: FileFailure>: ~Copyable {
  package enum Kind {
    /// With other readers.
    case reading
    /// Alone.
    case writing
  }

  private let descriptor: Int32

  private static var pause: Duration { .milliseconds(2) }

  /// How long it waits for its turn before it tries out of turn too.
  private static var turnstilePatience: Duration { .milliseconds(250) }

  /// `F_OFD_SETLK` of Linux, which Swift does not show.
  private static var setLockOfOpenFile: Int32 { 37 }

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
    var refused: ContinuousClock.Instant?
    let end = ContinuousClock.now + patience
    while try !lock.isTaken(path, kind, &refused) {
      guard ContinuousClock.now < end else {
        throw .init(.busy(patience), place: path)
      }
      do { try await Task.sleep(for: pause) } catch { throw .init(.cancelled, place: path) }
    }
    return lock
  }

  /// The same for a caller that is no task: its thread is blocked meanwhile.
  /// - Throws: `busy`, or what the system says.
  package static func takeBlocking(
    _ path: String, _ kind: Kind, patience: Duration, creates: Bool = false
  ) throws(Failure) -> FileLock {
    let lock = try FileLock(file: path, kind, creates: creates)
    var refused: ContinuousClock.Instant?
    let end = ContinuousClock.now + patience
    while try !lock.isTaken(path, kind, &refused) {
      guard ContinuousClock.now < end else { throw .init(.busy(patience), place: path) }
      usleep(useconds_t(pause / .microseconds(1)))
    }
    return lock
  }

  /// One try; in vain, it leaves this one at the turnstile, or before it.
  /// - Parameter refused: since when another has the turnstile; `nil` while this one has it, or has not
  ///   tried.
  private func isTaken(
    _ path: String, _ kind: Kind, _ refused: inout ContinuousClock.Instant?
  ) throws(Failure) -> Bool {
    guard passesTurnstile(kind == .writing ? F_WRLCK : F_RDLCK) else {
      return try isTakenOutOfTurn(path, kind, &refused)
    }
    refused = nil
    guard try locks(kind == .writing ? LOCK_EX : LOCK_SH, path) else { return false }
    _ = passesTurnstile(F_UNLCK)
    return true
  }

  private func locks(_ how: Int32, _ path: String) throws(Failure) -> Bool {
    if flock(descriptor, how | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(errno, "locking it", place: path) }
    return false
  }

  /// One try past the turnstile, once another has had it for long. Takes what is free, not what others read:
  /// readers that come and go would never let in the writer who is next.
  private func isTakenOutOfTurn(
    _ path: String, _ kind: Kind, _ refused: inout ContinuousClock.Instant?
  ) throws(Failure) -> Bool {
    let now = ContinuousClock.now
    guard let since = refused else {
      refused = now
      return false
    }
    guard now - since >= Self.turnstilePatience, try locks(LOCK_EX, path) else { return false }
    // The kernel lets go of the one before it takes the other: somebody may come between.
    return kind == .writing ? true : try locks(LOCK_SH, path)
  }

  /// Takes the turnstile, does nothing where this one has it, or lets go of it.
  /// - Returns: `false` while another has it.
  private func passesTurnstile(_ how: Int32) -> Bool {
    var firstByte = flock()
    firstByte.l_type = Int16(how)
    firstByte.l_whence = Int16(SEEK_SET)
    firstByte.l_len = 1
    guard fcntl(descriptor, Self.setLockOfOpenFile, &firstByte) != 0 else { return true }
    return errno != EAGAIN && errno != EACCES && errno != EINTR
  }

  deinit { close(descriptor) }

  /// Does something while the lock is held.
  package func whileHeld<Value>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    try withExtendedLifetime(self, work)
  }
}
