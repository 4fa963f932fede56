// SPDX-License-Identifier: Apache-2.0

/// The plugins of a resolved variant: every need is met by exactly one of them, except those of devices,
/// which several may meet. Nothing is loaded yet.
///
/// Made by ``Resolution`` only.
public struct PluginSet: Sendable, Hashable {
  /// The variant's name.
  public let variant: String
  /// In topological order of needs, then by id: deterministic.
  public let plugins: [PluginManifest]
  /// Which plugin, by id, meets each need. Abilities of devices are included even if nobody needs them: by
  /// one or several plugins, in the order in which they were chosen, or the variant names them.
  public let providers: [AbilityNeed: [String]]
  /// The template formats that it both produces and compares, by name.
  public let templates: [TemplatePath]
  /// Of those, the formats of new templates: one per modality.
  public let writes: [TemplatePath]

  /// The licence features that the variant is sold with; `nil` if it states none.
  public let soldFeatures: [String]?
  /// Features that a licence may have in addition.
  public let extraFeatures: [String]
  /// Where its plugins run, unless an application chooses otherwise.
  public let isolation: PluginIsolation
  /// Ids of plugins whose workers may use the network.
  public let network: [String]

  /// The plugin that provides an ability; `nil` if nobody needs it, and if several provide it: those of
  /// devices, and extractors or matchers of several formats.
  public func provider(of ability: AbilityID) -> PluginManifest? {
    let all = providers(of: ability)
    return all.count == 1 ? all[0] : nil
  }

  /// The plugins that provide an ability.
  public func providers(of ability: AbilityID) -> [PluginManifest] {
    let needs = providers.filter { $0.key.ability == ability }.sorted { $0.key < $1.key }
    var ids: [String] = []
    for id in needs.flatMap(\.value) where !ids.contains(id) { ids.append(id) }
    return ids.compactMap { id in plugins.first { $0.id == id } }
  }

  /// The formats of a modality that its plugins produce or compare by an ability: the one of that name, or
  /// all.
  package func formats(
    of ability: AbilityID, _ modality: Modality, named name: String? = nil
  ) -> [(plugin: String, format: String)] {
    providers(of: ability).flatMap { plugin in
      plugin.formats(of: ability).filter { $0.modality == modality && (name ?? $0.name) == $0.name }.map {
        (plugin.id, $0.name)
      }
    }
  }

  /// Who extracts and compares templates of a modality: in the format of that name, by default in that of new
  /// templates.
  public func templatePath(of modality: Modality, format: String? = nil) -> TemplatePath? {
    (format == nil ? writes : templates).first {
      $0.modality == modality && (format ?? $0.format.algorithm) == $0.format.algorithm
    }
  }

  /// The licence features that the plugins need in total, sorted, unique.
  public var features: [String] { Set(plugins.flatMap(\.features)).sorted() }

  /// The features that a licence for this set needs: those the variant states, and those its chosen plugins
  /// need in addition.
  public var licenseSet: [String] { (soldFeatures ?? []) + unsoldFeatures }

  /// Features that its plugins name and the variant's list lacks; sorted. All of them if there is no list.
  public var unsoldFeatures: [String] { features.filter { soldFeatures?.contains($0) != true } }
}
