// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintRuntime

/// The seed's errors of handlers: 21.
public enum SeedHandlerError: String, SeedName {
  case success = "BIOCaptureHandlerErrorSuccess"
  case parameters = "BIOCaptureHandlerErrorParameters"
  case parameterUnknown = "BIOCaptureHandlerErrorParameterUnknown"
  case memalloc = "BIOCaptureHandlerErrorMemalloc"
  case initialization = "BIOCaptureHandlerErrorInit"
  case graphInitialisationFailed = "BIOCaptureHandlerErrorGraphInitialisationFailed"
  case parameterNotFound = "BIOCaptureHandlerErrorParameterNotFound"
  case parameterSize = "BIOCaptureHandlerErrorParameterSize"
  case typeMismatch = "BIOCaptureHandlerErrorTypeMismatch"
  case invalidHandle = "BIOCaptureHandlerErrorInvalidHandle"
  case license = "BIOCaptureHandlerErrorLicense"
  case applicationNotAvailable = "BIOCaptureHandlerErrorApplinotavailable"
  case profileNotAvailable = "BIOCaptureHandlerErrorProfileNotAvailable"
  case subprofileNotAvailable = "BIOCaptureHandlerErrorSubprofileNotAvailable"
  case unknown = "BIOCaptureHandlerErrorUnknown"
  case invalidOperation = "BIOCaptureHandlerErrorInvalidOperation"
  case incompatibleAPIVersion = "BIOCaptureHandlerErrorIncompatibleApiVersion"
  case cameraError = "BIOCaptureHandlerErrorCameraError"
  case parameterWrongType = "BIOCaptureHandlerErrorParameterWrongType"
  case parameterNotSet = "BIOCaptureHandlerErrorParameterNotSet"
  case captureIsLocked = "BIOCaptureHandlerErrorCaptureIsLocked"

  public var counterpart: SeedCounterpart {
    switch self {
    case .success: .leftOut("a call that returns has succeeded")
    // The command line refuses such an option before anything is opened.
    case .parameters, .parameterSize:
      .value(FaceCaptureErrorCode.badOptions, sdkctl: .error("usage", of: "capture"))
    case .parameterUnknown, .parameterNotFound:
      .leftOut("options are properties, and one that does not exist does not compile")
    case .typeMismatch, .parameterWrongType:
      .leftOut("options have types, and a value of another one does not compile")
    case .parameterNotSet: .leftOut("each option has a value from the beginning")
    case .memalloc: .error(FaceCaptureErrorCode.memory)
    case .initialization, .graphInitialisationFailed: .error(FaceCaptureErrorCode.initialization)
    case .invalidHandle:
      .value(FaceCaptureErrorCode.destroyed, sdkctl: .swiftOnly("a command has a handler of its own"))
    case .license: .error(FaceCaptureErrorCode.license)
    case .applicationNotAvailable: .error(FaceCaptureErrorCode.notAvailable)
    case .profileNotAvailable, .subprofileNotAvailable: .error(FaceCaptureErrorCode.modeNotAvailable)
    case .unknown: .error(FaceCaptureErrorCode.unknown)
    case .invalidOperation:
      .value(FaceCaptureErrorCode.invalidOperation, sdkctl: .swiftOnly("a command makes one capture"))
    case .incompatibleAPIVersion: .error(FaceCaptureErrorCode.incompatible)
    case .cameraError: .error(FaceCaptureErrorCode.camera)
    case .captureIsLocked: .error(FaceCaptureErrorCode.captureIsLocked)
    }
  }
}

/// The seed's errors of captures: 7.
public enum SeedCapturingError: String, SeedName {
  case unknown = "BIOCapturingErrorUnknown"
  case captureTimeout = "BIOCapturingErrorCaptureTimeout"
  case notAlive = "BIOCapturingErrorNotAlive"
  case wrongBiometricLocation = "BIOCapturingErrorWrongBiometricLocation"
  case imageBuffer = "BIOCapturingErrorImageBuffer"
  case badCaptureFingers = "BIOCapturingErrorBadCaptureFingers"
  case badCaptureHand = "BIOCapturingErrorBadCaptureHand"

  public var counterpart: SeedCounterpart {
    switch self {
    case .unknown: .error(FaceCaptureErrorCode.plugin)
    case .captureTimeout:
      .value(
        FaceCaptureRetry.timedOut,
        sdkctl: .field("outcome", value: CaptureOutcome.timeout.rawValue))
    case .notAlive:
      .value(LivenessStatus.fake, sdkctl: .field("liveness", value: "\(LivenessStatus.fake)"))
    case .wrongBiometricLocation:
      .leftOut("a face capture looks for faces alone, and goes on until there is one")
    case .imageBuffer: .error(FaceCaptureErrorCode.frames)
    case .badCaptureFingers, .badCaptureHand: .leftOut("of captures of fingers and hands, which this is not")
    }
  }
}

/// The seed's types of errors: 9.
public enum SeedErrorType: String, SeedName {
  case timeout
  case connectionIssue
  case authentication
  case invalidSession
  case badCapture
  case cancelled
  case invalidLicense
  case unknown
  case deviceBlocked

  public var type: FaceCaptureErrorType {
    switch self {
    case .timeout: .timeout
    case .connectionIssue: .connectionIssue
    case .authentication: .authentication
    case .invalidSession: .invalidSession
    case .badCapture: .badCapture
    case .cancelled: .cancelled
    case .invalidLicense: .invalidLicense
    case .unknown: .unknown
    case .deviceBlocked: .deviceBlocked
    }
  }

  /// The codes that have it.
  public var codes: [FaceCaptureErrorCode] { FaceCaptureErrorCode.allCases.filter { $0.type == type } }

  public var counterpart: SeedCounterpart {
    switch self {
    case .timeout, .badCapture, .cancelled, .invalidLicense, .unknown, .deviceBlocked:
      .value(type, sdkctl: .field("error.type", value: type.rawValue))
    case .connectionIssue, .authentication, .invalidSession:
      .value(type, sdkctl: .swiftOnly("no capture here is made with a server"))
    }
  }
}

/// What the seed's errors say.
public enum SeedErrorField: String, SeedName {
  case type = "FaceCaptureError.type"
  case code = "FaceCaptureError.code"
  case message = "FaceCaptureError.message"
  case unlockDateTime = "FaceCaptureError.unlockDateTime"
  case lockedUntil = "userInfo.lockedUntil"

  public var counterpart: SeedCounterpart {
    switch self {
    case .type: .swift("FaceCaptureError.type", sdkctl: .field("error.type"))
    case .code: .swift("FaceCaptureError.code", sdkctl: .field("error.code"))
    case .message: .swift("FaceCaptureError.message", sdkctl: .field("error.reason"))
    case .unlockDateTime:
      .swift("FaceCaptureError.unlockDateTime", sdkctl: .field("error.unlockUTCMilliseconds"))
    case .lockedUntil:
      .swift(
        "FaceCaptureError.unlockDateTime",
        sdkctl: .field("device.unlockUTCMilliseconds", of: "lockout show"))
    }
  }
}
