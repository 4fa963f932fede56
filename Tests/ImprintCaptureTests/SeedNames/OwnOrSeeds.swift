// SPDX-License-Identifier: Apache-2.0
import Imprint

/// A value that a seed has too, or that is ours alone. Each `switch` covers all cases, so that one more does
/// not compile before this is said.
protocol OwnOrSeeds {
  var isOursAlone: Bool { get }
}

extension CaptureFeedback: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .center, .oneFace: true
    case .good, .comeBack, .turnLeft, .turnRight, .rotateUp, .rotateDown, .tiltLeft, .tiltRight,
      .moveForwards,
      .moveBackwards, .tooFast, .doNotMove, .brighter, .darker, .openEyes, .followTarget, .standStill,
      .deviceMoving, .deviceStill, .noHeadMovement:
      false
    }
  }
}

extension CaptureStep: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .scanning, .capturing, .challenge: true
    case .preparing, .judging: false
    }
  }
}

extension LivenessMode: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .none, .passive, .active, .passiveVideo, .blink: false
    }
  }
}

extension SecurityLevel: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .low, .medium, .high: false
    }
  }
}

extension LivenessStatus: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .unknown, .live, .fake, .noDecision: false
    }
  }
}

extension CapturePreparation: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .started, .finished: false
    }
  }
}

extension CaptureOrientation: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .portrait, .upsideDown, .landscapeLeft, .landscapeRight: false
    }
  }
}

extension PreviewColorspace: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .color, .colorBlur, .gray, .grayBlur, .grayBlurBordered: false
    }
  }
}

extension CameraFacing: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .unknown, .external: true
    case .user, .away: false
    }
  }
}

extension FaceCaptureErrorCode: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .attemptsTaken, .lockout, .interrupted: true
    // Types, a retry and a verdict of the seed say these.
    case .cancelled, .timedOut, .sourceEnded, .notLive: true
    case .badOptions, .invalidOperation, .destroyed, .license, .notAvailable, .modeNotAvailable,
      .incompatible,
      .initialization, .memory, .camera, .frames, .plugin, .captureIsLocked, .unknown:
      false
    }
  }
}

extension FaceCaptureErrorType: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .timeout, .connectionIssue, .authentication, .invalidSession, .badCapture, .cancelled,
      .invalidLicense, .unknown, .deviceBlocked:
      false
    }
  }
}

extension FaceFlowErrorCode: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .notSupported, .notLicensed, .badSettings, .invalidOperation, .nothingAdded, .plugin,
      .captureIsLocked, .lockout, .interrupted, .extraction, .comparison, .unknown:
      true
    case .noCamera, .notInitialized, .notConfigured, .frameNotOffered, .camera, .cancelled: false
    }
  }
}

extension FaceFlowRetry: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .sourceEnded: true
    case .timedOut, .badQuality: false
    }
  }
}

extension FaceRequirement: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .supported, .licensed, .initialized, .configured: false
    }
  }
}

extension MatcherHandlerErrorCode: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .plugin, .cancelled, .noSubject, .manySubjects, .lowQuality, .noTemplates, .template,
      .nothingComparable, .notCalibrated, .extrapolatedThreshold, .otherUse:
      true
    case .badOptions, .destroyed, .license, .notAvailable, .incompatible, .initialization, .memory, .sample,
      .unknown:
      false
    }
  }
}

extension FingerCaptureErrorCode: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .badOptions, .invalidOperation, .destroyed, .license, .notAvailable, .reader, .plugin, .cancelled,
      .interrupted, .stopped, .timedOut, .sourceEnded, .extraction, .comparison, .otherTemplateType,
      .notEnrolled, .notVerified, .lastFinger, .otherPerson, .store, .unknown:
      true
    case .readerBusy, .readerNotAvailable, .notAlive, .wrongBiometricLocation, .badCaptureFingers,
      .badCaptureHand:
      false
    }
  }
}

extension FingerSound: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .readerConnected, .readerDisconnected, .cardInserted, .cardRemoved, .rejected, .accepted,
      .pressFailed:
      false
    }
  }
}

extension Modality: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .voice: true
    case .face, .finger: false
    }
  }
}

extension BodySite: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .bothThumbs, .rightFour, .leftFour, .voice: true
    case .unknown, .rightThumb, .rightIndex, .rightMiddle, .rightRing, .rightLittle, .leftThumb, .leftIndex,
      .leftMiddle, .leftRing, .leftLittle, .rightHand, .leftHand, .unknownHand, .face:
      false
    }
  }
}

extension QualityLevel: OwnOrSeeds {
  var isOursAlone: Bool {
    switch self {
    case .low, .medium, .high: false
    }
  }
}
