// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

/// The challenges of the capture plugins, by Lite, which judges none of them.
struct CaptureChallengeTests {
  private typealias Driver = CaptureDriver

  private func face(
    yaw: Float = 0, pitch: Float = 0, openness: Float = 0.27, track: UInt32 = 1
  ) -> imp_face {
    Driver.face {
      ($0.yaw, $0.pitch, $0.track_id) = (yaw, pitch, track)
      ($0.left_eye_openness, $0.right_eye_openness) = (openness, openness)
    }
  }

  /// Until the images are kept and the challenge begins.
  private func begun(_ driver: Driver) throws {
    for _ in 0..<100 where !driver.steps.contains(IMP_STEP_CHALLENGE) { try driver.frame([face()]) }
    #expect(driver.steps.contains(IMP_STEP_CHALLENGE))
  }

  private func verdict(_ driver: Driver) -> UInt32? {
    driver.finish.flatMap { _ in driver.all.last?.liveness }
  }

  // MARK: Passive

  @Test func whoTurnsToBothSidesAndBackHasDoneAPassiveChallenge() throws {
    let driver = try Driver(images: 2, mode: IMP_LIVENESS_MODE_PASSIVE)
    try begun(driver)
    for _ in 0..<200 where driver.finish == nil {
      let asked = driver.of(IMP_CAPTURE_ACTION).last?.flags ?? 0
      let yaw: Float = asked == IMP_ACTION_TURN_LEFT ? 14 : asked == IMP_ACTION_TURN_RIGHT ? -14 : 0
      try driver.frame([face(yaw: yaw)])
    }
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    #expect(verdict(driver) == UInt32(IMP_LIVENESS_NO_DECISION))
    #expect(driver.results.count == 2)
    #expect(driver.results.allSatisfy { $0.liveness == UInt32(IMP_LIVENESS_NO_DECISION) })
    #expect(driver.of(IMP_CAPTURE_FINDING).isEmpty, "Lite judges nothing")
    #expect(driver.of(IMP_CAPTURE_CHALLENGE).map(\.count) == [1])
  }

  @Test func whoDoesNotTurnIsToldSoAndMissesTheChallenge() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE)
    try begun(driver)
    try driver.frames(300, [face()])
    #expect(driver.feedback.contains(IMP_FEEDBACK_NO_HEAD_MOVEMENT))
    #expect(driver.finish == IMP_FINISH_CAPTURED || driver.finish == IMP_FINISH_JUDGED)
    #expect(verdict(driver) == UInt32(IMP_LIVENESS_NO_DECISION))
  }

  @Test func theSideAskedForFirstFollowsFromTheSeed() throws {
    var first: Set<UInt32> = []
    for seed in 0..<16 as Range<UInt64> {
      let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE, seed: seed)
      try begun(driver)
      first.insert(driver.of(IMP_CAPTURE_ACTION).first?.flags ?? 0)
    }
    #expect(first == [IMP_ACTION_TURN_LEFT, IMP_ACTION_TURN_RIGHT])
  }

  // MARK: Active

  /// Points the head at the current target, as the pointer follows it.
  private func aim(_ driver: Driver) throws {
    let current = driver.of(IMP_CAPTURE_TARGET).last { $0.flags & IMP_SHOWN_CURRENT != 0 }
    try driver.frame([face(yaw: 25 * (current?.x ?? 0), pitch: -20 * (current?.y ?? 0))])
  }

  @Test(arguments: [(IMP_SECURITY_LOW, 2), (IMP_SECURITY_MEDIUM, 3), (IMP_SECURITY_HIGH, 4)])
  func everyRandomTargetIsReachedByWhoFollowsThem(level: Int32, count: Int) throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_ACTIVE) { $0.security = UInt32(level) }
    try begun(driver)
    for _ in 0..<400 where driver.finish == nil { try aim(driver) }
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    #expect(driver.of(IMP_CAPTURE_CHALLENGE).map { Int($0.index) } == Array(0..<count))
    #expect(driver.of(IMP_CAPTURE_TARGET).filter { $0.value == 1 }.count == count)
    #expect(driver.feedback.contains(IMP_FEEDBACK_FOLLOW_TARGET))
    #expect(!driver.of(IMP_CAPTURE_POINTER).isEmpty)
  }

  @Test func aPathShowsAllItsTargetsAndOneIsCurrent() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_ACTIVE) {
      ($0.cr2d, $0.targets) = (UInt32(IMP_CR2D_PATH), 5)
    }
    try begun(driver)
    let shown = driver.of(IMP_CAPTURE_TARGET)
    #expect(Set(shown.map(\.index)) == [0, 1, 2, 3, 4] && shown.allSatisfy { $0.count == 5 })
    #expect(shown.prefix(5).filter { $0.flags & IMP_SHOWN_CURRENT != 0 }.map(\.index) == [0])
    for _ in 0..<600 where driver.finish == nil { try aim(driver) }
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    #expect(driver.of(IMP_CAPTURE_CHALLENGE).map(\.count) == [1])
  }

  @Test func aFixedTargetIsWhereItWasAskedFor() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_ACTIVE) {
      ($0.cr2d, $0.target) = (UInt32(IMP_CR2D_FIXED), imp_point(x: -0.7, y: 0.2))
    }
    try begun(driver)
    let target = try #require(driver.of(IMP_CAPTURE_TARGET).first)
    #expect((target.x, target.y, target.count) == (-0.7, 0.2, 1))
  }

  @Test func completenessFallsWhenThePointerLeavesTheTarget() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_ACTIVE)
    try begun(driver)
    for _ in 0..<10 { try aim(driver) }
    let reached = try #require(driver.of(IMP_CAPTURE_TARGET).last?.value)
    #expect(reached > 0 && reached < 1)
    for _ in 0..<4 { try driver.frame([face()]) }
    #expect(try #require(driver.of(IMP_CAPTURE_TARGET).last?.value) < reached)
  }

  @Test func dwellingSomewhereElseIsAMiss() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_ACTIVE)
    try begun(driver)
    let target = try #require(driver.of(IMP_CAPTURE_TARGET).last)
    try driver.frames(60, [face(yaw: -25 * target.x, pitch: 20 * target.y)])
    #expect(driver.finish != nil)
    #expect(!driver.of(IMP_CAPTURE_TARGET).contains { $0.value == 1 })
  }

  @Test func targetsOfDifferentSeedsDiffer() throws {
    var places: Set<String> = []
    for seed in 0..<8 as Range<UInt64> {
      let driver = try Driver(mode: IMP_LIVENESS_MODE_ACTIVE, seed: seed)
      try begun(driver)
      let target = try #require(driver.of(IMP_CAPTURE_TARGET).first)
      #expect((-1...1).contains(target.x) && (-1...1).contains(target.y))
      places.insert("\(target.x) \(target.y)")
    }
    #expect(places.count == 8)
  }

  // MARK: Blink

  @Test func aBlinkAfterKeepingStillEndsTheChallenge() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_BLINK)
    try begun(driver)
    for _ in 0..<100 where driver.of(IMP_CAPTURE_ACTION).last?.flags != IMP_ACTION_BLINK {
      try driver.frame([face()])
    }
    #expect(driver.of(IMP_CAPTURE_ACTION).map(\.flags) == [IMP_ACTION_KEEP_STILL, IMP_ACTION_BLINK])
    for openness in [0.2, 0.08, 0.06, 0.1, 0.26, 0.27] as [Float] {
      if driver.finish == nil { try driver.frame([face(openness: openness)]) }
    }
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    #expect(try #require(driver.of(IMP_CAPTURE_ACTION).last?.value) > 50)
  }

  @Test func eyesThatStayOpenMissTheBlinkAtItsTimeOut() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_BLINK) { $0.blink_timeout_ns = 2_000_000_000 }
    try begun(driver)
    try driver.frames(120, [face()])
    #expect(driver.finish != nil && verdict(driver) == UInt32(IMP_LIVENESS_NO_DECISION))
    #expect(driver.of(IMP_CAPTURE_ACTION).allSatisfy { $0.value == 0 })
  }

  @Test func whoMovesBeginsToKeepStillAnew() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_BLINK)
    try begun(driver)
    for index in 0..<120 { try driver.frame([face(yaw: index % 20 < 10 ? 0 : 8)]) }
    #expect(driver.feedback.contains(IMP_FEEDBACK_DO_NOT_MOVE))
    #expect(driver.of(IMP_CAPTURE_ACTION).map(\.flags) == [IMP_ACTION_KEEP_STILL])
  }

  // MARK: Passive video

  @Test func aFaceInTheOvalFillsTheProgressAndAServerDecides() throws {
    let driver = try Driver(mode: IMP_LIVENESS_MODE_PASSIVE_VIDEO)
    try begun(driver)
    #expect(
      driver.of(IMP_CAPTURE_PREPARATION).map(\.code) == [IMP_PREPARATION_STARTED, IMP_PREPARATION_FINISHED])
    let oval = try #require(driver.of(IMP_CAPTURE_OVAL).first)
    #expect(oval.width > 0 && oval.height > 0)
    try driver.frames(200, [face()])
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    #expect(verdict(driver) == UInt32(IMP_LIVENESS_NO_DECISION))
  }

  // MARK: Whatever the challenge

  @Test(arguments: [
    IMP_LIVENESS_MODE_PASSIVE, IMP_LIVENESS_MODE_ACTIVE, IMP_LIVENESS_MODE_BLINK,
    IMP_LIVENESS_MODE_PASSIVE_VIDEO,
  ])
  func anotherFaceInTheChallengeBeginsAnewAndTwiceAtMost(mode: Int32) throws {
    let driver = try Driver(images: 1, timeout: 600_000_000_000, mode: mode)
    var track: UInt32 = 1
    for _ in 0..<3 where driver.finish == nil {
      let before = driver.of(IMP_CAPTURE_CHALLENGE).count
      for _ in 0..<100 where driver.of(IMP_CAPTURE_CHALLENGE).count == before && driver.finish == nil {
        try driver.frame([face(track: track)])
      }
      track += 1
      try driver.frame([face(track: track)])
    }
    #expect(driver.of(IMP_CAPTURE_CHALLENGE).filter { $0.index == 0 }.count == 3)
    #expect(driver.finish == IMP_FINISH_JUDGED)
    #expect(verdict(driver) == UInt32(IMP_LIVENESS_NO_DECISION))
  }

  @Test func aStopInTheChallengeReturnsTheImagesWithoutAVerdict() throws {
    let driver = try Driver(images: 2, mode: IMP_LIVENESS_MODE_ACTIVE)
    try begun(driver)
    try driver.stop()
    #expect(driver.finish == IMP_FINISH_STOPPED)
    #expect(driver.results.count == 2 && verdict(driver) == UInt32(IMP_LIVENESS_NO_DECISION))
  }

  @Test func aModeOfLaterIsUnsupported() {
    #expect(throws: StatusError.self) { try Driver(mode: 5) }
  }
}
