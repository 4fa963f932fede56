// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// A capture plugin is somebody else's code: what it must not do ends the capture with an error of its own.
@Suite(.timeLimit(.minutes(2)))
struct MisbehavingPluginTests {
  private func error(_ step: String, faces: Int = 1) async throws -> CaptureError {
    var fixture = try FixtureCapture()
    fixture.step = step
    fixture.faces = faces
    let error = try await failure(of: try await fixture.make())
    #expect(fixture.cameraIsClosed)
    return error
  }

  private let keepsEveryFrame = "if (input == IMP_INPUT_FRAME) event(events, IMP_CAPTURE_KEEP)->slot = 0;"

  @Test func keepingAFrameInWhichThereIsNoFaceIsRefused() async throws {
    let error = try await error(keepsEveryFrame, faces: 0)
    #expect(error.code == .plugin)
    #expect(error.reason.contains("face 0, but the step has 0"))
  }

  @Test func keepingAFaceThatTheFrameDoesNotHaveIsRefused() async throws {
    let error = try await error(
      "if (input == IMP_INPUT_FRAME) { e = event(events, IMP_CAPTURE_KEEP); e->slot = 0; e->face = 1; }")
    #expect(error.code == .plugin)
    #expect(error.reason.contains("face 1, but the step has 1"))
  }

  @Test func keepingWithoutAFrameIsRefused() async throws {
    let error = try await error("if (input == IMP_INPUT_END) event(events, IMP_CAPTURE_KEEP)->slot = 0;")
    #expect(error.code == .plugin)
    #expect(error.reason.contains("keeps an image, but the step has none"))
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

  @Test func aPluginThatDoesNotFinishWhenItIsStoppedIsRefused() async throws {
    var fixture = try FixtureCapture()
    fixture.step = ""
    let capture = try await fixture.make()
    await capture.stop()
    let error = try await failure(of: capture)
    #expect(error.code == .plugin)
    #expect(error.reason.contains("stopped"))
  }

  @Test func aStepThatFailsEndsTheCaptureInThePluginsPlace() async throws {
    let error = try await error("if (capture->steps == 3) return IMP_E_INTERNAL;")
    #expect(error.code == .plugin)
    #expect(error.place.contains("face-capture.step"))
  }
}
