// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The last thing that a capture says. Three different things: it came to its end, it may be tried again, or
/// it failed.
public enum FaceCaptureConclusion: Sendable {
  /// It came to its end. ``CaptureResult/liveness`` is the verdict: live, fake, no decision (a server
  /// decides, or nobody), or unknown in the mode that examines nothing. Each image has it too, and its place,
  /// pose and tracking.
  case verdict(CaptureResult)
  /// Nothing is wrong, and there is no verdict: it may be tried again. With what was kept.
  case retry(FaceCaptureRetry, kept: CaptureResult)
  /// It failed.
  case error(FaceCaptureError)

  /// As a failure in the seed's words: an error, `notLive` for a fake, `timedOut`, `sourceEnded`. `nil` for
  /// any other verdict, and for a capture that was stopped.
  public var failure: FaceCaptureError? {
    switch self {
    case .verdict(let result):
      guard result.liveness == .fake else { return nil }
      return FaceCaptureError(
        .notLive, place: "capture", reason: "the face is probably not that of a person who is there.",
        remedy: "Capture again, without a picture, a screen or a mask.")
    case .retry(.stopped, _): return nil
    case .retry(.timedOut, _):
      return FaceCaptureError(
        .timedOut, place: "capture", reason: "the time was over before there was a verdict.",
        remedy: "Capture again: follow the feedback, or allow more time.")
    case .retry(.sourceEnded, _):
      return FaceCaptureError(
        .sourceEnded, place: "capture", reason: "the recording was over before there was a verdict.",
        remedy: "Take a longer recording.")
    case .error(let error): return error
    }
  }
}

/// Why there is no verdict, though nothing is wrong. The words are stable.
public enum FaceCaptureRetry: String, Sendable, Hashable, Codable, CaseIterable {
  /// ``FaceCaptureHandler/stop()`` came first.
  case stopped
  /// The time was over.
  case timedOut = "timed-out"
  /// The source has ended: of a camera that replays, its recording.
  case sourceEnded = "source-ended"
}

extension CaptureResult {
  /// Of a capture that ended before its first frame.
  static func nothing(_ outcome: CaptureOutcome, in mode: LivenessMode) -> CaptureResult {
    CaptureResult(
      images: [], outcome: outcome, liveness: mode == .none ? .unknown : .noDecision, findings: [], frames: 0,
      dropped: 0, deviceMovement: .cannotTell)
  }
}
