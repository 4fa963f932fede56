// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

/// Whoever is before the camera hears of a change within two frames of the first one that shows it, at 30 a
/// second: of each word that there is.
struct CaptureFeedbackTests {
  private typealias Driver = CaptureDriver

  /// Nanoseconds from one frame to the next.
  private static let interval: UInt64 = 33_333_333

  /// A capture whose person nothing is wrong with, and who is told so. It goes on being guided.
  private func good(change: (inout imp_face_capture_options_v2) -> Void = { _ in }) throws -> Driver {
    let driver = try Driver(steady: 10_000_000_000, change: change)
    for _ in 0..<10 { try driver.frame([Driver.face()], after: Self.interval) }
    #expect(driver.feedback == [IMP_FEEDBACK_GOOD])
    return driver
  }

  /// What is said last, two frames after the first one of these faces.
  private func said(_ driver: Driver, to faces: [imp_face]) throws -> Int32? {
    for _ in 0..<3 { try driver.frame(faces, after: Self.interval) }
    return driver.feedback.last
  }

  // MARK: Guidance

  @Test(arguments: [
    Change<[imp_face]>(IMP_FEEDBACK_COME_BACK) { $0 = [] },
    Change(IMP_FEEDBACK_ONE_FACE) {
      $0.append(
        CaptureDriver.face {
          ($0.track_id, $0.box) = (2, imp_rect(x: 0, y: 0, width: 100, height: 100))
        })
    },
    Change(IMP_FEEDBACK_CENTER) { $0[0].box.x = 0 },
    Change(IMP_FEEDBACK_MOVE_FORWARDS) { $0[0].box = imp_rect(x: 170, y: 170, width: 60, height: 60) },
    Change(IMP_FEEDBACK_MOVE_BACKWARDS) { $0[0].box = imp_rect(x: 10, y: 10, width: 380, height: 380) },
    Change(IMP_FEEDBACK_TURN_RIGHT) { $0[0].yaw = 20 }, Change(IMP_FEEDBACK_TURN_LEFT) { $0[0].yaw = -20 },
    Change(IMP_FEEDBACK_ROTATE_DOWN) { $0[0].pitch = 20 },
    Change(IMP_FEEDBACK_ROTATE_UP) { $0[0].pitch = -20 },
    Change(IMP_FEEDBACK_TILT_RIGHT) { $0[0].roll = 20 }, Change(IMP_FEEDBACK_TILT_LEFT) { $0[0].roll = -20 },
    Change(IMP_FEEDBACK_BRIGHTER) { $0[0].quality.3 = 10 },
    Change(IMP_FEEDBACK_DARKER) { $0[0].quality.4 = 10 },
    Change(IMP_FEEDBACK_DO_NOT_MOVE) { $0[0].quality.1 = 10 },
    Change(IMP_FEEDBACK_OPEN_EYES) { ($0[0].left_eye_openness, $0[0].right_eye_openness) = (0.1, 0.1) },
  ])
  func whatIsWrongIsSaidWithinTwoFramesAndThatItIsGoodAgain(change: Change<[imp_face]>) throws {
    let driver = try good()
    var faces = [Driver.face()]
    change.make(&faces)
    #expect(try said(driver, to: faces) == change.status)
    for _ in 0..<30 { try driver.frame(faces, after: Self.interval) }
    #expect(driver.feedback.last == change.status, "it stays")
    #expect(try said(driver, to: [Driver.face()]) == IMP_FEEDBACK_GOOD)
  }

  @Test func aFastHeadIsToldSoWithinTwoFramesAndThatItIsGoodAgain() throws {
    let driver = try good()
    // 12 pixels of 160 in a frame: two heights a second.
    for x: Float in [132, 120, 132] { try driver.frame([Driver.face { $0.box.x = x }], after: Self.interval) }
    #expect(driver.feedback.last == IMP_FEEDBACK_TOO_FAST)
    #expect(try said(driver, to: [Driver.face { $0.box.x = 132 }]) == IMP_FEEDBACK_GOOD)
  }

  @Test func oneFrameIsNotSpokenOf() throws {
    let driver = try good()
    for _ in 0..<5 {
      try driver.frame([Driver.face { $0.quality.3 = 10 }], after: Self.interval)
      try driver.frame([Driver.face()], after: Self.interval)
    }
    #expect(driver.feedback == [IMP_FEEDBACK_GOOD])
  }

  // MARK: The device

  @Test func aDeviceThatMovesIsToldSoWithinTwoFrames() throws {
    let driver = try good {
      ($0.liveness_mode, $0.helps) = (UInt32(IMP_LIVENESS_MODE_PASSIVE), UInt32(IMP_HELP_MOTION))
    }
    func felt(_ x: Float, frames: Int) throws {
      for _ in 0..<frames {
        try driver.motion(imp_point3(x: x, y: 9.81, z: 0))
        try driver.frame([Driver.face()], after: Self.interval)
      }
    }
    try felt(0, frames: 5)
    #expect(driver.feedback == [IMP_FEEDBACK_GOOD])
    try felt(4, frames: 3)
    #expect(driver.feedback.last == IMP_FEEDBACK_DEVICE_MOVING)
    // The first frame still feels the end of it; with the 16th nothing was felt for half a second.
    try felt(0, frames: 16 + 2)
    #expect(driver.feedback.last == IMP_FEEDBACK_DEVICE_STILL)
  }

  // MARK: What is asked for

  /// Until an event of a kind comes.
  private func until(_ kind: Int32, _ driver: Driver, _ face: imp_face = CaptureDriver.face()) throws {
    let before = driver.of(kind).count
    for _ in 0..<200 where driver.of(kind).count == before {
      try driver.frame([face], after: Self.interval)
    }
    #expect(driver.of(kind).count > before)
  }

  /// What is said last, two frames after the one that brought what was asked for.
  private func saidThen(_ driver: Driver, _ face: imp_face = CaptureDriver.face()) throws -> Int32? {
    for _ in 0..<2 { try driver.frame([face], after: Self.interval) }
    return driver.feedback.last
  }

  @Test func whoIsLitIsToldToStandStill() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE) { $0.helps = UInt32(IMP_HELP_LIGHTS) }
    try until(IMP_CAPTURE_LIGHT, driver)
    #expect(try saidThen(driver) == IMP_FEEDBACK_STAND_STILL)
  }

  @Test func whoIsShownATargetIsToldToFollowIt() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_ACTIVE)
    try until(IMP_CAPTURE_TARGET, driver)
    #expect(try saidThen(driver) == IMP_FEEDBACK_FOLLOW_TARGET)
  }

  @Test func eachTurnIsAskedForAndItsLackIsToldAndSoIsItsBeginning() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE)
    try until(IMP_CAPTURE_ACTION, driver)
    let begin = driver.now
    let isLeft = driver.of(IMP_CAPTURE_ACTION).last?.flags == UInt32(IMP_ACTION_TURN_LEFT)
    let words =
      isLeft
      ? [IMP_FEEDBACK_TURN_LEFT, IMP_FEEDBACK_TURN_RIGHT] : [IMP_FEEDBACK_TURN_RIGHT, IMP_FEEDBACK_TURN_LEFT]
    let side: Float = isLeft ? 14 : -14
    #expect(try saidThen(driver) == words[0])
    // A movement is missed once three seconds have passed.
    for _ in 0..<120 where driver.feedback.last == words[0] {
      try driver.frame([Driver.face()], after: Self.interval)
    }
    #expect(driver.feedback.last == IMP_FEEDBACK_NO_HEAD_MOVEMENT)
    #expect(driver.now - begin <= 3_000_000_000 + 3 * Self.interval)
    #expect(try said(driver, to: [Driver.face { $0.yaw = side / 2 }]) == words[0])
    try until(IMP_CAPTURE_ACTION, driver, Driver.face { $0.yaw = side })
    #expect(try saidThen(driver, Driver.face { $0.yaw = side }) == words[1])
    // The last one is back to the front.
    try until(IMP_CAPTURE_ACTION, driver, Driver.face { $0.yaw = -side })
    #expect(try saidThen(driver, Driver.face { $0.yaw = -side }) == IMP_FEEDBACK_CENTER)
  }

  @Test func whoMovesBeforeABlinkIsToldNotTo() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_BLINK)
    try until(IMP_CAPTURE_ACTION, driver)
    #expect(try saidThen(driver) == IMP_FEEDBACK_GOOD)
    #expect(try said(driver, to: [Driver.face { $0.yaw = 8 }]) == IMP_FEEDBACK_DO_NOT_MOVE)
  }

  @Test func whoLeavesTheOvalIsToldWhereItIs() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE_VIDEO)
    try until(IMP_CAPTURE_OVAL, driver)
    let far = Driver.face { $0.box = imp_rect(x: 160, y: 160, width: 80, height: 80) }
    #expect(try said(driver, to: [far]) == IMP_FEEDBACK_MOVE_FORWARDS)
    let near = Driver.face { $0.box = imp_rect(x: 80, y: 80, width: 240, height: 240) }
    #expect(try said(driver, to: [near]) == IMP_FEEDBACK_MOVE_BACKWARDS)
    #expect(try said(driver, to: [Driver.face { $0.box.x = 170 }]) == IMP_FEEDBACK_CENTER)
    #expect(try said(driver, to: [Driver.face()]) == IMP_FEEDBACK_GOOD)
  }
}
