// SPDX-License-Identifier: Apache-2.0
import Imprint

// The tests of enrolment and verification, as those of `TestedName.swift`.

private let leftOut = "SeedNamesTests.whatIsLeftOutSaysWhy"
private let whole = "EnrollAndVerifyTests.whoWasEnrolledIsVerifiedAndNobodyElse"
private let required = "EnrollerTests.whatIsRequiredIsMetOrSaysWhy"
private let added = "EnrollerTests.theApplicationAddsFramesAndCompletes"
private let counted = "EnrollerTests.itCountsDownAndEnrolsAsManyFramesAsAreWanted"

extension SeedFlowStatus: TestedName {
  var test: String {
    switch self {
    case .frameCreation, .extracted, .alreadyExtracting: added
    case .noFaceRegistered: "VerifierTests.withoutTemplatesNobodyIsVerified"
    case .noCamera, .notSupported: "FlowRequirementTests.withoutACameraNothingIsSupported"
    case .notInitialized: "FlowRequirementTests.aPluginThatCannotBeStartedIsNotInitialized"
    case .invalidCameraName: "FlowRequirementTests.aCameraThatIsNotThereEndsAnEnrolment"
    case .alreadyInitialized: leftOut
    case .timeout: "EnrollerTests.whereEveryFrameIsRefusedNothingIsEnrolled"
    case .badQuality: "EnrollerTests.withoutTheQualityThatIsNeededNothingIsEnrolled"
    case .matchNotFound: whole
    case .canceled: "EnrollerTests.cancellingWhileAFrameWaitsEndsItAtOnce"
    }
  }
}

extension SeedFlowSetting: TestedName {
  var test: String {
    switch self {
    case .image, .livenessPassive: whole
    case .faceCaptureMode, .livenessThreshold, .qualityThreshold, .timeout, .livenessBlinkTimeout:
      "FlowSettingsTests.settingsOfAVerificationReachThePlugin"
    case .matchingThreshold: "FlowSettingsTests.thePolicyOfAVerificationDecides"
    case .countdownToCapture, .numberOfFramesToEnroll: counted
    }
  }
}

extension SeedFlowCall: TestedName {
  var test: String {
    switch self {
    case .service, .factory, .enroller, .enrollerSettings, .createEnroller, .verifier, .verifierSettings,
      .createVerifier, .initialize, .initialized, .enroll, .authenticateUser, .verifyFinish, .input:
      whole
    case .isSupported: "FlowRequirementTests.withoutACameraNothingIsSupported"
    case .isLicenseConfigured: "FlowRequirementTests.withoutALicenseItIsNotLicensed"
    case .isConfigured: required
    case .isInitialized, .initializeFailed:
      "FlowRequirementTests.aPluginThatCannotBeStartedIsNotInitialized"
    case .chooseCamera: "CameraChoiceTests.ruleOfAnApplicationDecidesAmongThoseThatAreThere"
    case .uninitialize, .removeEnrollerListener, .removeEnrollerDelegate, .removeVerifierListener,
      .removeVerifierDelegate:
      leftOut
    case .addEnrollerListener, .setEnrollerDelegate, .shouldAddFaceEvent:
      "EnrollerTests.whereEveryFrameIsRefusedNothingIsEnrolled"
    case .addVerifierListener, .setVerifierDelegate:
      "FlowFrameTests.aDelegateOfAVerificationHearsWhatTheEventsSay"
    case .frameReceived, .verifierFrame: "FlowFrameTests.aFrameOfAVerificationSaysWhereTheFaceIs"
    case .enrollerFrame: "FlowFrameTests.aFrameOfAnEnrolmentSaysWhereTheFaceIs"
    case .lastExtractionStatus, .addFaceFrameForEnrollment, .completeEnrollment: added
    case .cancelEnrollmentProcess, .cancelEnroller: "EnrollerTests.cancellingWhileAFrameWaitsEndsItAtOnce"
    case .cancelVerificationProcess, .cancelVerifier, .verifyError:
      "FlowFrameTests.aVerificationThatIsCancelledEndsAsThat"
    case .countdown, .startCapturing, .endCapturing, .enrollFinish: counted
    case .enrollError: "FlowRequirementTests.aCameraThatIsNotThereEndsAnEnrolment"
    case .verifyFail: "VerifierTests.aMatchThatIsRefusedIsAFailedAttemptOfTheSubject"
    case .unenroll, .unenrollFinish, .unenrollError, .reset: "FolderStoreTests.removedUserIsGoneWithAllFiles"
    }
  }
}

extension SeedFlowFrame: TestedName {
  var test: String {
    switch self {
    case .image, .view, .coordinate, .bounds, .yaw, .pitch, .roll:
      "FlowFrameTests.aFrameOfAVerificationSaysWhereTheFaceIs"
    case .status: counted
    case .livenessScore: whole
    case .livenessAction, .keepStill, .blink: "HandlerWordsTests.eachActionComesUnderItsOwnName"
    case .noAction: leftOut
    }
  }
}
