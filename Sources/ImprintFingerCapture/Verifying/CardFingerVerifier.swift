// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

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
