// SPDX-License-Identifier: Apache-2.0

/// The claims of a licence, as defined in docs/reference/licenses.md. Claims alone prove nothing: a
/// ``VerifiedLicense`` does.
public struct LicenseClaims: Sendable, Hashable {
  /// `iss`: the authority's name.
  public var issuer: String
  /// `jti`: this document.
  public var id: String
  /// `sub`: the activation; unchanged by renewals on one device.
  public var activation: String
  /// `aud`: the product it is for.
  public var product: String
  /// The profile it was issued from.
  public var profile: String
  /// `iat`, seconds since 1970 UTC, as all times here.
  public var issued: Int64
  /// `nbf`
  public var notBefore: Int64
  /// `exp`: valid before this second.
  public var expires: Int64
  /// From then on the client requests a renewal.
  public var renewAfter: Int64
  /// The request's.
  public var nonce: String
  /// The licensed features, unique.
  public var features: [LicenseFeature]
  /// Limits of counted quantities, such as registered users; names not listed are unlimited.
  public var limits: [LicenseLimit: Int]
  /// The device it was issued for.
  public var device: DeviceFingerprint
  /// What happens when it has expired without renewal.
  public var policy: LicensePolicy

  public init(
    issuer: String, id: String, activation: String, product: String, profile: String, issued: Int64,
    notBefore: Int64, expires: Int64, renewAfter: Int64, nonce: String, features: [LicenseFeature],
    limits: [LicenseLimit: Int] = [:], device: DeviceFingerprint, policy: LicensePolicy
  ) {
    self.issuer = issuer
    self.id = id
    self.activation = activation
    self.product = product
    self.profile = profile
    self.issued = issued
    self.notBefore = notBefore
    self.expires = expires
    self.renewAfter = renewAfter
    self.nonce = nonce
    self.features = features
    self.limits = limits
    self.device = device
    self.policy = policy
  }
}

/// A quantity that a licence may limit. An open set, like features.
public struct LicenseLimit: RawRepresentable, Sendable, Hashable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Users in a store (F31).
  public static let registeredUsers = LicenseLimit(rawValue: "registeredUsers")
}
