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
}
