// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// What the seed tells the person to do: 30, of which one is listed twice.
public enum SeedCapturingInfo: String, SeedName {
  case undefined = "BIOCapturingInfoUndefined"
  case getOutField = "BIOCapturingInfoFaceInfoGetOutField"
  case comeBackField = "BIOCapturingInfoFaceInfoComeBackField"
  case turnLeft = "BIOCapturingInfoFaceInfoTurnLeft"
  case turnRight = "BIOCapturingInfoFaceInfoTurnRight"
  case centerTurnLeft = "BIOCapturingInfoFaceInfoCenterTurnLeft"
  case centerTurnRight = "BIOCapturingInfoFaceInfoCenterTurnRight"
  case centerRotateDown = "BIOCapturingInfoFaceInfoCenterRotateDown"
  case centerRotateUp = "BIOCapturingInfoFaceInfoCenterRotateUp"
  case centerTiltLeft = "BIOCapturingInfoFaceInfoCenterTiltLeft"
  case centerTiltRight = "BIOCapturingInfoFaceInfoCenterTiltRight"
  case centerMoveForwards = "BIOCapturingInfoFaceInfoCenterMoveForwards"
  case centerMoveBackwards = "BIOCapturingInfoFaceInfoCenterMoveBackwards"
  case centerLookFrontOfCamera = "BIOCapturingInfoFaceInfoCenterLookFrontOfCamera"
  case centerLookCameraWithLessMovement = "BIOCapturingInfoFaceInfoCenterLookCameraWithLessMovement"
  case turnLeftRight = "BIOCapturingInfoFaceInfoTurnLeftRight"
  case turnDown = "BIOCapturingInfoFaceInfoTurnDown"
  case timeOut = "BIOCapturingInfoFaceInfoTimeOut"
  case unsuccessfulAttempt = "BIOCapturingInfoFaceInfoUnsuccessfulAttempt"
  case tooFast = "BIOCapturingInfoFaceInfoTooFast"
  case centerGood = "BIOCapturingInfoFaceInfoCenterGood"
  case dontMove = "BIOCapturingInfoFaceInfoDontMove"
  case challenge2D = "BIOCapturingInfoFaceInfoChallenge2D"
  case moveBrighterArea = "BIOCapturingInfoFaceInfoMoveBrighterArea"
  case moveDarkerArea = "BIOCapturingInfoFaceInfoMoveDarkerArea"
  case standStill = "BIOCapturingInfoFaceInfoStandStill"
  case deviceMovementDetected = "BIOCapturingInfoDeviceMovementDetected"
  case deviceMovementEnded = "BIOCapturingInfoDeviceMovementEnded"
  case noFaceMovementDetected = "BIOCapturingInfoNoFaceMovementDetected"
  case openEyes = "BIOCapturingInfoFaceInfoOpenEyes"

  public var counterpart: SeedCounterpart {
    switch self {
    case .undefined: .leftOut("obsolete in the seed; where there is nothing to say, nothing comes")
    case .getOutField: .leftOut("obsolete in the seed; nobody is asked to leave the picture")
    case .comeBackField: .feedback(.comeBack)
    case .turnLeft, .centerTurnLeft: .feedback(.turnLeft)
    case .turnRight, .centerTurnRight: .feedback(.turnRight)
    case .centerRotateDown, .turnDown: .feedback(.rotateDown)
    case .centerRotateUp: .feedback(.rotateUp)
    case .centerTiltLeft: .feedback(.tiltLeft)
    case .centerTiltRight: .feedback(.tiltRight)
    case .centerMoveForwards: .feedback(.moveForwards)
    case .centerMoveBackwards: .feedback(.moveBackwards)
    case .centerLookFrontOfCamera:
      .leftOut("obsolete in the seed; which way the head is to be turned is said")
    case .centerLookCameraWithLessMovement: .feedback(.doNotMove)
    case .turnLeftRight:
      .swift(
        "CaptureActions.turnLeft", "CaptureActions.turnRight",
        sdkctl: .line("action: turn left, turn right"))
    case .timeOut: .leftOut("obsolete in the seed; it is how a capture ends, and nothing to do about")
    case .unsuccessfulAttempt:
      .leftOut("obsolete in the seed; it is how a capture ends, and nothing to do about")
    case .tooFast: .feedback(.tooFast)
    case .centerGood: .feedback(.good)
    case .dontMove: .feedback(.doNotMove)
    case .challenge2D: .feedback(.followTarget)
    case .moveBrighterArea: .feedback(.brighter)
    case .moveDarkerArea: .feedback(.darker)
    case .standStill: .feedback(.standStill)
    case .deviceMovementDetected: .feedback(.deviceMoving)
    case .deviceMovementEnded: .feedback(.deviceStill)
    case .noFaceMovementDetected: .feedback(.noHeadMovement)
    case .openEyes: .feedback(.openEyes)
    }
  }
}

extension SeedCounterpart {
  static func feedback(_ feedback: CaptureFeedback) -> SeedCounterpart {
    .value(feedback, sdkctl: .line("feedback: \(feedback.rawValue)"))
  }
}
