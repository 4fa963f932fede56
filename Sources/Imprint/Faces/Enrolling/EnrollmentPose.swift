// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
public import ImprintRuntime

/// A view of the face. Right and left are the subject's own. The words are stable.
public enum EnrollmentPose: String, Sendable, Hashable, Codable, CaseIterable {
  case front
  case right
  case left
  case down
  case up

  /// What the person is asked to do to come to it.
  public var prompt: CaptureFeedback {
    switch self {
    case .front: .good
    case .right: .turnRight
    case .left: .turnLeft
    case .down: .rotateDown
    case .up: .rotateUp
    }
  }

  /// Whether a head is in it.
  /// - Parameter neutral: how this person holds the head when they look straight on, so that a camera that
  ///   looks up or down does not matter.
  public func isReached(by pose: HeadPose, from neutral: HeadPose) -> Bool {
    let (yaw, pitch) = (pose.yaw - neutral.yaw, pose.pitch - neutral.pitch)
    return switch self {
    case .front: abs(yaw) <= PoseLimits.straight && abs(pitch) <= PoseLimits.straight
    case .right: PoseLimits.turn.contains(-yaw) && abs(pitch) <= PoseLimits.straight
    case .left: PoseLimits.turn.contains(yaw) && abs(pitch) <= PoseLimits.straight
    case .down: PoseLimits.nod.contains(-pitch) && abs(yaw) <= PoseLimits.straight
    case .up: PoseLimits.nod.contains(pitch) && abs(yaw) <= PoseLimits.straight
    }
  }
}

/// In degrees. Choices: a comfortable turn when somebody is asked for one is 15 to 30 degrees, a nod 10 to
/// 20, and matchers lose much from 45 on.
private enum PoseLimits {
  static let straight: Float = 15
  static let turn: ClosedRange<Float> = 12...45
  static let nod: ClosedRange<Float> = 8...35
}

extension HeadPose {
  static let straight = HeadPose(yaw: 0, pitch: 0, roll: 0)
}

extension CaptureFeedback {
  /// Whether it says nothing but how the head is turned, or that all is well.
  var isOfPose: Bool {
    switch self {
    case .good, .turnLeft, .turnRight, .rotateUp, .rotateDown, .tiltLeft, .tiltRight, .noHeadMovement: true
    case .comeBack, .center, .moveForwards, .moveBackwards, .tooFast, .doNotMove, .brighter, .darker,
      .openEyes, .oneFace, .followTarget, .standStill, .deviceMoving, .deviceStill:
      false
    }
  }
}
