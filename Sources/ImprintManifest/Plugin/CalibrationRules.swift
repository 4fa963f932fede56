// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// The constraints on a calibration, so that it can map similarities to scores.
struct CalibrationRules {
  private let compared: [YamlNode]
  private var problems: ProblemList

  /// Checks each entry of `calibrations`, then all of them together. O(points + entries²).
  static func check(_ root: YamlNode, problems: ProblemList) -> ProblemList {
    var rules = CalibrationRules(compared: root["compares"]?.items ?? [], problems: problems)
    for (index, entry) in (root["calibrations"]?.items ?? []).enumerated() {
      let key = "calibrations[\(index)]"
      rules.checkPoints(of: entry, key)
      rules.checkDate(of: entry, key)
      rules.checkSide(entry["probe"], of: entry, "\(key).probe")
      rules.checkSide(entry["reference"], of: entry, "\(key).reference")
      rules.checkFormat(of: entry, key)
    }
    return CalibratedPairRules.check(root, problems: rules.problems)
  }

  private mutating func checkPoints(of entry: YamlNode, _ place: String) {
    var last: (similarity: Double, rate: Double)?
    for (index, point) in (entry["points"]?.items ?? []).enumerated() {
      guard let similarity = point["similarity"]?.number, let rate = point["fmr"]?.number,
        similarity.isFinite, 0 < rate, rate <= 1
      else { continue }
      let key = "\(place).points[\(index)]"
      if let last, similarity <= last.similarity || rate >= last.rate {
        report(
          point, key,
          "It has similarity \(similarity) and rate \(rate) after \(last.similarity) and \(last.rate): similarity must rise, and the rate fall."
        )
      }
      if let lower = point["lower"]?.number, let upper = point["upper"]?.number,
        !(lower <= rate && rate <= upper)
      {
        report(point, key, "The rate \(rate) is not within its own interval, \(lower) to \(upper).")
      }
      last = (similarity, rate)
    }
  }

  private mutating func checkDate(of entry: YamlNode, _ key: String) {
    guard let node = entry["date"], let text = node.text else { return }
    if CalendarDay(text) == nil { report(node, "\(key).date", "There is no day \(Shown.quoted(text)).") }
  }

  private mutating func checkFormat(of entry: YamlNode, _ key: String) {
    let known = compared.compactMap { $0["format"]?.text }
    // A missing name is already reported.
    guard let node = entry["format"], let name = node.text, !known.isEmpty, known.count == compared.count,
      !known.contains(name)
    else { return }
    problems.add(
      .badCalibration, at: node.start, key: "\(key).format",
      reason:
        "The plugin does not compare '\(Shown.plain(name))': it compares \(known.map(Shown.plain).joined(separator: ", ")).",
      remedy: "Name the format that was measured, or remove the entry.")
  }

  private mutating func checkSide(_ side: YamlNode?, of entry: YamlNode, _ key: String) {
    guard let side else { return }
    problems.checkRange(side["samples"], key: "\(key).samples")
    checkVersions(side["extractor"]?["versions"], "\(key).extractor.versions")
    // The schema check has reported an impossible one.
    guard let node = side["version"], let measured = node.integer, measured > 0,
      let reads = format(of: entry)?["reads"],
      let low = reads["min"]?.integer, let high = reads["max"]?.integer, low <= high,
      !(low...high).contains(measured)
    else { return }
    problems.add(
      .badCalibration, at: node.start, key: "\(key).version",
      reason: "It is of templates of version \(measured); the plugin reads versions \(low) to \(high).",
      remedy: "Remove the entry: nobody can compare such templates with this plugin.")
  }

  private mutating func checkVersions(_ range: YamlNode?, _ key: String) {
    guard let range, let first = range["min"]?.text, let last = range["max"]?.text,
      let low = SemanticVersion(first), let high = SemanticVersion(last), low > high
    else { return }
    problems.add(
      .emptyRange, at: range.start, key: key,
      reason: "'\(key)' goes from \(low) to \(high), which holds nothing.",
      remedy: "Exchange 'min' and 'max'.")
  }

  /// The entry of `compares` for a calibration.
  private func format(of entry: YamlNode) -> YamlNode? {
    guard let name = entry["format"]?.text else { return nil }
    return compared.first { $0["format"]?.text == name }
  }

  private mutating func report(_ node: YamlNode, _ key: String, _ reason: String) {
    problems.add(
      .badCalibration, at: node.start, key: key, reason: reason,
      remedy: "Measure it again; do not edit it.")
  }
}
