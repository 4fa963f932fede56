// SPDX-License-Identifier: Apache-2.0
public import ImprintLockout
@_exported public import ImprintModel

/// Why a handler cannot capture, or why a capture failed. What a person can do better is feedback, and an
/// attack is a verdict: neither is an error.
public struct FaceCaptureError: ExplainedError, Hashable {
  public let code: FaceCaptureErrorCode
  public let place: String
  public let reason: String
  public let remedy: String
  /// Of `captureIsLocked`: when the lock ends, as a date (its description, by ISO 8601) and as milliseconds
  /// since 1970 UTC.
  public let unlockDateTime: UnlockTime?

  /// What went wrong, roughly.
  public var type: FaceCaptureErrorType { code.type }
  /// Place, reason, remedy and code in one line, for people.
  public var message: String { description }

  public init(_ code: FaceCaptureErrorCode, place: String, reason: String, remedy: String) {
    self.init(code, place: place, reason: reason, remedy: remedy, unlockDateTime: nil)
  }

  /// Another error under a code of ours.
  public init(_ code: FaceCaptureErrorCode, _ error: some ExplainedError) {
    self.init(code, place: error.place, reason: error.reason, remedy: error.remedy)
  }

  init(
    _ code: FaceCaptureErrorCode, place: String, reason: String, remedy: String, unlockDateTime: UnlockTime?
  ) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
    self.unlockDateTime = unlockDateTime
  }
}

/// What went wrong, roughly. The words are stable.
public enum FaceCaptureErrorType: String, Sendable, Hashable, Codable, CaseIterable {
  case timeout
  /// Of captures with a server. No handler of this device has such an error.
  case connectionIssue = "connection-issue"
  /// Likewise.
  case authentication
  /// Likewise.
  case invalidSession = "invalid-session"
  case badCapture = "bad-capture"
  case cancelled
  case invalidLicense = "invalid-license"
  case unknown
  /// Captures are locked.
  case deviceBlocked = "device-blocked"
}

public enum FaceCaptureErrorCode: String, Sendable, Hashable, CaseIterable {
  /// An option is outside its range.
  case badOptions = "bad-options"
  /// Not now: it runs already, or does not run.
  case invalidOperation = "invalid-operation"
  /// The handler was destroyed.
  case destroyed
  /// No licence covers it.
  case license
  /// No plugin of the set captures faces, or none can be opened.
  case notAvailable = "not-available"
  /// The plugin does not have that liveness mode, or needs what the set does not have.
  case modeNotAvailable = "mode-not-available"
  /// Plugin and host are of versions that do not fit.
  case incompatible
  /// A plugin cannot be started: a model or another file of it cannot be read.
  case initialization
  /// There is not enough memory.
  case memory
  /// The camera cannot be opened, is in use, or was unplugged.
  case camera
  /// Too many frames in a row could not be read.
  case frames
  /// A plugin failed or misbehaved.
  case plugin
  /// Too many attempts failed: locked until ``FaceCaptureError/unlockDateTime``.
  case captureIsLocked = "capture-is-locked"
  /// Other captures are at work that might use up all attempts that are left.
  case attemptsTaken = "attempts-taken"
  /// Attempts cannot be counted; so nothing is captured.
  case lockout
  /// It was cancelled.
  case cancelled
  /// Captures are interrupted: ``FaceCaptureHandler/resume()`` comes first.
  case interrupted
  /// The time was over before there was a verdict.
  case timedOut = "timed-out"
  /// The recording was over before there was a verdict.
  case sourceEnded = "source-ended"
  /// The verdict is `fake`.
  case notLive = "not-live"
  /// None of these.
  case unknown

  public var type: FaceCaptureErrorType {
    switch self {
    case .timedOut: .timeout
    case .notLive, .sourceEnded, .frames: .badCapture
    case .cancelled: .cancelled
    case .license: .invalidLicense
    case .captureIsLocked: .deviceBlocked
    case .badOptions, .invalidOperation, .destroyed, .notAvailable, .modeNotAvailable, .incompatible,
      .initialization, .memory, .camera, .plugin, .attemptsTaken, .lockout, .interrupted, .unknown:
      .unknown
    }
  }
}

extension FaceCaptureError {
  static let destroyed = FaceCaptureError(
    .destroyed, place: "capture handler", reason: "it was destroyed.", remedy: "Make a new one.")
  static let alreadyRunning = FaceCaptureError(
    .invalidOperation, place: "capture handler", reason: "a capture runs already.",
    remedy: "Stop or cancel it first.")
  static let notRunning = FaceCaptureError(
    .invalidOperation, place: "capture handler", reason: "no capture runs.", remedy: "Start one first.")
  static let stillOpening = FaceCaptureError(
    .invalidOperation, place: "capture handler", reason: "the camera is still being opened.",
    remedy: "Try it again once the first event has come.")
  static let noMatchAwaited = FaceCaptureError(
    .invalidOperation, place: "capture handler", reason: "no capture waits for the result of a match.",
    remedy: "Name the claimed subject when the capture is started, and tell the result once.")
  static let cancelled = FaceCaptureError(
    .cancelled, place: "capture", reason: "it was cancelled.", remedy: "Nothing was kept; start it again.")

  package static func interrupted(by reason: CaptureInterruption) -> FaceCaptureError {
    FaceCaptureError(
      .interrupted, place: "capture handler", reason: "captures are interrupted (\(reason.rawValue)).",
      remedy: "Call resume() once the screen and the camera are free again.")
  }
}
