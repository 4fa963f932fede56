// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// What a profile's licence is worth on this device, at one moment.
public struct LicenseStatus: Sendable, Hashable {
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// There is none.
    case absent
    case valid
    /// It has expired and goes on as before until ``LicenseStatus/graceEnds``.
    case grace
    /// It has expired, and so has its grace: ``LicenseStatus/features`` is what its policy leaves.
    case expired
    /// The device's clock is behind a time that was seen before: as ``expired``.
    case clockSetBack = "clock-set-back"
    /// The authority took it back.
    case revoked
    /// What is stored is no licence here: ``LicenseStatus/rejections`` say why.
    case refused
    /// The store cannot be read: ``LicenseStatus/store`` says why.
    case unreadable
  }

  public var profile: String
  public var product: String
  public var state: State
  /// What may be used now.
  public var features: [LicenseFeature] = []
  /// What the licence licenses, whether or not it may be used now.
  public var licensedFeatures: [LicenseFeature] = []
  public var limits: [LicenseLimit: Int] = [:]
  /// The activation; the same through all renewals on one device.
  public var activation: String?
  /// The document's own id.
  public var id: String?
  /// The authority's name.
  public var issuer: String?
  /// Seconds since 1970 UTC, as all times here.
  public var issued: Int64?
  public var expires: Int64?
  /// Until then an expired licence goes on as before.
  public var graceEnds: Int64?
  /// From then on the next licence is asked for at every activation.
  public var renewAfter: Int64?
  /// What happens after the grace period.
  public var failurePolicy: FailurePolicy?
  /// The device's clock when this was asked.
  public var now: Int64
  /// In the order of their weight.
  public var warnings: [LicenseWarning] = []
  /// Why there is no licence; empty where there is one.
  public var rejections: [LicenseRejection] = []
  /// When the activation was given back, where it was and none has been asked for since.
  public var deactivated: Int64?
  /// What is wrong with the store.
  public var store: LicenseStoreError?

  /// Whether any feature may be used now.
  public var isLicensed: Bool { state == .valid || state == .grace || !features.isEmpty }
}

extension LicenseStatus {
  /// The status of a licence that was verified.
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
