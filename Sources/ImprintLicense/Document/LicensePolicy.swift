// SPDX-License-Identifier: Apache-2.0

/// What happens when a licence has expired without renewal. Chosen by the server's operator, and part of the
/// licence.
public struct LicensePolicy: Sendable, Hashable {
  /// The grace period in seconds after expiry, during which the licence stays in force with a warning.
  public var grace: Int64
  /// What happens after that.
  public var failure: FailurePolicy
  /// The features that remain with ``FailurePolicy/degrade``.
  public var degraded: [LicenseFeature]

  /// The longest grace: ten years, in seconds. Keeps sums of times in range.
  package static let longestGrace = 315_576_000

  public init(grace: Int64, failure: FailurePolicy, degraded: [LicenseFeature] = []) {
    self.grace = grace
    self.failure = failure
    self.degraded = degraded
  }
}

/// What happens after the grace period.
public enum FailurePolicy: String, Sendable, Hashable, CaseIterable {
  /// Everything continues, with a warning at every start.
  case warn
  /// Only the features that the policy names continue.
  case degrade
  /// No licensed feature continues.
  case stop
}
