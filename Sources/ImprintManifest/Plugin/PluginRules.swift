// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintSettings

/// What a plugin's manifest must keep to, beyond the form of each key.
///
/// The rules read the tree, not the typed manifest: so they speak of places, and they also run where
/// another key is wrong. What has a wrong form, the schema's check has said already.
struct PluginRules {
  private let root: YamlNode
  private var problems: ProblemList

  /// Checks every rule; adds to `problems`. O(size of the tree).
  static func check(_ root: YamlNode, into problems: inout ProblemList) {
    var rules = PluginRules(root: root, problems: problems)
    rules.checkAbilities()
    rules.checkSections()
    rules.checkDevices()
    rules.checkLicenses()
    rules.checkFeatures()
    rules.checkNames()
    rules.checkRanges()
    problems = CalibrationRules.check(root, problems: rules.problems)
  }

  private mutating func checkAbilities() {
    AbilityRules.warnOfUnknown(root["provides"], key: "provides", ofPlugins: true, into: &problems)
    AbilityRules.warnOfUnknown(root["needs"]?["host"], key: "needs.host", ofPlugins: false, into: &problems)
    AbilityRules.warnOfUnknown(
      root["needs"]?["abilities"], key: "needs.abilities", ofPlugins: true, into: &problems)
    let provided = Set((root["provides"]?.items ?? []).compactMap(\.text))
    for (index, item) in (root["needs"]?["abilities"]?.items ?? []).enumerated() {
      guard let text = item.text, provided.contains(text) else { continue }
      problems.add(
        .selfNeed, at: item.start, key: "needs.abilities[\(index)]",
        reason: "It needs \(Shown.quoted(text)) of another plugin, and provides it itself.",
        remedy: "Remove it from one of the two lists.")
    }
  }

  private mutating func checkSections() {
    guard let provides = root["provides"], case .list = provides.content else { return }
    let provided = Set(provides.items.compactMap(\.text))
    let matcher = AbilityID.matcher.description
    if provided.contains(matcher), root["matcher"] == nil {
      problems.add(
        .missingSection, at: provides.start, key: "matcher",
        reason: "It provides '\(matcher)' without the section 'matcher', which describes that.",
        remedy: "Add the section.")
    }
    // The calibration is a matcher's too.
    for section in ["matcher", "calibration"] where !provided.contains(matcher) {
      guard let node = root[section] else { continue }
      problems.add(
        .uselessSection, at: node.start, key: section,
        reason: "The section '\(section)' describes '\(matcher)', which is not under 'provides'.",
        remedy: "Add the ability to 'provides', or remove the section.")
    }
  }

  private mutating func checkDevices() {
    guard let provides = root["provides"], case .list = provides.content else { return }
    let provided = Set(provides.items.compactMap { $0.text.flatMap { AbilityID($0)?.name } })
    for (index, item) in (root["devices"]?.items ?? []).enumerated() {
      // No matcher asks for a camera.
      guard let device = item.text.flatMap(PluginDeviceClass.init(rawValue:)),
        !provided.contains(device.ability.name)
      else { continue }
      problems.add(
        .uselessDevice, at: item.start, key: "devices[\(index)]",
        reason: "It uses '\(device.rawValue)' without '\(device.ability)', which is what that is for.",
        remedy: "Add the ability to 'provides', or remove the device.")
    }
  }

  private mutating func checkLicenses() {
    guard let license = root["license"], case .map = license.content else { return }
    let hasModels = !(root["models"]?.items ?? []).isEmpty
    if hasModels, license["weights"] == nil {
      problems.add(
        .missingWeightsLicense, at: license.start, key: "license.weights",
        reason: "There are models, and 'license.weights' does not say under which licence their weights are.",
        remedy: "Add the weights' licence.")
    }
  }

  private mutating func checkFeatures() {
    let known = LicenseFeature.known.map(\.rawValue)
    for (index, item) in (root["features"]?.items ?? []).enumerated() where !problems.areWarningsFull {
      guard let text = item.text, !known.contains(text) else { continue }
      problems.warn(
        .unknownFeature, at: item.start, key: "features[\(index)]",
        reason: "\(Shown.quoted(text)) is no licence feature that this version knows.",
        remedy: "Known are \(known.joined(separator: ", ")).",
        suggestion: NearestWord.to(text, among: known))
    }
  }

  private mutating func checkNames() {
    // Two models may share a file; what the code asks for must be clear.
    checkOnce("name", in: root["models"], key: "models")
    checkOnce("name", in: root["runtimes"], key: "runtimes")
    for (index, runtime) in (root["runtimes"]?.items ?? []).enumerated() {
      checkOnce("file", in: runtime["files"], key: "runtimes[\(index)].files")
    }
  }

  private mutating func checkOnce(_ name: String, in list: YamlNode?, key: String) {
    var lines: [String: Int] = [:]
    for (index, item) in (list?.items ?? []).enumerated() {
      guard let node = item[name], let text = node.text else { continue }
      if let line = lines.updateValue(node.start.line, forKey: text) {
        problems.add(
          .repeated, at: node.start, key: "\(key)[\(index)].\(name)",
          reason: "\(Shown.quoted(text)) is there twice; the other is in line \(line).",
          remedy: "Give each another name.")
      }
    }
  }

  private mutating func checkRanges() {
    checkRange(root["abi"], key: "abi")
    let matcher = root["matcher"]
    checkRange(matcher?["reads"], key: "matcher.reads")
    checkSimilarities(matcher?["similarity"])
    guard let writes = matcher?["writes"], let written = writes.integer, let reads = matcher?["reads"],
      let low = reads["min"]?.integer, let high = reads["max"]?.integer, low <= high
    else { return }
    if !(low...high).contains(written) {
      problems.add(
        .unreadableTemplates, at: writes.start, key: "matcher.writes",
        reason: "It writes templates of version \(written), and reads versions \(low) to \(high) only.",
        remedy: "A matcher reads what it writes: correct one of the two.")
    }
  }

  private mutating func checkSimilarities(_ range: YamlNode?) {
    // As the contract has them, in single precision: two numbers may differ in the file only.
    guard let range, let low = range["min"]?.number, let high = range["max"]?.number,
      Float(low) >= Float(high)
    else { return }
    problems.add(
      .emptyRange, at: range.start, key: "matcher.similarity",
      reason: "'matcher.similarity' goes from \(low) to \(high), which holds no two similarities.",
      remedy: "Make 'max' greater than 'min'.")
  }

  private mutating func checkRange(_ range: YamlNode?, key: String) {
    guard let range, let low = range["min"]?.integer, let high = range["max"]?.integer, low > high else {
      return
    }
    problems.add(
      .emptyRange, at: range.start, key: key,
      reason: "'\(key)' goes from \(low) to \(high), which holds nothing.",
      remedy: "Exchange 'min' and 'max'.")
  }
}
