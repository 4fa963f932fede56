// SPDX-License-Identifier: Apache-2.0

/// Decides which features may be used, and within which limits. Imprint asks before it runs any code of a
/// plugin, and again when an operation with its own feature is used (``LicensedOperation``).
///
/// Every function is thread-safe and non-blocking: no network. Answers may change while a program runs, as a
/// licence is renewed or expires.
public protocol EntitlementProvider: Sendable {
  /// Whether `feature` may be used now. A refusal's reason names the profile, if there is a licence.
  ///
  /// Called before every comparison, at most once a second for each feature of an opened plugin.
  func entitlement(for feature: LicenseFeature) -> Entitlement

  /// The licence's limit on a counted quantity; `nil`: unlimited.
  func limit(_ limit: LicenseLimit) -> Int?

  /// The facts of the licence that may be disclosed; `nil` if there is none.
  var license: EntitlementFacts? { get }

  /// Called when a capture begins: what must not happen during one, such as an activation, must wait or be
  /// refused.
  func captureBegan()

  /// Called when a capture has ended, in any way: once for each ``captureBegan()``.
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

  /// The refused ones among several features, in their order; empty if all are granted.
  public func refusals(among features: some Sequence<LicenseFeature>) -> [FeatureRefusal] {
    features.compactMap { feature in
      guard case .refused(let reason, let remedy) = entitlement(for: feature) else { return nil }
      return FeatureRefusal(feature: feature, reason: reason, remedy: remedy)
    }
  }
}
