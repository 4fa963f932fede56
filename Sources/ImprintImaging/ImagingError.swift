// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why bytes are not a picture, or a picture cannot be made as asked.
public typealias ImagingError = Explained<ImagingErrorCode>

public enum ImagingErrorCode: String, Sendable, Hashable {
  /// The file cannot be opened or read, is not a regular one, or is too long.
  case unreadable
  /// There are no bytes at all.
  case empty
  /// Something else than a picture this module reads.
  case notAnImage = "not-an-image"
  /// A JPEG, PNG or BMP of a kind that is not read, such as lossless JPEG.
  case unsupported
  /// Bytes are missing at the end.
  case truncated
  /// All bytes are there, and they contradict each other.
  case damaged
  /// More pixels than the ``ImagingLimit``.
  case tooLarge = "too-large"
  /// A JPEG that is told in far more scans than any photograph, each of which takes time.
  case tooManyScans = "too-many-scans"
  /// A side of 0, or of more than ``Image/maximumSide``.
  case badSize = "bad-size"
  /// A raw frame's bytes do not fit its layout.
  case badLayout = "bad-layout"
  /// A region that is empty, not finite, or beside the image.
  case badRegion = "bad-region"
  /// No quality gives as few bytes as were asked for.
  case targetTooSmall = "target-too-small"
  /// A quality, note or other value that an encoder does not take.
  case badOption = "bad-option"
  /// There is not enough memory.
  case outOfMemory = "out-of-memory"
  /// The encoder refused, for the reason stated.
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
