// SPDX-License-Identifier: Apache-2.0

/// An attempt that was begun, and whose end is not known yet.
struct LockoutReservation: Sendable, Hashable {
  let id: UInt64
  /// Who makes it.
  let process: LockoutProcess
  /// By the boot-time clock, in nanoseconds.
  let begun: Int64
  /// Whether a challenge has been shown.
  var isShown = false
}

/// The failed attempts of a device or a subject: when captures are locked, and until when. A value without
/// clock, file or process: moments and what is known of processes come in, decisions go out.
///
/// A lock is kept as the time that is left of it at ``anchor``, not as a moment at which it ends. So no clock
/// has to be right for it to end, and setting one does nothing while the machine runs.
struct LockoutState: Sendable, Hashable {
  /// When ``remaining`` was true.
  struct Anchor: Sendable, Hashable {
    let boot: String?
    let bootTime: Int64
  }

  /// Why no attempt may begin.
  enum Refusal: Sendable, Hashable {
    case locked
    /// Those that are being made might use up all that are left.
    case taken
  }

  /// Failed attempts since the last success or lock.
  private(set) var failures = 0
  /// Locks since the last success.
  private(set) var locks = 0
  /// What is left of the lock at ``anchor``, in nanoseconds; 0 where there is none.
  private(set) var remaining: Int64 = 0
  private(set) var anchor: Anchor
  /// The latest time that the device's clock was ever seen at, in milliseconds since 1970 UTC.
  private(set) var latest: Int64
  /// At most ``mostReservations``.
  private(set) var reservations: [LockoutReservation] = []

  static let mostReservations = LockoutSettings.captures.upperBound
  static let mostLocks = 1_000_000
  static let mostRemaining = Int64(LockoutSettings.delaySeconds.upperBound) * 1_000_000_000
  /// How long an attempt may last whose process nobody can look at, in nanoseconds: one hour.
  static let longestUnknown: Int64 = 3_600_000_000_000
  /// How much of a lock's time may pass unwritten, in nanoseconds: 15 s. It is lost where the machine is
  /// restarted with a clock that is behind.
  static let unwritten: Int64 = 15_000_000_000

  /// Without any attempt.
  /// - Parameter latest: a time that was seen before, by whoever is asked first.
  init(at now: LockoutMoment, latest: Int64 = 0) {
    anchor = Anchor(boot: now.boot, bootTime: now.bootTime)
    self.latest = max(latest, now.wall)
  }

  /// As read from a file.
  /// - Returns: `nil` for what no state can be.
  init?(
    failures: Int, locks: Int, remaining: Int64, anchor: Anchor, latest: Int64,
    reservations: [LockoutReservation]
  ) {
    guard (0...LockoutSettings.captures.upperBound).contains(failures), (0...Self.mostLocks).contains(locks),
      (0...Self.mostRemaining).contains(remaining), reservations.count <= Self.mostReservations,
      LockoutMoment.bootTimes.contains(anchor.bootTime), LockoutMoment.walls.contains(latest),
      reservations.allSatisfy({ $0.process.number > 0 && LockoutMoment.bootTimes.contains($0.begun) })
    else { return nil }
    self.failures = failures
    self.locks = locks
    self.remaining = remaining
    self.anchor = anchor
    self.latest = latest
    self.reservations = reservations
  }

  /// Nothing of it needs to be kept.
  var isBlank: Bool { failures == 0 && locks == 0 && remaining == 0 && reservations.isEmpty }
}

// Time.
extension LockoutState {
  /// Counts the time that has passed since the anchor.
  mutating func advance(to now: LockoutMoment) {
    remaining = max(0, remaining - elapsed(to: now))
    anchor = Anchor(
      boot: now.boot, bootTime: isSameRun(now) ? max(anchor.bootTime, now.bootTime) : now.bootTime)
    latest = max(latest, now.wall)
  }

  /// What counts between the anchor and now, in nanoseconds: while the machine runs the boot-time clock's
  /// time, across a restart the device's clock's, if it is not behind the latest time seen.
  private func elapsed(to now: LockoutMoment) -> Int64 {
    guard !isSameRun(now) else { return max(0, now.bootTime - anchor.bootTime) }
    // 34 years at most, so that the product does not overflow.
    return min(max(0, now.wall - latest), 1 << 40) * 1_000_000
  }

  /// Whether the machine was not restarted between the anchor and now. Where it cannot be known for lack of a
  /// boot id: the boot-time clock shows a restart by being behind; where it is not, what it has gained since
  /// is never more than the time that has passed.
  private func isSameRun(_ now: LockoutMoment) -> Bool {
    guard let one = anchor.boot, let other = now.boot else { return now.bootTime >= anchor.bootTime }
    return one == other
  }

  /// Whether this has to be written, where `old` is what the file says.
  func differsInMoreThanTime(from old: LockoutState) -> Bool {
    failures != old.failures || locks != old.locks || reservations != old.reservations
      || (remaining == 0) != (old.remaining == 0)
      || remaining > 0 && (anchor.boot != old.anchor.boot || anchor.bootTime < old.anchor.bootTime)
      || remaining != old.remaining && abs(old.remaining - remaining) >= Self.unwritten
  }
}

// Attempts.
extension LockoutState {
  /// Ends the attempts whose process has ended, or was of another boot: as failed ones, once a challenge had
  /// been shown.
  /// - Parameter state: what is known of the process that makes an attempt.
  mutating func settle(
    at now: LockoutMoment, by settings: LockoutSettings,
    _ state: (LockoutReservation) -> LockoutProcess.State
  ) {
    for reservation in reservations where isOver(reservation, now, state(reservation)) {
      end(reservation.id, .countsOnceShown, by: settings)
    }
  }

  private func isOver(
    _ reservation: LockoutReservation, _ now: LockoutMoment, _ state: LockoutProcess.State
  ) -> Bool {
    switch state {
    case .running: false
    case .gone: true
    // Without a boot id a restart shows by a boot-time clock that is behind.
    case .unknown:
      now.bootTime - reservation.begun >= Self.longestUnknown
        || reservation.process.boot == nil && now.bootTime < reservation.begun
    }
  }

  /// Why no attempt may begin; `nil` where one may.
  ///
  /// Begins the lock that is due where another process, whose settings allow more, has counted.
  mutating func refusal(by settings: LockoutSettings) -> Refusal? {
    guard let most = settings.most else { return nil }
    lockIfDue(by: settings)
    if remaining > 0 { return .locked }
    return failures + reservations.count >= most ? .taken : nil
  }

  /// To be asked only where ``refusal(by:)`` has none.
  mutating func reserve(_ reservation: LockoutReservation) {
    reservations.append(reservation)
  }

  /// A challenge is about to be shown. An attempt that is not known any more, such as after a reset, is again
  /// from here on.
  mutating func show(_ reservation: LockoutReservation) {
    if let place = reservations.firstIndex(where: { $0.id == reservation.id }) {
      reservations[place].isShown = true
    } else if reservations.count < Self.mostReservations {
      reservations.append(reservation)
      reservations[reservations.count - 1].isShown = true
    }
  }

  /// An attempt has ended. A failed one counts also where it is not known any more.
  mutating func end(_ id: UInt64, _ effect: LockoutOutcome.Effect, by settings: LockoutSettings) {
    let wasShown = reservations.contains { $0.id == id && $0.isShown }
    reservations.removeAll { $0.id == id }
    switch effect {
    case .resets: (failures, locks, remaining) = (0, 0, 0)
    case .counts: fail(by: settings)
    case .countsOnceShown: if wasShown { fail(by: settings) }
    case .doesNotCount: break
    }
  }

  private mutating func fail(by settings: LockoutSettings) {
    failures = min(failures + 1, LockoutSettings.captures.upperBound)
    lockIfDue(by: settings)
  }

  private mutating func lockIfDue(by settings: LockoutSettings) {
    guard let most = settings.most, failures >= most else { return }
    failures = 0
    remaining = max(remaining, settings.delay(after: locks))
    locks = min(locks + 1, Self.mostLocks)
  }

  /// How it stands.
  /// - Parameter now: what it was advanced to.
  func standing(at now: LockoutMoment, by settings: LockoutSettings) -> LockoutStanding.Part {
    guard let most = settings.most else { return .off }
    // The first sum is what is left of it in whole milliseconds, rounded up.
    let left = (remaining + 999_999) / 1_000_000
    return LockoutStanding.Part(
      attemptsLeft: remaining > 0 ? 0 : max(0, most - failures - reservations.count),
      timeToUnlock: Int((remaining + 999_999_999) / 1_000_000_000),
      unlockTime: remaining > 0 ? UnlockTime(utcMilliseconds: now.wall + left) : nil, failures: failures,
      locks: locks, running: reservations.count)
  }
}
