// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
public import ImprintSettings
import ImprintRuntime

extension Evaluator {
  /// Measures a calibration: all impostor comparisons of an evaluation.
  /// - Parameters:
  ///   - population: the test population, in words: one line.
  ///   - dataSet: the data set with its version: one line.
  ///   - date: the day it is measured, `2026-11-21`.
  ///   - progress: called after every template.
  /// - Throws: ``EvaluationError`` `mixedTemplates`, `tooFewComparisons`, `tooManyComparisons`, `cancelled`;
  ///   ``PluginCallError``.
  /// - Complexity: O(templates²) comparisons.
  public func calibrate(
    _ run: EvaluationRun, population: String, dataSet: String, date: String,
    by calibrator: Calibrator = Calibrator(), progress: (Progress) -> Void = { _ in }
  ) async throws -> CalibrationMeasurement {
    let origins = Set(run.templates.compactMap { $0?.origin })
    guard let origin = origins.first else { throw EvaluationError.noTemplates([], first: "") }
    guard origins.count == 1, let pair = CalibratedPair(exactly: origin) else {
      throw EvaluationError.mixedTemplates(origins.map(\.description).sorted())
    }
    let impostors = try await impostorsAllAgainstAll(run, progress: progress)
    let templates = run.templatesOfSubject
    return CalibrationMeasurement(
      points: try calibrator.points(impostors: impostors, templatesOfSubject: templates),
      population: population, dataSet: dataSet, impostorComparisons: impostors.count,
      genuineComparisons: run.accuracy.genuine.count, subjects: templates.count { $0 > 0 },
      pair: pair, date: date)
  }
}

extension CalibrationMeasurement {
  /// Writes the calibration into a plugin's manifest, replacing the entry for exactly these templates if
  /// there is one; all else in the file is unchanged, including other entries.
  /// - Throws: ``ManifestError``, also if another entry applies to the same pair; then the file is unchanged.
  public func write(toManifestAt path: String) throws(ManifestError) {
    let (index, text) = item(of: try ManifestReader.plugin(at: path).manifest)
    try ManifestEditor.replaceItem(index, of: "calibrations", with: text, inFileAt: path)
  }

  /// Dry run of ``write(toManifestAt:)``.
  fileprivate func tryWriting(toManifestAt path: String) throws(ManifestError) {
    let bytes = try SchemaReader.bytes(of: path)
    let (index, text) = item(of: try ManifestReader.plugin(bytes: bytes, place: path).manifest)
    _ = try ManifestEditor.replacingItem(index, of: "calibrations", with: text, in: bytes, place: path)
  }

  /// The entry, and the index of the manifest's entry that it replaces; `nil`: it is new.
  private func item(of manifest: PluginManifest) -> (index: Int?, text: String) {
    let index = manifest.calibrations.firstIndex { $0.pair.isSame(as: pair) }
    let isUnmarked = index.map { manifest.calibrations[$0].pair.includesUnmarked } ?? false
    return (index, yaml(includingUnmarked: isUnmarked))
  }
}

extension TemplateMatcher {
  /// Verifies, before a long measurement, that a manifest is this matcher's and can be extended by a
  /// calibration: a dry run.
  /// - Parameters:
  ///   - templates: the origin of the measured templates.
  ///   - population: as ``Evaluator/calibrate(_:population:dataSet:date:by:progress:)`` gets it: one line of
  ///     1...200 characters.
  ///   - dataSet: likewise.
  /// - Throws: ``ManifestError``, also if the manifest's layout does not allow adding an entry;
  ///   ``EvaluationError`` `otherPlugin`, `mixedTemplates`, `overlappingCalibration`, `tooManyCalibrations`.
  public func checkManifest(
    at path: String, measuring templates: TemplateOrigin, population: String, dataSet: String
  ) throws {
    guard let pair = CalibratedPair(exactly: templates) else {
      throw EvaluationError.mixedTemplates([templates.description])
    }
    let manifest = try ManifestReader.plugin(at: path).manifest
    guard manifest.id == pluginID else {
      throw EvaluationError(
        .otherPlugin, place: path,
        reason: "it is the manifest of \(manifest.id), and \(pluginID) is measured.",
        remedy: "Choose the plugin with --plugin \(manifest.id), or give the other manifest.")
    }
    guard manifest.compares.contains(where: { $0.reads(templates.format) }) else {
      throw EvaluationError(
        .otherPlugin, place: path,
        reason:
          "it says nothing of comparing \(templates.format), which the \(pluginID) that is installed does.",
        remedy: "Give the manifest of the plugin that is installed, or install the one that it is of.")
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
    let similarities = format.similarities
    try CalibrationMeasurement(
      points: [
        CalibrationPoint(similarity: similarities.lowerBound, rate: 0.1, lower: 0.1, upper: 0.1, errors: 30),
        CalibrationPoint(
          similarity: similarities.upperBound, rate: 0.01, lower: 0.01, upper: 0.01, errors: 30),
      ], population: population, dataSet: dataSet, impostorComparisons: 3000, genuineComparisons: 0,
      subjects: 2, pair: pair, date: "2000-01-01"
    ).tryWriting(toManifestAt: path)
  }

  /// The most entries that the manifest's `calibrations` may have.
  private static var maximumCalibrations: Int { 32 }
}
