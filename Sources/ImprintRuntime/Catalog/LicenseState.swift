// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintManifest

/// Whether a licence covers a plugin: asked by its manifest, without opening it.
public struct LicenseState: Sendable, Hashable {
  /// What comes of the answers for all features. The words are stable.
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
  /// What the manifest names, in its order.
  public let features: [LicenseFeature]
  /// What the manifest names and is granted, in its order.
  public let granted: [LicenseFeature]
  /// What the manifest names and is refused. Where the plugin cannot be opened, the first is why.
  public let refused: [FeatureRefusal]
  /// Whether the answers are a trial licence's.
  public let isTrial: Bool

  /// Asks a provider for each feature of a manifest.
  ///
  /// A feature that licenses an operation (``LicensedOperation``) keeps a plugin from being opened only where
  /// the manifest names none but such, and all of them are refused.
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

  /// A publisher's own product is not the trial's to give.
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
