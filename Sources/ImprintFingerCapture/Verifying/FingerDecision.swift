// SPDX-License-Identifier: Apache-2.0
internal import ImprintMatching
public import ImprintModel

/// What counts as a match.
public enum FingerDecision: Sendable, Hashable {
  /// A calibrated score above the policy's threshold. A matcher without a calibration refuses it:
  /// ``MatchingError`` `notCalibrated`.
  case policy(MatchPolicy)
  /// A raw similarity strictly above this, in the matcher's own units. **How often it errs is not known**: it
  /// is for trials, and for who has measured it.
  case similarity(above: Float)
}

extension FingerDecision {
  /// - Throws: ``FingerCaptureError`` `comparison` where a policy is to be decided without any calibration.
  func check(with matcher: TemplateMatcher) throws(FingerCaptureError) {
    guard case .policy = self, !matcher.isCalibrated else { return }
    throw FingerCaptureError(
      .comparison, place: matcher.pluginID,
      reason: "it has no calibration, so that no score and no rate can be decided by.",
      remedy:
        "Use a matcher that is calibrated. For trials, decide by a raw similarity, whose rate nobody knows: "
        + "--similarity (in an application: FingerDecision.similarity).")
  }
}
