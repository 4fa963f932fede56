// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense

/// What devices of one kind are licensed for: every licence is issued from a profile.
public struct LicenseProfile: Sendable, Hashable {
  /// `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`; devices name it.
  public var id: String
  /// The product its licences are for; written as an id is.
  public var product: String
  /// What its licences grant: at most 64, none twice.
  public var features: [LicenseFeature]
  /// What its licences bound, each 0 or more.
  public var limits: [LicenseLimit: Int]
  /// How many devices may be active at a time (F32); `nil`: any number.
  public var activationLimit: Int?
  /// For how many seconds a licence is valid: 60 to ten years.
  public var lifetime: Int64
  /// After how much of a licence's life the device asks for the next one: 1 to 100 per cent.
  public var renewPercent: Int
  /// What happens when a licence has expired and cannot be renewed.
  public var policy: LicensePolicy
  /// From when on nothing is issued from it (`profileExpired`), and no licence is valid; `nil`: never.
  /// Seconds since 1970 UTC.
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

  /// Whether nothing is issued from it any more.
  public func isExpired(at now: Int64) -> Bool { expires.map { $0 <= now } ?? false }
}
