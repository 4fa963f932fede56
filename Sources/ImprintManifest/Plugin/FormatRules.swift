// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// The constraints on the template formats that a plugin produces and compares.
struct FormatRules {
  private let root: YamlNode
  private var problems: ProblemList

  /// Checks `extracts`, `compares`, and their consistency with `provides`. O(formats).
  static func check(_ root: YamlNode, problems: ProblemList) -> ProblemList {
    var rules = FormatRules(root: root, problems: problems)
    rules.refuseOlderSection()
    rules.checkProvided()
    rules.checkExtracted()
    rules.checkCompared()
    rules.checkBoth()
    return rules.problems
  }

  private var extracts: [YamlNode] { root["extracts"]?.items ?? [] }
  private var compares: [YamlNode] { root["compares"]?.items ?? [] }

  private static func modality(of format: YamlNode) -> Modality? {
    format["modality"]?.text.flatMap { Modality(name: $0) }
  }

  /// Revision 1 of the matcher also extracted, and the manifest had one section for both.
  private mutating func refuseOlderSection() {
    guard let node = root["matcher"] else { return }
    problems.add(
      .olderSection, at: node.start, key: "matcher",
      reason:
        "The section 'matcher' describes 'imprint.matcher/1', which this version does not use: it uses "
        + "'imprint.face-extractor/1' for making templates, and '\(AbilityID.matcher)' for comparing them.",
      remedy: "Build the plugin for those, and write instead: \(Self.instead(of: node))")
  }

  /// The same content as two lists.
  private static func instead(of section: YamlNode) -> String {
    func said(_ key: String, in node: YamlNode? = nil) -> String {
      (node ?? section)[key]?.scalar.map { Shown.plain($0.text) } ?? "…"
    }
    func range(_ key: String) -> String {
      "{min: \(said("min", in: section[key])), max: \(said("max", in: section[key]))}"
    }
    let bytes = section["templateBytes"]
    let length = bytes?["max"] == nil ? said("templateBytes") : "{max: \(said("max", in: bytes))}"
    let both = "{format: \(said("algorithm")), modality: \(said("modality")), templateBytes: \(length)"
    return "extracts: [\(both), version: \(said("writes")), needsFace: \(said("needsFace"))}] and "
      + "compares: [\(both), reads: \(range("reads")), symmetric: \(said("symmetric")), "
      + "similarity: \(range("similarity"))}]"
  }

  private mutating func checkProvided() {
    guard let provides = root["provides"], case .list = provides.content else { return }
    let provided = provides.items.compactMap { $0.text.flatMap(AbilityID.init) }
    let matcher = AbilityID.matcher
    if provided.contains(matcher), root["compares"] == nil {
      reportMissing("compares", of: "\(matcher)", what: "the formats that it compares", at: provides)
    }
    // Calibrations belong to matchers too.
    for section in ["compares", "calibrations"] where !provided.contains(matcher) {
      if let node = root[section] { reportUseless(section, of: "\(matcher)", at: node) }
    }
    // An unknown modality is reported once, by the schema.
    let extracted = extracts.map { Self.modality(of: $0) }
    for ability in provided {
      guard let modality = ability.extracted, !extracted.contains(modality), !extracted.contains(nil)
      else { continue }
      reportMissing(
        "extracts", of: "\(ability)", what: "the formats that it makes of a \(modality.name)", at: provides)
    }
    for (index, format) in extracts.enumerated() {
      guard let modality = extracted[index], !provided.contains(where: { $0.extracted == modality })
      else { continue }
      reportUseless("extracts[\(index)]", of: "\(AbilityID.extractor(of: modality))/1", at: format)
    }
  }

  private mutating func reportMissing(
    _ section: String, of ability: String, what: String, at provides: YamlNode
  ) {
    problems.add(
      .missingSection, at: provides.start, key: section,
      reason: "It provides '\(ability)' without \(what), under '\(section)'.", remedy: "Add them.")
  }

  private mutating func reportUseless(_ section: String, of ability: String, at node: YamlNode) {
    problems.add(
      .uselessSection, at: node.start, key: section,
      reason: "'\(section)' describes '\(ability)', which is not under 'provides'.",
      remedy: "Add the ability to 'provides', or remove the section.")
  }

  private mutating func checkExtracted() {
    problems.checkOnce("format", in: root["extracts"], key: "extracts")
    for (index, format) in extracts.enumerated() {
      guard let modality = Self.modality(of: format) else { continue }
      let key = "extracts[\(index)].needsFace"
      if let node = format["needsFace"], modality != .face {
        problems.add(
          .uselessSection, at: node.start, key: key,
          reason: "'needsFace' is for templates of faces; these are of a \(modality.name).",
          remedy: "Remove it.")
      } else if format["needsFace"] == nil, modality == .face {
        problems.add(
          .missingKey, at: format.start, key: key,
          reason: "It does not say whether a template needs a face with landmarks ('needsFace').",
          remedy: "Add it: true, or false where the image will do.")
      }
    }
  }

  private mutating func checkCompared() {
    problems.checkOnce("format", in: root["compares"], key: "compares")
    for (index, format) in compares.enumerated() {
      let key = "compares[\(index)]"
      problems.checkRange(format["reads"], key: "\(key).reads")
      checkSimilarities(format["similarity"], key: "\(key).similarity")
      checkRead(format["fuses"], by: format, key: "\(key).fuses", does: "fuses to")
    }
  }

  /// A plugin that produces and compares a format must be able to compare what it produces.
  private mutating func checkBoth() {
    for (index, made) in extracts.enumerated() {
      guard let name = made["format"]?.text,
        let compared = compares.first(where: { $0["format"]?.text == name })
      else { continue }
      checkRead(made["version"], by: compared, key: "extracts[\(index)].version", does: "makes")
      if let node = made["modality"], let one = Self.modality(of: made),
        let other = Self.modality(of: compared), one != other
      {
        reportUnread(
          node, key: "extracts[\(index)].modality",
          "It makes '\(Shown.plain(name))' of a \(one.name), and compares it as of a \(other.name).")
      }
      if let node = made["templateBytes"], let one = TemplateBytes(node),
        let other = compared["templateBytes"].flatMap({ TemplateBytes($0) }), !other.includes(one)
      {
        reportUnread(
          node, key: "extracts[\(index)].templateBytes",
          "It makes templates of \(one) bytes, and reads those of \(other) bytes only.")
      }
    }
  }

  private mutating func reportUnread(_ node: YamlNode, key: String, _ reason: String) {
    problems.add(
      .unreadableTemplates, at: node.start, key: key, reason: reason,
      remedy: "A plugin reads what it makes: correct one of the two.")
  }

  private mutating func checkRead(_ version: YamlNode?, by format: YamlNode, key: String, does: String) {
    guard let version, let made = version.integer, let low = format["reads"]?["min"]?.integer,
      let high = format["reads"]?["max"]?.integer, low <= high, !(low...high).contains(made)
    else { return }
    reportUnread(
      version, key: key,
      "It \(does) templates of version \(made), and reads versions \(low) to \(high) only.")
  }

  private mutating func checkSimilarities(_ range: YamlNode?, key: String) {
    // In single precision, as in the contract: numbers that differ in the file may be equal there.
    guard let range, let low = range["min"]?.number, let high = range["max"]?.number,
      Float(low) >= Float(high)
    else { return }
    problems.add(
      .emptyRange, at: range.start, key: key,
      reason: "'\(key)' goes from \(low) to \(high), which holds no two similarities.",
      remedy: "Make 'max' greater than 'min'.")
  }
}

extension ProblemList {
  /// Checks that a name is unique.
  mutating func checkOnce(_ name: String, in list: YamlNode?, key: String) {
    var lines: [String: Int] = [:]
    for (index, item) in (list?.items ?? []).enumerated() {
      guard let node = item[name], let text = node.text else { continue }
      if let line = lines.updateValue(node.start.line, forKey: text) {
        add(
          .repeated, at: node.start, key: "\(key)[\(index)].\(name)",
          reason: "\(Shown.quoted(text)) is there twice; the other is in line \(line).",
          remedy: "Give each another name.")
      }
    }
  }

  mutating func checkRange(_ range: YamlNode?, key: String) {
    guard let range, let low = range["min"]?.integer, let high = range["max"]?.integer, low > high else {
      return
    }
    add(
      .emptyRange, at: range.start, key: key,
      reason: "'\(key)' goes from \(low) to \(high), which holds nothing.",
      remedy: "Exchange 'min' and 'max'.")
  }
}
