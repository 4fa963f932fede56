// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct HandlerTests {
  @Test func theHandlerGetsEverythingInOrderAndTheResultLast() async throws {
    let fixture = try FixtureCapture()
    // The same capture, read as a stream, says what there is to be heard.
    let (events, result) = try await perform(try await FixtureCapture().make())
    let handler = Listener()
    try await fixture.make().start(handler).value
    #expect(
      handler.heard.filter { !$0.hasPrefix("preview") }
        == events.filter { !["mode none", "source ended"].contains($0) })
    // Of the previews a slow handler hears fewer, and each once.
    let previews = handler.heard.filter { $0.hasPrefix("preview") }
    #expect((1...25).contains(previews.count) && Set(previews).count == previews.count)
    #expect(handler.heard.last == "finished \(result.text)")
    #expect(handler.mostAtOnce == 1)
  }

  @Test func theHandlerGetsAFailureLast() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(25, before: "if (camera->frames == 5) return IMP_E_DEVICE_GONE;")
    let handler = Listener()
    try await fixture.make().start(handler).value
    #expect(handler.heard.count { $0.hasPrefix("tracking") } == 5)
    #expect(handler.heard.last == "failed camera")
    #expect(handler.heard.count { $0.hasPrefix("failed") || $0.hasPrefix("finished") } == 1)
  }

  @Test func cancellingTheRunningTaskIsHeardAsAFailure() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = "timeout = 60000000000u;"
    let handler = Listener()
    let running = try await fixture.make().start(handler)
    try await Task.sleep(for: .milliseconds(50))
    running.cancel()
    await running.value
    #expect(handler.heard.last == "failed cancelled")
    #expect(fixture.cameraIsClosed)
  }
}

/// Writes down every call.
private final class Listener: FaceCaptureHandler {
  private struct State {
    var heard: [String] = []
    var running = 0
    var mostAtOnce = 0
  }

  private let state = Mutex(State())

  var heard: [String] { state.withLock { $0.heard } }
  /// How many calls ran at the same time.
  var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  private func hear(_ text: String) async {
    state.withLock {
      $0.heard.append(text)
      $0.running += 1
      $0.mostAtOnce = max($0.mostAtOnce, $0.running)
    }
    await Task.yield()
    state.withLock { $0.running -= 1 }
  }

  func captureEntered(_ step: CaptureStep) async { await hear(CaptureEvent.step(step).text) }
  func capturePreviewed(_ frame: Frame, faces: [Face]) async {
    await hear(CaptureEvent.preview(frame, faces: faces).text)
  }
  func captureTracked(_ information: FaceTrackingInformation) async {
    await hear(CaptureEvent.tracking(information).text)
  }
  func captureAdvised(_ feedback: CaptureFeedback) async { await hear(CaptureEvent.feedback(feedback).text) }
  func captureProgressed(_ progress: Float) async { await hear(CaptureEvent.progress(progress).text) }
  func captureFinished(_ result: Result<CaptureResult, CaptureError>) async {
    switch result {
    case .success(let result): await hear("finished \(result.text)")
    case .failure(let error): await hear("failed \(error.code.rawValue)")
    }
  }
}
