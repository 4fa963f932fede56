// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
public import ImprintSettings
public import ImprintModel
import ImprintRuntime

extension Evaluator {
  /// Measures a calibration: every template of an evaluation against every other person's.
  /// - Parameters:
  ///   - population: whom the pictures show, in words: one line.
  ///   - dataSet: the data set with its version: one line.
  ///   - date: the day it is measured, `2026-11-21`.
  ///   - progress: called after every template.
  /// - Throws: ``EvaluationError`` `mixedTemplates`, `tooFewComparisons`, `tooManyComparisons`, `cancelled`;
  ///   ``PluginCallError``.
  /// - Complexity: O(templates²) comparisons.
  public func calibrate(
    _ run: EvaluationRun, population: String, dataSet: String, date: String,
    by calibrator: Calibrator = Calibrator(), progress: (Progress) -> Void = { _ in }
  ) throws -> CalibrationMeasurement {
    let origins = Set(run.templates.compactMap { $0?.origin })
    guard let origin = origins.first else { throw EvaluationError.noTemplates([], first: "") }
    guard origins.count == 1, let pair = CalibratedPair(exactly: origin) else {
      throw EvaluationError.mixedTemplates(origins.map(\.description).sorted())
    }
    let impostors = try impostorsAllAgainstAll(run, progress: progress)
    let templates = run.templatesOfSubject
    return CalibrationMeasurement(
      points: try calibrator.points(impostors: impostors, templatesOfSubject: templates),
      population: population, dataSet: dataSet, impostorComparisons: impostors.count,
      genuineComparisons: run.accuracy.genuine.count, subjects: templates.count { $0 > 0 },
      pair: pair, date: date)
  }
}

extension CalibrationMeasurement {
  /// Puts the calibration into a plugin's manifest, in the place of the entry of exactly these templates
  /// where there is one; all else in the file stays as it was, other entries among it.
  /// - Throws: ``ManifestError``, also where another entry can mean the same pair; then the file is as it
  ///   was.
  public func write(toManifestAt path: String) throws(ManifestError) {
    let declared = try ManifestReader.plugin(at: path).manifest.calibrations
    let index = declared.firstIndex { $0.pair.isSame(as: pair) }
    let isUnmarked = index.map { declared[$0].pair.includesUnmarked } ?? false
    try ManifestEditor.replaceItem(
      index, of: "calibrations", with: yaml(includingUnmarked: isUnmarked), inFileAt: path)
  }
}

extension TemplateMatcher {
  /// Makes sure that a manifest is this matcher's own and has room for a calibration, before long work is
  /// spent on measuring one.
  /// - Parameter templates: whose templates are measured.
  /// - Throws: ``ManifestError``; ``EvaluationError`` `otherPlugin`, `mixedTemplates`,
  ///   `overlappingCalibration`, `tooManyCalibrations`.
  public func checkManifest(at path: String, measuring templates: TemplateOrigin) throws {
    guard let pair = CalibratedPair(exactly: templates) else {
      throw EvaluationError.mixedTemplates([templates.description])
    }
    let manifest = try ManifestReader.plugin(at: path).manifest
    guard manifest.id == pluginID, manifest.compares.contains(where: { $0.algorithm == format.algorithm })
    else {
      throw EvaluationError(
        .otherPlugin, place: path,
        reason: "it is the manifest of \(manifest.id), and \(pluginID) is measured.",
        remedy: "Choose the plugin with --plugin \(manifest.id), or give the other manifest.")
    }
    let inEitherOrder = CalibrationTable(of: manifest, format: format.algorithm).inEitherOrder
    let others = manifest.calibrations.enumerated().filter { !$0.element.pair.isSame(as: pair) }
    if let other = others.first(where: { $0.element.pair.overlaps(pair, inEitherOrder: inEitherOrder) }) {
      throw EvaluationError(
        .overlappingCalibration, place: path,
        reason:
          "its 'calibrations[\(other.offset)]' holds for these templates and others: \(other.element.pair).",
        remedy: "Narrow the versions or samples of that entry, or remove it; then \(templates) are measured.")
    }
    if others.count == manifest.calibrations.count, others.count >= Self.maximumCalibrations {
      throw EvaluationError(
        .tooManyCalibrations, place: path,
        reason: "it has \(others.count) calibrations, and there may be \(Self.maximumCalibrations).",
        remedy: "Remove one of templates that nobody has any more.")
    }
  }

  /// The most entries that the manifest's `calibrations` may have.
  private static var maximumCalibrations: Int { 32 }
}
