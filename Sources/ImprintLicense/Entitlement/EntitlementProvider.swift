// SPDX-License-Identifier: Apache-2.0

/// Answers which features may be used, and how much of them. Imprint asks before it runs any code of a
/// plugin, and again when an operation of its own feature is used (``LicensedOperation``).
///
/// Every function answers at once, from any thread: no network, no waiting. What an answer is may change
/// while a program runs, as a licence is renewed or ends.
public protocol EntitlementProvider: Sendable {
  /// Whether `feature` may be used now. A refusal's reason names the profile, where there is a licence.
  ///
  /// Called before every comparison, at most once a second for each feature of an opened plugin.
  func entitlement(for feature: LicenseFeature) -> Entitlement

  /// How much the licence allows of something that is counted; `nil` where it sets no limit.
  func limit(_ limit: LicenseLimit) -> Int?

  /// What plugins and people may be told of the licence; `nil` where there is none.
  var license: EntitlementFacts? { get }

  /// A capture starts: what must not happen during one, such as an activation, has to wait or be refused.
  func captureBegan()

  /// A capture has ended, however it did: once for each ``captureBegan()``.
  func captureEnded()
}

extension EntitlementProvider {
  /// No limit.
  public func limit(_ limit: LicenseLimit) -> Int? { nil }
  /// No licence.
  public var license: EntitlementFacts? { nil }
  /// Nothing.
  public func captureBegan() {}
  /// Nothing.
  public func captureEnded() {}

  /// Those of several features that are refused, in their order, with the answers; none where all are
  /// granted.
  public func refusals(among features: some Sequence<LicenseFeature>) -> [FeatureRefusal] {
    features.compactMap { feature in
      guard case .refused(let reason, let remedy) = entitlement(for: feature) else { return nil }
      return FeatureRefusal(feature: feature, reason: reason, remedy: remedy)
    }
  }
}
