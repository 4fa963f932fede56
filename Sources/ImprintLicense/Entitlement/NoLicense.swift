// SPDX-License-Identifier: Apache-2.0

/// Refuses every feature: the default if an application provides nothing else. Plugins without features still
/// work.
public struct NoLicense: EntitlementProvider, Hashable {
  private let refusal: Entitlement

  /// - Parameters:
  ///   - reason: why there is no licence, if known.
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
