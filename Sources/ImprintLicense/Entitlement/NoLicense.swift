// SPDX-License-Identifier: Apache-2.0

/// Refuses every feature: what holds where an application hands in nothing else. Plugins whose manifests name
/// no feature work all the same.
public struct NoLicense: EntitlementProvider, Hashable {
  private let refusal: Entitlement

  /// - Parameters:
  ///   - reason: why there is no licence, where more is known.
  ///   - remedy: what to do about it.
  public init(
    reason: String = "there is no licence.",
    remedy: String =
      "Activate one with `sdkctl license activate`; in an application, pass the entitlements of its "
      + "LicenseManager."
  ) {
    refusal = .refused(reason: reason, remedy: remedy)
  }

  public func entitlement(for feature: LicenseFeature) -> Entitlement { refusal }
}
