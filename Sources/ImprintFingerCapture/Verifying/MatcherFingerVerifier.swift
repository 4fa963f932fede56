// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching
public import ImprintModel
internal import ImprintRuntime

/// A verifier made of a matcher.
public struct MatcherFingerVerifier: FingerVerifier {
  public let matcher: TemplateMatcher
  public let decision: FingerDecision

  /// - Parameter decision: default: one false match in 10,000 comparisons, by a calibration.
  public init(_ matcher: TemplateMatcher, decision: FingerDecision = .policy(.standard)) {
    self.matcher = matcher
    self.decision = decision
  }

  public var templateTypes: Set<FingerTemplateType> {
    [FingerTemplateType(rawValue: matcher.format.algorithm)]
  }
  public var holdsReferences: Bool { false }

  /// - Throws: ``FingerCaptureError`` `comparison` where a policy is to be decided without any calibration.
  public func checkReady() throws(FingerCaptureError) { try decision.check(with: matcher) }

  /// - Throws: ``MatchingError`` `notCalibrated` where a policy is to be decided without a calibration;
  ///   ``TemplateError``; ``PluginCallError`` where the plugin fails or the licence does not cover it.
  public func verify(_ probe: Template, against references: [Template]) async throws -> FingerMatch {
    switch decision {
    case .policy(let policy):
      let result = try await matcher.authenticate(
        candidates: [probe], references: references, policy: policy)
      return FingerMatch(
        isMatch: result.isMatch, reference: result.best.reference, score: result.best.score,
        similarity: result.best.similarity)
    case .similarity(let least):
      let best = try await matcher.similarities(of: probe, to: references)
        .max { $0.similarity < $1.similarity }
      return FingerMatch(
        isMatch: best.map { $0.similarity > least } ?? false, reference: best?.index,
        similarity: best?.similarity)
    }
  }
}
