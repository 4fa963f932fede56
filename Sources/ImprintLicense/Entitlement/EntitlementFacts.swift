// SPDX-License-Identifier: Apache-2.0

/// What of a licence a plugin or a person may be told. None of it is a secret, and none of it is proof.
public struct EntitlementFacts: Sendable, Hashable {
  /// The document's own id (`jti`).
  public var id: String
  /// The activation (`sub`): the same through all renewals on one device.
  public var activation: String
  /// The profile that the licence was issued from.
  public var profile: String
  /// The licence is valid before this second, counted from 1970 UTC; what happens later is its policy's.
  public var validUntil: Int64
  /// What it licenses, whether or not all of it is granted now.
  public var features: [LicenseFeature]
  /// Whether it is for trying only: it opens no plugin of a publisher's own product.
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
