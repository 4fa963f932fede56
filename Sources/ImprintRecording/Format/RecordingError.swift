// SPDX-License-Identifier: Apache-2.0
internal import Glibc
@_exported public import ImprintModel

/// Why a recording cannot be written, read or replayed.
public typealias RecordingError = Explained<RecordingErrorCode>

public enum RecordingErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The file cannot be made, written or read.
  case file
  /// The file exists already.
  case exists
  /// It is not a recording.
  case notARecording = "not-a-recording"
  /// It was written by a newer Imprint.
  case newer
  /// It is corrupt from the named place on.
  case damaged
  /// The plugin to be recorded was not used.
  case notUsed = "not-used"
  /// This build, or the licence, does not allow it.
  case refused
  /// The plugin of the recording is not installed.
  case noPlugin = "no-plugin"
}

extension RecordingError {
  static func file(_ place: String, _ number: Int32, _ doing: String, remedy: String) -> RecordingError {
    RecordingError(
      .file, place: place, reason: "\(doing) failed: \(String(cString: strerror(number))).", remedy: remedy)
  }

  static func damaged(_ place: String, at offset: Int, _ reason: String) -> RecordingError {
    RecordingError(
      .damaged, place: "\(place), byte \(offset)", reason: reason,
      remedy: "Get the file again from where it was recorded.")
  }
}
