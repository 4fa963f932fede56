// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why bytes are not a picture, or a picture cannot be processed.
public typealias ImagingError = Explained<ImagingErrorCode>

public enum ImagingErrorCode: String, Sendable, Hashable {
  /// The file cannot be opened or read, is not a regular one, or is too long.
  case unreadable
  /// There are no bytes.
  case empty
  /// Not an image of a supported type.
  case notAnImage = "not-an-image"
  /// An unsupported kind of JPEG, PNG or BMP, such as lossless JPEG.
  case unsupported
  /// Bytes are missing at the end.
  case truncated
  /// The file is complete, but inconsistent.
  case damaged
  /// More pixels than the ``ImagingLimit``.
  case tooLarge = "too-large"
  /// A JPEG with far more scans than any photograph, each of which takes time.
  case tooManyScans = "too-many-scans"
  /// A side of 0, or of more than ``Image/maximumSide``.
  case badSize = "bad-size"
  /// A raw frame's bytes do not fit its layout.
  case badLayout = "bad-layout"
  /// A region that is empty, not finite, or outside the image.
  case badRegion = "bad-region"
  /// No quality reaches the requested size.
  case targetTooSmall = "target-too-small"
  /// An invalid quality, note or other encoder option.
  case badOption = "bad-option"
  /// There is not enough memory.
  case outOfMemory = "out-of-memory"
  /// The encoder failed, for the stated reason.
  case notEncoded = "not-encoded"
}

extension ImagingError {
  static func truncated(_ place: String, _ kind: String, bytes: Int) -> ImagingError {
    ImagingError(
      .truncated, place: place,
      reason: "the \(kind) file ends after \(bytes) bytes, before its picture does.",
      remedy: "Copy the whole file again.")
  }

  static func damaged(_ place: String, _ kind: String, _ words: String) -> ImagingError {
    ImagingError(
      .damaged, place: place, reason: "the \(kind) file is damaged: \(words).",
      remedy: "Take a copy that was not changed.")
  }

  static func outOfMemory(_ place: String) -> ImagingError {
    ImagingError(
      .outOfMemory, place: place, reason: "there is not enough memory for it.",
      remedy: "Free memory, or use a smaller image.")
  }
}
