// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// A capture plugin is somebody else's code: what it must not do ends the capture with an error of its own.
@Suite(.timeLimit(.minutes(2)))
struct MisbehavingPluginTests {
  private func error(_ step: String) async throws -> CaptureError {
    var fixture = try FixtureCapture()
    fixture.step = step
    let error = try await failure(of: try await fixture.make())
    #expect(try await fixture.cameraCloses())
    return error
  }

  @Test func keepingAFrameWithoutAFaceIsRefused() async throws {
    let error = try await error("if (input == IMP_INPUT_FRAME) event(events, IMP_CAPTURE_KEEP)->slot = 0;")
    #expect(error.code == .plugin)
    #expect(error.reason.contains("face that this step does not have"))
  }

  /// The face of the step before does not count.
  @Test func keepingAFrameWithThePreviousStepsFaceIsRefused() async throws {
    let error = try await error(
      """
      if (capture->steps == 1) event(events, IMP_CAPTURE_FACE)->face = 0; \
      else event(events, IMP_CAPTURE_KEEP)->slot = 0;
      """)
    #expect(error.code == .plugin)
    #expect(error.reason.contains("face that this step does not have"))
  }

  @Test func returningAnEmptySlotIsRefusedWithItsNumber() async throws {
    let error = try await error(
      """
      e = event(events, IMP_CAPTURE_RESULT); e->slot = 5; e->value = 80; \
      e->tracking = IMP_TRACKING_STEADY; e->liveness = IMP_LIVENESS_UNKNOWN;
      """)
    #expect(error.code == .plugin)
    #expect(error.reason.contains("slot 5"))
  }

  @Test func aPluginThatDoesNotFinishWithTheSourceIsRefused() async throws {
    let error = try await error("")
    #expect(error.code == .plugin)
    #expect(error.reason.contains("did not finish"))
  }

  @Test func aStepThatFailsEndsTheCaptureInThePluginsPlace() async throws {
    let error = try await error("if (capture->steps == 3) return IMP_E_INTERNAL;")
    #expect(error.code == .plugin)
    #expect(error.place.contains("face-capture.step"))
  }
}
