// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct DelegateTests {
  @Test func theDelegateGetsEverythingInOrderAndTheResultLast() async throws {
    let fixture = try FixtureCapture()
    // The same capture, read as a stream, says what there is to be heard.
    let (events, result) = try await perform(try await FixtureCapture().make())
    let delegate = Listener()
    try await fixture.make().start(delegate).value
    #expect(delegate.heard.filter { !$0.hasPrefix("preview") }.dropLast() == events.dropLast())
    // Of the previews a slow delegate hears fewer, and each once.
    let previews = delegate.heard.filter { $0.hasPrefix("preview") }
    #expect((1...25).contains(previews.count) && Set(previews).count == previews.count)
    #expect(delegate.heard.last == "retry source-ended \(result.text)")
    #expect(delegate.mostAtOnce == 1)
  }

  @Test func theDelegateGetsAFailureLast() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(25, before: "if (camera->frames == 5) return IMP_E_DEVICE_GONE;")
    let delegate = Listener()
    try await fixture.make().start(delegate).value
    #expect(delegate.heard.count { $0.hasPrefix("tracking") } == 5)
    #expect(delegate.heard.last == "error camera")
    #expect(delegate.heard.count { $0.hasPrefix("error") || $0.hasPrefix("retry") } == 1)
  }

  @Test func cancellingTheRunningTaskIsHeardAsAFailure() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = "timeout = 60000000000u;"
    let delegate = Listener()
    let running = try await fixture.make().start(delegate)
    try await Task.sleep(for: .milliseconds(50))
    running.cancel()
    await running.value
    #expect(delegate.heard.last == "error cancelled")
    #expect(fixture.cameraIsClosed)
  }
}
