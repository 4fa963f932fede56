// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What stands here for a name of the seed, the capture SDK that this one follows.
public enum SeedCounterpart: Sendable, Hashable {
  /// ``FaceCaptureError`` with this code.
  case error(FaceCaptureErrorCode)
  /// No error: ``FaceCaptureConclusion/retry(_:kept:)``. As ``FaceCaptureConclusion/failure`` it is one.
  case retry(FaceCaptureRetry)
  /// No error: ``FaceCaptureConclusion/verdict(_:)`` with this liveness. As ``FaceCaptureConclusion/failure``
  /// it is one.
  case verdict(LivenessStatus)
  /// A property of ``FaceCaptureHandlerOptions``.
  case option(String)
  /// There is none, for this reason.
  case leftOut(String)
}

/// The seed's errors of handlers: 21.
public enum SeedHandlerError: String, Sendable, Hashable, CaseIterable {
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

  public var seedName: String { rawValue }

  public var counterpart: SeedCounterpart {
    switch self {
    case .success: .leftOut("a call that returns has succeeded")
    case .parameters, .parameterSize: .error(.badOptions)
    case .parameterUnknown, .parameterNotFound:
      .leftOut("options are properties, and one that does not exist does not compile")
    case .typeMismatch, .parameterWrongType:
      .leftOut("options have types, and a value of another one does not compile")
    case .parameterNotSet: .leftOut("each option has a value from the beginning")
    case .memalloc: .error(.memory)
    case .initialization, .graphInitialisationFailed: .error(.initialization)
    case .invalidHandle: .error(.destroyed)
    case .license: .error(.license)
    case .applicationNotAvailable: .error(.notAvailable)
    case .profileNotAvailable, .subprofileNotAvailable: .error(.modeNotAvailable)
    case .unknown: .error(.unknown)
    case .invalidOperation: .error(.invalidOperation)
    case .incompatibleAPIVersion: .error(.incompatible)
    case .cameraError: .error(.camera)
    case .captureIsLocked: .error(.captureIsLocked)
    }
  }
}

/// The seed's errors of captures: 7.
public enum SeedCapturingError: String, Sendable, Hashable, CaseIterable {
  case unknown = "BIOCapturingErrorUnknown"
  case captureTimeout = "BIOCapturingErrorCaptureTimeout"
  case notAlive = "BIOCapturingErrorNotAlive"
  case wrongBiometricLocation = "BIOCapturingErrorWrongBiometricLocation"
  case imageBuffer = "BIOCapturingErrorImageBuffer"
  case badCaptureFingers = "BIOCapturingErrorBadCaptureFingers"
  case badCaptureHand = "BIOCapturingErrorBadCaptureHand"

  public var seedName: String { rawValue }

  public var counterpart: SeedCounterpart {
    switch self {
    case .unknown: .error(.plugin)
    case .captureTimeout: .retry(.timedOut)
    case .notAlive: .verdict(.fake)
    case .wrongBiometricLocation:
      .leftOut("a face capture looks for faces alone, and goes on until there is one")
    case .imageBuffer: .error(.frames)
    case .badCaptureFingers, .badCaptureHand: .leftOut("of captures of fingers and hands, which this is not")
    }
  }
}

/// The seed's types of errors: 9.
public enum SeedErrorType: String, Sendable, Hashable, CaseIterable {
  case timeout
  case connectionIssue
  case authentication
  case invalidSession
  case badCapture
  case cancelled
  case invalidLicense
  case unknown
  case deviceBlocked

  public var seedName: String { rawValue }

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
}
