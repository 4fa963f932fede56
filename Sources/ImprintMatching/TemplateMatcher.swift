// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintManifest
public import ImprintModel
public import ImprintRuntime

/// One format's matcher with its calibration: compares templates of the format, whoever made them.
///
/// It is open to any thread at once. A copy shares the plugin's matcher.
public struct TemplateMatcher: Sendable {
  /// Maps raw similarities to scores; `nil` where the plugin was never measured. Then only
  /// ``compare(_:with:)`` works, and gives raw similarities.
  public let calibration: Calibration?

  let algorithm: any MatchingAlgorithm

  /// A matcher over a plugin's, with the calibration in the plugin's manifest. One that was measured with
  /// another format, or another version than the latest that the plugin reads, does not count.
  public init(_ matcher: Matcher, manifest: PluginManifest) {
    let format = matcher.format
    let declared = manifest.calibration
    let isCurrent =
      declared?.format
      == TemplateFormat(algorithm: format.algorithm, version: format.readsVersions.upperBound)
    self.init(algorithm: matcher, calibration: isCurrent ? declared?.calibration : nil)
  }

  init(algorithm: any MatchingAlgorithm, calibration: Calibration?) {
    self.algorithm = algorithm
    self.calibration = calibration
  }

  /// Does work that compares, on a thread of its own: comparing waits for the plugin, and the threads that
  /// all tasks share are few. Some 50 µs on top, so once for many comparisons.
  public func withoutBlocking<Value: Sendable>(
    _ work: @escaping @Sendable (TemplateMatcher) throws -> Value
  ) async throws -> Value {
    try await PluginWork.run { try work(self) }
  }

  /// What it compares: modality, format of templates, range of similarities.
  public var format: MatcherFormat { algorithm.format }

  /// The id of the plugin behind it.
  public var pluginID: String { algorithm.pluginID }

  /// Whether scores and thresholds apply.
  public var isCalibrated: Bool { calibration != nil }

  /// Asks whether the licence covers an operation now, so that it can be refused before work is done for it.
  /// Comparing and searching ask by themselves. Any thread.
  /// - Throws: ``PluginCallError`` `entitlement`, which names the feature.
  public func checkEntitlement(for operation: LicensedOperation) throws(PluginCallError) {
    try algorithm.checkEntitlement(for: operation)
  }

  /// Compares two templates.
  /// - Throws: ``TemplateError`` `otherAlgorithm` or `otherVersion`, naming both (F8), or `damaged`;
  ///   ``PluginCallError`` `entitlement` where the licence does not cover it, others where the plugin fails.
  /// - Complexity: O(template). Any thread.
  public func compare(_ probe: Template, with reference: Template) throws -> Comparison {
    try check(probe)
    try check(reference)
    let similarity = try algorithm.compare(
      probe: TemplatePayload(probe), reference: TemplatePayload(reference))
    return Comparison(similarity: similarity, calibration: calibration, plugin: pluginID)
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
        remedy: "Take a copy that was not changed, or enrol again.")
    }
  }

  /// - Throws: ``MatchingError`` `extrapolatedThreshold` where the calibration's data do not carry a
  ///   threshold.
  func requireSupport(of threshold: Score, by calibration: Calibration) throws(MatchingError) {
    guard calibration.supports(threshold) else {
      throw .extrapolated(threshold, by: calibration, plugin: pluginID)
    }
  }

  /// The calibration, where there is one.
  func requireCalibration() throws(MatchingError) -> Calibration {
    guard let calibration else { throw .notCalibrated(plugin: pluginID) }
    return calibration
  }
}
