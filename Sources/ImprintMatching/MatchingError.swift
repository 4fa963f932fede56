// SPDX-License-Identifier: Apache-2.0
import ImprintManifest
@_exported public import ImprintModel

/// Why a comparison or its decision is not possible, other than because of a template or a plugin.
public typealias MatchingError = Explained<MatchingErrorCode>

public enum MatchingErrorCode: String, Sendable, Hashable, CaseIterable {
  /// A score is required, but the plugin has no calibration for such templates.
  case notCalibrated = "not-calibrated"
  /// There is no template to compare.
  case noTemplates = "no-templates"
  /// None of the templates can be compared by the matcher.
  case nothingComparable = "nothing-comparable"
  /// An invalid threshold or rate.
  case invalidPolicy = "invalid-policy"
  /// The threshold is beyond the calibration's data, which was not allowed.
  case extrapolatedThreshold = "extrapolated-threshold"
  /// The algorithm's name or quality is invalid for a template.
  case brokenAlgorithm = "broken-algorithm"
  /// An option is outside of its range, or of another matcher.
  case badOptions = "bad-options"
  /// The algorithm is not meant for the use that was stated.
  case otherUse = "other-use"
}

extension MatchingError {
  /// - Parameter maker: of the templates; `nil` if not stated.
  static func notCalibrated(
    plugin: String, of modality: Modality, maker: TemplateMaker?
  ) -> MatchingError {
    MatchingError(
      .notCalibrated, place: plugin,
      reason: "its raw similarities have not been calibrated, so that no score or threshold applies to them.",
      remedy: "Measure it: \(modality.measuring(with: plugin, templatesOf: maker?.id))")
  }

  /// - Parameter hasOthers: whether other pairs are calibrated, whose scores do not apply to this one.
  static func notCalibrated(
    plugin: String, of modality: Modality, probe: TemplateOrigin, reference: TemplateOrigin, hasOthers: Bool
  ) -> MatchingError {
    guard hasOthers else { return notCalibrated(plugin: plugin, of: modality, maker: probe.maker) }
    let remedy: String
    if probe.samples > 1 || reference.samples > 1 {
      remedy =
        "Compare templates of one sample, or ask whoever made the plugin for a calibration of fused ones."
    } else if probe.maker != reference.maker || probe.maker == nil || probe.format != reference.format {
      remedy =
        "Enrol the person again\(modality.enrolling), so that both are made by the same version of one "
        + "extractor."
    } else {
      remedy = "Measure it: \(modality.measuring(with: plugin, templatesOf: probe.maker?.id))"
    }
    return MatchingError(
      .notCalibrated, place: plugin,
      reason: "it has no calibration of \(probe), compared with "
        + (probe == reference ? "the same" : "\(reference)")
        + ", so that no score or threshold applies to them.",
      remedy: remedy)
  }

  static func nothingComparable(
    found: [TemplateFormatCount], of modality: Modality, algorithm: String, reads: ClosedRange<UInt32>
  ) -> MatchingError {
    let versions =
      reads.lowerBound == reads.upperBound
      ? "\(reads.lowerBound)" : "\(reads.lowerBound) to \(reads.upperBound)"
    return MatchingError(
      .nothingComparable, place: "references",
      reason: "none can be compared by \(algorithm), which reads version \(versions): there are "
        + "\(found.map(\.description).joined(separator: ", ")).",
      remedy:
        "Enrol the person with this matcher too\(modality.enrolling), or choose the plugin that made those.")
  }

  /// Every reference was passed over, and not all for their format.
  static func nothingComparable(_ reasons: [TemplateError]) -> MatchingError {
    var counts: [(reason: TemplateError, count: Int)] = []
    for reason in reasons {
      if let index = counts.firstIndex(where: { $0.reason == reason }) {
        counts[index].count += 1
      } else {
        counts.append((reason, 1))
      }
    }
    let words = counts.prefix(3).map { "of \($0.count), \($0.reason.reason)" }
    return MatchingError(
      .nothingComparable, place: "references",
      reason: "none is compared: " + words.joined(separator: " ")
        + (counts.count > 3 ? " And for \(counts.count - 3) more reasons." : ""),
      remedy: counts.first?.reason.remedy ?? "Enrol the person again.")
  }

  static func badOption(_ name: String, _ reason: String, remedy: String) -> MatchingError {
    MatchingError(.badOptions, place: name, reason: reason, remedy: remedy)
  }

  static func extrapolated(
    _ threshold: Score, by entry: CalibrationEntry, of modality: Modality, plugin: String
  ) -> MatchingError {
    let supported = entry.calibration.supportedUpTo
    return MatchingError(
      .extrapolatedThreshold, place: plugin,
      reason:
        "the threshold \(threshold) has a false match rate that its calibration has not measured, which goes up "
        + "to \(supported).",
      remedy:
        "Ask for a rate of at least \(supported.falseMatchRate), or calibrate with more people: "
        + modality.measuring(with: plugin, templatesOf: entry.pair.probe.extractor))
  }

  /// - Parameters:
  ///   - meant: what the algorithm is meant for; empty where its manifest does not say.
  ///   - others: algorithms that are meant for the use.
  static func otherUse(
    _ use: ComparisonUse, than meant: [ComparisonUse], others: [IntendedUses.Algorithm], format: String,
    plugin: String
  ) -> MatchingError {
    let known =
      meant.isEmpty
      ? "its manifest does not say what it is meant for"
      : "it is meant for \(meant.map(\.name).joined(separator: ", "))"
    return MatchingError(
      .otherUse, place: plugin,
      reason: "\(known), and \(format) was asked for \(use): how often it errs there is not known by that.",
      remedy: others.isEmpty
        ? "No installed plugin is meant for \(use): measure this one on such pictures (sdkctl evaluate), or "
          + "install one that is."
        : "Use one that is meant for \(use): "
          + others.map { "\($0.plugin) (\($0.format))" }.joined(separator: ", ")
          + ". Templates are made anew with it (--plugin).")
  }

  static func noTemplates(_ which: String) -> MatchingError {
    MatchingError(
      .noTemplates, place: which, reason: "there is none, and at least one is needed.",
      remedy: "Give at least one template.")
  }
}

extension Modality {
  /// The command that enrols, if there is one.
  fileprivate var enrolling: String {
    switch self {
    case .face: " (sdkctl enroll --user NAME PICTURE)"
    case .finger, .voice: ""
    }
  }
}
