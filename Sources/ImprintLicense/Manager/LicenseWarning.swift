// SPDX-License-Identifier: Apache-2.0

/// A problem that does not invalidate a licence now, but may later.
public struct LicenseWarning: Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// It has expired, and is in its grace period.
    case grace
    /// It has expired, its grace period has passed, and its policy lets some features continue.
    case expired
    /// The device's clock is behind a time seen before.
    case clockSetBack = "clock-set-back"
    /// The renewal failed.
    case renewal
    /// Something could not be stored, and is lost when the program ends.
    case notStored = "not-stored"
    /// The store was damaged; its content is preserved.
    case storeDamaged = "store-damaged"
    /// The store is unreadable; the licence read before stays in use.
    case storeUnreadable = "store-unreadable"
    /// A request is pending.
    case pending
  }

  public let code: Code
  /// What it is and what to do about it, in plain sentences.
  public let text: String

  public var description: String { "\(text) [\(code.rawValue)]" }
}
