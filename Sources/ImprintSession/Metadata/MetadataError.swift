// SPDX-License-Identifier: Apache-2.0

/// Why metadata cannot be sealed or opened. No error says anything of what is in it, or of a private key.
public typealias MetadataError = Explained<MetadataErrorCode>

public enum MetadataErrorCode: String, Sendable, Hashable, CaseIterable {
  /// No key in PEM form, or of a kind that metadata is not sealed to.
  case key
  /// More than is sealed or opened at once.
  case tooLarge = "too-large"
  /// It is not sealed metadata.
  case notMetadata = "not-metadata"
  /// It has a newer version.
  case newer
  /// It is sealed by a suite of algorithms that is not known here.
  case suite
  /// Its lengths do not fit: it was truncated, or something was added.
  case damaged
  /// It is sealed to another key.
  case otherKey = "other-key"
  /// It was changed after it was sealed, or never sealed to this key.
  case doesNotOpen = "does-not-open"
}

extension MetadataError {
  static func damaged(_ place: String, _ reason: String) -> MetadataError {
    MetadataError(.damaged, place: place, reason: reason, remedy: "Have it sent again.")
  }

  /// One error for every reason, so that nobody learns which one it was.
  static func doesNotOpen(_ place: String) -> MetadataError {
    MetadataError(
      .doesNotOpen, place: place, reason: "it does not open with this key: it was changed on its way.",
      remedy: "Have it sent again.")
  }

  static func key(_ reason: String, remedy: String) -> MetadataError {
    MetadataError(.key, place: "key", reason: reason, remedy: remedy)
  }
}
