// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// What a plugin says of itself, before any of its code runs.
///
/// Made by ``ManifestReader`` only, so every value is within the range that `docs/reference/manifest.md`
/// states, and file names lead to no other folder.
public struct PluginManifest: Sendable, Hashable {
  /// The version of the schema it is written for.
  public let schema: SchemaVersion
  /// Reverse-DNS: `dev.imprint.face-f6`. The library's descriptor says the same, unless it serves several.
  public let id: String
  public let version: SemanticVersion
  public let vendor: String
  public let name: String
  /// One line.
  public let summary: String
  public let license: PluginLicense
  public let library: PluginLibrary
  /// What it tells its library, in the manifest's order; only where that serves several plugins.
  public let parameters: [PluginParameter]
  /// The versions of the plugin contract that it speaks.
  public let abi: ClosedRange<UInt32>
  /// In the manifest's order, each once.
  public let provides: [AbilityID]
  public let needs: PluginNeeds
  /// The publisher's own product that its features are licensed as; `nil`: Imprint's. No trial licence covers
  /// it.
  public let product: String?
  /// Licence features; empty: no licence is needed. Words that are not in ``LicenseFeature`` are a vendor's.
  public let features: [String]
  public let models: [PluginModel]
  public let runtimes: [PluginRuntimeLibrary]
  /// The formats of templates that it makes, each name once; some exactly if it provides an extractor.
  public let extracts: [ExtractedFormat]
  /// The formats of templates that it compares, each name once; some exactly if it provides a matcher.
  public let compares: [ComparedFormat]
  /// What `sdkctl evaluate --calibrate` measured, in the manifest's order: one at most for any pair of
  /// templates. Only with ``compares``.
  public let calibrations: [CalibrationDeclaration]
  /// What devices of the machine it uses, in the manifest's order, each once.
  public let devices: [PluginDeviceClass]
  public let concurrency: PluginConcurrency
  public let dataUse: PluginDataUse

  /// Whether it has an ability.
  public func provides(_ ability: AbilityID) -> Bool { provides.contains(ability) }

  /// The formats of templates that it makes or compares by an ability of templates.
  func formats(of ability: AbilityID) -> [(name: String, modality: Modality)] {
    ability.extracted == nil
      ? compares.map { ($0.algorithm, $0.modality) } : extracts.map { ($0.format.algorithm, $0.modality) }
  }
}

/// SPDX licence expressions.
public struct PluginLicense: Sendable, Hashable {
  public let code: String
  /// Of the models; there at least where there are models.
  public let weights: String?
}

public struct PluginNeeds: Sendable, Hashable {
  /// Of the host.
  public let host: [AbilityID]
  /// Of another plugin of the set.
  public let abilities: [AbilityNeed]
}

public struct PluginConcurrency: Sendable, Hashable {
  public enum Instances: String, Sendable, Hashable, CaseIterable {
    /// Objects work one after the other: all calls but those the contract allows any thread, and a camera's
    /// waiting for a frame.
    case serial
    /// Objects may work at the same time.
    case parallel
  }

  public let instances: Instances
  /// The most threads that one object uses, 1...256.
  public let threads: Int
  /// Whether the process may fork while the plugin is open.
  public let forkSafe: Bool
}

public struct PluginDataUse: Sendable, Hashable {
  public enum DataClass: String, Sendable, Hashable, CaseIterable {
    case none
    case personal
    case biometric
  }

  public enum Egress: String, Sendable, Hashable, CaseIterable {
    case none
    case network
  }

  public enum Retention: String, Sendable, Hashable, CaseIterable {
    case none
    case files
  }

  /// The most sensitive data it handles.
  public let dataClass: DataClass
  /// Where data leave the machine to.
  public let egress: Egress
  /// Where data stay after an object has ended.
  public let retention: Retention
}
