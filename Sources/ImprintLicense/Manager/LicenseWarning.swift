// SPDX-License-Identifier: Apache-2.0

/// Something that does not stop a licence now, and may later.
public struct LicenseWarning: Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// It has expired and goes on for its grace period.
    case grace
    /// It has expired, its grace has passed, and its policy lets something go on.
    case expired
    /// The device's clock is behind a time that was seen before.
    case clockSetBack = "clock-set-back"
    /// The next licence was asked for in vain.
    case renewal
    /// Something could not be stored: it is lost with the program's end.
    case notStored = "not-stored"
    /// The store was damaged; what was found is kept.
    case storeDamaged = "store-damaged"
    /// The store cannot be read; the licence that was read before goes on.
    case storeUnreadable = "store-unreadable"
    /// A request has been made and not been answered.
    case pending
  }

  public let code: Code
  /// What it is and what to do about it, in plain sentences.
  public let text: String

  public var description: String { "\(text) [\(code.rawValue)]" }
}
