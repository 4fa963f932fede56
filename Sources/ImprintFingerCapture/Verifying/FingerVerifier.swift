// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What says whether a finger is an enrolled one (F118): made of a matcher, of a card edge, or an
/// application's own.
public protocol FingerVerifier: Sendable {
  /// The types of templates that it takes. A flow with another type is refused before a reader is opened
  /// (F119).
  var templateTypes: Set<FingerTemplateType> { get }
  /// Whether it has the references itself, as a card has: then it is given none.
  var holdsReferences: Bool { get }

  /// Whether it can decide at all: asked before a reader is opened, so that nobody presses a finger in vain.
  /// Without an own one it can.
  /// - Throws: why it cannot.
  func checkReady() throws(FingerCaptureError)

  /// - Parameters:
  ///   - probe: of the finger that is there, of one of ``templateTypes``.
  ///   - references: of the enrolled person, of the same type, and of fingers that may be this one.
  /// - Throws: anything: the operation ends with it, as the error `comparison` unless it says more. The task
  ///   is cancelled when the operation ends or its time is over: the operation waits for the answer, and no
  ///   longer heeds it.
  func verify(_ probe: Template, against references: [Template]) async throws -> FingerMatch
}

/// What a verifier says of one press.
public struct FingerMatch: Sendable, Hashable {
  public let isMatch: Bool
  /// The best reference, as an index into those that were given; `nil` where the verifier has its own.
  public let reference: Int?
  /// The calibrated score of that one; `nil` where it was decided without.
  public let score: Score?
  /// Its raw similarity, which has no unit and no known rate; `nil` where there is none.
  public let similarity: Float?
  /// How many more attempts the verifier allows, as a card does; `nil` where it does not count. At 0 a
  /// verification is over.
  public let attemptsLeft: Int?

  public init(
    isMatch: Bool, reference: Int? = nil, score: Score? = nil, similarity: Float? = nil,
    attemptsLeft: Int? = nil
  ) {
    self.isMatch = isMatch
    self.reference = reference
    self.score = score
    self.similarity = similarity
    self.attemptsLeft = attemptsLeft
  }
}

extension FingerVerifier {
  public func checkReady() throws(FingerCaptureError) {}

  /// - Throws: ``FingerCaptureError`` `otherTemplateType`, which names both; why it is not ready.
  func check(_ type: FingerTemplateType) throws(FingerCaptureError) {
    guard !templateTypes.contains(type) else { return try checkReady() }
    let taken = templateTypes.map(\.rawValue).sorted().joined(separator: ", ")
    throw FingerCaptureError(
      .otherTemplateType, place: "templateType",
      reason: "\(type) is asked for, and the verifier takes \(taken.isEmpty ? "none" : taken).",
      remedy: "Ask for a type that the verifier takes, or use a verifier of this one.")
  }
}
