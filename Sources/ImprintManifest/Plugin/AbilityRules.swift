// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// What a list of abilities must keep to, beyond its form.
enum AbilityRules {
  private static let namespace = "imprint."

  /// Warns of abilities in our own namespace that there are none of: a word mistyped, or a newer version's.
  static func warnOfUnknown(
    _ list: YamlNode?, key: String, ofPlugins: Bool, into problems: inout ProblemList
  ) {
    let known = KnownAbility.all.filter { ($0.provision != .host) == ofPlugins }.map(\.id)
    for (index, item) in (list?.items ?? []).enumerated() where !problems.areWarningsFull {
      guard let text = item.text, text.hasPrefix(namespace), !known.contains(text) else { continue }
      problems.warn(
        .unknownAbility, at: item.start, key: "\(key)[\(index)]",
        reason:
          "\(Shown.quoted(text)) is no ability that this version knows \(ofPlugins ? "of plugins" : "of the host").",
        remedy: "Known are \(known.joined(separator: ", ")).",
        suggestion: NearestWord.to(text, among: known))
    }
  }
}
