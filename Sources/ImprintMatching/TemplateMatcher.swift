// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintManifest
public import ImprintRuntime

/// One format's matcher with its calibrations: compares templates of the format, of any extractor.
///
/// It is open to any thread at once. A copy shares the plugin's matcher.
public struct TemplateMatcher: WaitsForPlugin {
  /// Map raw similarities to scores, each those of one kind of pair. Where a pair has none,
  /// ``compare(_:with:)`` gives its raw similarity, and nothing is decided by it.
  public let calibrations: CalibrationTable
  /// What the algorithm is meant for: ``check(_:by:)``.
  public let intendedUses: IntendedUses

  let algorithm: any MatchingAlgorithm
  let isUsable: @Sendable (_ plugin: String) -> Bool

  /// A matcher over a plugin's, with the calibrations of its format in the plugin's manifest.
  /// - Parameters:
  ///   - installed: manifests of plugins that could be used instead, which errors name.
  ///   - isUsable: whether the plugin of an id could be opened: only such ones are named. Asked where an
  ///     error is made, on any thread.
  public init(
    _ matcher: Matcher, manifest: PluginManifest, among installed: [PluginManifest] = [],
    where isUsable: @escaping @Sendable (_ plugin: String) -> Bool = { _ in true }
  ) {
    let declared = CalibrationTable(of: manifest, format: matcher.format.algorithm)
    // Symmetry is as stated by the library.
    let calibrations = CalibrationTable(
      declared.entries, inEitherOrder: declared.inEitherOrder && matcher.format.isSymmetric)
    self.init(
      algorithm: matcher, calibrations: calibrations,
      intendedUses: IntendedUses(of: manifest, format: matcher.format.algorithm, among: installed),
      isUsable: isUsable)
  }

  init(
    algorithm: any MatchingAlgorithm, calibrations: CalibrationTable, intendedUses: IntendedUses = .unknown,
    isUsable: @escaping @Sendable (_ plugin: String) -> Bool = { _ in true }
  ) {
    self.algorithm = algorithm
    self.calibrations = calibrations
    self.intendedUses = intendedUses
    self.isUsable = isUsable
  }

  /// What it compares: modality, format of templates, range of similarities.
  public var format: MatcherFormat { algorithm.format }

  /// The id of the plugin behind it.
  public var pluginID: String { algorithm.pluginID }

  /// Whether there is any calibration. For a given pair, see ``calibrations``.
  public var isCalibrated: Bool { !calibrations.isEmpty }

  /// Checks whether the licence covers an operation now, to refuse it early. Comparing and searching check by
  /// themselves. Thread-safe.
  /// - Throws: ``PluginCallError`` `entitlement`, which names the feature.
  public func checkEntitlement(for operation: LicensedOperation) throws(PluginCallError) {
    try algorithm.checkEntitlement(for: operation)
  }

  /// Compares two templates, even without calibration: then there is no score, and
  /// ``Comparison/uncalibrated`` says why.
  /// - Throws: ``TemplateError`` `otherAlgorithm` or `otherVersion`, naming both (F8), or `damaged`;
  ///   ``PluginCallError`` `entitlement` where the licence does not cover it, others where the plugin fails.
  /// - Complexity: O(template). Any thread, and blocks it: a task awaits ``compare(_:with:)``.
  @available(*, noasync)
  public func compareBlocking(_ probe: Template, with reference: Template) throws -> Comparison {
    try check(probe)
    try check(reference)
    let similarity = try algorithm.compare(
      probe: TemplatePayload(probe), reference: TemplatePayload(reference))
    return Comparison(
      similarity: similarity, probe: probe.origin, reference: reference.origin, calibrations: calibrations,
      plugin: pluginID, modality: format.modality)
  }

  /// ``compareBlocking(_:with:)`` on a thread of its own. For many, ``withoutBlocking(_:)`` is faster.
  public func compare(_ probe: Template, with reference: Template) async throws -> Comparison {
    try await withoutBlocking { try $0.compareBlocking(probe, with: reference) }
  }

  /// Refuses a template that is not this algorithm's.
  /// - Throws: ``TemplateError`` `otherAlgorithm`, `otherVersion`, `damaged`.
  public func check(_ template: Template) throws(TemplateError) {
    guard template.format.algorithm == format.algorithm else {
      throw .otherAlgorithm(found: template.format, expected: format.algorithm)
    }
    guard format.readsVersions.contains(template.format.version) else {
      throw .otherVersion(found: template.format, reads: format.readsVersions)
    }
    guard template.modality == format.modality else {
      throw TemplateError(
        .damaged, place: "template",
        reason: "it says it is of a \(template.modality.name), and \(format.algorithm) is for a "
          + "\(format.modality.name).",
        remedy: "Use an undamaged copy, or enrol again.")
    }
  }

  /// - Throws: ``MatchingError`` `extrapolatedThreshold` if the data of one of the calibrations do not
  ///   support a threshold.
  func requireSupport(of threshold: Score, by entries: Set<CalibrationEntry>) throws(MatchingError) {
    let lacking = entries.filter { !$0.calibration.supports(threshold) }.min { $0.number < $1.number }
    if let lacking { throw .extrapolated(threshold, by: lacking, of: format.modality, plugin: pluginID) }
  }

  /// - Throws: ``MatchingError`` `notCalibrated` if no pair has a score.
  func requireCalibrations(for candidates: [Template]) throws(MatchingError) {
    guard isCalibrated else {
      throw .notCalibrated(plugin: pluginID, of: format.modality, maker: candidates.first?.maker)
    }
  }

  /// Why two templates have no score.
  func notCalibrated(_ probe: TemplateOrigin, _ reference: TemplateOrigin) -> MatchingError {
    .notCalibrated(
      plugin: pluginID, of: format.modality, probe: probe, reference: reference, hasOthers: isCalibrated)
  }
}
