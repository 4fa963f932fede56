// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The seed's classes and protocols of captures that have functions or options.
public enum SeedHandlerType: String, SeedName {
  case handler = "FaceCaptureHandler"
  case remoteHandler = "RemoteFaceCaptureHandler"
  case handlerDelegate = "FaceCaptureHandlerDelegate"
  case remoteHandlerDelegate = "RemoteFaceCaptureHandlerDelegate"
  case replayProtocol = "BIOReplayProtocol"
  case passiveVideoProtocol = "BIOPassiveVideoProtocol"
  case options = "FaceCaptureOptions"
  case remoteOptions = "RemoteFaceCaptureOptions"

  public var counterpart: SeedCounterpart {
    switch self {
    case .handler: .swift("FaceCaptureHandler", sdkctl: .command("capture"))
    case .handlerDelegate, .replayProtocol, .passiveVideoProtocol:
      .swift("FaceCaptureHandlerDelegate", sdkctl: .command("capture"))
    case .options: .swift("FaceCaptureHandlerOptions", sdkctl: .command("capture"))
    case .remoteHandler, .remoteHandlerDelegate, .remoteOptions:
      .leftOut("deprecated in the seed; what a server needs is the metadata of any capture")
    }
  }
}

/// What the seed's handler can do.
public enum SeedHandlerCall: String, SeedName {
  case create = "createFaceCaptureHandlerWithOptions:withCompletionHandler:"
  case delegate
  case preview
  case debugSettings
  case start = "startCaptureWithCompletionHandler:"
  case stop = "stopCaptureWithCompletionHandler:"
  case switchCamera = "switchCamera:withError:"
  case setOverlay = "setOverlay:withError:"
  case setOrientation = "setOrientation:withError:"
  case options
  case partialDump = "requestPartialDumpVideoWithError:"
  case captureAttemptsLeft
  case timeToUnlock
  case destroy

  public var counterpart: SeedCounterpart {
    switch self {
    case .create, .delegate: .swift("Faces.captureHandler", sdkctl: .command("capture"))
    case .preview:
      .swift(
        "FaceCaptureHandler.setPreview", "FaceCaptureHandlerEvent.preview", sdkctl: .option("--previews"))
    case .debugSettings: .swift("FaceCaptureHandlerOptions.camera", sdkctl: .option("--camera"))
    case .start: .swift("FaceCaptureHandler.start", sdkctl: .command("capture"))
    case .stop:
      .swift("FaceCaptureHandler.stop", sdkctl: .swiftOnly("a command that is interrupted keeps nothing"))
    case .switchCamera:
      .swift("FaceCaptureHandler.switchCamera", sdkctl: .swiftOnly("a command has one camera"))
    case .setOverlay:
      .swift("FaceCaptureHandler.setOverlay", sdkctl: .swiftOnly("a command's options do not change"))
    case .setOrientation:
      .swift("FaceCaptureHandler.setOrientation", sdkctl: .swiftOnly("a command's options do not change"))
    case .options:
      .swift("FaceCaptureHandler.options", sdkctl: .field("session.options", of: "session show"))
    case .partialDump: .swift("FaceCaptureHandler.dumpLastSeconds", sdkctl: .option("--last"))
    case .captureAttemptsLeft:
      .swift(
        "FaceCaptureHandler.captureAttemptsLeft",
        sdkctl: .field("device.attemptsLeft", of: "lockout show"))
    case .timeToUnlock:
      .swift(
        "FaceCaptureHandler.timeToUnlock", sdkctl: .field("device.secondsToUnlock", of: "lockout show"))
    case .destroy:
      .swift("FaceCaptureHandler.destroy", sdkctl: .swiftOnly("a command's end releases all"))
    }
  }
}

/// What the seed's handler calls: its events.
public enum SeedDelegateCall: String, SeedName {
  case finished = "captureFinishedWithImages:withBiometrics:withError:"
  case finishedWithError = "captureFinishedWithError:"
  case finishedWithMetadata = "captureFinishedWithEncryptedMetadata:withFaceImage:"
  case info = "receiveBioCaptureInfo:withError:"
  case target = "receiveCr2DTargetInfo:atIndex:outOf:withError:"
  case challenge = "receiveCr2DChallengeInfo:withError:"
  case tracking = "receiveFaceTrackingInfo:"
  case replayFinished = "replayDidFinishRecording"
  case preparationStarted = "passiveVideoPreparationDidStart"
  case preparationEnded = "passiveVideoPreparationDidEnd"
  case overlay = "passiveVideoOverlayDidUpdate:andPosition:orError:"
  case progress = "passiveVideoProgressDidUpdate:orError:"

  public var counterpart: SeedCounterpart {
    switch self {
    case .finished:
      .swift(
        "FaceCaptureHandlerDelegate.captureFinished", "FaceCaptureHandlerEvent.finished",
        sdkctl: .field("outcome"))
    case .finishedWithError: .swift("FaceCaptureConclusion.error", sdkctl: .field("error.code"))
    case .finishedWithMetadata:
      .swift(
        "FaceCaptureHandlerDelegate.captureRecorded", "FaceCaptureHandlerEvent.recorded",
        sdkctl: .option("--server-key"))
    case .info:
      .swift(
        "FaceCaptureHandlerDelegate.captureAdvised", "CaptureEvent.feedback",
        "FaceCaptureHandlerDelegate.captureChallenged", "CaptureEvent.challenge",
        sdkctl: .line("feedback: …"))
    case .target: .event("target", "captureShowed", .line("target: …"))
    case .challenge: .event("pointer", "capturePointed", .event("pointer"))
    case .tracking: .event("tracking", "captureTracked", .event("tracking"))
    case .replayFinished: .event("sourceEnded", "captureSourceEnded", .line("the source has ended"))
    case .preparationStarted: .preparation(.started)
    case .preparationEnded: .preparation(.finished)
    case .overlay: .event("oval", "captureShowed", .event("oval"))
    case .progress: .event("progress", "captureProgressed", .line("progress: …"))
    }
  }
}

extension SeedCounterpart {
  /// A call-back, and the event that says the same.
  fileprivate static func event(
    _ event: String, _ call: String, _ command: SeedCommand
  ) -> SeedCounterpart {
    .swift("FaceCaptureHandlerDelegate.\(call)", "CaptureEvent.\(event)", sdkctl: command)
  }

  static func preparation(_ preparation: CapturePreparation) -> SeedCounterpart {
    .value(preparation, sdkctl: .line("preparation: \(preparation.rawValue)"))
  }
}
