// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// What somebody needs of a plugin: an ability, and of what makes or compares templates a format, or a
/// modality where any format will do.
public struct AbilityNeed: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let ability: AbilityID
  /// The name of a format of templates; `nil`: any.
  public let format: String?
  /// What templates are made of; `nil`: anything. An extractor's own, where its ability is one of ours.
  public let modality: Modality?

  public init(_ ability: AbilityID, format: String? = nil, modality: Modality? = nil) {
    self.ability = ability
    self.format = format
    self.modality = modality ?? ability.extracted
  }

  /// Whether a plugin meets it.
  public func isMet(by plugin: PluginManifest) -> Bool {
    plugin.provides(ability) && takes(plugin.formats(of: ability))
  }

  /// Whether formats that are made or compared by its ability meet it.
  func takes(_ formats: [(name: String, modality: Modality)]) -> Bool {
    if format == nil, modality == ability.extracted { return true }
    return formats.contains {
      (format ?? $0.name) == $0.name && (modality ?? $0.modality) == $0.modality
    }
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.ability, left.modality?.name ?? "", left.format ?? "")
      < (right.ability, right.modality?.name ?? "", right.format ?? "")
  }

  /// `imprint.matcher/2 for imprint.face-f6`.
  public var description: String {
    if let format { return "\(ability) for \(format)" }
    guard let modality, ability.extracted == nil else { return "\(ability)" }
    return "\(ability) for \(modality.name)s"
  }
}

extension AbilityID {
  /// What templates of it are made of; `nil` for an ability that makes none.
  var extracted: Modality? { Modality.allCases.first { name == Self.extractor(of: $0) } }

  /// Whether a need of it may name a format.
  var isOfTemplates: Bool { extracted != nil || name == Self.matcher.name }

  /// The name of the ability that makes templates of a modality, whatever its revision.
  static func extractor(of modality: Modality) -> String { "imprint.\(modality.name)-extractor" }
}

extension AbilityNeed {
  /// Reads an item of a list of needs: an ability, or a map with one.
  init?(_ item: YamlNode) {
    guard let ability = (item["ability"] ?? item).text.flatMap(AbilityID.init) else { return nil }
    self.init(
      ability, format: item["format"]?.text, modality: item["modality"]?.text.flatMap { Modality(name: $0) })
  }
}

extension SchemaBuilder {
  func needs(_ node: YamlNode, _ key: String) throws(ManifestProblem) -> [AbilityNeed] {
    try list(node, key) { AbilityNeed($0) }
  }
}
