// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintManifest

/// Whether a licence covers a plugin: determined from its manifest, without opening it.
public struct LicenseState: Sendable, Hashable {
  /// The combined answer for all features. The words are stable.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The plugin names no feature.
    case notNeeded = "not-needed"
    /// All features are granted.
    case granted
    /// The plugin can be opened, and some of its operations are refused.
    case partlyGranted = "partly-granted"
    /// The plugin cannot be opened.
    case refused
  }

  public let verdict: Verdict
  /// The features that the manifest names, in its order.
  public let features: [LicenseFeature]
  /// The granted ones, in the manifest's order.
  public let granted: [LicenseFeature]
  /// The refused ones, in the manifest's order. Where the plugin cannot be opened, the first is the reason.
  public let refused: [FeatureRefusal]
  /// Whether the answers come from a trial licence.
  public let isTrial: Bool

  /// Asks a provider for each feature of a manifest.
  ///
  /// A feature that licenses an operation (``LicensedOperation``) prevents opening a plugin only where the
  /// manifest names no other features, and all are refused.
  public init(of manifest: PluginManifest, by provider: some EntitlementProvider) {
    let features = manifest.features.map(LicenseFeature.init(rawValue:))
    let isTrial = provider.license?.isTrial ?? false
    (self.features, self.isTrial) = (features, isTrial)
    let refused =
      isTrial
      ? manifest.product.map { Self.heldBack(features, for: $0) } ?? provider.refusals(among: features)
      : provider.refusals(among: features)
    let names = Set(refused.map(\.feature))
    granted = features.filter { !names.contains($0) }
    let (atOpening, atUse) = (
      refused.filter { $0.feature.operation == nil }, refused.filter { $0.feature.operation != nil }
    )
    self.refused = atOpening + atUse
    if features.isEmpty {
      verdict = .notNeeded
    } else if refused.isEmpty {
      verdict = .granted
    } else {
      verdict = !atOpening.isEmpty || granted.isEmpty ? .refused : .partlyGranted
    }
  }

  /// A trial licence does not cover a publisher's own product.
  private static func heldBack(_ features: [LicenseFeature], for product: String) -> [FeatureRefusal] {
    features.map {
      FeatureRefusal(
        feature: $0, reason: "a trial licence does not cover '\(product)', its publisher's own product.",
        remedy: "Ask the publisher for a licence, and activate it: sdkctl license activate.")
    }
  }

  /// Why the plugin cannot be opened; `nil` where it can.
  public var obstacle: FeatureRefusal? { verdict == .refused ? refused.first : nil }
}
