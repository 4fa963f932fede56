// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

/// What looks like evidence and is none: nobody is live by it.
struct CaptureEvidenceTests {
  // MARK: Comparisons

  @Test(arguments: [IMP_INPUT_END, IMP_INPUT_STOP, IMP_INPUT_TICK])
  func whoStopsBeforeTheLastComparisonIsAnsweredHasADoubt(input: Int32) throws {
    let head = try WillingHead(.throughout, score: nil)
    var (open, answered) = ([imp_capture_event_v2](), 0)
    while head.driver.finish == nil, !head.driver.steps.contains(IMP_STEP_JUDGING) {
      for asked in open { try head.driver.compared(asked, 6000) }
      answered += open.count
      let before = head.driver.all.count
      try head.perform(frames: 1)
      open = head.driver.all[before...].filter { $0.kind == UInt32(IMP_CAPTURE_COMPARE) }
    }
    #expect(answered > 0 && open.count == 1)
    switch input {
    case IMP_INPUT_END: try head.driver.end()
    case IMP_INPUT_STOP: try head.driver.stop()
    default: try head.driver.tick(after: 60_000_000_000)
    }
    #expect(head.driver.finish != nil && head.verdict == IMP_LIVENESS_NO_DECISION, "\(head.findings)")
  }

  // MARK: Frames that were there before

  @Test(arguments: [2, 3, 4, 5, 8]) func aLoopOfFewFramesIsADoubtAtLeast(length: Int) throws {
    let head = try WillingHead(.blink)
    var loop: [TestImage] = []
    try head.perform { moment in
      guard let number = moment.challenge else { return }
      if loop.count < length { loop.append(moment.picture) }
      moment.picture = loop[number % loop.count]
    }
    #expect(head.verdict == IMP_LIVENESS_NO_DECISION || head.verdict == IMP_LIVENESS_FAKE, "\(head.findings)")
  }

  @Test func aClipThatIsPlayedForthAndBackIsADoubtAtLeast() throws {
    let head = try WillingHead(.blink)
    var clip: [TestImage] = []
    try head.perform { moment in
      guard let number = moment.challenge else { return }
      if clip.count < 10 { clip.append(moment.picture) }
      let place = number % 18
      moment.picture = clip[min(place < 10 ? place : 18 - place, clip.count - 1)]
    }
    #expect(head.verdict == IMP_LIVENESS_NO_DECISION || head.verdict == IMP_LIVENESS_FAKE, "\(head.findings)")
  }

  @Test func aDriverThatGivesSomeFramesTwiceTakesNothingAway() throws {
    let head = try WillingHead(.blink)
    var before: TestImage?
    try head.perform { moment in
      if moment.number % 2 == 1, let before { moment.picture = before }
      before = moment.picture
    }
    #expect(head.verdict == IMP_LIVENESS_LIVE, "\(head.findings)")
  }

  // MARK: Times

  @Test(arguments: [0, 1000] as [UInt64]) func framesThatNoCameraTakesSoFastAreADoubt(wait: UInt64) throws {
    let head = try WillingHead(.passive)
    try head.perform { if $0.challenge != nil { $0.wait = wait } }
    #expect(head.driver.finish != nil)
    #expect(head.verdict == IMP_LIVENESS_NO_DECISION, "\(head.findings)")
  }

  // MARK: Blinks

  /// A tracker says something of eyes that it hardly sees.
  @Test(arguments: [
    Change<imp_face>(IMP_FEEDBACK_BRIGHTER) { $0.quality.3 = 5 },
    Change(IMP_FEEDBACK_DARKER) { $0.quality.4 = 5 }, Change(IMP_FEEDBACK_CENTER) { $0.quality.11 = 5 },
  ])
  func aBlinkThatIsHardlySeenIsNone(change: Change<imp_face>) throws {
    let head = try WillingHead(.blink) { $0.timeout_ns = 8_000_000_000 }
    try head.perform { if $0.challenge != nil { change.make(&$0.faces[0]) } }
    #expect(head.driver.feedback.last == change.status)
    #expect(head.verdict == IMP_LIVENESS_NO_DECISION, "\(head.findings)")
  }

  /// At 15 frames a second one frame lasts longer than the shortest blink: a print that is bent for a moment,
  /// a shadow, a tracker that errs once.
  @Test(arguments: [67_000_000, 100_000_000, 400_000_000] as [UInt64])
  func oneFrameOfClosedEyesIsNoBlink(wait: UInt64) throws {
    let head = try WillingHead(.blink)
    var asked = 0
    try head.perform { moment in
      moment.wait = wait
      if head.driver.of(IMP_CAPTURE_ACTION).last?.flags == IMP_ACTION_BLINK { asked += 1 }
      let openness: Float = asked == 3 ? 0.05 : 0.27
      (moment.faces[0].left_eye_openness, moment.faces[0].right_eye_openness) = (openness, openness)
    }
    #expect(asked > 3)
    #expect(head.verdict == IMP_LIVENESS_NO_DECISION, "\(head.findings)")
  }

  // MARK: What nobody saw

  @Test func timeThatNobodySawIsNoStayInATarget() throws {
    let head = try WillingHead(.active)
    var hasWaited = false
    for _ in 0..<300 where head.driver.finish == nil && !hasWaited {
      try head.perform(frames: 1) { moment in
        // The first frame in the target.
        guard moment.challenge != nil, moment.faces[0].yaw <= -20 else { return }
        moment.wait = 700_000_000
        hasWaited = true
      }
    }
    let target = try #require(head.driver.of(IMP_CAPTURE_TARGET).last)
    #expect(hasWaited && target.value < 0.5)
  }

  /// Normal compares one image at the end: whoever takes the place in a gap, and leaves it in another, is in
  /// none that is compared.
  @Test func aGapInAChallengeThatIsComparedOnceBeginsAnew() throws {
    let head = try WillingHead(.active)
    try head.perform { if $0.challenge == 4 { $0.wait = 2_000_000_000 } }
    #expect(head.driver.steps.filter { $0 == IMP_STEP_CHALLENGE }.count == 2)
    #expect(head.driver.results.allSatisfy { $0.tracking == UInt32(IMP_TRACKING_LOST) })
    #expect(head.verdict == IMP_LIVENESS_LIVE, "\(head.findings)")
  }

  /// What is good of one person does not make another steady.
  @Test(arguments: WillingHead.Mode.allCases)
  func whoTakesAnothersPlaceHasToBeSteadyFirst(mode: WillingHead.Mode) throws {
    let head = try WillingHead(mode)
    var frames = 0
    func begun() -> Int { head.driver.steps.count { $0 == IMP_STEP_CHALLENGE } }
    while head.driver.finish == nil, begun() < 2 {
      try head.perform(frames: 1) { moment in
        guard let number = moment.challenge, number >= 4 else { return }
        moment.faces[0].track_id = 2
        frames += 1
      }
    }
    // 0.4 s are asked for.
    #expect(begun() == 2 && frames >= 10)
  }

  /// Whoever was lit may be another than is in the images, and than does what is asked for.
  @Test(arguments: [WillingHead.Mode.passive, .active])
  func whoWasLitIsComparedBeforeTheChallenge(mode: WillingHead.Mode) throws {
    let head = try WillingHead(mode) { $0.helps |= UInt32(IMP_HELP_LIGHTS) }
    try head.perform(until: { !$0.of(IMP_CAPTURE_CHALLENGE).isEmpty })
    #expect(head.driver.of(IMP_CAPTURE_COMPARE).count == 1)
  }

  /// Nobody compares the person there, and a tracker may take whoever sits there then for the same.
  @Test func aGapBeforeTheBlinkBeginsAnew() throws {
    let head = try WillingHead(.blink)
    try head.perform { if $0.challenge == 8 { $0.wait = 2_000_000_000 } }
    #expect(head.driver.steps.filter { $0 == IMP_STEP_CHALLENGE }.count == 2)
    #expect(head.driver.results.allSatisfy { $0.tracking == UInt32(IMP_TRACKING_LOST) })
    #expect(head.verdict == IMP_LIVENESS_LIVE, "\(head.findings)")
  }
}
