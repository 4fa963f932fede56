// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense

/// The licence terms for one kind of device: every licence is issued from a profile.
public struct LicenseProfile: Sendable, Hashable {
  /// `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`; devices name it.
  public var id: String
  /// The product its licences are for; with the syntax of ids.
  public var product: String
  /// The features its licences grant: at most 64, unique.
  public var features: [LicenseFeature]
  /// The limits in its licences, each 0 or more.
  public var limits: [LicenseLimit: Int]
  /// The maximum number of active devices (F32); `nil`: unlimited.
  public var activationLimit: Int?
  /// The validity of a licence in seconds: 60 to ten years.
  public var lifetime: Int64
  /// The part of a licence's validity after which the device renews: 1 to 100 per cent.
  public var renewPercent: Int
  /// What happens when a licence has expired without renewal.
  public var policy: LicensePolicy
  /// The time from which on nothing is issued (`profileExpired`) and no licence is valid, in seconds since
  /// 1970 UTC; `nil`: never.
  public var expires: Int64?
  /// When it was made; the database sets it.
  public internal(set) var created: Int64

  public init(
    id: String, product: String, features: [LicenseFeature], limits: [LicenseLimit: Int] = [:],
    activationLimit: Int? = nil, lifetime: Int64 = 30 * 86_400, renewPercent: Int = 50,
    policy: LicensePolicy = LicensePolicy(grace: 7 * 86_400, failure: .stop), expires: Int64? = nil
  ) {
    self.id = id
    self.product = product
    self.features = features
    self.limits = limits
    self.activationLimit = activationLimit
    self.lifetime = lifetime
    self.renewPercent = renewPercent
    self.policy = policy
    self.expires = expires
    created = 0
  }

  /// Whether it has expired.
  public func isExpired(at now: Int64) -> Bool { expires.map { $0 <= now } ?? false }
}
