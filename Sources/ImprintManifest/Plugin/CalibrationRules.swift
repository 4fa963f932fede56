// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// What a calibration must keep to, so that it can map similarities to scores.
struct CalibrationRules {
  private let section: YamlNode
  private var problems: ProblemList

  /// Checks the section where there is one. O(points).
  static func check(_ root: YamlNode, problems: ProblemList) -> ProblemList {
    guard let section = root["calibration"] else { return problems }
    var rules = CalibrationRules(section: section, problems: problems)
    rules.checkPoints()
    rules.checkDate()
    rules.checkFormat(among: root["compares"]?.items ?? [])
    return rules.problems
  }

  private mutating func checkPoints() {
    var last: (similarity: Double, rate: Double)?
    for (index, point) in (section["points"]?.items ?? []).enumerated() {
      guard let similarity = point["similarity"]?.number, let rate = point["fmr"]?.number,
        similarity.isFinite, 0 < rate, rate <= 1
      else { continue }
      let key = "calibration.points[\(index)]"
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

  private mutating func checkDate() {
    guard let node = section["date"], let text = node.text else { return }
    if CalendarDay(text) == nil {
      report(node, "calibration.date", "There is no day \(Shown.quoted(text)).")
    }
  }

  /// Scores of a calibration that was measured with other templates would be wrong without a sign of it.
  private mutating func checkFormat(among compared: [YamlNode]) {
    guard !compared.isEmpty else { return }
    let name = section["format"]?.text
    let found = name.map { name in compared.filter { $0["format"]?.text == name } } ?? compared
    guard let format = found.first, found.count == 1 else {
      let names = compared.compactMap { $0["format"]?.text }.map(Shown.plain).joined(separator: ", ")
      report(
        section["format"] ?? section, "calibration.format",
        name == nil
          ? "The plugin compares several formats: \(names). It does not say whose similarities these are."
          : "The plugin does not compare that format: it compares \(names).")
      return
    }
    guard let node = section["templateVersion"], let measured = node.integer,
      let low = format["reads"]?["min"]?.integer, let high = format["reads"]?["max"]?.integer,
      !(min(low, high)...max(low, high)).contains(measured)
    else { return }
    report(
      node, "calibration.templateVersion",
      "It was measured with templates of version \(measured); the plugin reads versions \(low) to \(high).")
  }

  private mutating func report(_ node: YamlNode, _ key: String, _ reason: String) {
    problems.add(
      .badCalibration, at: node.start, key: key, reason: reason,
      remedy: "Measure it with sdkctl evaluate --calibrate; do not edit it.")
  }
}
