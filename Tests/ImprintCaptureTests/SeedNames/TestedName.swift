// SPDX-License-Identifier: Apache-2.0
import Imprint

/// A name of a seed with the test that shows what it does here, as `Suite.test`. A name without one does not
/// compile.
protocol TestedName: SeedName {
  var test: String { get }
}

/// Of what is left out: the reason is all there is to see.
private let leftOut = "SeedNamesTests.whatIsLeftOutSaysWhy"

extension SeedHandlerType: TestedName {
  var test: String {
    switch self {
    case .handler: "HandlerEndTests.theConclusionIsTheLastEventAndTheOnlyOne"
    case .handlerDelegate: "HandlerEndTests.delegateAndSequenceAgree"
    case .replayProtocol: "DelegateTests.theDelegateGetsEverythingInOrderAndTheResultLast"
    case .passiveVideoProtocol: "HandlerWordsTests.eachPreparationComesUnderItsOwnName"
    case .options: "HandlerOptionsTests.optionsHaveTheDefaultsOfTheSeed"
    case .remoteHandler, .remoteHandlerDelegate, .remoteOptions: leftOut
    }
  }
}

extension SeedHandlerCall: TestedName {
  var test: String {
    switch self {
    case .create: "HandlerOptionsTests.aNumberOfAttemptsOutOfItsRangeIsRefused"
    case .delegate: "HandlerEndTests.aDelegateMayCallTheHandler"
    case .preview: "HandlerPreviewTests.withoutPreviewsNoneComes"
    case .debugSettings: "PaceTests.aReplayedSourceGivesTheSameAtBothPaces"
    case .start: "HandlerEndTests.oneCaptureRunsAtATimeAndNoneIsStoppedThatDoesNotRun"
    case .stop: "HandlerEndTests.stoppingReturnsWhatIsKeptAndCountsNothing"
    case .switchCamera: "HandlerEndTests.anotherCameraBeginsAnewWithTheSameAttempt"
    case .setOverlay, .setOrientation, .options:
      "HandlerPreviewTests.overlayAndOrientationAndPreviewChangeWhileItRuns"
    case .partialDump: "HandlerRecordingTests.lastSecondsAreWrittenWhenTheyAreAskedFor"
    case .captureAttemptsLeft: "HandlerLockoutTests.whatAPluginJudgedCounts"
    case .timeToUnlock: "HandlerLockoutTests.fiveFakesLockForAMinuteAndStartingThenFailsWithTheDate"
    case .destroy: "HandlerEndTests.oneThatIsDestroyedEndsAndStartsNothingMore"
    }
  }
}

extension SeedDelegateCall: TestedName {
  var test: String {
    switch self {
    case .finished: "HandlerEndTests.delegateAndSequenceAgree"
    case .finishedWithError: "DelegateTests.theDelegateGetsAFailureLast"
    case .finishedWithMetadata: "CaptureMetadataTests.theServerOpensItAndHasReturnedFramesAlone"
    case .info: "HandlerWordsTests.eachFeedbackComesUnderItsOwnName"
    case .target, .challenge: "HandlerWordsTests.aChallengeIsToldWhole"
    case .tracking: "HandlerWordsTests.whereTheFaceIsIsTold"
    case .replayFinished: "DelegateTests.theDelegateGetsEverythingInOrderAndTheResultLast"
    case .preparationStarted, .preparationEnded: "HandlerWordsTests.eachPreparationComesUnderItsOwnName"
    case .overlay: "UseCaseTests.aPassiveVideoTellsItsPreparationAndItsOval"
    case .progress: "UseCaseTests.progressOfAPassiveVideoIsTold"
    }
  }
}

extension SeedCaptureOption: TestedName {
  var test: String {
    switch self {
    case .livenessMode, .securityLevel, .cr2dMode, .challengeIntervalDelay, .captureTimeout:
      "HandlerOptionsTests.whatIsSetByTheSeedsNamesIsWhatTheCaptureIsAskedFor"
    case .maxCapturesBeforeDelay: "HandlerLockoutTests.minusOneNeverLocksAndTouchesNoFile"
    case .timeCaptureDelayArray: "HandlerLockoutTests.eachLockTakesTheNextDelayAndTheLastRepeats"
    case .camera: "HandlerEndTests.whereNothingRunsTheNextCaptureHasTheOtherCamera"
    case .torch: leftOut
    case .overlay: "HandlerPreviewTests.anOverlayHasWhatIsToBeDrawnInPixelsOfThePreview"
    case .logLevel, .dumpFileEnable, .dumpFileFolder: "HandlerLogTests.aCaptureLogsFromItsLevelOn"
    case .orientation: "HandlerOrientationTests.eachOrientationTurnsTheFrameUpright"
    case .previewColorspace: "PreviewColorspaceTests.eachShowsThePictureInItsOwnWay"
    case .dumpMetadataEnable, .dumpMetadataFolder:
      "HandlerRecordingTests.metadataIsSealedIntoAFileWithoutTheFeatureForRecordings"
    case .videoRecordEnable, .videoRecordFolder, .videoRecordingOptions, .recordingEnabled:
      "HandlerRecordingTests.eachCaptureHasASessionOfItsOwnThatReplays"
    case .partialDumpVideoRecordEnable, .partialDumpVideoRecordFolder:
      "HandlerRecordingTests.lastSecondsMayBeWrittenAtTheEndAndRedacted"
    case .rtvFilePath: "PaceTests.aReplayedSourceGivesTheSameAtBothPaces"
    }
  }
}

extension SeedHandlerError: TestedName {
  var test: String {
    switch self {
    case .success, .parameterUnknown, .parameterNotFound, .typeMismatch, .parameterWrongType,
      .parameterNotSet:
      leftOut
    case .parameters: "HandlerOptionsTests.aNumberOfAttemptsOutOfItsRangeIsRefused"
    case .parameterSize: "HandlerOptionsTests.anOptionThatTheCaptureRefusesIsSaidAtItsStart"
    case .memalloc, .initialization, .graphInitialisationFailed, .profileNotAvailable,
      .subprofileNotAvailable, .license, .incompatibleAPIVersion, .cameraError:
      "HandlerErrorTests.whatKeepsACameraFromOpeningHasACodeOfItsOwn"
    case .applicationNotAvailable, .unknown:
      "HandlerErrorTests.whatKeepsACaptureFromBeginningHasACodeOfItsOwn"
    case .invalidHandle: "HandlerEndTests.oneThatIsDestroyedEndsAndStartsNothingMore"
    case .invalidOperation: "HandlerEndTests.oneCaptureRunsAtATimeAndNoneIsStoppedThatDoesNotRun"
    case .captureIsLocked: "HandlerLockoutTests.fiveFakesLockForAMinuteAndStartingThenFailsWithTheDate"
    }
  }
}

extension SeedCapturingError: TestedName {
  var test: String {
    switch self {
    case .unknown:
      "HandlerLockoutTests.aCameraThatIsLostCountsNothingAndAPluginThatFailsAfterItsChallengeDoes"
    case .captureTimeout: "HandlerErrorTests.aTimeOutIsARetryAndAsAFailureAnError"
    case .notAlive: "HandlerLockoutTests.fiveFakesLockForAMinuteAndStartingThenFailsWithTheDate"
    case .imageBuffer: "HandlerErrorTests.framesThatCannotBeReadEndACapture"
    case .wrongBiometricLocation, .badCaptureFingers, .badCaptureHand: leftOut
    }
  }
}

extension SeedErrorType: TestedName {
  var test: String {
    switch self {
    case .timeout, .connectionIssue, .authentication, .invalidSession, .badCapture, .cancelled,
      .invalidLicense, .unknown, .deviceBlocked:
      "HandlerErrorTests.eachCodeHasTheTypeThatTheSeedGivesIt"
    }
  }
}

extension SeedErrorField: TestedName {
  var test: String {
    switch self {
    case .type, .code: "HandlerLockoutTests.whatCannotBeOpenedCountsNothing"
    case .message: "HandlerErrorTests.theMessageSaysAllOfIt"
    case .unlockDateTime, .lockedUntil:
      "HandlerLockoutTests.fiveFakesLockForAMinuteAndStartingThenFailsWithTheDate"
    }
  }
}

extension SeedLivenessMode: TestedName {
  var test: String {
    switch self {
    case .passiveVideo, .passive, .active, .noLiveness, .videoPassive, .livenessActive, .livenessPassive,
      .livenessPassiveVideo, .modeNoLiveness:
      "HandlerOptionsTests.modesLevelsAndChallengesReachThePlugin"
    case .high, .livenessLow: leftOut
    }
  }
}

extension SeedSecurityLevel: TestedName {
  var test: String {
    switch self {
    case .low, .medium, .high: "HandlerOptionsTests.modesLevelsAndChallengesReachThePlugin"
    }
  }
}

extension SeedCr2dMode: TestedName {
  var test: String {
    switch self {
    case .base, .random, .fixedTarget, .path, .training:
      "HandlerOptionsTests.modesLevelsAndChallengesReachThePlugin"
    }
  }
}

extension SeedLivenessStatus: TestedName {
  var test: String {
    switch self {
    case .fake, .live, .noDecision, .unknown: "HandlerWordsTests.eachVerdictIsTheResults"
    }
  }
}

extension SeedCapturingInfo: TestedName {
  var test: String {
    switch self {
    case .undefined, .getOutField, .centerLookFrontOfCamera, .timeOut, .unsuccessfulAttempt: leftOut
    case .turnLeftRight: "HandlerWordsTests.eachActionComesUnderItsOwnName"
    case .comeBackField, .turnLeft, .turnRight, .centerTurnLeft, .centerTurnRight, .centerRotateDown,
      .centerRotateUp, .centerTiltLeft, .centerTiltRight, .centerMoveForwards, .centerMoveBackwards,
      .centerLookCameraWithLessMovement, .turnDown, .tooFast, .centerGood, .dontMove, .challenge2D,
      .moveBrighterArea, .moveDarkerArea, .standStill, .deviceMovementDetected, .deviceMovementEnded,
      .noFaceMovementDetected, .openEyes:
      "HandlerWordsTests.eachFeedbackComesUnderItsOwnName"
    }
  }
}

extension SeedEventField: TestedName {
  var test: String {
    switch self {
    case .challengeNumber, .totalChallenges, .headingPointVisible, .headingPoint, .targetIndex,
      .numberOfTargets, .targetNumber, .targetVisible, .targetCurrent, .targetPosition, .targetRadius,
      .targetCompleteness:
      "HandlerWordsTests.aChallengeIsToldWhole"
    case .faceBox, .leftEye, .rightEye, .relativeSize: "HandlerWordsTests.whereTheFaceIsIsTold"
    }
  }
}

extension SeedImageField: TestedName {
  var test: String {
    switch self {
    case .buffer, .width, .height, .imageQuality, .faceTrackingInfo:
      "CaptureLoopTests.framesAreTrackedSteppedKeptAndReturned"
    case .stride, .colorSpace, .resolution: "HandlerWordsTests.anImageIsDescribed"
    case .livenessStatus: "HandlerWordsTests.anImageIsDescribed"
    case .faceMetadata, .metadata: "CaptureMetadataTests.itsDumpIsASessionThatAnybodyReads"
    case .encryptedMetadata, .masterSecret: "CaptureMetadataTests.theServerOpensItAndHasReturnedFramesAlone"
    case .alive, .location, .modality: leftOut
    }
  }
}

extension SeedFaceQuality: TestedName {
  var test: String {
    switch self {
    case .quality, .number, .low, .medium, .high: "HandlerWordsTests.qualityIsLowMediumOrHigh"
    }
  }
}

extension SeedCamera: TestedName {
  var test: String {
    switch self {
    case .front, .rear: "CameraListTests.theFirmwareSaysWhereACameraLooks"
    }
  }
}

extension SeedOverlay: TestedName {
  var test: String {
    switch self {
    case .off, .on: "CapturePreviewTests.previewsAreFilesAndWhatIsDrawnOverThemIsSaid"
    }
  }
}

extension SeedOrientation: TestedName {
  var test: String {
    switch self {
    case .portrait, .upsideDown, .landscapeLeft, .landscapeRight:
      "HandlerOrientationTests.eachOrientationTurnsTheFrameUpright"
    }
  }
}

extension SeedPreviewColorspace: TestedName {
  var test: String {
    switch self {
    case .color, .colorBlur, .gray, .grayBlur, .grayBlurBordered:
      "PreviewColorspaceTests.eachShowsThePictureInItsOwnWay"
    }
  }
}

extension SeedColorSpace: TestedName {
  var test: String {
    switch self {
    case .y8, .y16LE, .bgr24, .rgb24: "TransformTests.bytesComeInTheLayoutAskedFor"
    }
  }
}

extension SeedGeneralName: TestedName {
  var test: String {
    switch self {
    case .info, .getInfo, .infoVersion: "HelpTests.theVersionIsPrintedWithTheBuild"
    case .captureHandlerDelegate: "HandlerEndTests.delegateAndSequenceAgree"
    case .eye: "HandlerWordsTests.whereTheFaceIsIsTold"
    case .inColorSpace: "TransformTests.bytesComeInTheLayoutAskedFor"
    case .resize: "TransformTests.fittingKeepsTheProportion"
    case .dataWithQuality, .imageWithQuality: "EncoderTests.betterQualityIsLargerAndNearer"
    case .dataToSize, .imageToSize: "EncoderTests.targetSizeIsKeptAndUsed"
    case .remoteHandler, .dataToWSQ, .imageToWSQ, .dataToJPEG2000, .imageToJPEG2000, .remoteLogger,
      .remoteLoggerConfiguration, .wifiOnly, .loggerDisabled:
      leftOut
    }
  }
}

extension SeedLogLevel: TestedName {
  var test: String {
    switch self {
    case .debug, .info, .warning, .error, .none: "HandlerLogTests.aCaptureLogsFromItsLevelOn"
    }
  }
}
