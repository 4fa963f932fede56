// SPDX-License-Identifier: Apache-2.0

/// The plugins that a variant is made of: every need is met by exactly one of them, but those of devices,
/// which several may meet. Nothing is loaded yet.
///
/// Made by ``Resolution`` only.
public struct PluginSet: Sendable, Hashable {
  /// The variant's name.
  public let variant: String
  /// A plugin comes after those whose abilities it needs; else by id. The same input gives the same order.
  public let plugins: [PluginManifest]
  /// Which plugin, by id, meets each need. Of devices, also those that nobody needs: one plugin or several,
  /// in the order in which they were chosen, or in which the variant names them.
  public let providers: [AbilityNeed: [String]]
  /// The formats of templates that it both makes and compares, by name.
  public let templates: [TemplatePath]
  /// Of those, the formats that new templates are written in: one of each modality.
  public let writes: [TemplatePath]

  /// The licence set that the variant is sold with; `nil` where it states none.
  public let soldFeatures: [String]?
  /// Features that a licence may have beside those.
  public let extraFeatures: [String]
  /// Where its plugins run, unless an application chooses otherwise.
  public let isolation: PluginIsolation
  /// Ids of plugins that may use the network from a process of their own.
  public let network: [String]

  /// The plugin that meets an ability; `nil` where nobody needs it, and where several meet it: those of
  /// devices, and what makes or compares templates of several formats.
  public func provider(of ability: AbilityID) -> PluginManifest? {
    let all = providers(of: ability)
    return all.count == 1 ? all[0] : nil
  }

  /// The plugins that meet an ability.
  public func providers(of ability: AbilityID) -> [PluginManifest] {
    let needs = providers.filter { $0.key.ability == ability }.sorted { $0.key < $1.key }
    var ids: [String] = []
    for id in needs.flatMap(\.value) where !ids.contains(id) { ids.append(id) }
    return ids.compactMap { id in plugins.first { $0.id == id } }
  }

  /// The formats of a modality that its plugins make or compare by an ability: the one of that name, or all.
  package func formats(
    of ability: AbilityID, _ modality: Modality, named name: String? = nil
  ) -> [(plugin: String, format: String)] {
    providers(of: ability).flatMap { plugin in
      plugin.formats(of: ability).filter { $0.modality == modality && (name ?? $0.name) == $0.name }.map {
        (plugin.id, $0.name)
      }
    }
  }

  /// Where templates of a modality are made and compared: in the format of that name, or where none is given
  /// in the one that new ones are written in.
  public func templatePath(of modality: Modality, format: String? = nil) -> TemplatePath? {
    (format == nil ? writes : templates).first {
      $0.modality == modality && (format ?? $0.format.algorithm) == $0.format.algorithm
    }
  }

  /// The licence features that the plugins need together, sorted, each once.
  public var features: [String] { Set(plugins.flatMap(\.features)).sorted() }

  /// What a licence for this set has to have: as the variant states it, with what chosen plugins need beside.
  public var licenseSet: [String] { (soldFeatures ?? []) + unsoldFeatures }

  /// What its plugins name and the variant's own list lacks; sorted. All that they name where there is no
  /// list.
  public var unsoldFeatures: [String] { features.filter { soldFeatures?.contains($0) != true } }
}
