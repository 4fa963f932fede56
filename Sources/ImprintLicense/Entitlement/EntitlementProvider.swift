// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Answers which features may be used. The runtime asks before it runs any code of a plugin.
public protocol EntitlementProvider: Sendable {
  /// Whether `feature` may be used now. Answers at once, from any thread: no network, no waiting.
  func entitlement(for feature: LicenseFeature) -> Entitlement

  /// Whether everything is permitted without a licence having been looked at. The runtime logs it once.
  var permitsEverything: Bool { get }
}

extension EntitlementProvider {
  public var permitsEverything: Bool { false }

  /// The first of several features that is refused, with its answer; `nil` where all are granted.
  public func firstRefusal(
    among features: some Sequence<LicenseFeature>
  ) -> (feature: LicenseFeature, reason: String, remedy: String)? {
    for feature in features {
      if case .refused(let reason, let remedy) = entitlement(for: feature) {
        return (feature, reason, remedy)
      }
    }
    return nil
  }
}

/// Grants every feature: the provider of an installation that has no licence documents.
public struct PermitAllEntitlements: EntitlementProvider {
  public init() {}

  public func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }

  public var permitsEverything: Bool { true }
}
