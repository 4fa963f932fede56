// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
private import ImprintMatching

/// Which templates have scores.
extension HealthExamination {
  /// What each format that a plugin compares is calibrated for.
  func calibrations(of manifest: PluginManifest) -> [HealthFinding] {
    manifest.compares.flatMap { format -> [HealthFinding] in
      let entries = CalibrationTable(of: manifest, format: format.algorithm).entries
      guard entries.isEmpty else {
        return entries.map {
          .fine(
            .calibration, manifest.id,
            "\($0), supported by data up to score \($0.calibration.supportedUpTo)")
        }
      }
      return [
        HealthFinding(
          .calibration, .doubtful, place: manifest.id, code: "not-calibrated",
          fact:
            "it has no calibration for \(format.algorithm): no score or threshold applies to its similarities.",
          remedy: Self.measure(
            format.modality, with: manifest.id,
            templatesOf: manifest.extracts.contains { $0.format.algorithm == format.algorithm }
              ? manifest.id : "EXTRACTOR"))
      ]
    }
  }

  /// Where the templates that a variant makes have no score, though others of the format have.
  func calibrations(of set: PluginSet) -> [HealthFinding] {
    set.templates.compactMap { path in
      guard let matcher = set.plugins.first(where: { $0.id == path.matcher }),
        let extractor = set.plugins.first(where: { $0.id == path.extractor })
      else { return nil }
      let calibrations = CalibrationTable(of: matcher, format: path.format.algorithm)
      let made = TemplateOrigin(
        format: path.format, maker: TemplateMaker(id: extractor.id, version: extractor.version))
      guard !calibrations.isEmpty, calibrations.entry(probe: made, reference: made) == nil else {
        return nil
      }
      return HealthFinding(
        .variant, .doubtful, place: set.variant, code: "not-calibrated",
        fact: "\(matcher.id) has no calibration for the templates that are made, \(made).",
        remedy: Self.measure(path.modality, with: matcher.id, templatesOf: extractor.id))
    }
  }

  private static func measure(
    _ modality: Modality, with matcher: String, templatesOf maker: String
  ) -> String {
    "Measure it: \(modality.measuring(with: matcher, templatesOf: maker))"
  }
}
