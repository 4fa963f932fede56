// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// The status of a profile's licence on this device at a given time.
public struct LicenseStatus: Sendable, Hashable {
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// There is none.
    case absent
    case valid
    /// It has expired, but stays in force until ``LicenseStatus/graceEnds``.
    case grace
    /// It has expired, and so has its grace period: ``LicenseStatus/features`` are what its policy leaves.
    case expired
    /// The device's clock is behind a time seen before: as ``expired``.
    case clockSetBack = "clock-set-back"
    /// The authority revoked it.
    case revoked
    /// The stored document is not a valid licence here; see ``LicenseStatus/rejections``.
    case refused
    /// The store is unreadable; see ``LicenseStatus/store``.
    case unreadable
  }

  public var profile: String
  public var product: String
  public var state: State
  /// What may be used now.
  public var features: [LicenseFeature] = []
  /// The licensed features, whether or not they may be used now.
  public var licensedFeatures: [LicenseFeature] = []
  public var limits: [LicenseLimit: Int] = [:]
  /// The activation; unchanged by renewals on one device.
  public var activation: String?
  /// The document's own id.
  public var id: String?
  /// The authority's name.
  public var issuer: String?
  /// Seconds since 1970 UTC, as all times here.
  public var issued: Int64?
  public var expires: Int64?
  /// The end of the grace period.
  public var graceEnds: Int64?
  /// From then on every activation requests a renewal.
  public var renewAfter: Int64?
  /// What happens after the grace period.
  public var failurePolicy: FailurePolicy?
  /// The device's clock at that time.
  public var now: Int64
  /// By decreasing severity.
  public var warnings: [LicenseWarning] = []
  /// Why there is no licence; empty if there is one.
  public var rejections: [LicenseRejection] = []
  /// When it was deactivated, if so and no activation was requested since.
  public var deactivated: Int64?
  /// The store's error.
  public var store: LicenseStoreError?

  /// Whether any feature may be used now.
  public var isLicensed: Bool { state == .valid || state == .grace || !features.isEmpty }
}

extension LicenseStatus {
  /// The status of a verified licence.
  init(of held: HeldLicense, product: String, at now: Int64, floor: Int64) {
    let claims = held.license.claims
    let standing = LicenseStanding(of: claims, at: now, floor: floor)
    self.init(profile: claims.profile, product: product, state: standing.state, now: now)
    features = standing.features
    licensedFeatures = claims.features
    limits = claims.limits
    activation = claims.activation
    id = claims.id
    issuer = claims.issuer
    issued = claims.issued
    expires = claims.expires
    graceEnds = claims.graceEnds
    renewAfter = claims.renewAfter
    failurePolicy = claims.policy.failure
    switch state {
    case .grace:
      warnings.append(
        LicenseWarning(
          code: .grace,
          text: "The licence expired at \(DocumentTime.text(claims.expires)) and goes on until "
            + "\(DocumentTime.text(claims.graceEnds)). Connect to the licence server and activate again."))
    case .expired:
      let rejection = claims.expiryRejection(now)
      rejections = [rejection]
      warnings.append(
        LicenseWarning(code: .expired, text: rejection.sentence(then: claims.remainder(features))))
    case .clockSetBack:
      let rejection = claims.clockRejection(now, floor: floor)
      rejections = [rejection]
      warnings.append(
        LicenseWarning(code: .clockSetBack, text: rejection.sentence(then: claims.remainder(features))))
    case .absent, .valid, .revoked, .refused, .unreadable: break
    }
  }
}

extension LicenseRejection {
  fileprivate func sentence(then more: String) -> String {
    "\(reason.prefix(1).uppercased())\(reason.dropFirst()) \(more) \(remedy)"
  }
}
