// SPDX-License-Identifier: Apache-2.0

/// Facts of a licence that may be disclosed to plugins and people. None of it is secret, and none of it is
/// proof.
public struct EntitlementFacts: Sendable, Hashable {
  /// The document's own id (`jti`).
  public var id: String
  /// The activation (`sub`): unchanged by renewals on one device.
  public var activation: String
  /// The profile that the licence was issued from.
  public var profile: String
  /// The licence expires at this second since 1970 UTC; then its policy applies.
  public var validUntil: Int64
  /// The licensed features, whether or not all are granted now.
  public var features: [LicenseFeature]
  /// Whether it is a trial licence: it opens no plugin of a publisher's own product.
  public var isTrial: Bool

  public init(
    id: String, activation: String, profile: String, validUntil: Int64, features: [LicenseFeature],
    isTrial: Bool = false
  ) {
    self.id = id
    self.activation = activation
    self.profile = profile
    self.validUntil = validUntil
    self.features = features
    self.isTrial = isTrial
  }
}
