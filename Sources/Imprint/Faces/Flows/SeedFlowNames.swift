// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What stands here for a name of the seed of enrolment and verification.
public enum SeedFlowCounterpart: Sendable, Hashable {
  /// ``FaceFlowError`` with this code.
  case error(FaceFlowErrorCode)
  /// No error: a retry.
  case retry(FaceFlowRetry)
  /// No error: the verdict of a verification.
  case decision(FaceVerification.Decision)
  case requirement(FaceRequirement)
  case liveness(LivenessMode)
  /// A property of ``EnrollerSettings``, ``VerifierSettings`` or ``FaceCaptureSettings``.
  case setting(String)
  /// A function, an event or a case.
  case name(String)
  /// There is none, for this reason.
  case leftOut(String)
}

/// The seed's error codes, of both of its platforms.
public enum SeedFlowStatus: String, Sendable, Hashable, CaseIterable {
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

  public var seedName: String { rawValue }

  public var counterpart: SeedFlowCounterpart {
    switch self {
    case .frameCreation: .error(.frameNotOffered)
    case .noFaceRegistered: .error(.notConfigured)
    // The second says so of front cameras.
    case .noCamera, .notSupported: .error(.noCamera)
    case .invalidCameraName: .error(.camera)
    case .alreadyInitialized: .leftOut("what is started already is used, and starting it again is no error")
    case .timeout: .retry(.timedOut)
    case .badQuality: .retry(.badQuality)
    case .matchNotFound: .decision(.notMatching)
    case .notInitialized: .error(.notInitialized)
    case .canceled: .error(.cancelled)
    case .extracted: .name("ExtractionStatus.success")
    case .alreadyExtracting: .name("ExtractionStatus.extracting")
    }
  }
}

/// The seed's settings of enrolment and verification, as it spells them, and the values of one.
public enum SeedFlowSetting: String, Sendable, Hashable, CaseIterable {
  case faceCaptureMode
  case image = "IMAGE"
  case livenessPassive = "LIVENESS_PASSIVE"
  case livenessThreshold = "livenessTreshold"
  case qualityThreshold
  case countdownToCapture
  case numberOfFramesToEnroll
  case livenessBlinkTimeout
  case matchingThreshold

  public var seedName: String { rawValue }

  public var counterpart: SeedFlowCounterpart {
    switch self {
    case .faceCaptureMode: .setting("livenessMode")
    case .image: .liveness(.none)
    case .livenessPassive: .liveness(.blink)
    case .livenessThreshold: .setting("livenessThreshold")
    case .qualityThreshold: .setting("qualityThreshold")
    case .countdownToCapture: .setting("countdown")
    case .numberOfFramesToEnroll: .setting("numberOfFrames")
    case .livenessBlinkTimeout: .setting("blinkTimeout")
    case .matchingThreshold: .setting("policy")
    }
  }
}

/// The seed's calls and call-backs.
public enum SeedFlowCall: String, Sendable, Hashable, CaseIterable {
  case isSupported
  case isLicenseConfigured
  case isInitialized
  case isConfigured
  case initialize
  case enroller = "FaceAuthEnroller"
  case verifier = "FaceAuthVerifier"
  case enroll
  case authenticateUser
  case frameReceived = "onFrameReceived"
  case lastExtractionStatus = "getLastFaceExtractionStatus"
  case shouldAddFaceEvent
  case addFaceFrameForEnrollment
  case completeEnrollment
  case cancelEnrollmentProcess
  case cancelVerificationProcess
  case countdown = "didCountdownToCaptureWithSeconds"
  case startCapturing = "enrollerDidStartCapturing"
  case endCapturing = "enrollerDidEndCapturing"
  case livenessAction = "getLivenessAction"
  case enrollFinish = "onEnrollFinish"
  case verifyFinish = "onVerifyFinish"
  case unenroll

  public var seedName: String { rawValue }

  public var counterpart: SeedFlowCounterpart {
    switch self {
    case .isSupported: .requirement(.supported)
    case .isLicenseConfigured: .requirement(.licensed)
    case .isInitialized: .requirement(.initialized)
    case .isConfigured: .requirement(.configured)
    case .initialize: .name("BiometricSystem.open")
    case .enroller: .name("Enroller")
    case .verifier: .name("Verifier")
    case .enroll: .name("Enroller.start")
    case .authenticateUser: .name("Verifier.start")
    case .frameReceived: .name("EnrollerEvent.frame, VerifierEvent.frame")
    case .lastExtractionStatus: .name("EnrollmentFrame.lastExtraction")
    case .shouldAddFaceEvent: .name("EnrollerDelegate.shouldAddFaceEvent")
    case .addFaceFrameForEnrollment: .name("Enroller.addFaceFrameForEnrollment")
    case .completeEnrollment: .name("Enroller.completeEnrollment")
    case .cancelEnrollmentProcess: .name("Enroller.cancel")
    case .cancelVerificationProcess: .name("Verifier.cancel")
    case .countdown: .name("EnrollerEvent.countdown")
    case .startCapturing: .name("EnrollerEvent.capturingStarted")
    case .endCapturing: .name("EnrollerEvent.capturingEnded")
    case .livenessAction: .name("VerifierFrame.actions")
    case .enrollFinish: .name("EnrollerEvent.finished")
    case .verifyFinish: .name("VerifierEvent.finished")
    case .unenroll: .name("TemplateStore.removeUser")
    }
  }
}
