// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A lock between tasks and between processes: each holder has its own open file, and the kernel releases the
/// lock when the process dies.
///
/// The lock is `flock` on the file. Waiters poll, as a waiting task must neither block its thread nor miss
/// its cancellation. Polling alone starves: a holder that releases and reacquires in a loop leaves the lock
/// free for microseconds, which other pollers miss for minutes. So there is a turnstile before it: a lock on
/// the first byte of the same file, held while waiting for the lock and released once it is acquired. All
/// later comers, the last holder included, wait at the turnstile. Readers share it, as they share the lock:
/// so read permission on the file suffices.
///
/// The turnstile is an open file description lock (`F_OFD_SETLK`), not one of the process: tasks queue up
/// too, and the kernel releases it with the file. It affects order only, never exclusion: an older Imprint
/// that knows only `flock` is still excluded, and on file systems without such locks the first successful
/// poll wins, as before.
///
/// A waiter that is stopped (SIGSTOP) at the turnstile starves nobody: after a quarter of a second before the
/// turnstile a waiter tries the lock itself too, and gets it where nobody reads or writes. A running waiter
/// polls every 2 ms, and is as likely as any of them to be next.
package struct FileLock<Failure: FileFailure>: ~Copyable {
  package enum Kind {
    /// Shared, with other readers.
    case reading
    /// Exclusive.
    case writing
  }

  private let descriptor: Int32

  private static var pause: Duration { .milliseconds(2) }

  /// How long a waiter respects the queue before it also tries out of turn.
  private static var turnstilePatience: Duration { .milliseconds(250) }

  /// Linux's `F_OFD_SETLK`, which Swift does not import.
  private static var setLockOfOpenFile: Int32 { 37 }

  /// Opens the lock file without locking it. A reader needs no write permission on the folder where the file
  /// exists.
  private init(file path: String, _ kind: Kind, creates: Bool) throws(Failure) {
    // Created in place: with a rename, two that create it at once would each lock a file of their own.
    let access = (kind == .writing ? O_RDWR : O_RDONLY) | (creates ? O_CREAT : 0)
    descriptor = open(path, access | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(errno, "locking it", place: path) }
  }

  /// Waits for the lock.
  /// - Parameter creates: creates the lock file if it does not exist.
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

  /// The same for a caller outside a task: blocks its thread.
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

  /// One attempt; if it fails, the caller stays at the turnstile, or before it.
  /// - Parameter refused: since when another holder has the turnstile; `nil` while this one has it, or has
  ///   not tried yet.
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

  /// One attempt past the turnstile, after another waiter has held it for long. Acquires only a lock that is
  /// entirely free, not one shared by readers: readers that come and go would starve the writer who is next.
  private func isTakenOutOfTurn(
    _ path: String, _ kind: Kind, _ refused: inout ContinuousClock.Instant?
  ) throws(Failure) -> Bool {
    let now = ContinuousClock.now
    guard let since = refused else {
      refused = now
      return false
    }
    guard now - since >= Self.turnstilePatience, try locks(LOCK_EX, path) else { return false }
    // The kernel releases the old lock before it acquires the new one: another waiter may win in between.
    return kind == .writing ? true : try locks(LOCK_SH, path)
  }

  /// Acquires the turnstile (no effect if already held) or releases it.
  /// - Returns: `false` while another has it.
  private func passesTurnstile(_ how: Int32) -> Bool {
    var firstByte = flock()
    firstByte.l_type = Int16(how)
    firstByte.l_whence = Int16(SEEK_SET)
    firstByte.l_len = 1
    guard fcntl(descriptor, Self.setLockOfOpenFile, &firstByte) != 0 else { return true }
    return errno != EAGAIN && errno != EACCES && errno != EINTR
  }

  // A process that is just being started has a copy of the descriptor: closing alone would leave it the lock.
  deinit {
    _ = passesTurnstile(F_UNLCK)
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Lets the next have it.
  package consuming func release() {}

  /// Runs work with the lock held.
  package func whileHeld<Value>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    try withExtendedLifetime(self, work)
  }
}
