// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Glibc
import Testing

/// What is seen around a face: whether it moves with it, and whether the device is moved.
struct CaptureSurroundingsTests {
  private typealias Driver = CaptureDriver
  private typealias Shift = MovingRoom.Shift

  /// Ten frames a second.
  private static let pause: UInt64 = 100_000_000

  /// A hand that trembles, or somebody who sways: pixels at a time in seconds.
  private static func tremor(_ time: Float) -> Shift {
    Shift(x: 3 * sinf(4.4 * time), y: 2 * sinf(5.1 * time + 1))
  }

  /// A capture of the mode blink by the plugin that judges, of somebody who blinks when asked to.
  private func judged(
    hasTexture: Bool = true, _ moves: (Float) -> (face: Shift, beside: Shift, far: Shift)
  ) throws -> Driver {
    let driver = try Driver(plugin: "FaceCaptureNormal", mode: IMP_LIVENESS_MODE_BLINK)
    var lids: [Float] = [0.15, 0.06, 0.1, 0.26]
    for number in 0..<150 where driver.finish == nil {
      // Long enough to be looked at.
      let isAsked = number > 60 && driver.of(IMP_CAPTURE_ACTION).last?.flags == UInt32(IMP_ACTION_BLINK)
      let openness = isAsked && !lids.isEmpty ? lids.removeFirst() : 0.27
      let (face, beside, far) = moves(Float(number) / 10)
      let picture = MovingRoom.picture(
        face: face, beside: beside, far: far, number: number, hasTexture: hasTexture)
      let seen = Driver.face {
        $0.box = MovingRoom.box
        ($0.left_eye_openness, $0.right_eye_openness) = (openness, openness)
      }
      try driver.frame([seen], in: picture, after: Self.pause)
    }
    return driver
  }

  private func finding(_ driver: Driver) throws -> imp_capture_event_v2 {
    try #require(driver.of(IMP_CAPTURE_FINDING).last { $0.code == IMP_METHOD_BACKGROUND })
  }

  @Test func aFaceThatMovesBeforeARoomThatDoesNotIsNoFake() throws {
    let driver = try judged { (Self.tremor($0), Shift(), Shift()) }
    #expect(try finding(driver).liveness == UInt32(IMP_LIVENESS_NO_DECISION))
    #expect(try abs(finding(driver).value) < 0.1)
    #expect(driver.all.last?.liveness == UInt32(IMP_LIVENESS_LIVE))
  }

  @Test func aFaceThatMovesWithWhatIsBesideItIsFake() throws {
    let driver = try judged { (Self.tremor($0), Self.tremor($0), Shift()) }
    #expect(try finding(driver).liveness == UInt32(IMP_LIVENESS_FAKE))
    #expect(try abs(finding(driver).value - 1) < 0.1)
    #expect(driver.all.last?.liveness == UInt32(IMP_LIVENESS_FAKE))
  }

  @Test func aSheetInFrontOfACameraThatIsHeldIsFakeToo() throws {
    let driver = try judged { time in
      let hand = Shift(x: 2 * sinf(3 * time), y: 2 * sinf(2.3 * time))
      let sheet = Self.tremor(time)
      let seen = Shift(x: hand.x + sheet.x, y: hand.y + sheet.y)
      return (seen, seen, hand)
    }
    #expect(try finding(driver).liveness == UInt32(IMP_LIVENESS_FAKE))
  }

  @Test func whereAllMovesAlikeOrNothingIsSeenItCannotTellAndDoesNotStandInTheWay() throws {
    let held = try judged { (Self.tremor($0), Self.tremor($0), Self.tremor($0)) }
    let plain = try judged(hasTexture: false) { (Self.tremor($0), Shift(), Shift()) }
    let still = try judged { _ in (Shift(), Shift(), Shift()) }
    for driver in [held, plain, still] {
      #expect(try finding(driver).liveness == UInt32(IMP_LIVENESS_NO_DECISION))
      #expect(driver.all.last?.liveness == UInt32(IMP_LIVENESS_LIVE))
    }
  }

  // MARK: The device

  /// A device that is moved from the first to the third second, by so many pixels a second.
  private func panned(_ speed: Float, hasTexture: Bool = true) throws -> Driver {
    try judged(hasTexture: hasTexture) { time in
      let shift = Shift(x: speed * min(max(time - 1, 0), 2))
      return (shift, shift, shift)
    }
  }

  @Test func aDeviceThatIsMovedIsToldAndThenThatItIsStill() throws {
    let words = try panned(64).feedback
    let moving = try #require(words.firstIndex(of: IMP_FEEDBACK_DEVICE_MOVING))
    #expect(words.dropFirst(moving + 1).first == IMP_FEEDBACK_DEVICE_STILL)
    #expect(words.last != IMP_FEEDBACK_DEVICE_STILL, "that is said for a second")
  }

  @Test func aHandThatTremblesAndAFixedCameraSayNothing() throws {
    let silent = try [panned(12), panned(0), panned(64, hasTexture: false)]
    for driver in silent {
      #expect(!driver.feedback.contains(IMP_FEEDBACK_DEVICE_MOVING))
      #expect(!driver.feedback.contains(IMP_FEEDBACK_DEVICE_STILL))
    }
  }

  // MARK: A device that goes around a head

  /// What lies behind the head, as a camera sees it that went around it by so many degrees: 60 of them fill
  /// the picture.
  private static func room(behind picture: inout TestImage, yaw: Float) {
    let shift = yaw * Float(picture.width) / 60
    // The first line tells frames apart, as a sensor's noise does.
    for y in 1..<picture.height {
      for x in 0..<picture.width {
        let (across, down) = ((Float(x) - 200) / 95, (Float(y) - 200) / 103)
        guard across * across + down * down > 1 else { continue }
        let place = Float(x) + shift
        let shade = 127 + 40 * sinf(0.06 * place) + 30 * sinf(0.023 * place + 1) + 30 * sinf(0.07 * Float(y))
        picture.pixels[y * picture.rowBytes + x] = UInt8(shade)
      }
    }
  }

  /// With a tracker's box, which leaves room beside the head.
  private static func seen(_ moment: inout WillingHead.Moment, roomTurnsBy yaw: Float) {
    moment.faces[0].box = imp_rect(x: 150, y: 130, width: 100, height: 120)
    room(behind: &moment.picture, yaw: yaw)
  }

  /// Of a head that is held still the camera sees the same views as of one that turns: a turn is one of
  /// either.
  @Test(arguments: [WillingHead.Mode.passive, .active, .throughout])
  func aHeldDeviceThatGoesAroundAStillHeadIsATurn(mode: WillingHead.Mode) throws {
    let head = try WillingHead(mode)
    try head.perform { moment in Self.seen(&moment, roomTurnsBy: moment.faces[0].yaw) }
    #expect(head.verdict == IMP_LIVENESS_LIVE, "\(head.findings)")
    #expect(try finding(head.driver).liveness == UInt32(IMP_LIVENESS_NO_DECISION))
  }

  /// The same room behind a head that turns by itself stands still.
  @Test func aHeadThatTurnsBeforeAStillRoomIsALiveOneToo() throws {
    let head = try WillingHead(.passive)
    try head.perform { moment in Self.seen(&moment, roomTurnsBy: 0) }
    #expect(head.verdict == IMP_LIVENESS_LIVE, "\(head.findings)")
    #expect(!head.driver.feedback.contains(IMP_FEEDBACK_DEVICE_MOVING))
  }

  @Test func anAccelerometerTellsItToo() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE) { $0.helps = UInt32(IMP_HELP_MOTION) }
    for number in 0..<90 {
      let isShaken = (20..<30).contains(number)
      try driver.motion(imp_point3(x: isShaken ? 4 : 0, y: 9.81, z: 0))
      try driver.frame([Driver.face()])
    }
    let told = driver.feedback.filter { $0 == IMP_FEEDBACK_DEVICE_MOVING || $0 == IMP_FEEDBACK_DEVICE_STILL }
    #expect(told == [IMP_FEEDBACK_DEVICE_MOVING, IMP_FEEDBACK_DEVICE_STILL])
  }
}
