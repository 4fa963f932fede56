// SPDX-License-Identifier: Apache-2.0

/// What a card that compares fingers itself is asked of one finger: its edge. That of ISO/IEC 7816-11 is
/// `ISOFingerCardEdge` of the module ImprintFingerCard; a vendor's is made by who knows its commands.
public protocol FingerCardEdge: Sendable {
  /// The type of template that the card compares.
  var templateType: FingerTemplateType { get }

  /// How the card stands to the finger. No attempt is used up. By default nobody knows.
  /// - Throws: why the card did not answer.
  func state() async throws -> FingerCardState

  /// Has the card compare a finger with the one it holds. Sent to the card once, and never again, as each
  /// attempt counts.
  /// - Parameter payload: the template's bytes without the envelope. Of the compact card they have a frame
  ///   before what the card takes; `CompactCard` of the module ImprintFinger takes it off.
  /// - Throws: why the card did not answer. Whether the attempt counted is not known then.
  func verify(_ payload: [UInt8]) async throws -> FingerCardAnswer

  /// Stores a finger on the card, in place of the one it holds. By default refused.
  /// - Parameter payload: as in ``verify(_:)``.
  /// - Throws: why the card did not take it; ``FingerCaptureError`` `notAvailable` for an edge that cannot.
  func store(_ payload: [UInt8]) async throws

  /// Removes the finger from the card. By default refused.
  /// - Throws: why the card did not; ``FingerCaptureError`` `notAvailable` for an edge that cannot.
  func remove() async throws
}

extension FingerCardEdge {
  public func state() async throws -> FingerCardState { .notVerified(attemptsLeft: nil) }

  public func store(_ payload: [UInt8]) async throws { throw FingerCaptureError.noChange("stores") }

  public func remove() async throws { throw FingerCaptureError.noChange("removes") }
}

/// What a card says of a finger that it was given.
public enum FingerCardAnswer: Sendable, Hashable {
  case matches
  /// It does not; the card allows so many more attempts, `nil` where it does not say.
  case refused(attemptsLeft: Int?)
  /// The card allows no more attempts.
  case blocked
}

/// What a card says of a finger that it was not given.
public enum FingerCardState: Sendable, Hashable {
  /// It was verified since the card's reset, or need not be.
  case verified
  /// The card allows so many attempts, `nil` where it does not say.
  case notVerified(attemptsLeft: Int?)
  /// The card allows no more attempts.
  case blocked
  /// The card holds no finger there.
  case empty
}

extension FingerCaptureError {
  fileprivate static func noChange(_ verb: String) -> FingerCaptureError {
    FingerCaptureError(
      .notAvailable, place: "card", reason: "its edge \(verb) no fingers.",
      remedy: "Have this done where the card was issued, or use an edge that knows the card's commands.")
  }
}
