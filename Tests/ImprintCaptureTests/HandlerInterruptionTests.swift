// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// Sleep, a locked screen: a capture ends without a verdict, and begins anew when that is over (F69).
@Suite(.timeLimit(.minutes(3)))
struct HandlerInterruptionTests {
  private func challenged(_ events: FaceCaptureHandlerEvents) async {
    for await event in events { if case .capture(.challenge) = event { break } }
  }

  @Test func anInterruptedCaptureReleasesItsCameraAndBeginsAnewWhenItIsReady() async throws {
    let fixture = try FixtureHandler.endless()
    let handler = try fixture.make()
    let events = try await handler.start()
    await challenged(events)
    await handler.interrupt(.screenLocked)
    #expect(fixture.fixture.cameraIsClosed)
    let standing = try await handler.standing()
    #expect(standing.attemptsLeft == 5 && standing.device.running == 0)
    #expect(try await handlerError { _ = try await handler.start() }.code == .interrupted)

    try await handler.resume()
    #expect(try await handler.standing().device.running == 1)
    var texts: [String] = []
    for await event in events {
      let text = event.text
      if !text.hasPrefix("preview"), !text.hasPrefix("tracking") { texts.append(text) }
      if case .capture(.challenge) = event { break }
    }
    #expect(texts == ["interrupted screen-locked", "ready", "mode active", "challenge 1 of 1"])
    #expect(try await handler.stop().images.count == 1)
    #expect(try await handler.captureAttemptsLeft() == 5)
  }

  @Test func oneThatIsStoppedMeanwhileHasKeptNothing() async throws {
    let handler = try FixtureHandler.endless().make()
    let events = try await handler.start()
    await challenged(events)
    await handler.interrupt(.sleep)
    let result = try await handler.stop()
    #expect(result.images.isEmpty && result.outcome == .stopped && result.liveness == .noDecision)
    var last: FaceCaptureHandlerEvent?
    for await event in events { last = event }
    #expect(last?.text == "retry stopped \(result.text)")
    try await handler.resume()
  }

  @Test func oneThatIsCancelledMeanwhileEndsSo() async throws {
    let delegate = Listener()
    let handler = try FixtureHandler.endless().make(delegate: delegate)
    await challenged(try await handler.start())
    await handler.interrupt(.sleep)
    await handler.cancel()
    #expect(try await delegate.heard(ends: 1).suffix(2) == ["interrupted sleep", "error cancelled"])
  }

  @Test func aCameraThatIsGoneAfterwardsEndsTheCapture() async throws {
    let fixture = try FixtureHandler.endless()
    let handler = try fixture.make()
    let events = try await handler.start()
    await challenged(events)
    await handler.interrupt(.sleep)
    fixture.refuse(FaceCaptureError(.camera, place: "camera", reason: "it is gone.", remedy: "Plug it in."))
    #expect(try await handlerError { try await handler.resume() }.code == .camera)
    var last: FaceCaptureHandlerEvent?
    for await event in events { last = event }
    #expect(last?.text == "error camera")
    // And a new one may be started.
    fixture.refuse(nil)
    await challenged(try await handler.start())
    await handler.cancel()
  }

  @Test func locksThatBeganMeanwhileHold() async throws {
    let fixture = try FixtureHandler.endless()
    let handler = try fixture.make()
    await challenged(try await handler.start())
    await handler.interrupt(.background)
    let lockout = LockoutStore(folder: fixture.lockoutFolder, clock: fixture.clock)
    for _ in 0..<5 { try await lockout.begin().end(.fake) }
    let error = try await handlerError { try await handler.resume() }
    #expect(error.code == .captureIsLocked && error.unlockDateTime != nil)
  }

  @Test func whereNothingRunsNothingCanBeStartedUntilItIsOver() async throws {
    let handler = try FixtureHandler.endless().make()
    try await handler.resume()
    await handler.interrupt(.sleep)
    await handler.interrupt(.screenLocked)
    #expect(try await handlerError { _ = try await handler.start() }.code == .interrupted)
    try await handler.resume()
    await challenged(try await handler.start())
    await handler.destroy()
  }
}
