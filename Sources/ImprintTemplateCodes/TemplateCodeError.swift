// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a template has no QR code, or a picture's code is no template.
public typealias TemplateCodeError = Explained<TemplateCodeErrorCode>

public enum TemplateCodeErrorCode: String, Sendable, Hashable {
  /// A template of another format, which no code is made of.
  case otherFormat = "other-format"
  /// A version of the format that this build does not read.
  case newerVersion = "newer-version"
  /// The payload's check is not that of its bytes, or a field has an invalid value.
  case damaged
  /// No QR code was found in the picture.
  case noCode = "no-code"
  /// The picture's codes hold other things than templates.
  case notATemplate = "not-a-template"
  /// The picture has codes of several templates.
  case severalCodes = "several-codes"
  /// A module's size is outside its range.
  case badOption = "bad-option"
  /// The picture could not be reduced, or the code not drawn.
  case imaging
  /// There is not enough memory.
  case outOfMemory = "out-of-memory"
}

extension TemplateCodeError {
  static func outOfMemory(_ place: String) -> TemplateCodeError {
    TemplateCodeError(
      .outOfMemory, place: place, reason: "there is not enough memory for it.",
      remedy: "Free memory, or use a smaller picture.")
  }
}
