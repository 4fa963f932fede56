// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a comparison cannot be made or judged, other than for a template's or a plugin's own fault.
public struct MatchingError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A score is asked for, and the plugin has no calibration, or none of such templates.
    case notCalibrated = "not-calibrated"
    /// There is no template to compare.
    case noTemplates = "no-templates"
    /// There are templates, and the matcher can compare none of them.
    case nothingComparable = "nothing-comparable"
    /// A threshold or rate that no policy can have.
    case invalidPolicy = "invalid-policy"
    /// The threshold lies beyond what the calibration measured, and that was not to be.
    case extrapolatedThreshold = "extrapolated-threshold"
    /// The algorithm's name or quality is not what a template can carry.
    case brokenAlgorithm = "broken-algorithm"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  public init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  static func notCalibrated(plugin: String) -> MatchingError {
    MatchingError(
      .notCalibrated, place: plugin,
      reason: "its raw similarities have not been calibrated, so that no score or threshold applies to them.",
      remedy: "Measure it: sdkctl evaluate --pairs FILE.csv --plugin \(plugin) --calibrate MANIFEST.")
  }

  /// Others of its pairs are calibrated: this one gets none of their scores.
  static func notCalibrated(
    plugin: String, probe: TemplateOrigin, reference: TemplateOrigin
  ) -> MatchingError {
    let remedy: String
    if probe.samples > 1 || reference.samples > 1 {
      remedy =
        "Compare templates of one sample, or ask whoever made the plugin for a calibration of fused ones."
    } else if probe.maker != reference.maker || probe.maker == nil || probe.format != reference.format {
      remedy =
        "Enrol the person again (sdkctl enroll --user NAME PICTURE), so that both are made by the same version "
        + "of one extractor."
    } else {
      remedy = "Measure it: sdkctl evaluate --pairs FILE.csv --plugin \(plugin) --calibrate MANIFEST."
    }
    return MatchingError(
      .notCalibrated, place: plugin,
      reason: "it has no calibration of \(probe), compared with "
        + (probe == reference ? "the same" : "\(reference)")
        + ", so that no score or threshold applies to them.",
      remedy: remedy)
  }

  static func nothingComparable(
    found: [TemplateFormatCount], algorithm: String, reads: ClosedRange<UInt32>
  ) -> MatchingError {
    let versions =
      reads.lowerBound == reads.upperBound
      ? "\(reads.lowerBound)" : "\(reads.lowerBound) to \(reads.upperBound)"
    return MatchingError(
      .nothingComparable, place: "references",
      reason: "none can be compared by \(algorithm), which reads version \(versions): there are "
        + "\(found.map(\.description).joined(separator: ", ")).",
      remedy:
        "Enrol the person with this matcher too (sdkctl enroll --user NAME PICTURE), or choose the plugin that "
        + "made those with --plugin.")
  }

  static func extrapolated(_ threshold: Score, by calibration: Calibration, plugin: String) -> MatchingError {
    MatchingError(
      .extrapolatedThreshold, place: plugin,
      reason:
        "the threshold \(threshold) has a false match rate that its calibration has not measured, which goes up "
        + "to \(calibration.supportedUpTo).",
      remedy:
        "Ask for a rate of at least \(calibration.supportedUpTo.falseMatchRate), or calibrate with more people: "
        + "sdkctl evaluate --pairs FILE.csv --plugin \(plugin) --calibrate MANIFEST.")
  }

  static func noTemplates(_ which: String) -> MatchingError {
    MatchingError(
      .noTemplates, place: which, reason: "there is none, and at least one is needed.",
      remedy: "Give at least one template.")
  }
}
