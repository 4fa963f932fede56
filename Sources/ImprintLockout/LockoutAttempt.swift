// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// An attempt that is being made: reserved, and to be ended.
///
/// ```swift
/// let attempt = try await lockout.begin(subject: LockoutSubject("ada"))
/// try await attempt.shown()          // before the first challenge is shown
/// let standing = try await attempt.end(.fake)
/// ```
///
/// One that is released without an end is settled by the next call of this process as if the process had been
/// killed: it counts once a challenge had been shown. Any thread.
public final class LockoutAttempt: Sendable {
  public let subject: LockoutSubject?
  /// How it stood when the attempt had begun; the attempt itself is already subtracted.
  public let standing: LockoutStanding
  /// `nil` where the lock-out is off.
  let reservation: LockoutReservation?
  private let store: LockoutStore
  private let progress = Mutex(Progress())

  private struct Progress {
    var settled: Set<LockoutHolder> = []
    var isEnded = false
  }

  init(
    _ store: LockoutStore, _ subject: LockoutSubject?, _ reservation: LockoutReservation?,
    _ standing: LockoutStanding
  ) {
    self.store = store
    self.subject = subject
    self.reservation = reservation
    self.standing = standing
  }

  deinit {
    if let reservation { OpenAttempts.remove(reservation.id) }
  }

  /// A challenge is about to be shown: from here on a killed process is a failed attempt. When this returns,
  /// that is on the disk. Again, and after the end, it does nothing.
  /// - Throws: ``LockoutError``; then no challenge may be shown.
  public func shown() async throws(LockoutError) {
    guard reservation != nil else { return }
    try await store.show(self)
  }

  /// ``shown()`` for a caller outside a task: blocks its thread.
  @available(*, noasync)
  public func shownBlocking() throws(LockoutError) {
    guard reservation != nil else { return }
    try store.showBlocking(self)
  }

  /// Settles the attempt. It does so also where the task is cancelled. Only the first outcome counts.
  /// - Returns: How it stands after that.
  /// - Throws: ``LockoutError`` where that cannot be written. It may be tried again.
  @discardableResult
  public func end(_ outcome: LockoutOutcome) async throws(LockoutError) -> LockoutStanding {
    guard reservation != nil else { return standing }
    // A task of its own: a cancelled one does not wait for locks.
    let work = Task { () async -> Result<LockoutStanding, LockoutError> in
      do throws(LockoutError) {
        return .success(try await self.store.end(self, outcome))
      } catch {
        return .failure(error)
      }
    }
    return try await work.value.get()
  }

  /// ``end(_:)`` for a caller outside a task: blocks its thread.
  @available(*, noasync)
  @discardableResult
  public func endBlocking(_ outcome: LockoutOutcome) throws(LockoutError) -> LockoutStanding {
    guard reservation != nil else { return standing }
    return try store.endBlocking(self, outcome)
  }

  /// Whether a record already has its outcome.
  func isSettled(_ holder: LockoutHolder) -> Bool { progress.withLock { $0.settled.contains(holder) } }

  func settle(_ holder: LockoutHolder) {
    progress.withLock { _ = $0.settled.insert(holder) }
  }

  var isEnded: Bool { progress.withLock { $0.isEnded } }

  func finish() {
    progress.withLock { $0.isEnded = true }
    if let reservation { OpenAttempts.remove(reservation.id) }
  }
}
