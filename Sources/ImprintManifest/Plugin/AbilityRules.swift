// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// The constraints on a list of abilities beyond its syntax.
enum AbilityRules {
  private static let namespace = "imprint."

  /// Warns of unknown abilities in our own namespace: misspelt, or of a newer version.
  static func warnOfUnknown(
    _ list: YamlNode?, key: String, ofPlugins: Bool, into problems: inout ProblemList
  ) {
    let known = KnownAbility.all.filter { ($0.provision != .host) == ofPlugins }.map(\.id)
    for (index, item) in (list?.items ?? []).enumerated() where !problems.areWarningsFull {
      guard let text = (item["ability"] ?? item).text, text.hasPrefix(namespace), !known.contains(text) else {
        continue
      }
      problems.warn(
        .unknownAbility, at: item.start, key: "\(key)[\(index)]",
        reason:
          "\(Shown.quoted(text)) is no ability that this version knows \(ofPlugins ? "of plugins" : "of the host").",
        remedy: "Known are \(known.joined(separator: ", ")).",
        suggestion: NearestWord.to(text, among: known))
    }
  }

  /// Checks a list of needs: abilities, some with a format or a modality.
  static func checkNeeds(_ list: YamlNode?, key: String, into problems: inout ProblemList) {
    warnOfUnknown(list, key: key, ofPlugins: true, into: &problems)
    for (index, item) in (list?.items ?? []).enumerated() {
      guard let ability = item["ability"]?.text.flatMap(AbilityID.init),
        let detail = item["format"] ?? item["modality"]
      else { continue }
      let reason: String? =
        if !ability.isOfTemplates {
          "'\(ability)' neither makes nor compares templates: it has no format and no modality."
        } else if let own = ability.extracted, let said = item["modality"]?.text, said != own.name {
          "'\(ability)' makes templates of a \(own.name), not of a \(Shown.plain(said))."
        } else {
          nil
        }
      if let reason {
        problems.add(
          .uselessSection, at: detail.start, key: "\(key)[\(index)]", reason: reason,
          remedy: "Write the ability alone.")
      }
    }
  }
}
