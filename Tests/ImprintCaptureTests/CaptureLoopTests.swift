// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct CaptureLoopTests {
  @Test func framesAreTrackedSteppedKeptAndReturned() async throws {
    let fixture = try FixtureCapture()
    let (events, result) = try await perform(try await fixture.make())
    #expect(result.outcome == .ended)
    #expect(result.frames == 25)
    #expect(result.dropped == 0)
    let image = try #require(result.images.first)
    #expect(result.images.count == 1)
    #expect(image.timestamp == 360_000_000)
    #expect(image.quality == 80 && image.tracking == .steady)
    #expect(image.image.width == 64 && image.image.height == 48)
    #expect(events.count { $0.hasPrefix("tracking") } == 25)
    // The mode first, then in the plugin's order, and the result last.
    #expect(events.prefix(4).map { $0.prefix { $0 != " " } } == ["mode", "step", "tracking", "progress"])
    #expect(events.suffix(3).dropLast() == ["source ended", "feedback \(CaptureFeedback.good.rawValue)"])
    #expect(events.last == "finished \(result.text)")
    #expect(fixture.cameraIsClosed)
  }

  @Test func imagesAreReturnedByTheirRanks() async throws {
    var fixture = try FixtureCapture()
    fixture.step = """
      if (input == IMP_INPUT_FRAME && capture->steps <= 3) { event(events, IMP_CAPTURE_FACE)->face = 0; \
      event(events, IMP_CAPTURE_KEEP)->slot = capture->steps; } \
      if (capture->steps == 3) { for (uint32_t i = 1; i <= 3; i++) { e = event(events, IMP_CAPTURE_RESULT); \
      e->slot = i; e->rank = i % 3; e->value = 50; e->tracking = IMP_TRACKING_STEADY; \
      e->liveness = IMP_LIVENESS_UNKNOWN; } e = event(events, IMP_CAPTURE_FINISHED); \
      e->code = IMP_FINISH_CAPTURED; e->liveness = IMP_LIVENESS_UNKNOWN; }
      """
    let result = try await fixture.make().run()
    // Slot 3 has rank 0, slot 1 rank 1, slot 2 rank 2.
    #expect(result.images.map(\.timestamp) == [80_000_000, 0, 40_000_000])
    #expect(result.outcome == .captured)
    #expect(result.frames == 3)
  }

  @Test func framesWithoutAFaceAreToldAsEmptyBoxes() async throws {
    var fixture = try FixtureCapture()
    fixture.faces = 0
    fixture.step = "if (input == IMP_INPUT_END) { \(FixtureCapture.finishes("IMP_FINISH_ENDED")) }"
    let capture = try await fixture.make()
    async let result = capture.run()
    var boxes: [Rectangle] = []
    for await event in capture.events { if case .tracking(let tracked) = event { boxes.append(tracked.box) } }
    #expect(boxes == Array(repeating: .zero, count: 25))
    #expect(try await result.images.isEmpty)
  }

  @Test func whatChallengesAndMethodsSayIsTold() async throws {
    var fixture = try FixtureCapture()
    fixture.options = FaceCaptureOptions(livenessMode: .active, helps: .lights)
    fixture.step = """
      if (capture->steps == 1) { e = event(events, IMP_CAPTURE_CHALLENGE); e->count = 2; \
      e = event(events, IMP_CAPTURE_TARGET); e->count = 3; e->width = 0.1f; \
      event(events, IMP_CAPTURE_POINTER)->x = 0.5f; \
      e = event(events, IMP_CAPTURE_OVAL); e->width = 0.5f; e->height = 0.75f; \
      event(events, IMP_CAPTURE_PREPARATION)->code = IMP_PREPARATION_STARTED; \
      event(events, IMP_CAPTURE_LIGHT)->color = 0x123456; \
      event(events, IMP_CAPTURE_ACTION)->flags = IMP_ACTION_BLINK; } \
      if (input == IMP_INPUT_END) { e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_SHAPE; \
      e->liveness = IMP_LIVENESS_LIVE; e->value = 3; e->limit = 2; \(FixtureCapture.finishes("IMP_FINISH_JUDGED")) }
      """
    let (events, result) = try await perform(try await fixture.make())
    #expect(
      events.filter { !$0.hasPrefix("tracking") }.dropLast() == [
        "mode active", "challenge 1 of 2", "target 0 of 3", "pointer 0.5 0.0", "oval 0.5 0.75",
        "preparation started", "light 123456", "action [\"blink\"] 0.0", "source ended",
        "finding shape live 3.0 of 2.0",
      ])
    #expect(result.outcome == .judged)
    #expect(result.findings == [LivenessFinding(method: .shape, verdict: .live, measure: 3, limit: 2)])
  }

  @Test func aCaptureThatIsStoppedReturnsWhatWasKept() async throws {
    var fixture = try FixtureCapture()
    // It would go on for ever.
    fixture.frame = FixtureCapture.frames(.max)
    fixture.step = """
      if (input == IMP_INPUT_FRAME && capture->steps == 1) event(events, IMP_CAPTURE_KEEP)->slot = 2; \
      if (input == IMP_INPUT_STOP) { e = event(events, IMP_CAPTURE_RESULT); e->slot = 2; e->value = 80; \
      e->tracking = IMP_TRACKING_STEADY; e->liveness = IMP_LIVENESS_UNKNOWN; \
      \(FixtureCapture.finishes("IMP_FINISH_STOPPED")) }
      """
    let capture = try await fixture.make()
    let running = Task { try await capture.run() }
    for await event in capture.events {
      if case .preview = event { await capture.stop() }
      if case .sourceEnded = event { Issue.record("the source has not ended") }
    }
    let result = try await running.value
    #expect(result.outcome == .stopped)
    #expect(result.images.map(\.timestamp) == [0])
    #expect(fixture.cameraIsClosed)
  }

  @Test func aCaptureThatIsStoppedBeforeItBeginsHasNoFrame() async throws {
    var fixture = try FixtureCapture()
    fixture.step = "if (input == IMP_INPUT_STOP) { \(FixtureCapture.finishes("IMP_FINISH_STOPPED")) }"
    let capture = try await fixture.make()
    await capture.stop()
    let result = try await capture.run()
    #expect(result.outcome == .stopped && result.frames == 0)
  }

  @Test func cancellingTheTaskEndsACaptureThatWaitsForACamera() async throws {
    var fixture = try FixtureCapture()
    // One frame, and then the camera waits for ever.
    fixture.frame = """
      if (camera->frames == 0) { imp_status answer = grey(camera, pixels, frame, 64, 48); return answer; } \
      timeout = 60000000000u;
      """
    let capture = try await fixture.make()
    let running = Task { try await capture.run() }
    // The first preview says that it runs.
    for await event in capture.events { if case .preview = event { break } }
    try await Task.sleep(for: .milliseconds(100))
    let cancelled = ContinuousClock.now
    running.cancel()
    let error = try await #require(throws: CaptureError.self) { try await running.value }
    #expect(error.code == .cancelled)
    #expect(ContinuousClock.now - cancelled < .seconds(30))
    #expect(fixture.cameraIsClosed)
  }

  @Test func aCaptureThatIsCancelledBeforeItBeginsClosesItsCamera() async throws {
    let fixture = try FixtureCapture()
    let capture = try await fixture.make()
    let running = Task {
      // Begins once it has been cancelled.
      while !Task.isCancelled { await Task.yield() }
      return try await capture.run()
    }
    running.cancel()
    let error = try await #require(throws: CaptureError.self) { try await running.value }
    #expect(error.code == .cancelled)
    #expect(fixture.cameraIsClosed)
  }

  @Test func aCaptureRunsOnce() async throws {
    let capture = try await FixtureCapture().make()
    _ = try await capture.run()
    #expect(try await failure(of: capture).code == .alreadyRun)
  }

  @Test func aCaptureThatRunsIsNotRunBesides() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = "timeout = 60000000000u;"
    let capture = try await fixture.make()
    let running = Task { try await capture.run() }
    try await Task.sleep(for: .milliseconds(100))
    #expect(!fixture.cameraIsClosed)
    let second = Task { try await capture.run() }
    // One of the two was first; the other is refused at once.
    let codes = await withTaskGroup(of: CaptureError.Code?.self) { group in
      for task in [running, second] {
        group.addTask {
          do {
            _ = try await task.value
            return nil
          } catch { return (error as? CaptureError)?.code }
        }
      }
      let first = await group.next() ?? nil
      running.cancel()
      second.cancel()
      return [first, await group.next() ?? nil]
    }
    #expect(codes == [.alreadyRun, .cancelled])
  }

  @Test func aCameraThatGoesAwayIsSaid() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(25, before: "if (camera->frames == 5) return IMP_E_DEVICE_GONE;")
    let capture = try await fixture.make()
    let error = try await failure(of: capture)
    #expect(error.code == .camera)
    #expect(error.place.contains("next_frame") && error.reason.contains("removed"))
    #expect(fixture.cameraIsClosed)
    // What came before is told, of the previews the newest, and the events end without a result.
    var previews: [UInt64] = []
    var tracked: [UInt64] = []
    for await event in capture.events {
      switch event {
      case .preview(let frame, _): previews.append(frame.sequence)
      case .tracking(let information): tracked.append(information.timestamp)
      case .finished: Issue.record("a capture that failed has no result")
      default: break
      }
    }
    #expect(previews == [4])
    #expect(tracked == [0, 40_000_000, 80_000_000, 120_000_000, 160_000_000])
  }

  @Test func aCameraThatStallsLetsTimePass() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = "if (camera->frames == 0) return grey(camera, pixels, frame, 64, 48);"
    fixture.step = """
      if (input == IMP_INPUT_TICK && now > 250000000u) { e = event(events, IMP_CAPTURE_FINISHED); \
      e->code = IMP_FINISH_TIMEOUT; e->liveness = IMP_LIVENESS_UNKNOWN; }
      """
    let started = ContinuousClock.now
    let result = try await fixture.make().run()
    #expect(result.outcome == .timeout && result.images.isEmpty && result.frames == 1)
    #expect(ContinuousClock.now - started > .milliseconds(250))
  }
}
