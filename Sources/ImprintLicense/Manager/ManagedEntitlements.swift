// SPDX-License-Identifier: Apache-2.0

/// Decides by the current licence of a ``LicenseManager``.
struct ManagedEntitlements: EntitlementProvider {
  let profile: String
  let holder: LicenseHolder
  let clock: LicenseClock

  func entitlement(for feature: LicenseFeature) -> Entitlement {
    switch holder.knowledge {
    case .nothing:
      return .refused(
        reason:
          "\(feature) is not granted: the licence of profile '\(profile)' has not been activated in this program.",
        remedy: "Call `activate()` on the LicenseManager at every start; on the command line, run "
          + "`sdkctl license activate`.")
    case .none(let reason, let remedy):
      return .refused(reason: "\(feature) is not granted: \(reason)", remedy: remedy)
    case .license(let held):
      return entitlement(for: feature, by: held)
    }
  }

  func limit(_ limit: LicenseLimit) -> Int? {
    guard case .license(let held) = holder.knowledge else { return nil }
    return held.license.claims.limits[limit]
  }

  var license: EntitlementFacts? {
    guard case .license(let held) = holder.knowledge else { return nil }
    let claims = held.license.claims
    return EntitlementFacts(
      id: claims.id, activation: claims.activation, profile: claims.profile, validUntil: claims.expires,
      features: claims.features)
  }

  func captureBegan() { holder.captureBegan() }

  func captureEnded() { holder.captureEnded() }

  private func entitlement(for feature: LicenseFeature, by held: HeldLicense) -> Entitlement {
    let claims = held.license.claims
    guard claims.features.contains(feature) else {
      return .refused(
        reason: "the licence of profile '\(claims.profile)' does not cover \(feature).",
        remedy:
          "Ask whoever runs the licence server to add \(feature) to the profile '\(claims.profile)', and "
          + "activate again.")
    }
    let now = clock.now()
    let floor = held.floor(clock)
    let standing = LicenseStanding(of: claims, at: now, floor: floor)
    if standing.features.contains(feature) { return .granted }
    let cause =
      standing.state == .clockSetBack
      ? claims.clockRejection(now, floor: floor) : claims.expiryRejection(now)
    return .refused(
      reason:
        "the licence of profile '\(claims.profile)' does not cover \(feature) any more: \(cause.reason)",
      remedy: cause.remedy)
  }
}
