// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What a camera may do wrong at each stage of a capture, and whoever cancels it: there is no result then,
/// and no attempt that counts.
@Suite(.timeLimit(.minutes(3)))
struct CameraFaultTests {
  /// After so many frames a capture is there: nobody was seen yet, they are guided, an image is kept, a
  /// challenge goes on, its last target was reached.
  enum Stage: Int, CaseIterable {
    case beginning, guidance, image, challenge, lastTarget
  }

  /// A plugin that reaches the next stage with each frame, and with the one after the last finds life.
  private func fixture(_ frame: String) throws -> FixtureHandler {
    var fixture = try FixtureCapture()
    fixture.frame = frame
    fixture.step = """
      if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_FACE)->face = 0; switch (capture->steps) { \
      case 1: event(events, IMP_CAPTURE_STEP)->code = IMP_STEP_SCANNING; break; \
      case 2: event(events, IMP_CAPTURE_STEP)->code = IMP_STEP_CAPTURING; \
      event(events, IMP_CAPTURE_KEEP)->slot = 2; break; \
      case 3: event(events, IMP_CAPTURE_STEP)->code = IMP_STEP_CHALLENGE; \
      event(events, IMP_CAPTURE_CHALLENGE)->count = 1; break; \
      case 4: e = event(events, IMP_CAPTURE_TARGET); e->count = 1; e->width = 0.2f; e->value = 1; break; \
      case 5: e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_FOLLOWING; e->value = 1; \
      e->limit = 1; e->liveness = IMP_LIVENESS_LIVE; e = event(events, IMP_CAPTURE_RESULT); e->slot = 2; \
      e->value = 80; e->tracking = IMP_TRACKING_STEADY; e->liveness = IMP_LIVENESS_LIVE; \
      e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_CAPTURED; \
      e->liveness = IMP_LIVENESS_LIVE; break; } }
      """
    return try FixtureHandler(fixture)
  }

  @Test func aCameraThatStaysShowsEveryStageAndLife() async throws {
    let handler = try fixture(FixtureCapture.frames(25)).make()
    guard case .verdict(let result) = try await handler.capture() else { throw Unexpected() }
    #expect(result.liveness == .live && result.images.count == 1 && result.frames == 5)
  }

  @Test(arguments: Stage.allCases) func aCameraThatIsLostIsAnErrorAndNoVerdict(stage: Stage) async throws {
    let lost = "if (camera->frames == \(stage.rawValue)) return IMP_E_DEVICE_GONE;"
    let fixture = try fixture(FixtureCapture.frames(25, before: lost))
    let handler = try fixture.make()
    guard case .error(let error) = try await handler.capture() else { throw Unexpected() }
    #expect(error.code == .camera)
    #expect(fixture.fixture.cameraIsClosed)
    let standing = try await handler.standing()
    #expect(standing.attemptsLeft == 5 && standing.device.running == 0)
  }

  @Test(arguments: Stage.allCases) func whoCancelsGetsNoVerdict(stage: Stage) async throws {
    // The camera waits at that stage.
    let fixture = try fixture(
      """
      if (camera->frames < \(stage.rawValue)) { imp_status answer = grey(camera, pixels, frame, 64, 48); \
      frame->timestamp_ns *= 40000000u; return answer; }
      """)
    let handler = try fixture.make()
    let events = try await handler.start()
    var seen = 0
    if stage != .beginning {
      for await event in events {
        if case .capture(.tracking) = event { seen += 1 }
        if seen == stage.rawValue { break }
      }
    }
    await handler.cancel()
    var last: FaceCaptureHandlerEvent?
    for await event in events { last = event }
    #expect(last?.text == "error cancelled")
    #expect(fixture.fixture.cameraIsClosed)
    let standing = try await handler.standing()
    #expect(standing.attemptsLeft == 5 && standing.device.running == 0)
  }

  @Test func framesMayChangeTheirSizeAndAnImageHasItsOwn() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = """
      if (camera->frames >= 25) return IMP_OUTCOME_END; imp_status answer = \
      grey(camera, pixels, frame, camera->frames % 2 ? 32 : 64, camera->frames % 3 ? 48 : 24); \
      frame->timestamp_ns *= 40000000u; return answer;
      """
    let result = try await fixture.make().run()
    #expect(result.outcome == .ended && result.frames == 25)
    // The tenth frame is kept, number 9.
    #expect(result.images.map { [$0.image.width, $0.image.height] } == [[32, 24]])
  }

  @Test func aTimeThatGoesBackIsTheCamerasFault() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(25).replacingOccurrences(
      of: "return answer;", with: "if (camera->frames == 6) frame->timestamp_ns = 40000000u; return answer;")
    let error = try await failure(of: try await fixture.make())
    #expect(error.code == .camera && error.reason.contains("monotonic"))
  }

  @Test func whereTheCamerasClockStandsStillTheCaptureTimesOutAllTheSame() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = """
      imp_status answer = grey(camera, pixels, frame, 64, 48); frame->timestamp_ns = 7; return answer;
      """
    fixture.step = """
      if (now > 250000000u) { e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_TIMEOUT; \
      e->liveness = IMP_LIVENESS_UNKNOWN; }
      """
    let started = ContinuousClock.now
    #expect(try await fixture.make().run().outcome == .timeout)
    #expect(ContinuousClock.now - started > .milliseconds(250))
  }

  private struct Unexpected: Error {}
}
