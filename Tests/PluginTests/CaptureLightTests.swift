// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

/// The colours that a screen is lit in during a capture, and what the face answers.
struct CaptureLightTests {
  private typealias Driver = CaptureDriver

  private static let lights = UInt32(IMP_HELP_LIGHTS)

  private func colors(_ driver: Driver) -> [UInt32] { driver.of(IMP_CAPTURE_LIGHT).map(\.color) }

  /// Until the screen is lit.
  private func lit(_ driver: Driver) throws {
    for _ in 0..<100 where colors(driver).isEmpty { try driver.frame([Driver.face()]) }
    #expect(colors(driver).count == 1)
  }

  // MARK: What is asked for

  @Test(arguments: [IMP_LIVENESS_MODE_PASSIVE, IMP_LIVENESS_MODE_ACTIVE, IMP_LIVENESS_MODE_BLINK])
  func nineColoursComeBeforeTheChallengeAndThenTheDark(mode: Int32) throws {
    let driver = try Driver(mode: mode) { $0.helps = Self.lights }
    try lit(driver)
    var times = [driver.now]
    for _ in 0..<400 where driver.of(IMP_CAPTURE_CHALLENGE).isEmpty {
      let before = colors(driver).count
      try driver.frame([Driver.face()])
      if colors(driver).count > before { times.append(driver.now) }
    }
    let asked = colors(driver)
    #expect(asked.count == 10 && asked.last == 0 && !asked.dropLast().contains(0))
    #expect(zip(asked, asked.dropFirst()).allSatisfy { $0 != $1 })
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 400_000_000 }, "too fast for some eyes")
    #expect(driver.steps.filter { $0 == IMP_STEP_CHALLENGE }.count == 1)
    #expect(driver.feedback.contains(IMP_FEEDBACK_STAND_STILL))
  }

  @Test(arguments: [IMP_LIVENESS_MODE_PASSIVE, IMP_LIVENESS_MODE_ACTIVE, IMP_LIVENESS_MODE_BLINK])
  func aHostThatDoesNotLightIsAskedForNoColour(mode: Int32) throws {
    let driver = try Driver(mode: mode)
    try driver.frames(200, [Driver.face()])
    #expect(colors(driver).isEmpty && !driver.feedback.contains(IMP_FEEDBACK_STAND_STILL))
  }

  @Test(arguments: [IMP_LIVENESS_MODE_NONE, IMP_LIVENESS_MODE_PASSIVE_VIDEO])
  func aModeThatNobodyJudgesHereLightsNothing(mode: Int32) throws {
    let driver = try Driver(mode: mode) { $0.helps = Self.lights }
    try driver.frames(200, [Driver.face()])
    #expect(driver.finish == IMP_FINISH_CAPTURED && colors(driver).isEmpty)
  }

  @Test func theColoursFollowFromTheSeed() throws {
    var sequences: Set<[UInt32]> = []
    for seed in 0..<4 as Range<UInt64> {
      let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE, seed: seed) { $0.helps = Self.lights }
      try driver.frames(200, [Driver.face()])
      sequences.insert(colors(driver))
    }
    #expect(sequences.count == 4)
  }

  @Test func whateverEndsTheCaptureLeavesTheScreenDark() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE) { $0.helps = Self.lights }
    try lit(driver)
    try driver.stop()
    #expect(driver.finish == IMP_FINISH_STOPPED && colors(driver).last == 0)
  }

  @Test func anotherFaceDarkensTheScreenAndOtherColoursFollow() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE) { $0.helps = Self.lights }
    try lit(driver)
    try driver.frames(60, [Driver.face()])
    let before = colors(driver)
    let other = Driver.face { $0.track_id = 2 }
    try driver.frame([other])
    #expect(colors(driver).last == 0 && driver.steps.last == IMP_STEP_SCANNING)
    for _ in 0..<400 where driver.of(IMP_CAPTURE_CHALLENGE).isEmpty { try driver.frame([other]) }
    let after = Array(colors(driver).dropFirst(before.count + 1))
    #expect(after.count == 10 && Array(after.prefix(before.count)) != before)
  }

  // MARK: What is answered

  /// A capture of the mode blink by the plugin that judges, of somebody who blinks when asked to.
  private func judged(
    security: Int32, strength: Float = 0.3, answer: ([UInt32]) -> UInt32, isGrey: Bool = false
  ) throws -> Driver {
    let driver = try Driver(plugin: "FaceCaptureNormal", mode: IMP_LIVENESS_MODE_BLINK) {
      ($0.helps, $0.security) = (Self.lights, UInt32(security))
    }
    var room = LitRoom(strength: strength)
    var lids: [Float] = [0.2, 0.08, 0.06, 0.1, 0.26]
    for _ in 0..<400 where driver.finish == nil {
      let isAsked = driver.of(IMP_CAPTURE_ACTION).last?.flags == UInt32(IMP_ACTION_BLINK)
      let openness = isAsked && !lids.isEmpty ? lids.removeFirst() : 0.27
      var picture = room.picture(answer(colors(driver)))
      // Three bytes of colour are three pixels of grey: only whether it is grey is of interest.
      if isGrey { picture.format = UInt32(IMP_PIXEL_GREY8) }
      try driver.frame(
        [Driver.face { ($0.left_eye_openness, $0.right_eye_openness) = (openness, openness) }], in: picture)
    }
    return driver
  }

  private func finding(_ driver: Driver) throws -> imp_capture_event_v2 {
    try #require(driver.of(IMP_CAPTURE_FINDING).last { $0.code == IMP_METHOD_LIGHT })
  }

  @Test(arguments: [IMP_SECURITY_LOW, IMP_SECURITY_MEDIUM, IMP_SECURITY_HIGH])
  func aFaceThatAnswersTheColoursIsLive(level: Int32) throws {
    let driver = try judged(security: level) { $0.last ?? 0 }
    #expect(try finding(driver).liveness == UInt32(IMP_LIVENESS_LIVE))
    #expect(try abs(finding(driver).value - 0.26) < 0.06, "ln 1.3, the light of a pure colour")
    #expect(driver.all.last?.liveness == UInt32(IMP_LIVENESS_LIVE))
  }

  @Test func aVideoThatWasLitInAnotherOrderIsFake() throws {
    let recorded = try judged(security: IMP_SECURITY_HIGH, answer: { $0.last ?? 0 })
    let own = colors(recorded)
    // Each colour as far round the circle of colours from what is asked as its place in the row says.
    let wheel: [UInt32] = [0xFF_0000, 0xFF_FF00, 0x00_FF00, 0x00_FFFF, 0x00_00FF, 0xFF_00FF]
    let played = own.enumerated().map { index, color in
      wheel.firstIndex(of: color).map { wheel[($0 + 2 * index) % wheel.count] } ?? 0
    }
    let driver = try judged(security: IMP_SECURITY_HIGH) { $0.isEmpty ? 0 : played[$0.count - 1] }
    #expect(try finding(driver).liveness == UInt32(IMP_LIVENESS_FAKE))
    #expect(driver.all.last?.liveness == UInt32(IMP_LIVENESS_FAKE))
  }

  @Test(arguments: [
    (IMP_SECURITY_MEDIUM, IMP_LIVENESS_LIVE), (IMP_SECURITY_HIGH, IMP_LIVENESS_NO_DECISION),
  ])
  func aFaceThatAnswersNothingIsADoubtAtTheLevelHighAlone(level: Int32, verdict: Int32) throws {
    let driver = try judged(security: level) { _ in 0 }
    #expect(try finding(driver).liveness == UInt32(IMP_LIVENESS_NO_DECISION))
    #expect(driver.all.last?.liveness == UInt32(verdict))
  }

  @Test func aGreyPictureTellsNothing() throws {
    let driver = try judged(security: IMP_SECURITY_MEDIUM, answer: { $0.last ?? 0 }, isGrey: true)
    #expect(try finding(driver).liveness == UInt32(IMP_LIVENESS_NO_DECISION))
    #expect(try finding(driver).value == 0)
    #expect(driver.all.last?.liveness == UInt32(IMP_LIVENESS_LIVE))
  }
}
