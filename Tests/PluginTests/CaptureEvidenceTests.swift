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

  /// Nobody compares the person there, and a tracker may take whoever sits there then for the same.
  @Test func aGapBeforeTheBlinkBeginsAnew() throws {
    let head = try WillingHead(.blink)
    try head.perform { if $0.challenge == 8 { $0.wait = 2_000_000_000 } }
    #expect(head.driver.steps.filter { $0 == IMP_STEP_CHALLENGE }.count == 2)
    #expect(head.driver.results.allSatisfy { $0.tracking == UInt32(IMP_TRACKING_LOST) })
    #expect(head.verdict == IMP_LIVENESS_LIVE, "\(head.findings)")
  }
}
