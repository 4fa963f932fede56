// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Refuses every feature: what holds where an application hands in nothing else. Plugins whose manifests name no
/// feature work all the same.
public struct NoLicense: EntitlementProvider {
  public init() {}

  public func entitlement(for feature: LicenseFeature) -> Entitlement {
    .refused(
      reason: "there is no licence.",
      remedy: "Activate one with `sdkctl license activate`; in an application, pass the entitlements of its "
        + "LicenseManager.")
  }
}
