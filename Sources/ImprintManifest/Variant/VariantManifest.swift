// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// What an application needs, and the plugins that meet it by default (F6). Made by ``ManifestReader`` only.
public struct VariantManifest: Sendable, Hashable {
  public let schema: SchemaVersion
  /// `face-lite`.
  public let variant: String
  /// One line.
  public let summary: String
  /// Each is met by exactly one plugin of the set.
  public let abilities: [AbilityNeed]
  /// Names of the formats of new templates, where its plugins have several of a modality.
  public let writes: [String]
  /// Ids of the default plugins.
  public let plugins: [String]
  /// The licence features it is sold with; `nil`: those its plugins name.
  public let features: [String]?
  /// Features that a licence may have in addition.
  public let extraFeatures: [String]
  /// Where its plugins run.
  public let isolation: PluginIsolation
  /// Ids of plugins whose workers may use the network.
  public let network: [String]
}
