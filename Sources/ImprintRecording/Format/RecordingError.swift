// SPDX-License-Identifier: Apache-2.0
internal import Glibc
@_exported public import ImprintModel

/// Why a recording cannot be written, read or replayed.
public typealias RecordingError = Explained<RecordingErrorCode>

public enum RecordingErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The file cannot be made, written or read.
  case file
  /// There is something of that name already.
  case exists
  /// It is no recording.
  case notARecording = "not-a-recording"
  /// A newer Imprint has written it.
  case newer
  /// It is not what was written; before the place that is named it is.
  case damaged
  /// The plugin that was to be recorded was not used.
  case notUsed = "not-used"
  /// This build, or the licence, does not allow it.
  case refused
  /// The plugin of the recording is not here.
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
