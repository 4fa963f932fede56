// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// Somebody who does what a capture asks for, before a camera and a tracker that a test may break.
final class WillingHead {
  /// What is asked of the person, and by which plugin.
  enum Mode: String, CaseIterable {
    case passive, active, blink
    /// Active, compared at every target.
    case throughout

    var plugin: String { self == .throughout ? "FaceCaptureCr2d" : "FaceCaptureNormal" }

    fileprivate var liveness: Int32 {
      switch self {
      case .passive: IMP_LIVENESS_MODE_PASSIVE
      case .active, .throughout: IMP_LIVENESS_MODE_ACTIVE
      case .blink: IMP_LIVENESS_MODE_BLINK
      }
    }
  }

  /// One frame, as camera and tracker give it.
  struct Moment {
    /// Of the capture, and of the challenge: from 0; `nil` before that.
    let number: Int
    let challenge: Int?
    var picture: TestImage
    var faces: [imp_face]
    /// Nanoseconds since the frame before.
    var wait: UInt64 = 40_000_000
  }

  let driver: CaptureDriver
  private var number = 0
  private var challenge = 0
  private var yaw = 0
  private var lids: [Float] = [0.2, 0.08, 0.06, 0.1, 0.26]

  /// - Parameter score: what comparisons are answered with; `nil` leaves them open.
  init(
    _ mode: Mode, score: Int32? = 6000, change: (inout imp_face_capture_options_v2) -> Void = { _ in }
  ) throws {
    driver = try CaptureDriver(plugin: mode.plugin, timeout: 30_000_000_000, mode: mode.liveness) {
      $0.helps = UInt32(IMP_HELP_COMPARES)
      if mode.liveness == IMP_LIVENESS_MODE_ACTIVE {
        // To the side alone: the head is not drawn looking up.
        ($0.cr2d, $0.target) = (UInt32(IMP_CR2D_FIXED), imp_point(x: -0.9, y: 0))
      }
      change(&$0)
    }
    driver.score = score
  }

  /// What the capture asked for last.
  private var wantedYaw: Int {
    if let target = driver.of(IMP_CAPTURE_TARGET).last, driver.steps.last == IMP_STEP_CHALLENGE {
      return target.value < 1 ? Int((25 * target.x).rounded()) : 0
    }
    switch driver.of(IMP_CAPTURE_ACTION).last?.flags {
    case IMP_ACTION_TURN_LEFT: return 15
    case IMP_ACTION_TURN_RIGHT: return -15
    default: return 0
    }
  }

  private func next() -> Moment {
    let isAsked = driver.of(IMP_CAPTURE_ACTION).last?.flags == IMP_ACTION_BLINK
    let openness = isAsked && !lids.isEmpty ? lids.removeFirst() : 0.27
    yaw += max(-3, min(3, wantedYaw - yaw))
    var picture = TurnedHead.picture(yaw: yaw)
    // No two frames are the same, as of a sensor with noise.
    (picture.pixels[0], picture.pixels[1]) = (UInt8(number % 256), UInt8(number / 256))
    let isChallenge = driver.steps.contains(IMP_STEP_CHALLENGE)
    defer { (number, challenge) = (number + 1, challenge + (isChallenge ? 1 : 0)) }
    let face = CaptureDriver.face {
      $0.yaw = Float(yaw)
      ($0.left_eye_openness, $0.right_eye_openness) = (openness, openness)
      ($0.landmark_model, $0.landmark_count) = (UInt32(IMP_LANDMARKS_MESH468), 468)
    }
    return Moment(
      number: number, challenge: isChallenge ? challenge : nil, picture: picture, faces: [face])
  }

  /// Up to where it is there, or the capture's end.
  func perform(until isThere: (CaptureDriver) -> Bool) throws {
    for _ in 0..<600 where driver.finish == nil && !isThere(driver) { try perform(frames: 1) }
  }

  /// Up to the capture's end, or so many frames.
  /// - Parameter broken: what camera and tracker make of it.
  func perform(frames: Int = 600, broken: (inout Moment) -> Void = { _ in }) throws {
    for _ in 0..<frames where driver.finish == nil {
      var moment = next()
      broken(&moment)
      try driver.frame(
        moment.faces, landmarks: TurnedHead.landmarks, in: moment.picture, after: moment.wait)
    }
  }

  var verdict: Int32? { driver.finish.flatMap { _ in driver.all.last.map { Int32($0.liveness) } } }

  /// What the methods found, for a test that fails.
  var findings: String {
    driver.of(IMP_CAPTURE_FINDING).map { "\($0.code): \($0.liveness), \($0.value) of \($0.limit)" }
      .joined(separator: "; ")
  }
}
