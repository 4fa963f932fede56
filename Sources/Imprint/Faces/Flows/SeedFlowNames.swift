// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
internal import ImprintRuntime

// The seed of enrolment and verification, of both of its platforms. Where their names differ by a prefix
// alone, the one without it stands here.

/// The seed's error codes and states.
public enum SeedFlowStatus: String, SeedName {
  case frameCreation = "FACE_FRAME_CREATION_ERROR"
  case noFaceRegistered = "NO_FACE_REGISTERED"
  case noCamera = "NO_CAMERA_AVAILABLE"
  case invalidCameraName = "INVALID_CAMERA_NAME"
  case alreadyInitialized = "ALREADY_INITIALIZED"
  case timeout = "EM_STATUS_AUTHENTICATION_FACIAL_TIMEOUT"
  case badQuality = "EM_STATUS_AUTHENTICATION_FACIAL_BAD_QUALITY"
  case matchNotFound = "EM_STATUS_AUTHENTICATION_FACIAL_MATCH_NOT_FOUND"
  case notSupported = "EM_STATUS_AUTHENTICATION_FACIAL_NOT_SUPPORTED"
  case notInitialized = "EM_STATUS_AUTHENTICATION_FACIAL_NOT_INITIALIZED"
  case canceled = "EM_STATUS_AUTHENTICATION_FACIAL_CANCELED"
  case extracted = "FaceAuthStatus.SUCCESS"
  case alreadyExtracting = "FaceAuthStatus.ALREADY_EXTRACTING"

  public var counterpart: SeedCounterpart {
    switch self {
    case .frameCreation: .value(FaceFlowErrorCode.frameNotOffered, sdkctl: .choosesFrames)
    case .noFaceRegistered:
      .value(FaceFlowErrorCode.notConfigured, sdkctl: .error("no-templates", of: "verify"))
    // The second says so of front cameras.
    case .noCamera, .notSupported: .error(FaceFlowErrorCode.noCamera, of: "enroll")
    case .invalidCameraName:
      .value(FaceFlowErrorCode.camera, sdkctl: .error("unknown-device", of: "enroll"))
    case .alreadyInitialized: .leftOut("what is started already is used, and starting it again is no error")
    case .timeout: .value(FaceFlowRetry.timedOut, sdkctl: .error("nothing-captured", of: "verify"))
    case .badQuality: .value(FaceFlowRetry.badQuality, sdkctl: .error("nothing-captured", of: "verify"))
    case .matchNotFound:
      .value(
        FaceVerification.Decision.notMatching, sdkctl: .field("verified", of: "verify", value: "false"))
    case .notInitialized:
      .value(FaceFlowErrorCode.notInitialized, sdkctl: .error("open-failed", of: "verify"))
    case .canceled: .value(FaceFlowErrorCode.cancelled, sdkctl: .interrupted)
    case .extracted: .value(ExtractionStatus.success, sdkctl: .line("enrolled: …", of: "enroll"))
    case .alreadyExtracting: .value(ExtractionStatus.extracting, sdkctl: .choosesFrames)
    }
  }
}

/// The seed's settings, as it spells them, and the values of one.
public enum SeedFlowSetting: String, SeedName {
  case faceCaptureMode
  case image = "IMAGE"
  case livenessPassive = "LIVENESS_PASSIVE"
  case livenessThreshold = "livenessTreshold"
  case qualityThreshold
  case countdownToCapture
  case numberOfFramesToEnroll
  case livenessBlinkTimeout
  case matchingThreshold
  case timeout = "withTimeOut"

  public var counterpart: SeedCounterpart {
    switch self {
    case .faceCaptureMode:
      .swift("FaceCaptureSettings.livenessMode", sdkctl: .option("--liveness", of: "verify"))
    case .image: .value(LivenessMode.none, option: "--liveness", of: "enroll")
    case .livenessPassive: .value(LivenessMode.blink, option: "--liveness", of: "verify")
    case .livenessThreshold:
      .swift("FaceCaptureSettings.livenessThreshold", sdkctl: .option("--blink-threshold", of: "verify"))
    case .qualityThreshold:
      .swift("FaceCaptureSettings.qualityThreshold", sdkctl: .option("--quality", of: "enroll"))
    case .countdownToCapture:
      .swift("EnrollerSettings.countdown", sdkctl: .option("--countdown", of: "enroll"))
    case .numberOfFramesToEnroll:
      .swift("EnrollerSettings.numberOfFrames", sdkctl: .option("--frames", of: "enroll"))
    case .livenessBlinkTimeout:
      .swift("VerifierSettings.blinkTimeout", sdkctl: .option("--blink-timeout", of: "verify"))
    case .matchingThreshold:
      .swift(
        "VerifierSettings.policy", "MatchPolicy.matchingThreshold",
        sdkctl: .option("--matching-threshold", of: "verify"))
    case .timeout: .swift("FaceCaptureSettings.timeout", sdkctl: .option("--timeout", of: "verify"))
    }
  }
}

/// The seed's calls and call-backs.
public enum SeedFlowCall: String, SeedName {
  case service = "FaceAuthService"
  case factory = "FaceAuthFactory"
  case isSupported
  case isLicenseConfigured
  case isInitialized
  case isConfigured
  case initialize
  case initialized = "onInitializeSuccess"
  case initializeFailed = "onInitializeError"
  case chooseCamera = "onInitializeCamera"
  case uninitialize
  case enroller = "FaceAuthEnroller"
  case enrollerSettings = "createFaceAuthEnrollerSettings"
  case createEnroller = "createFaceAuthEnroller"
  case addEnrollerListener = "addFaceAuthEnrollerListener"
  case removeEnrollerListener = "removeFaceAuthEnrollerListener"
  case setEnrollerDelegate = "setFaceAuthEnrollerDelegate"
  case removeEnrollerDelegate = "removeFaceAuthEnrollerDelegate"
  case verifier = "FaceAuthVerifier"
  case verifierSettings = "createFaceAuthVerifierSettings"
  case createVerifier = "createFaceAuthVerifier"
  case addVerifierListener = "addFaceAuthVerifierListener"
  case removeVerifierListener = "removeFaceAuthVerifierListener"
  case setVerifierDelegate = "setFaceAuthVerifierDelegate"
  case removeVerifierDelegate = "removeFaceAuthVerifierDelegate"
  case enroll
  case authenticateUser
  case frameReceived = "onFrameReceived"
  case enrollerFrame = "enroller:didUpdateFaceAuthFrameEvent:"
  case verifierFrame = "verifier:didUpdateFaceAuthFrameEvent:"
  case lastExtractionStatus = "getLastFaceExtractionStatus"
  case shouldAddFaceEvent
  case addFaceFrameForEnrollment
  case completeEnrollment
  case cancelEnrollmentProcess
  case cancelEnroller = "enroller.cancel"
  case cancelVerificationProcess
  case cancelVerifier = "verifier.cancel"
  case countdown = "didCountdownToCaptureWithSeconds"
  case startCapturing = "enrollerDidStartCapturing"
  case endCapturing = "enrollerDidEndCapturing"
  case enrollFinish = "onEnrollFinish"
  case enrollError = "onEnrollError"
  case verifyFinish = "onVerifyFinish"
  case verifyFail = "onVerifyFail"
  case verifyError = "onVerifyError"
  case input = "FaceAuthInput"
  case unenroll
  case unenrollFinish = "onUnenrollFinish"
  case unenrollError = "onUnenrollError"
  case reset

  public var counterpart: SeedCounterpart {
    switch self {
    case .service, .factory: .swift("Faces", sdkctl: .opens)
    case .isSupported: .value(FaceRequirement.supported, sdkctl: .command("doctor"))
    case .isLicenseConfigured: .value(FaceRequirement.licensed, sdkctl: .command("license status"))
    case .isInitialized: .value(FaceRequirement.initialized, sdkctl: .command("doctor"))
    case .isConfigured: .value(FaceRequirement.configured, sdkctl: .command("user show"))
    case .initialize, .initialized, .initializeFailed: .swift("BiometricSystem.open", sdkctl: .opens)
    case .chooseCamera:
      .swift("ImprintConfiguration.cameraChoice", sdkctl: .option("--camera", of: "enroll"))
    case .uninitialize: .leftOut("what was opened is closed with the last that uses it")
    case .enroller, .createEnroller: .swift("Faces.enroller", sdkctl: .command("enroll"))
    case .enrollerSettings: .swift("EnrollerSettings", sdkctl: .command("enroll"))
    case .addEnrollerListener, .setEnrollerDelegate:
      .swift("EnrollerDelegate", sdkctl: .line("feedback: …", of: "enroll"))
    case .verifier, .createVerifier: .swift("Faces.verifier", sdkctl: .command("verify"))
    case .verifierSettings: .swift("VerifierSettings", sdkctl: .command("verify"))
    case .addVerifierListener, .setVerifierDelegate:
      .swift("VerifierDelegate", sdkctl: .line("feedback: …", of: "verify"))
    case .removeEnrollerListener, .removeEnrollerDelegate, .removeVerifierListener, .removeVerifierDelegate:
      .leftOut("a delegate goes with what it was given to, and need not be removed")
    case .enroll: .swift("Enroller.start", sdkctl: .command("enroll"))
    case .authenticateUser: .swift("Verifier.start", sdkctl: .command("verify"))
    case .frameReceived: .swift("EnrollerEvent.frame", "VerifierEvent.frame", sdkctl: .draws)
    case .enrollerFrame: .swift("EnrollerEvent.frame", sdkctl: .draws)
    case .verifierFrame: .swift("VerifierEvent.frame", sdkctl: .draws)
    case .lastExtractionStatus: .swift("EnrollmentFrame.lastExtraction", sdkctl: .choosesFrames)
    case .shouldAddFaceEvent: .swift("EnrollerDelegate.shouldAddFaceEvent", sdkctl: .choosesFrames)
    case .addFaceFrameForEnrollment:
      .swift("Enroller.addFaceFrameForEnrollment", sdkctl: .choosesFrames)
    case .completeEnrollment: .swift("Enroller.completeEnrollment", sdkctl: .choosesFrames)
    case .cancelEnrollmentProcess, .cancelEnroller: .swift("Enroller.cancel", sdkctl: .interrupted)
    case .cancelVerificationProcess, .cancelVerifier: .swift("Verifier.cancel", sdkctl: .interrupted)
    case .countdown:
      .swift("EnrollerEvent.countdown", sdkctl: .line("countdown: …", of: "enroll"))
    case .startCapturing:
      .swift("EnrollerEvent.capturingStarted", sdkctl: .line("step: preparing", of: "enroll"))
    case .endCapturing:
      .swift("EnrollerEvent.capturingEnded", sdkctl: .swiftOnly("the result of `enroll` follows"))
    case .enrollFinish: .swift("EnrollerEvent.finished", sdkctl: .field("templates", of: "enroll"))
    case .enrollError:
      .swift("FaceEnrollmentConclusion.error", sdkctl: .field("error.code", of: "enroll"))
    case .verifyFinish: .swift("VerifierEvent.finished", sdkctl: .field("verified", of: "verify"))
    case .verifyFail:
      .swift(
        "FaceVerificationConclusion.verdict", "FaceVerificationConclusion.retry",
        sdkctl: .field("verified", of: "verify", value: "false"))
    case .verifyError:
      .swift("FaceVerificationConclusion.error", sdkctl: .field("error.code", of: "verify"))
    case .input: .swift("FaceVerification", sdkctl: .field("verified", of: "verify"))
    case .unenroll, .unenrollFinish, .unenrollError, .reset:
      .swift("TemplateStore.removeUser", sdkctl: .command("user remove"))
    }
  }
}

/// What a frame says in the seed, and what it asks the person for.
public enum SeedFlowFrame: String, SeedName {
  case image = "getImage"
  case view = "FaceView.setFaceFrameEvent"
  case coordinate = "getFaceCoordinate"
  case bounds = "imageBounds"
  case yaw = "getYawAngle"
  case pitch = "getPitchAngle"
  case roll = "getRollAngle"
  case status = "getStatus"
  case livenessScore = "liveness score"
  case livenessAction = "getLivenessAction"
  case keepStill = "FaceAuthLivenessAction.KEEP_STILL"
  case blink = "FaceAuthLivenessAction.BLINK"
  case noAction = "EMFaceAuthLivenessActionNoLiveAction"

  public var counterpart: SeedCounterpart {
    switch self {
    case .image: .swift("EnrollmentFrame.image", "CapturePreview.frame", sdkctl: .draws)
    case .view: .swift("EnrollmentFrame.image", "VerifierFrame.preview", sdkctl: .draws)
    case .coordinate, .bounds: .swift("EnrollmentFrame.box", "FaceTrackingInformation.box", sdkctl: .draws)
    case .yaw: .swift("HeadPose.yaw", sdkctl: .field("images.pose.yaw"))
    case .pitch: .swift("HeadPose.pitch", sdkctl: .field("images.pose.pitch"))
    case .roll: .swift("HeadPose.roll", sdkctl: .field("images.pose.roll"))
    case .status:
      .swift("VerifierEvent.feedback", "EnrollerEvent.feedback", sdkctl: .line("feedback: …", of: "verify"))
    case .livenessScore: .swift("VerifierFrame.livenessScore", sdkctl: .event("action"))
    case .livenessAction:
      .swift("VerifierFrame.actions", "CaptureEvent.action", sdkctl: .line("action: …", of: "verify"))
    case .keepStill:
      .swift("CaptureActions.keepStill", sdkctl: .line("action: keep still", of: "verify"))
    case .blink: .swift("CaptureActions.blink", sdkctl: .line("action: blink", of: "verify"))
    case .noAction: .leftOut("where nothing is asked for, the actions are empty")
    }
  }
}

extension SeedCommand {
  fileprivate static let choosesFrames = SeedCommand.swiftOnly("`enroll` chooses the frame itself")
  fileprivate static let draws = SeedCommand.swiftOnly("`enroll` and `verify` draw nothing")
  fileprivate static let interrupted = SeedCommand.swiftOnly("a command that is interrupted cancels")
  fileprivate static let opens = SeedCommand.swiftOnly("a command opens what it needs")
}
