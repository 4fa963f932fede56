// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a capture failed. Advice to the person is not an error but feedback; a time-out is a result.
public typealias CaptureError = Explained<CaptureErrorCode>

public enum CaptureErrorCode: String, Sendable, Hashable {
  /// The capture was cancelled, or the task around it was.
  case cancelled
  /// It was run before; a capture runs once.
  case alreadyRun = "already-run"
  /// The camera cannot be opened, or was unplugged.
  case camera
  /// A plugin failed or misbehaved.
  case plugin
  /// Too many frames in a row could not be read.
  case frames
}

extension CaptureError {
  static let cancelled = CaptureError(
    .cancelled, place: "capture", reason: "it was cancelled.", remedy: "Nothing was kept; start it again.")
}
