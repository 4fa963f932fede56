// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintManifest

extension PluginCallPurpose {
  /// Whether calls of a plugin may be tapped for this.
  ///
  /// - A release build records no plugin that names licensed features: these must not be traced (F15).
  /// - Otherwise recording requires ``LicensedOperation/recording`` of a plugin that names its feature.
  /// - A replay requires every feature that the plugin names, as it bypasses the gates of its operations.
  /// - Throws: ``PluginError`` `recording-refused` or `not-entitled`.
  func judge(
    _ found: FoundPlugin, by entitlements: any EntitlementProvider,
    flavour: BuildFlavour = BuildInformation.flavour
  ) throws(PluginError) {
    let manifest = found.manifest
    guard !manifest.features.isEmpty else { return }
    let asked: [LicenseFeature]
    switch self {
    case .recording:
      guard flavour == .debug else {
        throw PluginError(
          .recordingRefused, place: manifest.id,
          reason: "it names licensed features, and a release build records no such plugin.",
          remedy: "Record it with a debug build, or ask its vendor to.")
      }
      asked = [LicensedOperation.recording.feature].filter { manifest.features.contains($0.rawValue) }
    case .replay: asked = manifest.features.map(LicenseFeature.init(rawValue:))
    }
    guard let refusal = entitlements.refusals(among: asked).first else { return }
    throw PluginError(.notEntitled, place: manifest.id, reason: refusal.sentence, remedy: refusal.remedy)
  }
}
