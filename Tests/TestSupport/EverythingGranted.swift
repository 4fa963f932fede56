// SPDX-License-Identifier: Apache-2.0
public import Imprint

/// Grants every feature, for tests that are about something else than licences.
public struct EverythingGranted: EntitlementProvider {
  public init() {}

  public func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }
}
