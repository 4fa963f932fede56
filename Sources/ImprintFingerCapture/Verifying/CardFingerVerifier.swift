// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What a card that compares fingers itself is asked: its edge. Of ISO/IEC 7816-11 or a vendor's, by who
/// knows the card; none is bundled.
public protocol FingerCardEdge: Sendable {
  /// The type of template that the card compares.
  var templateType: FingerTemplateType { get }

  /// Has the card compare a finger with the one it holds. Sent to the card once, and never again, as each
  /// attempt counts.
  /// - Parameter payload: the template's bytes without the envelope. Of the compact card they have a frame
  ///   before what the card takes; `CompactCard` of the module ImprintFinger takes it off.
  /// - Throws: why the card did not answer.
  func verify(_ payload: [UInt8]) async throws -> FingerCardAnswer
}

/// What a card says of a finger.
public enum FingerCardAnswer: Sendable, Hashable {
  case matches
  /// It does not; the card allows so many more attempts, `nil` where it does not say.
  case refused(attemptsLeft: Int?)
  /// The card allows no more attempts.
  case blocked
}

/// A verifier made of a card edge: the card has the references.
///
/// Each press that does not match is an attempt of the card's. A verification ends with the card's last one;
/// whoever wants to leave some gives fewer ``FingerVerificationSettings/attempts``.
public struct CardFingerVerifier: FingerVerifier {
  private let edge: any FingerCardEdge

  public init(_ edge: any FingerCardEdge) { self.edge = edge }

  public var templateTypes: Set<FingerTemplateType> { [edge.templateType] }
  public var holdsReferences: Bool { true }

  /// - Throws: ``FingerCaptureError`` `comparison` of a card that is blocked; what the edge throws.
  public func verify(_ probe: Template, against references: [Template]) async throws -> FingerMatch {
    switch try await edge.verify(probe.payload) {
    case .matches: return FingerMatch(isMatch: true)
    case .refused(let left): return FingerMatch(isMatch: false, attemptsLeft: left)
    case .blocked:
      throw FingerCaptureError(
        .comparison, place: "card", reason: "it is blocked after too many fingers that did not match.",
        remedy: "Have the card unblocked by whoever issued it.")
    }
  }
}
