// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintManifest
public import ImprintModel

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

  /// Asks a provider for each feature of a manifest.
  ///
  /// A feature that licenses an operation (``LicensedOperation``) keeps a plugin from being opened only where
  /// the manifest names none but such, and all of them are refused.
  public init(of manifest: PluginManifest, by provider: some EntitlementProvider) {
    features = manifest.features.map(LicenseFeature.init(rawValue:))
    let refused = provider.refusals(among: features)
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

  /// Why the plugin cannot be opened; `nil` where it can.
  public var obstacle: FeatureRefusal? { verdict == .refused ? refused.first : nil }
}
