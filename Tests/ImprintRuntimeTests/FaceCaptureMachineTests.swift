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
      try FixturePlugin(["FIX_STEP": "imp_capture_event_v2 *e; (void)e; \(statement)"]).opened(),
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
      event(events, IMP_CAPTURE_KEEP)->slot = 15; e = event(events, IMP_CAPTURE_RESULT); \
      e->slot = 15; e->value = 80; e->tracking = IMP_TRACKING_STEADY; e->liveness = IMP_LIVENESS_UNKNOWN; \
      e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_CAPTURED; e->liveness = IMP_LIVENESS_LIVE;
      """, options: FaceCaptureOptions(livenessMode: .passive))
    let image = try image(1)
    let events = try await machine.step(.frame(image, [face]), now: 5)
    #expect(
      events == [
        .step(.capturing), .feedback(.oneFace), .face(index: 0), .progress(0.5), .keep(slot: 15, face: 0),
        .result(slot: 15, rank: 0, quality: 80, tracking: .steady, liveness: .unknown),
        .finished(outcome: .captured, verdict: .live),
      ])
    let error = try await #require(throws: PluginCallError.self) { try await machine.step(.tick, now: 6) }
    #expect(error.code == .state)
  }

  @Test func everyEventOfChallengesAndMethodsIsRead() async throws {
    let machine = try machine(
      """
      e = event(events, IMP_CAPTURE_CHALLENGE); e->index = 1; e->count = 32; \
      e = event(events, IMP_CAPTURE_TARGET); e->index = 7; e->count = 8; e->flags = 3; e->x = -1; e->y = 1; \
      e->width = 0.25f; e->value = 0.5f; \
      e = event(events, IMP_CAPTURE_POINTER); e->flags = 1; e->x = 0.5f; e->y = -0.5f; \
      e = event(events, IMP_CAPTURE_OVAL); e->x = 0.25f; e->width = 4; e->height = 0.5f; \
      event(events, IMP_CAPTURE_PREPARATION)->code = IMP_PREPARATION_FINISHED; \
      event(events, IMP_CAPTURE_LIGHT)->color = 0xFFFFFF; \
      event(events, IMP_CAPTURE_KEEP)->slot = 3; event(events, IMP_CAPTURE_KEEP)->slot = 4; \
      e = event(events, IMP_CAPTURE_COMPARE); e->slot = 3; e->other = 4; \
      e = event(events, IMP_CAPTURE_ACTION); e->flags = 15; e->value = 100; \
      e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_TRACK; e->liveness = IMP_LIVENESS_FAKE; \
      e->value = -2; e->limit = 1e6f;
      """, options: FaceCaptureOptions(helps: [.compares, .lights]))
    #expect(
      try await machine.step(.frame(try image(1), [face]), now: 1) == [
        .challenge(ChallengeInfo(index: 1, total: 32)),
        .target(
          Cr2dTargetInfo(
            number: 7, total: 8, isVisible: true, isCurrent: true, centre: ScreenPlace(x: -1, y: 1),
            radius: 0.25, completeness: 0.5)),
        .pointer(Cr2dPointerInfo(isVisible: true, place: ScreenPlace(x: 0.5, y: -0.5))),
        .oval(OvalOverlay(centre: ScreenPlace(x: 0.25, y: 0), width: 4, height: 0.5)),
        .preparation(.finished), .light(ScreenColor(red: 255, green: 255, blue: 255)),
        .keep(slot: 3, face: 0), .keep(slot: 4, face: 0), .compare(slot: 3, other: 4),
        .action([.keepStill, .blink, .turnLeft, .turnRight], score: 100),
        .finding(LivenessFinding(method: .track, verdict: .fake, measure: -2, limit: 1e6)),
      ])
  }

  @Test func everyCodeIsRead() async throws {
    let machine = try machine(
      """
      for (int i = 1; i <= 5; i++) event(events, IMP_CAPTURE_STEP)->code = i; \
      for (int i = 1; i <= 22; i++) event(events, IMP_CAPTURE_FEEDBACK)->code = i; \
      for (int i = 1; i <= 9; i++) { e = event(events, IMP_CAPTURE_FINDING); e->code = i; e->liveness = 2; }
      """)
    let events = try await machine.step(.tick, now: 0)
    #expect(events.count == 36 && Set(events).count == 36)
  }

  @Test func aStepMakesAsManyEventsAsThereIsRoomFor() async throws {
    let machine = try machine("for (int i = 0; i < 64; i++) event(events, IMP_CAPTURE_PROGRESS);")
    #expect(try await machine.step(.tick, now: 0).count == 64)
  }

  @Test(arguments: zip([CaptureOutcome.captured, .timeout, .ended, .stopped, .judged], 1...5))
  func everyOutcomeIsRead(outcome: CaptureOutcome, code: Int) async throws {
    let machine = try machine(
      "e = event(events, IMP_CAPTURE_FINISHED); e->code = \(code); e->liveness = IMP_LIVENESS_NO_DECISION;")
    #expect(
      try await machine.step(.stop, now: 0) == [.finished(outcome: outcome, verdict: .noDecision)])
  }

  /// Keeps an image in slots 1 and 2 and asks for both orders of them; says what an answer says.
  private let comparing = """
    if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_KEEP)->slot = 1; \
    event(events, IMP_CAPTURE_KEEP)->slot = 2; \
    for (int i = 0; i < 2; i++) { e = event(events, IMP_CAPTURE_COMPARE); e->slot = 1 + i; e->other = 2 - i; } } \
    if (input == IMP_INPUT_COMPARED) { e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_PERSON; \
    e->liveness = 2 + given->compared; e->value = given->score; e->limit = given->slot * 10 + given->other; }
    """

  @Test func comparisonsAreAnsweredInTurnBeforeTheNextFrame() async throws {
    let machine = try machine(comparing, options: FaceCaptureOptions(helps: .compares))
    let image = try image(1)
    let (first, second) = (
      CaptureComparison(slot: 1, other: 2, score: Score(4200.7)),
      CaptureComparison(slot: 2, other: 1, score: nil)
    )
    try await refused(machine, .compared(first))
    _ = try await machine.step(.frame(image, [face]), now: 1)
    try await refused(machine, .compared(second))
    try await refused(machine, .frame(image, [face]))
    _ = try await machine.step(.tick, now: 1)
    #expect(
      try await machine.step(.compared(first), now: 1) == [
        .finding(LivenessFinding(method: .person, verdict: .fake, measure: 4200, limit: 12))
      ])
    try await refused(machine, .frame(image, [face]))
    #expect(
      try await machine.step(.compared(second), now: 1) == [
        .finding(LivenessFinding(method: .person, verdict: .noDecision, measure: 0, limit: 21))
      ])
    try await refused(machine, .compared(second))
    _ = try await machine.step(.frame(image, [face]), now: 1)
  }

  private func refused(_ machine: FaceCaptureMachine, _ input: CaptureInput) async throws {
    let error = try await #require(throws: PluginCallError.self) { try await machine.step(input, now: 1) }
    #expect(error.code == .argument)
  }

  @Test func anAccelerationThatIsNotFiniteIsRefused() async throws {
    let machine = try machine("")
    for (x, y, z): (Float, Float, Float) in [(.nan, 0, 0), (0, .infinity, 0), (0, 0, -.infinity)] {
      try await refused(machine, .moved(Point3(x: x, y: y, z: z)))
    }
  }

  @Test func optionsArriveAsTheContractSays() async throws {
    let machine = try machine(
      """
      imp_face_capture_options_v2 *o = &capture->options; \
      if (o->liveness_mode != IMP_LIVENESS_MODE_ACTIVE || o->security != IMP_SECURITY_MEDIUM || \
      o->images != 0 || o->quality_threshold != 41 || o->liveness_threshold != 42 || \
      o->cr2d != IMP_CR2D_TRAINING || o->targets != 0 || o->start.x != -0.5f || o->start.y != 0.25f || \
      o->target.x != 1 || o->target.y != -1 || o->timeout_ns != 43000000000u || o->steady_ns != 44000000u || \
      o->blink_timeout_ns != 45000000u || o->interval_ns != 46000000u || o->seed[0] != 47 || \
      o->seed[1] != 48 || o->helps != (IMP_HELP_COMPARES | IMP_HELP_MOTION) || o->reserved != 0) \
      return IMP_E_ARGUMENT;
      """,
      options: FaceCaptureOptions(
        livenessMode: .active, securityLevel: .medium,
        cr2dMode: .training(start: ScreenPlace(x: -0.5, y: 0.25), target: ScreenPlace(x: 1, y: -1)),
        images: 0,
        qualityThreshold: 41, livenessThreshold: 42, timeout: .seconds(43), steady: .milliseconds(44),
        blinkTimeout: .milliseconds(45), challengeIntervalDelay: .milliseconds(46),
        seed: CaptureSeed(low: 47, high: 48), helps: [.compares, .motion]))
    _ = try await machine.step(.tick, now: 0)
  }

  @Test func targetsOfOtherModesAreNotSent() async throws {
    let machine = try machine(
      "if (capture->options.cr2d != 0 || capture->options.targets != 0) return IMP_E_ARGUMENT;",
      options: FaceCaptureOptions(livenessMode: .passive, cr2dMode: .path(targets: 3)))
    _ = try await machine.step(.tick, now: 0)
  }

  @Test func aSeedIsDrawnAnewForEachCaptureAndCanBeRead() async throws {
    let seeds = try (0..<2).map { _ in try machine("").options.seed }
    #expect(seeds[0] != nil && seeds[0] != seeds[1])
  }

  @Test func inputsArriveAsTheContractSays() async throws {
    let machine = try machine(
      """
      if ((input == IMP_INPUT_FRAME) != (image != NULL)) return IMP_E_INTERNAL; \
      if (faces->face_count != (input == IMP_INPUT_FRAME ? 1u : 0u)) return IMP_E_INTERNAL; \
      if (events->capacity < IMP_CAPTURE_EVENTS_MAXIMUM) return IMP_E_INTERNAL; \
      if (input == IMP_INPUT_MOTION && given->acceleration.y != 9.5f) return IMP_E_INTERNAL; \
      e = event(events, IMP_CAPTURE_FEEDBACK); e->code = (int32_t)input;
      """)
    let image = try image(1)
    #expect(try await machine.step(.frame(image, [face]), now: 1) == [.feedback(.good)])
    #expect(try await machine.step(.tick, now: 1) == [.feedback(.comeBack)])
    #expect(try await machine.step(.moved(Point3(x: 0, y: 9.5, z: 0)), now: 1) == [.feedback(.rotateUp)])
    #expect(try await machine.step(.end, now: 2) == [.feedback(.center)])
    #expect(try await machine.step(.stop, now: 2) == [.feedback(.turnLeft)])
  }

  @Test(arguments: [
    "events->count = 65;", "events->count = 4000000000u;", "event(events, 17);", "event(events, 0);",
    "event(events, IMP_CAPTURE_STEP)->code = 6;", "event(events, IMP_CAPTURE_FEEDBACK)->code = 23;",
    "event(events, IMP_CAPTURE_FEEDBACK)->code = -1;", "event(events, IMP_CAPTURE_FACE)->face = 1;",
    "event(events, IMP_CAPTURE_PROGRESS)->value = NAN;", "event(events, IMP_CAPTURE_PROGRESS)->value = 1.1f;",
    "event(events, IMP_CAPTURE_PROGRESS)->value = 0.5f; event(events, IMP_CAPTURE_PROGRESS)->value = 0.4f;",
    "event(events, IMP_CAPTURE_KEEP)->slot = 16;", "event(events, IMP_CAPTURE_KEEP)->slot = 4000000000u;",
    "event(events, IMP_CAPTURE_KEEP)->size = 3;", "event(events, IMP_CAPTURE_KEEP)->face = 1;",
    "e = event(events, IMP_CAPTURE_RESULT); e->slot = 1; e->tracking = 1; e->liveness = 1;",
    "event(events, IMP_CAPTURE_KEEP); e = event(events, IMP_CAPTURE_RESULT); e->tracking = 9; e->liveness = 1;",
    "event(events, IMP_CAPTURE_KEEP); e = event(events, IMP_CAPTURE_RESULT); e->tracking = 1; e->liveness = 0;",
    "event(events, IMP_CAPTURE_KEEP); e = event(events, IMP_CAPTURE_RESULT); e->tracking = 1; e->liveness = 1; e->rank = 4;",
    "event(events, IMP_CAPTURE_KEEP); e = event(events, IMP_CAPTURE_RESULT); e->tracking = 1; e->liveness = 1; e->value = NAN;",
    "e = event(events, IMP_CAPTURE_FINISHED); e->code = 6; e->liveness = 1;",
    "e = event(events, IMP_CAPTURE_FINISHED); e->code = 1; e->liveness = 5;",
    "e = event(events, IMP_CAPTURE_FINISHED); e->code = 1; e->liveness = 1; event(events, IMP_CAPTURE_STEP)->code = 1;",
    "e = event(events, IMP_CAPTURE_FINISHED); e->code = 1; e->liveness = 2;",
    "event(events, IMP_CAPTURE_KEEP); e = event(events, IMP_CAPTURE_RESULT); e->tracking = 1; e->liveness = 2;",
    "event(events, IMP_CAPTURE_KEEP); for (uint32_t i = 0; i < 2; i++) { e = event(events, IMP_CAPTURE_RESULT); e->tracking = e->liveness = 1; e->rank = i; }",
    "event(events, IMP_CAPTURE_CHALLENGE);",
    "e = event(events, IMP_CAPTURE_CHALLENGE); e->index = e->count = 1;",
    "event(events, IMP_CAPTURE_CHALLENGE)->count = 33;",
    "e = target(events); e->index = 3;", "e = target(events); e->count = 9;",
    "e = target(events); e->flags = 4;",
    "e = target(events); e->x = 1.5f;", "e = target(events); e->y = NAN;",
    "e = target(events); e->width = 0;",
    "e = target(events); e->width = -INFINITY;", "e = target(events); e->width = 4.5f;",
    "e = target(events); e->value = 1.5f;", "e = target(events); e->value = NAN;",
    "event(events, IMP_CAPTURE_POINTER)->flags = 2;", "event(events, IMP_CAPTURE_POINTER)->x = -1.5f;",
    "e = event(events, IMP_CAPTURE_OVAL); e->width = 1;",
    "e = event(events, IMP_CAPTURE_OVAL); e->height = 1;",
    "e = event(events, IMP_CAPTURE_OVAL); e->width = e->height = 1; e->y = INFINITY;",
    "event(events, IMP_CAPTURE_PREPARATION);", "event(events, IMP_CAPTURE_PREPARATION)->code = 3;",
    "event(events, IMP_CAPTURE_LIGHT)->color = 0x1000000;",
    "event(events, IMP_CAPTURE_ACTION)->flags = 16;", "event(events, IMP_CAPTURE_ACTION)->value = 101;",
    "event(events, IMP_CAPTURE_ACTION)->value = NAN;",
    "e = event(events, IMP_CAPTURE_FINDING); e->code = 0; e->liveness = 2;",
    "e = event(events, IMP_CAPTURE_FINDING); e->code = 10; e->liveness = 2;",
    "e = event(events, IMP_CAPTURE_FINDING); e->code = 1; e->liveness = 1;",
    "e = event(events, IMP_CAPTURE_FINDING); e->code = 1; e->liveness = 5;",
    "e = event(events, IMP_CAPTURE_FINDING); e->code = 1; e->liveness = 2; e->value = NAN;",
    "e = event(events, IMP_CAPTURE_FINDING); e->code = 1; e->liveness = 2; e->limit = INFINITY;",
    "event(events, IMP_CAPTURE_COMPARE);",
    "event(events, IMP_CAPTURE_KEEP); event(events, IMP_CAPTURE_COMPARE)->other = 1;",
    "event(events, IMP_CAPTURE_KEEP); event(events, IMP_CAPTURE_COMPARE)->slot = 4000000000u;",
  ])
  func hostileEventsAreMisbehaviourAndEndTheCapture(statement: String) async throws {
    let machine = try machine(statement, options: FaceCaptureOptions(helps: [.compares, .lights]))
    let image = try image(1)
    let error = try await #require(throws: PluginCallError.self) {
      try await machine.step(.frame(image, [face]), now: 0)
    }
    #expect(error.code == .internalDefect, "\(error)")
    let after = try await #require(throws: PluginCallError.self) { try await machine.step(.tick, now: 1) }
    #expect(after.code == .state)
  }

  /// By kind, which of its fields an event has: places among the struct's words of 32 bits.
  private static let fields: [(kind: UInt64, used: Set<UInt64>)] = [
    (1, [2]), (2, [2]), (3, [6]), (4, [13]), (5, [3, 6]), (6, [3, 5, 7, 8, 13]), (7, [2, 8]), (8, [9, 10]),
    (9, [9, 10, 11, 13, 15, 16, 17]), (10, [11, 15, 16]), (11, [15, 16, 17, 18]), (12, [2]), (13, [12]),
    (14, [3, 4]), (15, [11, 13]), (16, [2, 8, 13, 14]),
  ]

  /// What a kind does not use would be recorded all the same, and stay where a session is redacted.
  @Test func aFieldThatAKindDoesNotUseIsMisbehaviourUnlessItIsZero() async throws {
    // The seed says which kind, and which word is not 0; none where that is the first.
    let plugin = try FixturePlugin([
      "FIX_STEP": """
      event(events, IMP_CAPTURE_KEEP); event(events, IMP_CAPTURE_KEEP)->slot = 1; \
      imp_capture_event_v2 *e = event(events, (uint32_t)capture->options.seed[0]); \
      if (e->kind == IMP_CAPTURE_STEP || e->kind == IMP_CAPTURE_FEEDBACK || e->kind == IMP_CAPTURE_PREPARATION \
      || e->kind == IMP_CAPTURE_FINISHED || e->kind == IMP_CAPTURE_FINDING) e->code = 1; \
      if (e->kind == IMP_CAPTURE_RESULT || e->kind == IMP_CAPTURE_FINISHED) e->liveness = 1; \
      if (e->kind == IMP_CAPTURE_RESULT) e->tracking = 1; \
      if (e->kind == IMP_CAPTURE_FINDING) e->liveness = 2; \
      if (e->kind == IMP_CAPTURE_CHALLENGE || e->kind == IMP_CAPTURE_TARGET) e->count = 1; \
      if (e->kind == IMP_CAPTURE_TARGET || e->kind == IMP_CAPTURE_OVAL) e->width = 1; \
      if (e->kind == IMP_CAPTURE_OVAL) e->height = 1; \
      if (e->kind == IMP_CAPTURE_COMPARE) e->other = 1; \
      uint32_t one = 1; \
      if (capture->options.seed[1] > 0) memcpy((char *)e + 4 * capture->options.seed[1], &one, 4);
      """
    ]).opened()
    let image = try image(1)
    for (kind, used) in Self.fields {
      for word in [0] + Set(2..<20).subtracting(used) {
        let machine = try await FaceCaptureMachine.make(
          plugin,
          options: FaceCaptureOptions(seed: CaptureSeed(low: kind, high: word), helps: [.compares, .lights]))
        let events = try? await machine.step(.frame(image, [face]), now: 0)
        #expect(events?.count == (word == 0 ? 3 : nil), "kind \(kind), word \(word)")
      }
    }
  }

  @Test func aTrainingIsNeverLive() async throws {
    let plugin = try FixturePlugin([
      "FIX_STEP": """
      imp_capture_event_v2 *e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_JUDGED; \
      e->liveness = IMP_LIVENESS_LIVE;
      """
    ]).opened()
    let place = ScreenPlace(x: 0, y: 0)
    for (mode, cr2d, isLive) in [
      (LivenessMode.active, Cr2dMode.training(start: place, target: place), false), (.active, .random, true),
      // Only an active challenge is for training.
      (.blink, .training(start: place, target: place), true), (.none, .random, false),
    ] {
      let machine = try await FaceCaptureMachine.make(
        plugin, options: FaceCaptureOptions(livenessMode: mode, cr2dMode: cr2d))
      let events = try? await machine.step(.tick, now: 0)
      #expect(
        events == (isLive ? [.finished(outcome: .judged, verdict: .live)] : nil), "\(mode) \(cr2d)")
    }
  }

  /// Asks for a comparison with each frame, and with each answer for another.
  @Test func whoeverAlwaysAsksForAnotherComparisonMisbehaves() async throws {
    let machine = try machine(
      """
      if (input == IMP_INPUT_FRAME) for (uint32_t i = 0; i < 2; i++) event(events, IMP_CAPTURE_KEEP)->slot = i; \
      e = event(events, IMP_CAPTURE_COMPARE); e->other = 1;
      """, options: FaceCaptureOptions(helps: .compares))
    let image = try image(1)
    let answer = CaptureComparison(slot: 0, other: 1, score: nil)
    _ = try await machine.step(.frame(image, [face]), now: 0)
    var answered = 0
    var failure: PluginCallError?
    while failure == nil, answered < 200 {
      do throws(PluginCallError) {
        _ = try await machine.step(.compared(answer), now: 0)
        answered += 1
      } catch {
        failure = error
      }
    }
    // That of the frame is one of the 64.
    #expect(failure?.code == .internalDefect && answered == 63)
  }

  @Test func comparisonsAreCountedFromFrameToFrame() async throws {
    let machine = try machine(
      """
      if (input == IMP_INPUT_FRAME) { for (uint32_t i = 0; i < 2; i++) event(events, IMP_CAPTURE_KEEP)->slot = i; \
      for (int i = 0; i < 60; i++) { e = event(events, IMP_CAPTURE_COMPARE); e->other = 1; } }
      """, options: FaceCaptureOptions(helps: .compares))
    let image = try image(1)
    for now in 0..<3 {
      #expect(try await machine.step(.frame(image, [face]), now: UInt64(now)).count == 62)
      for _ in 0..<60 {
        _ = try await machine.step(
          .compared(CaptureComparison(slot: 0, other: 1, score: nil)), now: UInt64(now))
      }
    }
  }

  @Test func whatTheHostDoesNotHelpWithIsMisbehaviour() async throws {
    let compare =
      "event(events, IMP_CAPTURE_KEEP); event(events, IMP_CAPTURE_KEEP)->slot = 1; event(events, IMP_CAPTURE_COMPARE)->other = 1;"
    for (statement, helps) in [
      (compare, CaptureHelps.lights), ("event(events, IMP_CAPTURE_LIGHT);", .compares),
    ] {
      for (helps, isRefused) in [(helps, true), ([.compares, .lights], false)] {
        let machine = try machine(statement, options: FaceCaptureOptions(helps: helps))
        let events = try? await machine.step(.frame(try image(1), [face]), now: 0)
        #expect((events == nil) == isRefused, "\(statement) \(helps)")
      }
    }
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
      FaceCaptureOptions(images: -1), FaceCaptureOptions(images: 9),
      FaceCaptureOptions(livenessThreshold: .nan), FaceCaptureOptions(livenessThreshold: 101),
      FaceCaptureOptions(blinkTimeout: .seconds(31)), FaceCaptureOptions(blinkTimeout: .seconds(-1)),
      FaceCaptureOptions(challengeIntervalDelay: .seconds(11)),
      FaceCaptureOptions(livenessMode: .active, cr2dMode: .path(targets: 0)),
      FaceCaptureOptions(livenessMode: .active, cr2dMode: .path(targets: 9)),
      FaceCaptureOptions(livenessMode: .active, cr2dMode: .fixedTarget(ScreenPlace(x: .nan, y: 0))),
      FaceCaptureOptions(
        livenessMode: .active,
        cr2dMode: .training(start: ScreenPlace(x: 0, y: 2), target: ScreenPlace(x: 0, y: 0))),
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
