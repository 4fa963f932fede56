// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// What a plugin says comes to the application under the name that the application knows it by.
@Suite(.timeLimit(.minutes(3)))
struct HandlerWordsTests {
  /// A capture whose plugin says all of this in its first step, and ends with its second.
  private func saying(_ statements: String) throws -> FixtureHandler {
    var capture = try FixtureCapture()
    capture.step = """
      if (capture->steps == 1) { \(statements) } \
      if (capture->steps == 2) { \(FixtureCapture.finishes("IMP_FINISH_JUDGED")) }
      """
    return try FixtureHandler(capture)
  }

  /// What the events of such a capture say, and its delegate, who has to say the same.
  private func heard(
    _ statements: String, beginning kind: String, _ mode: LivenessMode = .passiveVideo
  ) async throws -> [String] {
    let delegate = Listener()
    let handler = try saying(statements).make(
      FaceCaptureHandlerOptions(livenessMode: mode), delegate: delegate)
    var texts: [String] = []
    for await event in try await handler.start() where event.text.hasPrefix("\(kind) ") {
      texts.append(String(event.text.dropFirst(kind.count + 1)))
    }
    let called = try await delegate.heard(ends: 1).filter { $0.hasPrefix("\(kind) ") }
    #expect(called.map { String($0.dropFirst(kind.count + 1)) } == texts)
    return texts
  }

  /// Says each of these words once: the contract spells them in capitals.
  private func events(_ kind: String, _ words: [String]) -> String {
    words.map { word in
      "event(events, IMP_CAPTURE_\(kind))->code = IMP_\(kind)_\(word.uppercased().replacing("-", with: "_"));"
    }.joined(separator: " ")
  }

  @Test func eachFeedbackComesUnderItsOwnName() async throws {
    let words = CaptureFeedback.allCases.map(\.rawValue)
    #expect(try await heard(events("FEEDBACK", words), beginning: "feedback") == words)
  }

  @Test func eachStepComesUnderItsOwnName() async throws {
    let words = CaptureStep.allCases.map(\.rawValue)
    #expect(try await heard(events("STEP", words), beginning: "step") == words)
  }

  @Test func eachPreparationComesUnderItsOwnName() async throws {
    let words = CapturePreparation.allCases.map(\.rawValue)
    #expect(try await heard(events("PREPARATION", words), beginning: "preparation") == words)
  }

  @Test func eachActionComesUnderItsOwnName() async throws {
    let flags = ["KEEP_STILL", "BLINK", "TURN_LEFT", "TURN_RIGHT", "TURN_LEFT | IMP_ACTION_TURN_RIGHT"]
    let statements = flags.map {
      "e = event(events, IMP_CAPTURE_ACTION); e->flags = IMP_ACTION_\($0); e->value = 25;"
    }.joined(separator: " ")
    let texts = try await heard(statements, beginning: "action", .blink)
    #expect(
      texts == [
        "[\"keep-still\"] 25.0", "[\"blink\"] 25.0", "[\"turn-left\"] 25.0", "[\"turn-right\"] 25.0",
        "[\"turn-left\", \"turn-right\"] 25.0",
      ])
  }

  @Test func eachVerdictIsTheResults() async throws {
    var capture = try FixtureCapture()
    // As many images are asked for as the verdict's number says.
    capture.step = """
      if (input == IMP_INPUT_FRAME) { e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_JUDGED; \
      e->liveness = capture->options.images; }
      """
    let fixture = try FixtureHandler(capture)
    for verdict in [LivenessStatus.unknown, .live, .fake, .noDecision] {
      var options = FaceCaptureHandlerOptions(livenessMode: .passive)
      options.capture.images = Int(verdict.rawValue)
      let conclusion = try await fixture.make(options).capture()
      guard case .verdict(let result) = conclusion else { throw Unexpected() }
      #expect(result.liveness == verdict && result.outcome == .judged)
      #expect((conclusion.failure?.code == .notLive) == (verdict == .fake))
    }
  }

  @Test func aChallengeIsToldWhole() async throws {
    let handler = try saying(
      """
      e = event(events, IMP_CAPTURE_CHALLENGE); e->index = 1; e->count = 3; \
      e = event(events, IMP_CAPTURE_TARGET); e->index = 2; e->count = 4; e->x = -1; e->y = 0.5f; \
      e->width = 0.25f; e->value = 0.75f; e->flags = IMP_SHOWN_CURRENT; \
      e = event(events, IMP_CAPTURE_TARGET); e->count = 4; e->width = 0.25f; e->flags = IMP_SHOWN_VISIBLE; \
      e = event(events, IMP_CAPTURE_POINTER); e->x = 0.5f; e->y = -1; e->flags = IMP_SHOWN_VISIBLE; \
      event(events, IMP_CAPTURE_POINTER)->x = 0.25f;
      """
    ).make()
    var (challenges, targets): ([ChallengeInfo], [Cr2dTargetInfo]) = ([], [])
    var pointers: [Cr2dPointerInfo] = []
    for await event in try await handler.start() {
      switch event {
      case .capture(.challenge(let challenge)): challenges.append(challenge)
      case .capture(.target(let target)): targets.append(target)
      case .capture(.pointer(let pointer)): pointers.append(pointer)
      case .capture, .preview, .interrupted, .ready, .recorded, .finished: break
      }
    }
    #expect(challenges.map(\.number) == [2] && challenges.map(\.total) == [3])
    #expect(
      targets == [
        Cr2dTargetInfo(
          number: 2, total: 4, isVisible: false, isCurrent: true, centre: ScreenPlace(x: -1, y: 0.5),
          radius: 0.25, completeness: 0.75),
        Cr2dTargetInfo(
          number: 0, total: 4, isVisible: true, isCurrent: false, centre: ScreenPlace(x: 0, y: 0),
          radius: 0.25, completeness: 0),
      ])
    #expect(
      pointers == [
        Cr2dPointerInfo(isVisible: true, place: ScreenPlace(x: 0.5, y: -1)),
        Cr2dPointerInfo(isVisible: false, place: ScreenPlace(x: 0.25, y: 0)),
      ])
    // As the seed has them: of the captured picture.
    #expect(targets.map { $0.centre.pixels(width: 64, height: 48) }.first == Point(x: 0, y: 36))
    #expect(targets.map { $0.radius(width: 64) }.first == 8)
  }

  @Test func whereTheFaceIsIsTold() async throws {
    var capture = try FixtureCapture()
    capture.track = """
      faces->faces[0].left_eye = (imp_point){30, 20}; faces->faces[0].right_eye = (imp_point){10, 21}; \
      faces->faces[0].pitch = -6; faces->faces[0].roll = 7;
      """
    capture.step = FixtureCapture.followsAFace
    let handler = try FixtureHandler(capture).make()
    var tracked: [FaceTrackingInformation] = []
    for await event in try await handler.start() {
      if case .capture(.tracking(let information)) = event { tracked.append(information) }
    }
    #expect(tracked.count == 25)
    let first = try #require(tracked.first)
    #expect(first.box == Rectangle(x: 1, y: 2, width: 3, height: 4))
    #expect(first.leftEye == Point(x: 30, y: 20) && first.rightEye == Point(x: 10, y: 21))
    #expect(first.pose == HeadPose(yaw: 5, pitch: -6, roll: 7))
    #expect(first.referenceWidth == 64 && first.referenceHeight == 48)
  }

  @Test func anImageIsDescribed() async throws {
    let handler = try FixtureHandler.endless().make()
    for await event in try await handler.start() { if case .capture(.challenge) = event { break } }
    let image = try #require(try await handler.stop().images.first)
    #expect(image.image.format == .grey8 && image.image.bytesPerRow >= 64 && image.image.resolution == nil)
    #expect(image.liveness == .noDecision && image.tracking == .steady && image.quality == 80)
  }

  @Test func qualityIsLowMediumOrHigh() {
    let levels = [0, 29.9, 30, 59.9, 60, 100].map { FaceQuality(components: [.unified: $0]).level }
    #expect(levels == [.low, .low, .medium, .medium, .high, .high])
    #expect(FaceQuality(components: [:]).unified == 0)
  }
}
