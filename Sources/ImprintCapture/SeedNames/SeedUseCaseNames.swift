// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The seed's names of use cases, of their delegates and of what those are given.
public enum SeedUseCaseName: String, SeedName {
  case useCase = "FaceCaptureUseCase"
  case remoteUseCase = "FaceRemoteCaptureUseCase"
  case sessionId
  case environmentInfo
  case accessToken = "AccessToken"
  case delegates = "RemoteCaptureDelegates"
  case feedback = "FaceFeedbackDelegate"
  case tracking = "FaceTrackingDelegate"
  case active = "LivenessActiveDelegate"
  case step = "StepInfoDelegate"
  case passiveVideo = "PassiveVideoDelegate"
  case liveness = "CaptureLivenessDelegate"
  case result = "CaptureResultDelegate"
  case processing = "LivenessProcessingDelegate"
  case view = "FaceCaptureView"
  case uiSettings = "UISettings"
  case passiveVideoCaptureSettings = "UISettings.passiveVideoCaptureSettings"
  case passiveCaptureSettings = "UISettings.passiveCaptureSettings"
  case livenessActiveCaptureSettings = "UISettings.livenessActiveCaptureSettings"
  case feedbackValue = "FaceCaptureFeedback"
  case trackingInfo = "FaceTrackingInfo"
  case pointerInfo = "PointerInfo"
  case targetInfo = "TargetInfo"
  case stepInfo = "StepInfo"
  case ovalOverlay = "OvalOverlay"
  case livenessValue = "Liveness"
  case captureResult = "FaceCaptureResult"
  case captureError = "FaceCaptureError"

  public var counterpart: SeedCounterpart {
    switch self {
    case .useCase: .swift("FaceCaptureUseCase", sdkctl: .command("capture"))
    case .remoteUseCase, .sessionId, .environmentInfo, .accessToken:
      .leftOut("no capture here is made with a server; the application sends the sealed metadata")
    case .delegates: .swift("FaceCaptureDelegates", sdkctl: .command("capture"))
    case .feedback: .swift("FaceFeedbackDelegate", sdkctl: .line("feedback: …"))
    case .tracking: .swift("FaceTrackingDelegate", sdkctl: .event("tracking"))
    case .active: .swift("LivenessActiveDelegate", sdkctl: .line("target: …"))
    case .step: .swift("StepInfoDelegate", sdkctl: .line("step: …"))
    case .passiveVideo: .swift("PassiveVideoDelegate", sdkctl: .line("preparation: …"))
    case .liveness: .swift("CaptureLivenessDelegate", sdkctl: .line("liveness: …"))
    case .result: .swift("CaptureResultDelegate", sdkctl: .field("outcome"))
    case .processing: .leftOut("nothing is sent by this library, so there is no progress of it")
    case .view: .swift("FacePreviewDelegate", sdkctl: .option("--previews"))
    case .uiSettings, .passiveVideoCaptureSettings, .passiveCaptureSettings,
      .livenessActiveCaptureSettings:
      .leftOut("nothing is drawn by this library")
    case .feedbackValue: .swift("CaptureFeedback", sdkctl: .line("feedback: …"))
    case .trackingInfo: .swift("FaceTrackingInformation", sdkctl: .event("tracking"))
    case .pointerInfo: .swift("Cr2dPointerInfo", sdkctl: .event("pointer"))
    case .targetInfo: .swift("Cr2dTargetInfo", sdkctl: .line("target: …"))
    case .stepInfo: .swift("CaptureStep", sdkctl: .line("step: …"))
    case .ovalOverlay: .swift("OvalOverlay", sdkctl: .event("oval"))
    case .livenessValue: .swift("LivenessMode", sdkctl: .line("liveness: …"))
    case .captureResult: .swift("FaceCaptureConclusion", sdkctl: .field("outcome"))
    case .captureError: .swift("FaceCaptureError", sdkctl: .field("error.code"))
    }
  }
}

/// What the seed's use cases can do, and what they call.
public enum SeedUseCaseCall: String, SeedName {
  case setup = "FaceCaptureView.setup"
  case start = "FaceCaptureView.start"
  case cancel = "FaceCaptureView.cancel"
  case feedback = "captureInfoReceived(feedback:)"
  case tracking = "captureInfoReceived(trackingData:)"
  case pointerUpdated
  case targetUpdated
  case targetsNumberReceived
  case step = "captureInfoReceived(stepInfo:)"
  case preparationStarted
  case preparationFinished
  case overlayDidUpdate
  case progressDidUpdate
  case captureLiveness
  case captureDidFinish
  case livenessMetadataUploadDidUpdate

  public var counterpart: SeedCounterpart {
    switch self {
    case .setup: .swift("Faces.captureUseCase", sdkctl: .command("capture"))
    case .start: .swift("FaceCaptureUseCase.start", sdkctl: .command("capture"))
    case .cancel:
      .swift("FaceCaptureUseCase.cancel", sdkctl: .swiftOnly("a command that is interrupted cancels"))
    case .feedback:
      .swift("FaceFeedbackDelegate.captureInfoReceived", sdkctl: .line("feedback: …"))
    case .tracking: .swift("FaceTrackingDelegate.captureInfoReceived", sdkctl: .event("tracking"))
    case .pointerUpdated: .swift("LivenessActiveDelegate.pointerUpdated", sdkctl: .event("pointer"))
    case .targetUpdated: .swift("LivenessActiveDelegate.targetUpdated", sdkctl: .line("target: …"))
    case .targetsNumberReceived:
      .swift("LivenessActiveDelegate.targetsNumberReceived", sdkctl: .line("target: …"))
    case .step: .swift("StepInfoDelegate.captureInfoReceived", "CaptureEvent.step", sdkctl: .line("step: …"))
    case .preparationStarted:
      .swift(
        "PassiveVideoDelegate.preparationStarted", "CaptureEvent.preparation",
        sdkctl: .line("preparation: started"))
    case .preparationFinished:
      .swift(
        "PassiveVideoDelegate.preparationFinished", "CaptureEvent.preparation",
        sdkctl: .line("preparation: finished"))
    case .overlayDidUpdate: .swift("PassiveVideoDelegate.overlayDidUpdate", sdkctl: .event("oval"))
    case .progressDidUpdate:
      .swift("PassiveVideoDelegate.progressDidUpdate", sdkctl: .line("progress: …"))
    case .captureLiveness:
      .swift("CaptureLivenessDelegate.captureLiveness", "CaptureEvent.mode", sdkctl: .line("liveness: …"))
    case .captureDidFinish: .swift("CaptureResultDelegate.captureDidFinish", sdkctl: .field("outcome"))
    case .livenessMetadataUploadDidUpdate:
      .leftOut("nothing is sent by this library, so there is no progress of it")
    }
  }
}

/// The values that the seed's delegates are given, as far as it names them.
public enum SeedUseCaseValue: String, SeedName {
  case faceInfoComeBackField
  case faceInfoCenterMoveForwards
  case captureStarted = "StepInfo.captureStarted"
  case preparingLiveness = "StepInfo.preparingLiveness"
  case active = "Liveness.active"
  case passive = "Liveness.passive"
  case passiveVideo = "Liveness.passiveVideo"

  public var counterpart: SeedCounterpart {
    switch self {
    case .faceInfoComeBackField: .feedback(.comeBack)
    case .faceInfoCenterMoveForwards: .feedback(.moveForwards)
    case .captureStarted: .value(CaptureStep.preparing, sdkctl: .line("step: preparing"))
    // Nothing is asked of the person any more, as when the seed sends what it has.
    case .preparingLiveness: .value(CaptureStep.judging, sdkctl: .line("step: judging"))
    case .active: .value(LivenessMode.active, sdkctl: .line("liveness: active"))
    case .passive: .value(LivenessMode.passive, sdkctl: .line("liveness: passive"))
    case .passiveVideo: .value(LivenessMode.passiveVideo, sdkctl: .line("liveness: passive-video"))
    }
  }
}
