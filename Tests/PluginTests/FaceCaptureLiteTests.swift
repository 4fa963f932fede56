// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

struct FaceCaptureLiteTests {
  typealias Driver = CaptureDriver

  @Test func steadyFaceIsCaptured() throws {
    let driver = try Driver()
    try driver.frame([])
    try driver.frames(10, [Driver.face()])
    #expect(driver.finish == nil)
    // 400 ms after its first good frame.
    try driver.frame([Driver.face()])
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    #expect(driver.steps == [IMP_STEP_PREPARING, IMP_STEP_SCANNING, IMP_STEP_CAPTURING])
    #expect(driver.feedback == [IMP_FEEDBACK_COME_BACK, IMP_FEEDBACK_GOOD])
    #expect(driver.results.map(\.value) == [80])
    #expect(driver.results[0].tracking == UInt32(IMP_TRACKING_STEADY))
    #expect(driver.results[0].liveness == UInt32(IMP_LIVENESS_UNKNOWN))
    #expect(driver.all.last?.liveness == UInt32(IMP_LIVENESS_UNKNOWN))
    #expect(driver.of(IMP_CAPTURE_PROGRESS).last?.value == 1)
    #expect(throws: StatusError.self) { try driver.frame([]) }
  }

  @Test func progressNeverFalls() throws {
    let driver = try Driver(images: 3)
    for round in 0..<80 where driver.finish == nil {
      try driver.frame(round % 13 == 7 ? [] : [Driver.face()])
    }
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    let values = driver.of(IMP_CAPTURE_PROGRESS).map(\.value)
    #expect(values.count > 3)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func severalImagesLieApartAndTheBestComesFirst() throws {
    let driver = try Driver(images: 3, steady: 0)
    var kept: [(slot: UInt32, time: UInt64, quality: Float)] = []
    for round in 0..<40 where driver.finish == nil {
      let quality = Float(60 + round % 7)
      let events = try driver.frame([Driver.face { $0.quality.0 = quality }])
      for event in events where event.kind == UInt32(IMP_CAPTURE_KEEP) {
        kept.removeAll { $0.slot == event.slot }
        kept.append((event.slot, driver.now, quality))
      }
    }
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    #expect(kept.count == 3)
    #expect(driver.results.map(\.rank) == [0, 1, 2])
    #expect(driver.results.map(\.value) == kept.map(\.quality).sorted(by: >))
    // A slot may be bettered within 200 ms of what it held, so two neighbours lie at least one frame apart.
    let times = kept.map(\.time).sorted()
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 40_000_000 })
    #expect(times[2] - times[0] >= 200_000_000)
  }

  @Test func poorFrameStartsTheSteadyTimeAnew() throws {
    let driver = try Driver()
    try driver.frames(9, [Driver.face()])
    try driver.frame([Driver.face { $0.yaw = 30 }])
    try driver.frames(9, [Driver.face()])
    #expect(driver.finish == nil)
    try driver.frames(3, [Driver.face()])
    #expect(driver.finish == IMP_FINISH_CAPTURED)
  }

  @Test(arguments: [
    Change<imp_face>(IMP_FEEDBACK_TURN_RIGHT) { $0.yaw = 20 },
    Change(IMP_FEEDBACK_TURN_LEFT) { $0.yaw = -20 },
    Change(IMP_FEEDBACK_ROTATE_DOWN) { $0.pitch = 20 }, Change(IMP_FEEDBACK_ROTATE_UP) { $0.pitch = -20 },
    Change(IMP_FEEDBACK_TILT_RIGHT) { $0.roll = 20 }, Change(IMP_FEEDBACK_TILT_LEFT) { $0.roll = -20 },
    Change(IMP_FEEDBACK_MOVE_FORWARDS) { $0.box = imp_rect(x: 170, y: 170, width: 60, height: 60) },
    Change(IMP_FEEDBACK_MOVE_BACKWARDS) { $0.box = imp_rect(x: 10, y: 10, width: 380, height: 380) },
    Change(IMP_FEEDBACK_CENTER) { $0.box.x = 0 }, Change(IMP_FEEDBACK_CENTER) { $0.box.y = 240 },
    Change(IMP_FEEDBACK_BRIGHTER) { $0.quality.3 = 10 }, Change(IMP_FEEDBACK_DARKER) { $0.quality.4 = 10 },
    Change(IMP_FEEDBACK_DO_NOT_MOVE) { $0.quality.1 = 10 },
    Change(IMP_FEEDBACK_OPEN_EYES) {
      $0.left_eye_openness = 0.1
      $0.right_eye_openness = 0.1
    },
    Change(IMP_FEEDBACK_MOVE_FORWARDS) {
      $0.quality.0 = 40
      $0.quality.6 = 35
    },
    Change(IMP_FEEDBACK_GOOD) { $0.left_eye_openness = 0.1 },
  ])
  func feedbackSaysWhatIsWrong(change: Change<imp_face>) throws {
    let driver = try Driver(steady: 10_000_000_000)
    try driver.frame([Driver.face(change.make)])
    #expect(driver.feedback == [change.status])
  }

  @Test func movementBetweenFramesIsTooFast() throws {
    let driver = try Driver(steady: 10_000_000_000)
    // 40 pixels of 160 in 40 ms: six heights a second.
    for round in 0..<8 { try driver.frame([Driver.face { $0.box.x = round % 2 == 0 ? 100 : 140 }]) }
    #expect(driver.feedback == [IMP_FEEDBACK_GOOD, IMP_FEEDBACK_TOO_FAST])
  }

  @Test func feedbackAtItsLimitDoesNotFlicker() throws {
    let driver = try Driver(steady: 10_000_000_000)
    try driver.frame([Driver.face { $0.yaw = 16 }])
    for round in 0..<50 { try driver.frame([Driver.face { $0.yaw = round % 2 == 0 ? 14.5 : 15.5 }]) }
    #expect(driver.feedback == [IMP_FEEDBACK_TURN_RIGHT])
    try driver.frames(6, [Driver.face { $0.yaw = 12 }])
    #expect(driver.feedback == [IMP_FEEDBACK_TURN_RIGHT, IMP_FEEDBACK_GOOD])
  }

  @Test func secondPersonStopsTheCapture() throws {
    let driver = try Driver(steady: 0)
    let other = Driver.face {
      $0.track_id = 2
      $0.box = imp_rect(x: 0, y: 0, width: 100, height: 100)
    }
    try driver.frames(20, [Driver.face(), other])
    #expect(driver.finish == nil)
    #expect(driver.feedback == [IMP_FEEDBACK_ONE_FACE])
    #expect(driver.of(IMP_CAPTURE_KEEP).isEmpty)
  }

  @Test func passerByIsNotFollowed() throws {
    let driver = try Driver(steady: 200_000_000)
    let small = Driver.face {
      $0.track_id = 2
      $0.box = imp_rect(x: 0, y: 0, width: 60, height: 60)
    }
    try driver.frames(6, [small, Driver.face()])
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    #expect(Set(driver.of(IMP_CAPTURE_FACE).map(\.face)) == [1])
  }

  @Test func otherFaceIsALostTrackAndItsImagesCountAlone() throws {
    let driver = try Driver(images: 2, steady: 200_000_000)
    try driver.frames(7, [Driver.face()])
    #expect(driver.steps.last == IMP_STEP_CAPTURING)
    try driver.frames(6, [Driver.face { $0.track_id = 2 }])
    // One image of each would make two: they must not count together.
    #expect(driver.finish == nil)
    try driver.frames(8, [Driver.face { $0.track_id = 2 }])
    #expect(driver.finish == IMP_FINISH_CAPTURED)
    #expect(driver.results.map(\.tracking) == [UInt32(IMP_TRACKING_LOST), UInt32(IMP_TRACKING_LOST)])
  }

  @Test func whoComesAfterASourceEndsHasNoImageOfWhoWentBefore() throws {
    let driver = try Driver(images: 3, steady: 0)
    // The better face goes; a poorer one is there at the end.
    try driver.frames(8, [Driver.face { $0.quality.0 = 95 }])
    #expect(driver.finish == nil && driver.of(IMP_CAPTURE_KEEP).count == 2)
    try driver.frames(20, [])
    let before = driver.all.count
    try driver.frames(2, [Driver.face { ($0.track_id, $0.quality.0) = (2, 60) }])
    try driver.end()
    #expect(driver.finish == IMP_FINISH_ENDED)
    #expect(driver.results.map(\.value) == [60])
    #expect(driver.results.map(\.tracking) == [UInt32(IMP_TRACKING_LOST)])
    // The host was told to keep a frame of the second in the very slot that is returned.
    let kept = driver.all[before...].filter { $0.kind == UInt32(IMP_CAPTURE_KEEP) }.map(\.slot)
    #expect(Set(driver.results.map(\.slot)).isSubset(of: kept))
  }

  @Test(arguments: [true, false])
  func whoComesAfterAndIsNeverGoodLeavesNoImageAtAll(isTimeout: Bool) throws {
    let driver = try Driver(images: 3, timeout: 2_000_000_000, steady: 0)
    try driver.frames(8, [Driver.face()])
    try driver.frames(20, [])
    try driver.frames(3, [Driver.face { ($0.track_id, $0.quality.0) = (2, 10) }])
    if isTimeout { try driver.tick(after: 2_000_000_000) } else { try driver.end() }
    #expect(driver.finish == (isTimeout ? IMP_FINISH_TIMEOUT : IMP_FINISH_ENDED))
    #expect(driver.results.isEmpty)
  }

  @Test func shortGapKeepsTheTrackAndALongOneLosesIt() throws {
    for (gap, tracking) in [(5, IMP_TRACKING_STEADY), (20, IMP_TRACKING_LOST)] {
      let driver = try Driver(steady: 200_000_000)
      try driver.frame([Driver.face()])
      try driver.frames(gap, [])
      try driver.frames(8, [Driver.face()])
      #expect(driver.finish == IMP_FINISH_CAPTURED)
      #expect(driver.results[0].tracking == UInt32(tracking))
    }
  }

  @Test func fewStillsGiveTheirBestAtTheEnd() throws {
    let driver = try Driver(images: 2, steady: 1_000_000_000)
    for quality: Float in [55, 90, 45, 70] {
      try driver.frame([Driver.face { $0.quality.0 = quality }], after: 300_000_000)
    }
    try driver.end()
    #expect(driver.finish == IMP_FINISH_ENDED)
    #expect(driver.results.map(\.value) == [90, 70])
  }

  @Test func oneStillIsEnough() throws {
    let driver = try Driver()
    try driver.frame([Driver.face { $0.pitch = 25 }])
    try driver.end()
    #expect(driver.finish == IMP_FINISH_ENDED)
    #expect(driver.results.map(\.value) == [80])
  }

  @Test func sourceWithoutAnythingGoodEndsWithoutAResult() throws {
    let driver = try Driver(threshold: 60)
    try driver.frames(3, [Driver.face { $0.quality.0 = 59.9 }])
    try driver.end()
    #expect(driver.finish == IMP_FINISH_ENDED)
    #expect(driver.results.isEmpty)
  }

  @Test func timeIsUpOnATickToo() throws {
    let driver = try Driver(timeout: 1_000_000_000)
    try driver.frame([Driver.face()])
    try driver.tick(after: 999_999_999)
    #expect(driver.finish == nil)
    try driver.tick(after: 1)
    #expect(driver.finish == IMP_FINISH_TIMEOUT)
    #expect(driver.results.count == 1)
  }

  @Test func sameStepsGiveTheSameEvents() throws {
    //
    let runs = try (0..<2).map { _ in
      let driver = try Driver(images: 4)
      for round in 0..<60 where driver.finish == nil {
        let face = Driver.face {
          $0.yaw = Float(round % 17)
          $0.quality.0 = Float(50 + round * 7 % 40)
        }
        try driver.frame(round % 11 == 0 ? [] : [face])
      }
      if driver.finish == nil { try driver.end() }
      return driver.all.map { "\($0)" }
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].count > 20)
  }
}
