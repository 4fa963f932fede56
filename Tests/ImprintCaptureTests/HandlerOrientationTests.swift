// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct HandlerOrientationTests {
  /// Where the pixel is that the camera has in its top left corner.
  private func place(of mark: UInt8, in image: Image) -> [Int]? {
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixels[y * image.bytesPerRow + x] == mark { return [x, y] }
    }
    return nil
  }

  @Test func eachOrientationTurnsTheFrameUpright() async throws {
    var capture = try FixtureCapture()
    capture.frame = """
      imp_status answer = grey(camera, pixels, frame, 64, 48); frame->timestamp_ns *= 40000000u; \
      if (answer == IMP_OK) ((uint8_t *)pixels->data)[0] = 200; return answer;
      """
    capture.step = "if (input == IMP_INPUT_STOP) { \(FixtureCapture.finishes("IMP_FINISH_STOPPED")) }"
    let fixture = try FixtureHandler(capture)
    let places: [(CaptureOrientation, size: [Int], corner: [Int])] = [
      (.portrait, [64, 48], [0, 0]), (.upsideDown, [64, 48], [63, 47]),
      (.landscapeLeft, [48, 64], [47, 0]), (.landscapeRight, [48, 64], [0, 63]),
    ]
    #expect(places.map(\.0) == CaptureOrientation.allCases)
    for (orientation, size, corner) in places {
      let handler = try fixture.make(
        FaceCaptureHandlerOptions(livenessMode: .none, orientation: orientation))
      var shown: Image?
      for await event in try await handler.start() {
        if case .preview(let preview) = event {
          shown = preview.frame.image
          break
        }
      }
      await handler.cancel()
      let image = try #require(shown)
      #expect([image.width, image.height] == size, "\(orientation)")
      #expect(place(of: 200, in: image) == corner, "\(orientation)")
    }
  }
}
