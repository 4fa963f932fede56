// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// The constraints on a plugin's manifest beyond the syntax of each key.
///
/// The rules read the tree, not the typed manifest: so they can name places, and also run if another key is
/// wrong. The schema check has already reported malformed values.
struct PluginRules {
  private let root: YamlNode
  private var problems: ProblemList

  /// Checks every rule; adds to `problems`. O(size of the tree).
  static func check(_ root: YamlNode, into problems: inout ProblemList) {
    var rules = PluginRules(root: root, problems: problems)
    rules.checkAbilities()
    rules.checkDevices()
    rules.checkLicenses()
    rules.checkFeatures()
    rules.checkNames()
    rules.checkParameters()
    rules.problems.checkRange(root["abi"], key: "abi")
    problems = CalibrationRules.check(root, problems: FormatRules.check(root, problems: rules.problems))
  }

  private mutating func checkAbilities() {
    AbilityRules.warnOfUnknown(root["provides"], key: "provides", ofPlugins: true, into: &problems)
    AbilityRules.warnOfUnknown(root["needs"]?["host"], key: "needs.host", ofPlugins: false, into: &problems)
    AbilityRules.checkNeeds(root["needs"]?["abilities"], key: "needs.abilities", into: &problems)
    let provided = Set((root["provides"]?.items ?? []).compactMap(\.text))
    for (index, item) in (root["needs"]?["abilities"]?.items ?? []).enumerated() {
      // Needing another plugin's format does not conflict with its own ability.
      guard let need = AbilityNeed(item), provided.contains("\(need.ability)"),
        need.takes(formats(of: need.ability))
      else { continue }
      problems.add(
        .selfNeed, at: item.start, key: "needs.abilities[\(index)]",
        reason: "It needs \(Shown.quoted("\(need)")) of another plugin, and provides it itself.",
        remedy: "Remove it from one of the two lists.")
    }
  }

  /// The formats that it produces or compares itself, as far as readable.
  private func formats(of ability: AbilityID) -> [(name: String, modality: Modality)] {
    (root[ability.extracted == nil ? "compares" : "extracts"]?.items ?? []).compactMap { format in
      guard let name = format["format"]?.text,
        let modality = format["modality"]?.text.flatMap({ Modality(name: $0) })
      else { return nil }
      return (name, modality)
    }
  }

  private mutating func checkDevices() {
    guard let provides = root["provides"], case .list = provides.content else { return }
    let provided = Set(provides.items.compactMap { $0.text.flatMap { AbilityID($0)?.name } })
    for (index, item) in (root["devices"]?.items ?? []).enumerated() {
      // A matcher uses no camera.
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

  /// A library that serves only this plugin needs no parameters.
  private mutating func checkParameters() {
    guard let library = root["library"], case .map = library.content, library["ofMany"] == nil else { return }
    let need = (root["needs"]?["host"]?.items ?? []).enumerated().first {
      $0.element.text == "imprint.host.parameters/1"
    }
    for (node, key) in [
      (root["parameters"], "parameters"), (need?.element, "needs.host[\(need?.offset ?? 0)]"),
    ] {
      guard let node else { continue }
      problems.add(
        .uselessSection, at: node.start, key: key,
        reason: "Parameters are for libraries that serve several plugins, and 'library.ofMany' names none.",
        remedy: "Name the library under 'library.ofMany', or remove this.")
    }
  }

  private mutating func checkNames() {
    // Two models may share a file; the names in the code must be unique.
    problems.checkOnce("name", in: root["models"], key: "models")
    problems.checkOnce("name", in: root["runtimes"], key: "runtimes")
    for (index, runtime) in (root["runtimes"]?.items ?? []).enumerated() {
      problems.checkOnce("file", in: runtime["files"], key: "runtimes[\(index)].files")
    }
  }
}
