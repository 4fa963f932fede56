// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// A plugin's description of itself, known before any of its code runs.
///
/// Made by ``ManifestReader`` only, so every value is within the range that `docs/reference/manifest.md`
/// states, and file names cannot escape their folder.
public struct PluginManifest: Sendable, Hashable {
  /// The version of the schema it is written for.
  public let schema: SchemaVersion
  /// Reverse-DNS: `dev.imprint.face-f6`. Equal to the id in the library's descriptor, unless it serves
  /// several plugins.
  public let id: String
  public let version: SemanticVersion
  public let vendor: String
  public let name: String
  /// One line.
  public let summary: String
  public let license: PluginLicense
  public let library: PluginLibrary
  /// Its parameters, in the manifest's order; only for a library of many.
  public let parameters: [PluginParameter]
  /// The versions of the plugin contract that it supports.
  public let abi: ClosedRange<UInt32>
  /// In the manifest's order, unique.
  public let provides: [AbilityID]
  public let needs: PluginNeeds
  /// The publisher's own product that its features are licensed under; `nil`: Imprint's. No trial licence
  /// covers it.
  public let product: String?
  /// Licence features; empty: no licence is needed. Those not in ``LicenseFeature`` are vendor-specific.
  public let features: [String]
  public let models: [PluginModel]
  public let runtimes: [PluginRuntimeLibrary]
  /// The template formats that it produces, names unique; non-empty exactly if it provides an extractor.
  public let extracts: [ExtractedFormat]
  /// The template formats that it compares, names unique; non-empty exactly if it provides a matcher.
  public let compares: [ComparedFormat]
  /// What `sdkctl evaluate --calibrate` measured, in the manifest's order: at most one for any pair of
  /// templates. Only with ``compares``.
  public let calibrations: [CalibrationDeclaration]
  /// The device classes that it uses, in the manifest's order, unique.
  public let devices: [PluginDeviceClass]
  public let concurrency: PluginConcurrency
  public let dataUse: PluginDataUse

  /// Whether it has an ability.
  public func provides(_ ability: AbilityID) -> Bool { provides.contains(ability) }

  /// The template formats that it produces or compares by an ability.
  func formats(of ability: AbilityID) -> [(name: String, modality: Modality)] {
    ability.extracted == nil
      ? compares.map { ($0.algorithm, $0.modality) } : extracts.map { ($0.format.algorithm, $0.modality) }
  }
}

/// SPDX licence expressions.
public struct PluginLicense: Sendable, Hashable {
  public let code: String
  /// Of the models; required if there are any.
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
    /// Calls are serialized, except those that the contract allows on any thread, and those that wait for a
    /// device.
    case serial
    /// Objects may be used concurrently.
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
  /// Where it sends data to.
  public let egress: Egress
  /// Where data remain after an object is released.
  public let retention: Retention
}
