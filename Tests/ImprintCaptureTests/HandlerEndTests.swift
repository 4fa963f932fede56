// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import Synchronization
import TestSupport
import Testing

/// How a capture of a handler ends, and that nothing comes after.
@Suite(.timeLimit(.minutes(3)))
struct HandlerEndTests {
  /// Starts, and reads until the challenge begins.
  private func challenged(_ handler: FaceCaptureHandler) async throws -> FaceCaptureHandlerEvents {
    let events = try await handler.start()
    for await event in events { if case .capture(.challenge) = event { break } }
    return events
  }

  private func rest(of events: FaceCaptureHandlerEvents) async -> [String] {
    var texts: [String] = []
    for await event in events where !event.text.hasPrefix("preview") { texts.append(event.text) }
    return texts
  }

  @Test func stoppingReturnsWhatIsKeptAndCountsNothing() async throws {
    let fixture = try FixtureHandler.endless()
    let handler = try fixture.make()
    let events = try await challenged(handler)
    let result = try await handler.stop()
    #expect(result.images.map(\.timestamp) == [0] && result.outcome == .stopped)
    #expect(await rest(of: events).last == "retry stopped \(result.text)")
    #expect(fixture.fixture.cameraIsClosed)
    #expect(try await handler.captureAttemptsLeft() == 5)
  }

  @Test func cancellingKeepsNothingAndCountsNothing() async throws {
    let fixture = try FixtureHandler.endless()
    let handler = try fixture.make()
    let events = try await challenged(handler)
    await handler.cancel()
    #expect(await rest(of: events).last == "error cancelled")
    #expect(fixture.fixture.cameraIsClosed)
    #expect(try await handler.captureAttemptsLeft() == 5)
    // Another one can be started.
    _ = try await challenged(handler)
    await handler.cancel()
  }

  @Test func oneThatIsDestroyedEndsAndStartsNothingMore() async throws {
    let fixture = try FixtureHandler.endless()
    let handler = try fixture.make()
    let events = try await challenged(handler)
    await handler.destroy()
    await handler.destroy()
    #expect(await rest(of: events).last == "error cancelled")
    #expect(try await handlerError { _ = try await handler.start() }.code == .destroyed)
    #expect(try await handlerError { _ = try await handler.stop() }.code == .destroyed)
    let camera = CameraOptions(locator: "fixture:0")
    #expect(try await handlerError { try await handler.switchCamera(to: camera) }.code == .destroyed)
  }

  @Test func oneCaptureRunsAtATimeAndNoneIsStoppedThatDoesNotRun() async throws {
    let handler = try FixtureHandler.endless().make()
    #expect(try await handlerError { _ = try await handler.stop() }.code == .invalidOperation)
    await handler.cancel()
    _ = try await challenged(handler)
    #expect(try await handlerError { _ = try await handler.start() }.code == .invalidOperation)
    await handler.cancel()
  }

  @Test func theConclusionIsTheLastEventAndTheOnlyOne() async throws {
    let handler = try FixtureHandler.judging("FAKE", finding: "FAKE").make()
    let texts = await rest(of: try await handler.start())
    #expect(texts.count(where: \.isConclusion) == 1)
    #expect(texts.last?.hasPrefix("verdict judged fake") == true)
  }

  @Test func delegateAndSequenceAgree() async throws {
    let delegate = Listener()
    let handler = try FixtureHandler.judging("LIVE", finding: "LIVE").make(delegate: delegate)
    let first = await rest(of: try await handler.start())
    let second = await rest(of: try await handler.start())
    let heard = try await delegate.heard(ends: 2).filter { !$0.hasPrefix("preview") }
    #expect(heard == first + second)
    #expect(delegate.mostAtOnce == 1)
  }

  @Test func aDelegateMayCallTheHandler() async throws {
    let handler = Mutex<FaceCaptureHandler?>(nil)
    let delegate = Listener { await handler.withLock { $0 }?.cancel() }
    let made = try FixtureHandler.endless().make(delegate: delegate)
    handler.withLock { $0 = made }
    let texts = await rest(of: try await made.start())
    #expect(texts.last == "error cancelled")
    #expect(try await delegate.heard(ends: 1).last == "error cancelled")
  }

  @Test func ofTwoHandlersOnOneCameraTheSecondIsRefusedAndTheFirstGoesOn() async throws {
    var capture = try FixtureCapture.endless()
    let taken = capture.folder.url.appending(path: "taken").path
    capture.cameraOpen = """
      FILE *taken = fopen("\(taken)", "wx"); if (!taken) return IMP_RETRY_BUSY; fclose(taken);
      """
    capture.cameraClose = "remove(\"\(taken)\");"
    let fixture = try FixtureHandler(capture)
    let (first, second) = (try fixture.make(), try fixture.make())
    _ = try await challenged(first)
    let error = try await handlerError { _ = try await second.start() }
    #expect(error.code == .camera)
    // One attempt is being made, and the other left none behind.
    #expect(try await second.captureAttemptsLeft() == 4)
    #expect(try await first.stop().images.count == 1)
    // Now it is free.
    _ = try await challenged(second)
    await second.cancel()
    #expect(try await second.captureAttemptsLeft() == 5)
  }

  // MARK: Another camera

  @Test func anotherCameraBeginsAnewWithTheSameAttempt() async throws {
    let fixture = try FixtureHandler.endless()
    let handler = try fixture.make()
    let events = try await challenged(handler)
    let camera = CameraOptions(locator: "fixture:0", width: 64)
    try await handler.switchCamera(to: camera)
    #expect(fixture.fixture.cameraIsClosed)
    for await event in events { if case .capture(.challenge) = event { break } }
    #expect(try await handler.standing().device.running == 1)
    #expect(await handler.options.camera == camera)
    #expect(try await handler.stop().images.count == 1)
  }

  @Test func aCameraThatCannotBeOpenedChangesNothing() async throws {
    let handler = try FixtureHandler.endless().make()
    _ = try await challenged(handler)
    let nothing = CameraOptions(locator: "fixture:9")
    #expect(try await handlerError { try await handler.switchCamera(to: nothing) }.code == .camera)
    #expect(await handler.options.camera == nil)
    #expect(try await handler.stop().images.count == 1)
  }

  @Test func whereNothingRunsTheNextCaptureHasTheOtherCamera() async throws {
    let handler = try FixtureHandler.endless().make()
    try await handler.switchCamera(to: CameraOptions(locator: "fixture:9"))
    #expect(try await handlerError { _ = try await handler.start() }.code == .camera)
  }
}
