// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// What is required of a plugin: an ability, and for extractors and matchers a template format, or a modality
/// if any format will do.
public struct AbilityNeed: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let ability: AbilityID
  /// The name of a template format; `nil`: any.
  public let format: String?
  /// The templates' modality; `nil`: any. Implied by the ability for our extractors.
  public let modality: Modality?

  public init(_ ability: AbilityID, format: String? = nil, modality: Modality? = nil) {
    self.ability = ability
    self.format = format
    self.modality = modality ?? ability.extracted
  }

  /// Whether a plugin satisfies it.
  public func isMet(by plugin: PluginManifest) -> Bool {
    plugin.provides(ability) && takes(plugin.formats(of: ability))
  }

  /// Whether the formats that its ability produces or compares satisfy it.
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
  /// The modality that it extracts; `nil` if it is no extractor.
  var extracted: Modality? { Modality.allCases.first { name == Self.extractor(of: $0) } }

  /// Whether a need of it may name a format.
  var isOfTemplates: Bool { extracted != nil || name == Self.matcher.name }

  /// The name of the extractor ability of a modality, without revision.
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
