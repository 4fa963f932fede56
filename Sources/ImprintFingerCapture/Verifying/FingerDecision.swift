// SPDX-License-Identifier: Apache-2.0
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
