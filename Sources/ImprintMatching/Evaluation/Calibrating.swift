// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
public import ImprintSettings
import ImprintModel
import ImprintRuntime

extension Evaluator {
  /// Measures a calibration: every template of an evaluation against every other person's.
  /// - Parameters:
  ///   - population: whom the pictures show, in words: one line.
  ///   - dataSet: the data set with its version: one line.
  ///   - date: the day it is measured, `2026-11-21`.
  ///   - progress: called after every template.
  /// - Throws: ``EvaluationError`` `tooFewComparisons`, `tooManyComparisons`, `cancelled`;
  ///   ``PluginCallError``.
  /// - Complexity: O(templates²) comparisons.
  public func calibrate(
    _ run: EvaluationRun, population: String, dataSet: String, date: String,
    by calibrator: Calibrator = Calibrator(), progress: (Progress) -> Void = { _ in }
  ) throws -> CalibrationMeasurement {
    let impostors = try impostorsAllAgainstAll(run, progress: progress)
    guard let format = run.format else { throw EvaluationError.noTemplates([], first: "") }
    let templates = run.templatesOfSubject
    return CalibrationMeasurement(
      points: try calibrator.points(impostors: impostors, templatesOfSubject: templates),
      population: population, dataSet: dataSet, impostorComparisons: impostors.count,
      genuineComparisons: run.accuracy.genuine.count, subjects: templates.count { $0 > 0 },
      format: format, date: date)
  }
}

extension CalibrationMeasurement {
  /// Puts the calibration into a plugin's manifest; all else in the file stays as it was.
  /// - Throws: ``ManifestError``; then the file is as it was.
  public func write(toManifestAt path: String) throws(ManifestError) {
    try ManifestEditor.replaceSection("calibration", with: yaml, inFileAt: path)
  }
}

extension TemplateMatcher {
  /// Makes sure that a manifest is this matcher's own, before long work is spent on calibrating it.
  /// - Throws: ``ManifestError``; ``EvaluationError`` `otherPlugin`.
  public func checkManifest(at path: String) throws {
    let manifest = try ManifestReader.plugin(at: path).manifest
    guard manifest.id == pluginID, manifest.compares.contains(where: { $0.algorithm == format.algorithm })
    else {
      throw EvaluationError(
        .otherPlugin, place: path,
        reason: "it is the manifest of \(manifest.id), and \(pluginID) is measured.",
        remedy: "Choose the plugin with --plugin \(manifest.id), or give the other manifest.")
    }
  }
}
