// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintManifest
public import ImprintModel

/// Whether a plugin's licence features are granted: asked by its manifest, without opening it.
public enum LicenseState: Sendable, Hashable {
  /// The plugin names no feature.
  case notNeeded
  /// All of these are granted.
  case granted([LicenseFeature])
  /// This one is not: why, and what to do about it. The plugin cannot be opened.
  case refused(feature: LicenseFeature, reason: String, remedy: String)

  /// Asks a provider for each feature of a manifest, up to the first that it refuses.
  public init(of manifest: PluginManifest, by provider: some EntitlementProvider) {
    let features = manifest.features.map(LicenseFeature.init(rawValue:))
    if features.isEmpty {
      self = .notNeeded
    } else if let refusal = provider.firstRefusal(among: features) {
      self = .refused(feature: refusal.feature, reason: refusal.reason, remedy: refusal.remedy)
    } else {
      self = .granted(features)
    }
  }
}
