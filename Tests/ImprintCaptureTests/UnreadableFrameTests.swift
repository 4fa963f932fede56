// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct UnreadableFrameTests {
  @Test func thirtyFramesInARowThatCannotBeReadEndTheCapture() async throws {
    var fixture = try FixtureCapture()
    // Every call is counted in a file's length, so that the test knows how many there were.
    let calls = fixture.folder.url.appending(path: "calls")
    fixture.frame = """
      FILE *calls = fopen("\(calls.path)", "a"); fputc('x', calls); fclose(calls); return IMP_E_FILE;
      """
    let error = try await failure(of: try await fixture.make())
    #expect(error.code == .frames)
    #expect(error.reason.contains("30 frames in a row"))
    #expect(try Data(contentsOf: calls).count == 30)
    #expect(fixture.cameraIsClosed)
  }

  @Test func framesWhoseBytesAreNoPictureEndTheCaptureToo() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = """
      memset(pixels->data, 0x55, 100); pixels->length = 100; \
      *frame = (imp_frame){.size = sizeof *frame, .format = IMP_PIXEL_JPEG, .timestamp_ns = camera->frames, \
      .sequence = camera->frames}; camera->frames++; return IMP_OK;
      """
    let error = try await failure(of: try await fixture.make())
    #expect(error.code == .frames)
    #expect(error.place == "frame 29")
  }

  @Test func aFrameThatCanBeReadBeginsTheCountAnew() async throws {
    var fixture = try FixtureCapture()
    // 29 that fail, one that does not, 29 that fail.
    fixture.frame = FixtureCapture.frames(
      59, before: "if (camera->frames != 29 && camera->frames < 59) { camera->frames++; return IMP_E_FILE; }")
    fixture.step = """
      if (input == IMP_INPUT_END) { e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_ENDED; \
      e->liveness = IMP_LIVENESS_UNKNOWN; }
      """
    let result = try await fixture.make().run()
    #expect(result.frames == 1)
    #expect(result.dropped == 58)
  }

  /// Whether the camera counts a frame that it cannot read among the lost or not: it is lost once.
  @Test(arguments: [false, true])
  func anUnreadableFrameIsCountedOnce(cameraCountsIt: Bool) async throws {
    var fixture = try FixtureCapture()
    fixture.frame = """
      if (camera->frames == 12 || camera->frames == 13) { camera->frames++; return IMP_E_FILE; } \
      if (camera->frames >= 25) return IMP_OUTCOME_END; \
      imp_status answer = grey(camera, pixels, frame, 64, 48); frame->timestamp_ns *= 40000000u; \
      if (\(cameraCountsIt ? 1 : 0) && camera->frames > 13) frame->dropped = 2; return answer;
      """
    let result = try await fixture.make().run()
    #expect(result.frames == 23)
    #expect(result.dropped == 2)
  }
}
