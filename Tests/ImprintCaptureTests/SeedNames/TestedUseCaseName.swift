// SPDX-License-Identifier: Apache-2.0
import Imprint

// The tests of use cases, as those of `TestedName.swift`.

private let leftOut = "SeedNamesTests.whatIsLeftOutSaysWhy"
private let each = "UseCaseTests.eachDelegateHearsWhatItIsFor"
private let video = "UseCaseTests.aPassiveVideoTellsItsPreparationAndItsOval"
private let progress = "UseCaseTests.progressOfAPassiveVideoIsTold"

extension SeedUseCaseName: TestedName {
  var test: String {
    switch self {
    case .remoteUseCase, .sessionId, .environmentInfo, .accessToken, .processing, .uiSettings,
      .passiveVideoCaptureSettings, .passiveCaptureSettings, .livenessActiveCaptureSettings:
      leftOut
    case .useCase, .feedback, .tracking, .active, .step, .liveness, .result, .feedbackValue, .trackingInfo,
      .targetInfo, .stepInfo, .livenessValue, .captureResult:
      each
    case .delegates: "UseCaseTests.whatNobodyListensToIsNotNeeded"
    case .passiveVideo, .ovalOverlay: video
    case .pointerInfo: "UseCaseTests.thePointerIsTold"
    case .view: "UseCaseTests.previewsComeToTheirDelegate"
    case .captureError: "HandlerErrorTests.theMessageSaysAllOfIt"
    }
  }
}

extension SeedUseCaseCall: TestedName {
  var test: String {
    switch self {
    case .livenessMetadataUploadDidUpdate: leftOut
    case .setup, .start, .feedback, .tracking, .targetUpdated, .targetsNumberReceived, .step,
      .captureLiveness,
      .captureDidFinish:
      each
    case .cancel: "UseCaseTests.oneThatIsCancelledSaysSo"
    case .pointerUpdated: "UseCaseTests.thePointerIsTold"
    case .preparationStarted, .preparationFinished, .overlayDidUpdate: video
    case .progressDidUpdate: progress
    }
  }
}

extension SeedUseCaseValue: TestedName {
  var test: String {
    switch self {
    case .faceInfoComeBackField, .faceInfoCenterMoveForwards:
      "HandlerWordsTests.eachFeedbackComesUnderItsOwnName"
    case .captureStarted, .preparingLiveness: "HandlerWordsTests.eachStepComesUnderItsOwnName"
    case .active, .passive, .passiveVideo: "HandlerOptionsTests.modesLevelsAndChallengesReachThePlugin"
    }
  }
}
