// SPDX-License-Identifier: Apache-2.0
package import ImprintLicense
package import ImprintModel

/// The entitlements of a trial licence, always marked as such.
package struct TrialEntitlements: EntitlementProvider {
  private let granted: any EntitlementProvider

  package init(_ granted: any EntitlementProvider) { self.granted = granted }

  package func entitlement(for feature: LicenseFeature) -> Entitlement {
    switch granted.entitlement(for: feature) {
    case .granted: .granted
    case .refused(let reason, _):
      .refused(
        reason: LicenseFeature.known.contains(feature)
          ? reason : "\(feature) is a vendor's own, and a trial licence covers Imprint's own features alone.",
        remedy: "Get a licence that covers it (sdkctl license activate); where the trial has ended, "
          + "sdkctl license trial makes another.")
    }
  }

  package func limit(_ limit: LicenseLimit) -> Int? { granted.limit(limit) }

  package var license: EntitlementFacts? {
    var facts = granted.license
    facts?.isTrial = true
    return facts
  }

  package func captureBegan() { granted.captureBegan() }
  package func captureEnded() { granted.captureEnded() }
}
