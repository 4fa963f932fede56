// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel
internal import ImprintRuntime

/// Why an operation with fingers cannot begin, or failed. What a person can do better is feedback, and a
/// finger that does not match is a verdict: neither is an error.
public typealias FingerCaptureError = Explained<FingerCaptureErrorCode>

/// The words are stable.
public enum FingerCaptureErrorCode: String, Sendable, Hashable, CaseIterable {
  /// An option is outside its range.
  case badOptions = "bad-options"
  /// Not now: it runs already, or does not run.
  case invalidOperation = "invalid-operation"
  /// The handler was destroyed.
  case destroyed
  /// No licence covers it.
  case license
  /// No plugin of the set does it, or none can be opened.
  case notAvailable = "not-available"
  /// Another operation has the reader, here or in another program.
  case readerBusy = "reader-busy"
  /// There is no such reader, it gives no images, or it was unplugged.
  case readerNotAvailable = "reader-not-available"
  /// The reader failed, or this user may not use it.
  case reader
  /// A plugin failed or misbehaved.
  case plugin
  /// It was cancelled.
  case cancelled
  /// Captures are interrupted: ``FingerCaptureHandler/resume()`` comes first.
  case interrupted
  /// It was stopped before there was a result.
  case stopped
  /// The time was over before there was a result.
  case timedOut = "timed-out"
  /// The recording was over before there was a result.
  case sourceEnded = "source-ended"
  /// The reader says that the finger is an attack, or not that it is live where that is required.
  case notAlive = "not-alive"
  /// A capture was asked for what is no finger and no hand.
  case wrongBiometricLocation = "wrong-biometric-location"
  /// A finger was pressed, and never well enough.
  case badCaptureFingers = "bad-capture-fingers"
  /// Some fingers of a hand were not captured, or one was pressed twice.
  case badCaptureHand = "bad-capture-hand"
  /// No template can be made.
  case extraction
  /// Templates cannot be compared.
  case comparison
  /// The verifier does not take the type of template that is asked for.
  case otherTemplateType = "other-template-type"
  /// No finger of that person, or none that was asked for, is enrolled in that type.
  case notEnrolled = "not-enrolled"
  /// What is enrolled may be changed by the enrolled user alone, after a verification.
  case notVerified = "not-verified"
  /// It is the last finger of the user, and was not named as that.
  case lastFinger = "last-finger"
  /// What was pressed seems to be of another person than what is enrolled of the user.
  case otherPerson = "other-person"
  /// The store failed.
  case store
  /// None of these.
  case unknown
}

extension FingerCaptureError {
  /// Any error, under a code of ours.
  /// - Parameter code: where it has none of ours.
  public init(_ error: any Error, _ code: FingerCaptureErrorCode = .unknown) {
    switch error {
    case let error as FingerCaptureError: self = error
    case let error as PluginCallError: self.init(FingerCaptureErrorCode(error.code, code), error)
    case let error as PluginError: self.init(error.code == .notEntitled ? .license : .notAvailable, error)
    case is CancellationError: self = .cancelled
    case let error as any ExplainedError: self.init(code, error)
    default:
      self.init(
        code, place: "fingers", reason: "\(error)", remedy: "Report this to whoever made what failed.")
    }
  }

  init(_ retry: FingerRetry) {
    switch retry {
    case .stopped:
      self.init(
        .stopped, place: "fingers", reason: "it was stopped before there was a result.",
        remedy: "Start it again.")
    case .timedOut:
      self.init(
        .timedOut, place: "fingers", reason: "the time was over before there was a result.",
        remedy: "Try again: follow the feedback, or allow more time.")
    case .badQuality:
      self.init(
        .badCaptureFingers, place: "fingers", reason: "no press was good enough before the end.",
        remedy: "Clean finger and sensor, and follow the feedback; or ask for a lower quality or area.")
    case .sourceEnded:
      self.init(
        .sourceEnded, place: "fingers", reason: "the recording was over before there was a result.",
        remedy: "Take a longer recording.")
    }
  }

  static let cancelled = FingerCaptureError(
    .cancelled, place: "fingers", reason: "it was cancelled.", remedy: "Nothing was kept; start it again.")

  static let notAlive = FingerCaptureError(
    .notAlive, place: "fingers", reason: "the reader does not say that this is a live finger.",
    remedy: "Use a finger of a person who is there, on a reader that judges liveness where that is required.")

  static func option(_ name: String, _ reason: String, _ remedy: String) -> FingerCaptureError {
    FingerCaptureError(.badOptions, place: name, reason: reason, remedy: remedy)
  }

  static func location(_ site: BodySite) -> FingerCaptureError {
    FingerCaptureError(
      .wrongBiometricLocation, place: "site", reason: "\(site.name) is not what is asked for here.",
      remedy: "Give one of the ten fingers or unknown; a capture takes a hand too.")
  }
}

extension FingerCaptureErrorCode {
  /// What a reader, an extractor or a matcher answers.
  init(_ code: PluginCallError.Code, _ other: FingerCaptureErrorCode) {
    self =
      switch code {
      case .busy: .readerBusy
      case .deviceGone, .deviceMissing: .readerNotAvailable
      case .deviceDenied, .deviceFailed, .otherDevice, .service: .reader
      case .entitlement, .otherEntitlement: .license
      case .cancelled: .cancelled
      case .timeout, .shortBuffer, .otherRetry, .argument, .state, .unsupported, .otherRefused, .sample,
        .noSubject, .quality, .manySubjects, .otherCannotAcquire, .templatesDisagree, .otherCannotEnrol,
        .templateFormat, .templateVersion, .templateDamaged, .graphForeign, .graphVersion, .graphDamaged,
        .graphSymbol, .graphTooLarge, .abi, .ability, .otherIncompatible, .cardMissing, .cardMute, .cardReset,
        .memory, .model, .file, .otherResource, .internalDefect, .end, .otherOutcome,
        .workerEnded, .workerTimeout, .workerRefused:
        other == .unknown ? .plugin : other
      }
  }
}
