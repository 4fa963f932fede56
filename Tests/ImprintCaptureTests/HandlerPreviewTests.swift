// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// What is drawn: previews, what is over them, and how the device is held.
@Suite(.timeLimit(.minutes(3)))
struct HandlerPreviewTests {
  /// A camera whose frames do not end, one every 2 ms, before a plugin that shows a target and the pointer.
  private func fixture() throws -> FixtureHandler {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(
      .max, before: "struct timespec pause = {0, 2000000}; nanosleep(&pause, NULL);")
    fixture.step = """
      if (input == IMP_INPUT_FRAME) { e = event(events, IMP_CAPTURE_TARGET); e->index = 1; e->count = 3; \
      e->width = 0.5f; e->x = 0.5f; e->y = -0.5f; e->flags = IMP_SHOWN_VISIBLE | IMP_SHOWN_CURRENT; \
      event(events, IMP_CAPTURE_POINTER)->flags = IMP_SHOWN_VISIBLE; } \
      if (input == IMP_INPUT_STOP) { \(FixtureCapture.finishes("IMP_FINISH_STOPPED")) }
      """
    return try FixtureHandler(fixture)
  }

  /// The first preview that is as wanted.
  private func preview(
    in events: FaceCaptureHandlerEvents, where isWanted: (CapturePreview) -> Bool
  ) async throws -> CapturePreview {
    for await event in events {
      if case .preview(let preview) = event, isWanted(preview) { return preview }
    }
    throw Unexpected()
  }

  @Test func anOverlayHasWhatIsToBeDrawnInPixelsOfThePreview() async throws {
    let handler = try fixture().make()
    let events = try await handler.start()
    let overlay = try #require(
      try await preview(in: events) { $0.overlay?.targets.isEmpty == false }.overlay)
    #expect(overlay.face == Rectangle(x: 1, y: 2, width: 3, height: 4))
    #expect(
      overlay.targets.map { [Float($0.number), $0.centre.x, $0.centre.y, $0.radius] } == [[1, 48, 12, 16]])
    #expect(overlay.targets.map(\.isCurrent) == [true])
    #expect(overlay.pointer == Point(x: 32, y: 24))
    #expect(overlay.oval == nil)
    await handler.cancel()
  }

  @Test func overlayAndOrientationAndPreviewChangeWhileItRuns() async throws {
    let handler = try fixture().make()
    let events = try await handler.start()
    _ = try await preview(in: events) { $0.overlay != nil }
    await handler.setOverlay(false)
    _ = try await preview(in: events) { $0.overlay == nil }
    await handler.setOrientation(.landscapeLeft)
    let turned = try await preview(in: events) { $0.frame.image.width == 48 }
    #expect(turned.frame.image.height == 64)
    await handler.setOrientation(.upsideDown)
    _ = try await preview(in: events) { $0.frame.image.width == 64 }
    await handler.setPreviewColorspace(.grayBlurBordered)
    let bordered = try await preview(in: events) { $0.frame.image.pixels.first == 255 }
    #expect(bordered.frame.image.format == .grey8 && bordered.frame.image.pixels[24 * 64 + 32] == 7)
    await handler.setPreview(false)
    let options = await handler.options
    #expect(!options.preview && !options.overlay && options.orientation == .upsideDown)
    _ = try await handler.stop()
  }

  @Test func withoutPreviewsNoneComes() async throws {
    let handler = try FixtureHandler.judging("FAKE").make(
      FaceCaptureHandlerOptions(livenessMode: .active, preview: false))
    var previews = 0
    for await event in try await handler.start() { if case .preview = event { previews += 1 } }
    #expect(previews == 0)
  }
}
