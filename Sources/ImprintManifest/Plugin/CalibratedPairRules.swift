// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// The constraints on the pairs of a manifest's calibrations: at most one calibration per pair, so that
/// scores are unambiguous.
struct CalibratedPairRules {
  private let root: YamlNode
  /// The entries whose pairs can be read, with their numbers.
  private let entries: [(index: Int, node: YamlNode, pair: CalibratedPair)]
  private var problems: ProblemList

  /// O(entries²).
  static func check(_ root: YamlNode, problems: ProblemList) -> ProblemList {
    // Too many of them is already reported; they are not compared with each other.
    let entries = (root["calibrations"]?.items ?? []).prefix(64).enumerated().compactMap { index, node in
      CalibratedPair(entry: node).map { (index: index, node: node, pair: $0) }
    }
    var rules = CalibratedPairRules(root: root, entries: entries, problems: problems)
    rules.refuseOlderSection()
    rules.checkUnmarked()
    rules.checkOverlaps()
    rules.warnOfOwnTemplates()
    return rules.problems
  }

  /// Formerly there was one calibration, for all pairs.
  private mutating func refuseOlderSection() {
    guard let section = root["calibration"] else { return }
    let compares = root["compares"]?.items ?? []
    let name = section["format"]?.text ?? (compares.count == 1 ? compares[0]["format"]?.text : nil)
    let format = compares.first { $0["format"]?.text == name }
    let version = section["templateVersion"]?.scalar?.text ?? format?["reads"]?["max"]?.scalar?.text
    let isOwn = name != nil && (root["extracts"]?.items ?? []).contains { $0["format"]?.text == name }
    func said(_ text: String?) -> String { text.map { Shown.plain($0) } ?? "…" }
    let release = isOwn ? said(root["version"]?.scalar?.text) : "…"
    problems.add(
      .olderSection, at: section.start, key: "calibration",
      reason:
        "The section 'calibration' does not say which templates it was measured with, so that others would get "
        + "their scores.",
      remedy:
        "Write instead 'calibrations:', and in a line below it an entry with the other keys as they are: "
        + "- {format: \(said(name)), probe: {version: \(said(version)), extractor: {id: "
        + "\(isOwn ? said(root["id"]?.text) : "…"), versions: {min: \(release), max: \(release)}}, "
        + "samples: {min: 1, max: 1}}, …}, where these made the templates that were measured.")
  }

  /// A template without extractor is attributed to one extractor, on either side.
  private mutating func checkUnmarked() {
    for entry in entries where entry.pair.includesUnmarked {
      let (probe, reference) = (entry.pair.probe, entry.pair.reference)
      if probe.extractor != reference.extractor || probe.extractorVersions != reference.extractorVersions {
        reportUnmarked(entry, "'probe' and 'reference' are made by different ones.")
      } else if !probe.samples.contains(1) && !reference.samples.contains(1) {
        reportUnmarked(entry, "It is for templates of one sample, and neither side is.")
      } else if let other = entries.prefix(while: { $0.index < entry.index }).first(where: {
        $0.pair.includesUnmarked && Self.namesAnother($0.pair, entry.pair)
      }) {
        reportUnmarked(
          entry,
          "In line \(other.node.start.line) they count as made by \(Shown.plain(other.pair.probe.maker))."
        )
      }
    }
  }

  /// Whether templates of one version would be attributed to two extractors, or two releases of one.
  private static func namesAnother(_ one: CalibratedPair, _ other: CalibratedPair) -> Bool {
    one.format == other.format
      && (one.probe.extractor, one.probe.extractorVersions)
        != (other.probe.extractor, other.probe.extractorVersions)
      && !Set([one.probe.version, one.reference.version]).isDisjoint(with: [
        other.probe.version, other.reference.version,
      ])
  }

  private mutating func reportUnmarked(
    _ entry: (index: Int, node: YamlNode, pair: CalibratedPair), _ reason: String
  ) {
    problems.add(
      .badCalibration, at: (entry.node["unmarked"] ?? entry.node).start,
      key: "calibrations[\(entry.index)].unmarked",
      reason: "It does not say whose the templates are that name no extractor. \(reason)",
      remedy: "Leave 'unmarked' to the one entry whose extractor has made such templates.")
  }

  private mutating func checkOverlaps() {
    for (position, entry) in entries.enumerated() {
      let inEitherOrder = isSymmetric(entry.pair.format)
      let other = entries[..<position].first {
        $0.pair.overlaps(entry.pair, inEitherOrder: inEitherOrder)
      }
      guard let other else { continue }
      problems.add(
        .overlappingCalibrations, at: entry.node.start, key: "calibrations[\(entry.index)]",
        reason:
          "It can mean the same pair of templates as 'calibrations[\(other.index)]' in line "
          + "\(other.node.start.line), and a pair has one calibration.",
        remedy: "Narrow the versions or samples of one of the two, or remove it.")
    }
  }

  /// A new plugin version must declare whether its algorithm is still the measured one: otherwise no new
  /// template gets a score.
  private mutating func warnOfOwnTemplates() {
    guard let id = root["id"]?.text, let section = root["calibrations"],
      let release = root["version"]?.text.flatMap({ SemanticVersion($0) }),
      let maker = TemplateMaker(id: id, version: release)
    else { return }
    for made in root["extracts"]?.items ?? [] {
      guard let name = made["format"]?.text,
        let version = made["version"]?.integer.flatMap(UInt32.init(exactly:)),
        let format = TemplateFormat(algorithm: name, version: version),
        let modality = made["modality"]?.text.flatMap({ Modality(name: $0) }),
        entries.contains(where: { $0.pair.format == name })
      else { continue }
      let origin = TemplateOrigin(format: format, maker: maker)
      guard
        !entries.contains(where: { $0.pair.covers(probe: origin, reference: origin, inEitherOrder: false) })
      else { continue }
      problems.warn(
        .uncalibratedVersion, at: section.start, key: "calibrations",
        reason: "No entry is of the templates that this version makes, \(origin): they get no score.",
        remedy:
          "Where its algorithm is still the measured one, raise 'max' of the extractor's versions; else measure "
          + "it: \(modality.measuring(with: id, templatesOf: id))")
    }
  }

  private func isSymmetric(_ format: String) -> Bool {
    // If not stated, assume so.
    (root["compares"]?.items ?? []).first { $0["format"]?.text == format }?["symmetric"]?.boolean ?? true
  }
}
