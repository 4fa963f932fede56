// SPDX-License-Identifier: Apache-2.0

/// What happens when a licence has expired and cannot be renewed. The operator of the server chooses it, and
/// it travels in the licence.
public struct LicensePolicy: Sendable, Hashable {
  /// For how many seconds after its expiry the licence goes on as before, with a warning.
  public var grace: Int64
  /// What happens after that.
  public var failure: FailurePolicy
  /// The features that stay with ``FailurePolicy/degrade``.
  public var degraded: [LicenseFeature]

  /// The longest grace: ten years, in seconds. It keeps sums of times in range.
  package static let longestGrace = 315_576_000

  public init(grace: Int64, failure: FailurePolicy, degraded: [LicenseFeature] = []) {
    self.grace = grace
    self.failure = failure
    self.degraded = degraded
  }
}

/// What happens after the grace period.
public enum FailurePolicy: String, Sendable, Hashable, CaseIterable {
  /// Everything goes on; it is said at every start.
  case warn
  /// Only the features that the policy names go on.
  case degrade
  /// Nothing licensed goes on.
  case stop
}
