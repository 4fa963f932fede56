// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a capture could not go on. What a person should do differently is not an error but feedback; a
/// capture that ran out of time is a result.
public struct CaptureError: ExplainedError {
  public enum Code: String, Sendable, Hashable {
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

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  public init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  static let cancelled = CaptureError(
    .cancelled, place: "capture", reason: "it was cancelled.", remedy: "Nothing was kept; start it again.")
}
