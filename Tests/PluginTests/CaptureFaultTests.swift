// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

/// What a camera, a tracker or a host may do wrong while a challenge goes on. Whoever does all that is asked
/// for is live only where that was seen.
struct CaptureFaultTests {
  typealias Mode = WillingHead.Mode
  typealias Moment = WillingHead.Moment

  /// Why the other tests are worth something.
  @Test(arguments: Mode.allCases) func whoDoesWhatIsAskedForIsLive(mode: Mode) throws {
    let head = try WillingHead(mode)
    try head.perform()
    #expect(head.driver.finish == IMP_FINISH_CAPTURED)
    #expect(head.verdict == IMP_LIVENESS_LIVE, "\(head.findings)")
  }

  // MARK: What the camera gives

  struct Fault: CustomTestStringConvertible {
    let testDescription: String
    let modes: [Mode]
    /// Of each frame of the challenge.
    let breaks: @Sendable (inout Moment) -> Void
  }

  static let faults = [
    Fault(testDescription: "a dark picture", modes: [.passive, .active]) {
      $0.picture.fill(2)
      $0.faces[0].quality.3 = 5
    },
    Fault(testDescription: "an overexposed picture", modes: [.passive]) {
      $0.picture.fill(253)
      $0.faces[0].quality.4 = 5
    },
    Fault(testDescription: "one frame a second", modes: Mode.allCases) { $0.wait = 1_000_000_000 },
    Fault(testDescription: "a face half outside", modes: [.passive, .active]) {
      $0.faces[0].box.x = -80
      $0.faces[0].quality.11 = 5
    },
    Fault(testDescription: "a second face", modes: Mode.allCases) {
      var other = $0.faces[0]
      (other.track_id, other.box.x) = (9, 0)
      $0.faces.append(other)
    },
    Fault(testDescription: "frames of two sizes in turn", modes: [.passive, .active]) {
      if $0.number % 2 == 0 { $0.halve() }
    },
    Fault(testDescription: "one frame for ever", modes: Mode.allCases) {
      $0.picture = TurnedHead.picture(yaw: 0)
    },
  ]

  @Test(arguments: faults) func whatHidesTheEvidenceLeavesADoubtAtLeast(fault: Fault) throws {
    for mode in fault.modes {
      // A face that is never good is waited for no longer.
      let head = try WillingHead(mode) { $0.timeout_ns = 12_000_000_000 }
      try head.perform { if $0.challenge != nil { fault.breaks(&$0) } }
      #expect(head.driver.finish != nil, "\(mode)")
      #expect(head.verdict == IMP_LIVENESS_NO_DECISION || head.verdict == IMP_LIVENESS_FAKE, "\(mode)")
    }
  }

  @Test func framesThatAreDroppedHereAndThereTakeNoEvidenceAway() throws {
    for mode in [Mode.passive, .active, .blink] {
      let head = try WillingHead(mode)
      try head.perform { if $0.number % 7 == 3 { $0.wait = 120_000_000 } }
      #expect(head.verdict == IMP_LIVENESS_LIVE, "\(mode): \(head.findings)")
    }
  }

  // MARK: Who is before it

  @Test(arguments: [1, 2] as [UInt32]) func whoLeavesTheChallengeAndComesBackBeginsAnew(track: UInt32) throws
  {
    let head = try WillingHead(.active)
    try head.perform { moment in
      guard let number = moment.challenge else { return }
      if (4..<20).contains(number) {
        moment.faces = []
      } else if number >= 20 {
        moment.faces[0].track_id = track
      }
    }
    #expect(head.driver.steps.filter { $0 == IMP_STEP_CHALLENGE }.count == 2)
    #expect(head.verdict == IMP_LIVENESS_LIVE, "\(head.findings)")
    #expect(head.driver.results.allSatisfy { $0.tracking == UInt32(IMP_TRACKING_LOST) })
  }

  @Test func whoTakesAnothersPlaceAndDoesNothingIsNotLive() throws {
    for mode in [Mode.passive, .active, .blink] {
      let head = try WillingHead(mode) { $0.timeout_ns = 8_000_000_000 }
      try head.perform { moment in
        guard let number = moment.challenge, number >= 4 else { return }
        moment.faces[0].track_id = 2
        moment.faces[0].yaw = 0
        (moment.faces[0].left_eye_openness, moment.faces[0].right_eye_openness) = (0.27, 0.27)
      }
      #expect(head.verdict == IMP_LIVENESS_NO_DECISION, "\(mode): \(head.findings)")
    }
  }

  @Test(arguments: [2000, nil] as [Int32?]) func anotherPersonInTheSamePlaceIsADoubt(score: Int32?) throws {
    for mode in [Mode.passive, .active, .throughout] {
      let head = try WillingHead(mode, score: nil)
      while head.driver.finish == nil {
        let before = head.driver.all.count
        try head.perform(frames: 1)
        for asked in head.driver.all[before...] where asked.kind == UInt32(IMP_CAPTURE_COMPARE) {
          try head.driver.compared(asked, score)
        }
      }
      #expect(head.verdict == IMP_LIVENESS_NO_DECISION, "\(mode): \(head.findings)")
    }
  }

  // MARK: The end, and the clock

  enum End: CaseIterable { case end, stop, timeout }

  private func finish(_ head: WillingHead, _ end: End) throws {
    switch end {
    case .end: try head.driver.end()
    case .stop: try head.driver.stop()
    case .timeout: try head.driver.tick(after: 60_000_000_000)
    }
  }

  /// How far it is.
  enum Place: CaseIterable {
    case nobodyCame, faceIsLookedAt, imageIsKept, challengeBegan, challengeGoesOn, allWasDone

    func isReached(_ driver: CaptureDriver) -> Bool {
      let progress = driver.of(IMP_CAPTURE_PROGRESS).last?.value ?? 0
      return switch self {
      case .nobodyCame: !driver.all.isEmpty
      case .faceIsLookedAt: driver.steps.contains(IMP_STEP_SCANNING)
      case .imageIsKept: driver.steps.contains(IMP_STEP_CAPTURING)
      case .challengeBegan: driver.steps.contains(IMP_STEP_CHALLENGE)
      case .challengeGoesOn: progress > 0.45
      // But for the blink, or for the image that is compared.
      case .allWasDone:
        progress > (driver.of(IMP_CAPTURE_ACTION).last?.flags == IMP_ACTION_BLINK ? 0.6 : 0.88)
      }
    }
  }

  @Test(arguments: Mode.allCases, End.allCases)
  func whateverEndsItBeforeAllWasSeenIsADoubt(mode: Mode, end: End) throws {
    for place in Place.allCases {
      let head = try WillingHead(mode) { $0.images = 2 }
      try head.perform(frames: 1) { $0.faces = [] }
      try head.perform(until: place.isReached)
      #expect(head.driver.finish == nil, "\(place)")
      try finish(head, end)
      #expect(head.driver.finish != nil && head.verdict == IMP_LIVENESS_NO_DECISION, "\(place)")
    }
  }

  @Test(arguments: [Mode.passive, .active], End.allCases)
  func whatEndsItBeforeTheComparisonIsAnsweredIsADoubt(mode: Mode, end: End) throws {
    let head = try WillingHead(mode, score: nil)
    for _ in 0..<600 where head.driver.of(IMP_CAPTURE_COMPARE).isEmpty { try head.perform(frames: 1) }
    #expect(head.driver.finish == nil)
    try finish(head, end)
    #expect(head.verdict == IMP_LIVENESS_NO_DECISION, "\(head.findings)")
  }

  @Test(arguments: Mode.allCases) func aTimeThatGoesBackIsRefusedAndChangesNothing(mode: Mode) throws {
    let head = try WillingHead(mode)
    try head.perform(frames: 26)
    #expect(throws: StatusError.self) { try head.driver.tick(before: 1) }
    try head.perform()
    #expect(head.verdict == IMP_LIVENESS_LIVE, "\(head.findings)")
  }
}

extension TestImage {
  /// Of one brightness, but for the noise of the first pixels.
  fileprivate mutating func fill(_ value: UInt8) {
    let noise = pixels.prefix(2)
    pixels = [UInt8](repeating: value, count: pixels.count)
    pixels.replaceSubrange(0..<2, with: noise)
  }
}

extension WillingHead.Moment {
  /// Half as many pixels to each side.
  fileprivate mutating func halve() {
    let (whole, side) = (picture, picture.width / 2)
    (picture.width, picture.height, picture.rowBytes) = (side, side, side)
    picture.pixels = []
    picture.pixels.reserveCapacity(side * side)
    for row in 0..<side {
      for column in 0..<side { picture.pixels.append(whole.pixels[2 * row * whole.rowBytes + 2 * column]) }
    }
    let box = faces[0].box
    faces[0].box = imp_rect(x: box.x / 2, y: box.y / 2, width: box.width / 2, height: box.height / 2)
  }
}
