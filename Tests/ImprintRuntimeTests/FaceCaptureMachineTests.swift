// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

struct FaceCaptureMachineTests {
  private func machine(
    _ statement: String, options: FaceCaptureOptions = .init()
  ) throws -> FaceCaptureMachine {
    try FaceCaptureMachine(
      try FixturePlugin(["FIX_STEP": "imp_capture_event *e; (void)e; \(statement)"]).opened(),
      options: options)
  }

  private let face = Face(
    trackID: 1, box: .zero, leftEye: Point(x: 0, y: 0), rightEye: Point(x: 1, y: 0), detection: 1,
    presence: 1,
    pose: HeadPose(yaw: 0, pitch: 0, roll: 0), leftEyeOpenness: nil, rightEyeOpenness: nil,
    quality: FaceQuality(components: [:]), landmarks: [])

  @Test func everyEventIsRead() async throws {
    // the fixture refuses events without their size.
    let machine = try machine(
      """
      event(events, IMP_CAPTURE_STEP)->code = IMP_STEP_CAPTURING; \
      event(events, IMP_CAPTURE_FEEDBACK)->code = IMP_FEEDBACK_ONE_FACE; \
      event(events, IMP_CAPTURE_FACE)->face = 0; event(events, IMP_CAPTURE_PROGRESS)->value = 0.5f; \
      event(events, IMP_CAPTURE_KEEP)->slot = 7; e = event(events, IMP_CAPTURE_RESULT); \
      e->slot = 7; e->value = 80; e->tracking = IMP_TRACKING_STEADY; e->liveness = IMP_LIVENESS_UNKNOWN; \
      e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_CAPTURED; e->liveness = IMP_LIVENESS_LIVE;
      """)
    let image = try image(1)
    let events = try await machine.step(.frame(image, [face]), now: 5)
    #expect(
      events == [
        .step(.capturing), .feedback(.oneFace), .face(index: 0), .progress(0.5), .keep(slot: 7, face: 0),
        .result(slot: 7, rank: 0, quality: 80, tracking: .steady, liveness: .unknown),
        .finished(outcome: .captured, verdict: .live),
      ])
    let error = try await #require(throws: PluginCallError.self) { try await machine.step(.tick, now: 6) }
    #expect(error.code == .state)
  }

  @Test func inputsArriveAsTheContractSays() async throws {
    let machine = try machine(
      """
      if ((input == IMP_INPUT_FRAME) != (image != NULL)) return IMP_E_INTERNAL; \
      if (faces->face_count != (input == IMP_INPUT_FRAME ? 1u : 0u)) return IMP_E_INTERNAL; \
      if (events->capacity < IMP_CAPTURE_EVENTS_MAXIMUM) return IMP_E_INTERNAL; \
      e = event(events, IMP_CAPTURE_FEEDBACK); e->code = (int32_t)input;
      """)
    let image = try image(1)
    #expect(try await machine.step(.frame(image, [face]), now: 1) == [.feedback(.good)])
    #expect(try await machine.step(.tick, now: 1) == [.feedback(.comeBack)])
    #expect(try await machine.step(.end, now: 2) == [.feedback(.center)])
  }

  @Test(arguments: [
    "events->count = 33;", "events->count = 4000000000u;", "event(events, 8);", "event(events, 0);",
    "event(events, IMP_CAPTURE_STEP)->code = 4;", "event(events, IMP_CAPTURE_FEEDBACK)->code = 18;",
    "event(events, IMP_CAPTURE_FEEDBACK)->code = -1;", "event(events, IMP_CAPTURE_FACE)->face = 1;",
    "event(events, IMP_CAPTURE_PROGRESS)->value = NAN;", "event(events, IMP_CAPTURE_PROGRESS)->value = 1.1f;",
    "event(events, IMP_CAPTURE_PROGRESS)->value = 0.5f; event(events, IMP_CAPTURE_PROGRESS)->value = 0.4f;",
    "event(events, IMP_CAPTURE_KEEP)->slot = 8;", "event(events, IMP_CAPTURE_KEEP)->slot = 4000000000u;",
    "event(events, IMP_CAPTURE_KEEP)->size = 3;", "event(events, IMP_CAPTURE_KEEP)->face = 1;",
    "e = event(events, IMP_CAPTURE_RESULT); e->slot = 1; e->tracking = 1; e->liveness = 1;",
    "event(events, IMP_CAPTURE_KEEP); e = event(events, IMP_CAPTURE_RESULT); e->tracking = 9; e->liveness = 1;",
    "event(events, IMP_CAPTURE_KEEP); e = event(events, IMP_CAPTURE_RESULT); e->tracking = 1; e->liveness = 0;",
    "event(events, IMP_CAPTURE_KEEP); e = event(events, IMP_CAPTURE_RESULT); e->tracking = 1; e->liveness = 1; e->rank = 4;",
    "event(events, IMP_CAPTURE_KEEP); e = event(events, IMP_CAPTURE_RESULT); e->tracking = 1; e->liveness = 1; e->value = NAN;",
    "e = event(events, IMP_CAPTURE_FINISHED); e->code = 4; e->liveness = 1;",
    "e = event(events, IMP_CAPTURE_FINISHED); e->code = 1; e->liveness = 5;",
    "e = event(events, IMP_CAPTURE_FINISHED); e->code = 1; e->liveness = 1; event(events, IMP_CAPTURE_STEP)->code = 1;",
  ])
  func hostileEventsAreMisbehaviourAndEndTheCapture(statement: String) async throws {
    let machine = try machine(statement)
    let image = try image(1)
    let error = try await #require(throws: PluginCallError.self) {
      try await machine.step(.frame(image, [face]), now: 0)
    }
    #expect(error.code == .internalDefect, "\(error)")
    let after = try await #require(throws: PluginCallError.self) { try await machine.step(.tick, now: 1) }
    #expect(after.code == .state)
  }

  @Test func theFaceToKeepIsTheOneThatIsNamed() async throws {
    let machine = try machine("e = event(events, IMP_CAPTURE_KEEP); e->slot = 3; e->face = 1;")
    var second = face
    second.trackID = 2
    #expect(
      try await machine.step(.frame(try image(1), [face, second]), now: 0) == [.keep(slot: 3, face: 1)])
  }

  @Test func keepingWithoutAFrameIsMisbehaviour() async throws {
    let machine = try machine("event(events, IMP_CAPTURE_KEEP)->slot = 0;")
    let error = try await #require(throws: PluginCallError.self) { try await machine.step(.tick, now: 0) }
    #expect(error.code == .internalDefect)
  }

  @Test func aTimeThatFallsIsRefusedAndTheCaptureGoesOn() async throws {
    let machine = try machine("")
    _ = try await machine.step(.tick, now: 10)
    let error = try await #require(throws: PluginCallError.self) { try await machine.step(.tick, now: 9) }
    #expect(error.code == .argument)
    #expect(try await machine.step(.tick, now: 10).isEmpty)
  }

  @Test func optionsOutsideTheirRangeAreRefused() throws {
    for options in [
      FaceCaptureOptions(images: 0), FaceCaptureOptions(images: 9),
      FaceCaptureOptions(qualityThreshold: .nan),
      FaceCaptureOptions(qualityThreshold: 101), FaceCaptureOptions(timeout: .milliseconds(999)),
      FaceCaptureOptions(timeout: .seconds(601)), FaceCaptureOptions(steady: .seconds(11)),
      FaceCaptureOptions(steady: .seconds(-1)),
    ] {
      let error = try #require(throws: PluginCallError.self) { try machine("", options: options) }
      #expect(error.code == .argument)
    }
  }

  @Test func durationsBecomeNanoseconds() {
    #expect(Duration.milliseconds(500).wholeNanoseconds == 500_000_000)
    #expect(Duration.seconds(-1).wholeNanoseconds == 0)
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
  }
}
