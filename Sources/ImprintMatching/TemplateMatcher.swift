// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
public import ImprintManifest
public import ImprintModel
public import ImprintRuntime

/// One algorithm with its calibration: makes templates, and compares those that are its own.
///
/// Comparing is open to any thread at once; extraction takes turns. A copy shares the plugin's matcher.
public struct TemplateMatcher: Sendable {
  /// Maps raw similarities to scores; `nil` where the plugin was never measured. Then only
  /// ``compare(_:with:)`` works, and gives raw similarities.
  public let calibration: Calibration?

  let algorithm: any MatchingAlgorithm

  /// A matcher over a plugin's, with the calibration in the plugin's manifest. One that was measured with
  /// another version of the templates than the plugin makes now does not count.
  public init(_ matcher: Matcher, manifest: PluginManifest) {
    let declared = manifest.calibration
    let isCurrent = declared?.templateVersion == matcher.info.writesVersion
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

  /// What the algorithm is: modality, template formats, range of similarities.
  public var info: MatcherInfo { algorithm.info }

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

  /// Makes a template of one face.
  /// - Parameters:
  ///   - face: as the tracker found it in this very image; `nil` only where the algorithm needs none.
  ///   - created: when the sample was taken, in seconds since 1970; `nil` where it is not known.
  /// - Throws: ``PluginCallError`` `no-subject`, `quality` or `sample` where this sample does not do, others
  ///   where the plugin fails; ``MatchingError`` `brokenAlgorithm`.
  /// - Complexity: one run of the algorithm's model; extractions of one matcher take turns.
  public func extract(_ image: Image, face: Face?, created: Int64? = nil) async throws -> Template {
    let extraction = try await algorithm.extract(image: image, face: face)
    guard
      let format = TemplateFormat(algorithm: info.algorithm, version: extraction.version),
      let template = Template(
        format: format, modality: info.modality, site: info.modality.site,
        quality: extraction.quality.map { UInt8(min(max($0, 0), 100).rounded()) },
        created: created == 0 ? nil : created, payload: extraction.payload.bytes)
    else {
      throw MatchingError(
        .brokenAlgorithm, place: pluginID,
        reason: "what it made cannot be put into a template: format \(info.algorithm)/\(extraction.version), "
          + "\(extraction.payload.bytes.count) bytes.",
        remedy: "Report this to the plugin's vendor.")
    }
    return template
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
    guard template.format.algorithm == info.algorithm else {
      throw .otherAlgorithm(found: template.format, expected: info.algorithm)
    }
    guard info.readsVersions.contains(template.format.version) else {
      throw .otherVersion(found: template.format, reads: info.readsVersions)
    }
    guard template.modality == info.modality else {
      throw TemplateError(
        .damaged, place: "template",
        reason: "it says it is of a \(template.modality.name), and \(info.algorithm) is for a "
          + "\(info.modality.name).",
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

extension Modality {
  /// Where a sample of it is taken, as far as the modality alone says.
  fileprivate var site: BodySite {
    switch self {
    case .face: .face
    case .finger: .unknown
    case .voice: .voice
    }
  }
}
