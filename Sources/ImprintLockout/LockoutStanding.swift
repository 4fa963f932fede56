// SPDX-License-Identifier: Apache-2.0

/// How the device stands with its attempts, and who was claimed.
public struct LockoutStanding: Sendable, Hashable {
  /// One of both.
  public struct Part: Sendable, Hashable {
    /// How many attempts may begin now, those that are being made already subtracted; 0 while locked. `nil`
    /// where the lock-out is off.
    public let attemptsLeft: Int?
    /// How long it is locked, in whole seconds, rounded up; 0 where it is not.
    public let timeToUnlock: Int
    /// When that ends; `nil` where it is not locked.
    public let unlockTime: UnlockTime?
    /// Failed attempts since the last success or lock.
    public let failures: Int
    /// Locks since the last success.
    public let locks: Int
    /// Attempts that are being made.
    public let running: Int

    static let off = Part(
      attemptsLeft: nil, timeToUnlock: 0, unlockTime: nil, failures: 0, locks: 0, running: 0)
  }

  /// Nothing is counted.
  static let off = LockoutStanding(device: .off, subject: nil)

  public let device: Part
  /// `nil` where nobody was claimed.
  public let subject: Part?

  /// The fewer of both; `nil` where the lock-out is off.
  public var attemptsLeft: Int? {
    guard let left = device.attemptsLeft else { return nil }
    return min(left, subject?.attemptsLeft ?? left)
  }

  /// How long captures are locked, in whole seconds, rounded up; 0 where they are not.
  public var timeToUnlock: Int { max(device.timeToUnlock, subject?.timeToUnlock ?? 0) }

  /// When captures are unlocked; `nil` where they are.
  public var unlockTime: UnlockTime? { [device.unlockTime, subject?.unlockTime].compactMap { $0 }.max() }

  public var isLocked: Bool { timeToUnlock > 0 }
}
