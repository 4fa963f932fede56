// SPDX-License-Identifier: Apache-2.0
public import ImprintLockout
public import ImprintModel

/// Why an enrolment or a verification cannot be made, or failed. What a person can do better is feedback or a
/// retry, and a person who is not the one they claim to be is a verdict: neither is an error.
public struct FaceFlowError: ExplainedError, Hashable {
  public let code: FaceFlowErrorCode
  public let place: String
  public let reason: String
  public let remedy: String
  /// Of `captureIsLocked`: when the lock ends.
  public let unlockDateTime: UnlockTime?

  public init(
    _ code: FaceFlowErrorCode, place: String, reason: String, remedy: String,
    unlockDateTime: UnlockTime? = nil
  ) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
    self.unlockDateTime = unlockDateTime
  }

  /// Another error under a code of ours.
  init(_ code: FaceFlowErrorCode, _ error: some ExplainedError) {
    self.init(code, place: error.place, reason: error.reason, remedy: error.remedy)
  }
}

/// The words are stable.
public enum FaceFlowErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The first requirement: no camera was named, and none is there.
  case noCamera = "no-camera"
  /// The first requirement: the set of plugins cannot capture or recognize faces, or not in that mode.
  case notSupported = "not-supported"
  /// The second: no licence covers it.
  case notLicensed = "not-licensed"
  /// The third: a plugin cannot be started.
  case notInitialized = "not-initialized"
  /// The fourth, of a verification: no face of that person is enrolled.
  case notConfigured = "not-configured"
  /// A setting is outside its range.
  case badSettings = "bad-settings"
  /// Not now: it runs already, or does not run.
  case invalidOperation = "invalid-operation"
  /// The frame is not, or no longer, the one that is offered.
  case frameNotOffered = "frame-not-offered"
  /// An enrolment cannot be completed before a frame was extracted.
  case nothingAdded = "nothing-added"
  /// The camera cannot be opened, is in use, was unplugged, or gives frames that cannot be read.
  case camera
  /// A plugin failed or misbehaved.
  case plugin
  /// Too many attempts failed: locked until ``FaceFlowError/unlockDateTime``.
  case captureIsLocked = "capture-is-locked"
  /// Attempts cannot be counted; so nothing is captured.
  case lockout
  /// Captures are interrupted.
  case interrupted
  /// It was cancelled.
  case cancelled
  /// No template can be made of the image that was captured.
  case extraction
  /// The templates cannot be compared.
  case comparison
  /// None of these.
  case unknown
}

extension FaceFlowErrorCode {
  init(_ code: FaceCaptureErrorCode) {
    self =
      switch code {
      case .badOptions: .badSettings
      case .invalidOperation, .destroyed: .invalidOperation
      case .license: .notLicensed
      case .notAvailable, .modeNotAvailable: .notSupported
      case .incompatible, .initialization, .memory: .notInitialized
      case .camera, .frames, .sourceEnded: .camera
      case .plugin: .plugin
      case .captureIsLocked: .captureIsLocked
      case .attemptsTaken, .lockout: .lockout
      case .cancelled: .cancelled
      case .interrupted: .interrupted
      // As errors of a capture these do not occur: they are retries and verdicts.
      case .timedOut, .notLive, .unknown: .unknown
      }
  }
}

extension FaceFlowError {
  /// Why a capture cannot begin, or failed.
  init(_ error: FaceCaptureError) {
    self.init(
      FaceFlowErrorCode(error.code), place: error.place, reason: error.reason, remedy: error.remedy,
      unlockDateTime: error.unlockDateTime)
  }

  /// Any error, under a code where it has none of ours.
  init(_ code: FaceFlowErrorCode, from error: any Error) {
    switch error {
    case let error as FaceFlowError: self = error
    case let error as any ExplainedError: self.init(code, error)
    case is CancellationError: self = .cancelled
    default:
      self.init(
        code, place: "faces", reason: "\(error)", remedy: "Report this to whoever made what failed.")
    }
  }

  static let cancelled = FaceFlowError(
    .cancelled, place: "faces", reason: "it was cancelled.", remedy: "Nothing was kept; start it again.")

  static func setting(_ name: String, _ reason: String, _ remedy: String) -> FaceFlowError {
    FaceFlowError(.badSettings, place: name, reason: reason, remedy: remedy)
  }

  static func alreadyRunning(_ what: String) -> FaceFlowError {
    FaceFlowError(
      .invalidOperation, place: what, reason: "it runs already.", remedy: "Cancel it, or wait for its end.")
  }

  static func notRunning(_ what: String) -> FaceFlowError {
    FaceFlowError(.invalidOperation, place: what, reason: "it does not run.", remedy: "Start it first.")
  }
}
