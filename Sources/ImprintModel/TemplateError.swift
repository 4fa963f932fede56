// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not a template, or a template cannot be used.
public typealias TemplateError = Explained<TemplateErrorCode>

public enum TemplateErrorCode: String, Sendable, Hashable {
  /// The bytes do not begin as an envelope does.
  case notATemplate = "not-a-template"
  /// This build cannot read the envelope's version.
  case newerEnvelope = "newer-envelope"
  /// The bytes end too early.
  case truncated
  /// The hash does not match the content, or a field has an invalid value.
  case damaged
  /// Another algorithm's template (F8).
  case otherAlgorithm = "other-algorithm"
  /// The right algorithm, but an unsupported format version.
  case otherVersion = "other-version"
  /// The matcher has no calibration for this pair of templates.
  case notCalibrated = "not-calibrated"
  /// It is of another modality than what is compared.
  case otherModality = "other-modality"
  /// It is of another place on the body than everything that it was to be compared with.
  case otherSite = "other-site"
  /// Its quality is below what was asked for.
  case lowQuality = "low-quality"
}

extension TemplateError {
  /// The refusal to compare templates of different algorithms; it names both.
  public static func otherAlgorithm(found: TemplateFormat, expected: String) -> TemplateError {
    TemplateError(
      .otherAlgorithm, place: "template",
      reason: "it was made by \(found.algorithm), and \(expected) is to compare it.",
      remedy: "Compare it with \(found.algorithm), or enrol again with \(expected).")
  }

  /// The refusal of a format version that the algorithm does not read.
  public static func otherVersion(found: TemplateFormat, reads: ClosedRange<UInt32>) -> TemplateError {
    let newer = found.version > reads.upperBound
    return TemplateError(
      .otherVersion, place: "template",
      reason: "it has version \(found.version) of \(found.algorithm); versions "
        + "\(reads.lowerBound) to \(reads.upperBound) can be read.",
      remedy: newer ? "Update the plugin." : "Enrol again.")
  }

  /// Passed over, as something else is compared.
  package static func otherModality(found: Modality, wanted: Modality) -> TemplateError {
    TemplateError(
      .otherModality, place: "template",
      reason: "it is of a \(found.name), and what is compared is of a \(wanted.name).",
      remedy: "Give templates of a \(wanted.name), or ask for the modality \(found.name).")
  }

  /// Passed over, as nothing on the other side is of that place on the body.
  package static func otherSite(found: BodySite, others: Set<BodySite>) -> TemplateError {
    let others = others.sorted { $0.rawValue < $1.rawValue }.map(\.name).joined(separator: ", ")
    return TemplateError(
      .otherSite, place: "template",
      reason: "it is of the \(found.name), and it was to be compared with: \(others).",
      remedy: "Give templates of one place on the body, or allow all sites to be compared.")
  }

  /// Passed over, as it is not good enough for what was asked.
  package static func lowQuality(_ quality: Int, minimum: Int) -> TemplateError {
    TemplateError(
      .lowQuality, place: "template", reason: "its quality is \(quality), and \(minimum) is needed.",
      remedy: "Take a better sample, or ask for less quality.")
  }
}
