// SPDX-License-Identifier: Apache-2.0
import ImprintCapture
import ImprintFingerCapture
import ImprintModel
import ImprintRuntime
import Testing

/// The handler's verbs, which are those of faces.
@Suite struct FingerHandlerTests {
  private func handler(
    _ readers: PressedFingers..., options: FingerCaptureHandlerOptions = FingerCaptureHandlerOptions()
  ) throws -> (FingerCaptureHandler, TestFingers) {
    let source = TestFingers(sequence: readers)
    return (try FingerCaptureHandler(flows: source.flows, options: options), source)
  }

  /// Until the first event that says so.
  private func read(
    _ events: FingerCaptureHandlerEvents, until isIt: (FingerCaptureHandlerEvent) -> Bool
  ) async {
    for await event in events where isIt(event) { return }
  }

  private func conclusion(_ events: FingerCaptureHandlerEvents) async -> FingerConclusion<[FingerPress]>? {
    var last: FingerCaptureHandlerEvent?
    for await event in events {
      if case .finished = last { Issue.record("something came after the end") }
      last = event
    }
    if case .finished(let conclusion) = last { return conclusion }
    return nil
  }

  private static func isProgress(_ event: FingerCaptureHandlerEvent) -> Bool {
    if case .capture(.progress) = event { true } else { false }
  }

  @Test func aCaptureEndsWithItsPressesAndAnotherMayBeStarted() async throws {
    let (handler, _) = try handler(
      PressedFingers([.image(drawnPrint(1))]), PressedFingers([.image(drawnPrint(2))]))
    for _ in 0..<2 {
      guard case .done(let presses)? = await conclusion(try await handler.start()) else {
        Issue.record("it is not done")
        return
      }
      #expect(presses.count == 1)
    }
  }

  @Test func aPreviewHasBarsAndFeedbackInItsOverlay() async throws {
    let (handler, _) = try handler(
      PressedFingers([.arrive, .image(drawnPrint(1)), .lift]),
      options: FingerCaptureHandlerOptions(capture: FingerCaptureSettings(site: .rightRing)))
    var seen: (FingerPicture, FingerOverlay?)?
    for await event in try await handler.start() {
      if case .preview(let picture, let overlay) = event { seen = (picture, overlay) }
    }
    let (picture, overlay) = try #require(seen)
    #expect(overlay?.quality == picture.measures.contrast && overlay?.area == 100)
    #expect(overlay?.feedback == .place(.rightRing) && overlay?.isCovered == true)
    #expect(picture.enhanced?.pixels.count == 75 * 75)
  }

  /// The overlays of the previews of one capture of one press, which has to be done.
  private func previews(of handler: FingerCaptureHandler) async throws -> [FingerOverlay?] {
    var (overlays, presses): ([FingerOverlay?], Int?) = ([], nil)
    for await event in try await handler.start() {
      switch event {
      case .preview(_, let overlay): overlays.append(overlay)
      case .finished(.done(let done)): presses = done.count
      default: break
      }
    }
    #expect(presses == 1)
    return overlays
  }

  @Test func withoutPreviewOrOverlayNoneComes() async throws {
    let (handler, _) = try handler(
      PressedFingers([.image(drawnPrint(1))]), PressedFingers([.image(drawnPrint(1))]))
    await handler.setOverlay(false)
    #expect(try await previews(of: handler) == [nil])
    await handler.setPreview(false)
    #expect(try await previews(of: handler).isEmpty)
  }

  @Test func oneCaptureRunsAtATimeAndNoneIsStoppedThatDoesNotRun() async throws {
    let (handler, _) = try handler(
      PressedFingers([.image(drawnPrint(1)), .hang]),
      options: FingerCaptureHandlerOptions(capture: FingerCaptureSettings(presses: 2)))
    var error = await #expect(throws: FingerCaptureError.self) { try await handler.stop() }
    #expect(error?.code == .invalidOperation)
    let events = try await handler.start()
    error = await #expect(throws: FingerCaptureError.self) { try await handler.start() }
    #expect(error?.code == .invalidOperation)
    await read(events, until: Self.isProgress)
    guard case .retry(.stopped, let kept) = try await handler.stop() else {
      Issue.record("it was not stopped")
      return
    }
    #expect(kept.count == 1)
    guard case .retry(.stopped, _)? = await conclusion(events) else {
      Issue.record("its last event is not its end")
      return
    }
  }

  @Test func anotherReaderBeginsAnewAndWhatWasKeptIsDropped() async throws {
    let (handler, source) = try handler(
      PressedFingers([.image(drawnPrint(1)), .hang]),
      PressedFingers([.image(drawnPrint(2)), .image(drawnPrint(3))]),
      options: FingerCaptureHandlerOptions(
        capture: FingerCaptureSettings(presses: 2, templateType: .isoCompactCard)))
    let events = try await handler.start()
    await read(events, until: Self.isProgress)
    try await handler.switchReader(to: FingerReaderOptions(locator: "other"))
    guard case .done(let presses)? = await conclusion(events) else {
      Issue.record("it is not done")
      return
    }
    #expect(presses.compactMap(\.template?.payload) == [[2], [3]])
    #expect(source.askedFor.map { $0?.locator } == [nil, "other"])
  }

  @Test func aReaderThatCannotBeOpenedInsteadEndsTheCapture() async throws {
    let (handler, source) = try handler(
      PressedFingers([.image(drawnPrint(1)), .hang]),
      options: FingerCaptureHandlerOptions(capture: FingerCaptureSettings(presses: 2)))
    let events = try await handler.start()
    await read(events, until: Self.isProgress)
    let error = await #expect(throws: FingerCaptureError.self) {
      try await handler.switchReader(to: FingerReaderOptions(locator: "none"))
    }
    #expect(error?.code == .readerNotAvailable)
    #expect(await conclusion(events)?.failure(of: .unknown)?.code == .readerNotAvailable)
    // The next one begins with the reader before.
    _ = await #expect(throws: FingerCaptureError.self) { try await handler.start() }
    #expect(source.askedFor.map { $0?.locator } == [nil, "none", nil])
  }

  @Test func anInterruptedCaptureWhoseHandlerIsDroppedEndsItsEvents() async throws {
    var handler: FingerCaptureHandler? = try handler(PressedFingers([.hang])).0
    let events = try #require(try await handler?.start())
    await handler?.interrupt(.screenLocked)
    handler = nil
    await read(events) { _ in false }
  }

  @Test func anInterruptionReleasesTheReaderAndResumingBeginsAnew() async throws {
    let first = PressedFingers([.image(drawnPrint(1)), .hang])
    let (handler, _) = try handler(
      first, PressedFingers([.image(drawnPrint(2)), .image(drawnPrint(3))]),
      options: FingerCaptureHandlerOptions(
        capture: FingerCaptureSettings(presses: 2, templateType: .isoCompactCard)))
    let events = try await handler.start()
    await read(events, until: Self.isProgress)
    await handler.interrupt(.screenLocked)
    #expect(first.isClosed)
    await read(events) { if case .interrupted(.screenLocked) = $0 { true } else { false } }
    let error = await #expect(throws: FingerCaptureError.self) { try await handler.start() }
    #expect(error?.code == .interrupted)
    try await handler.resume()
    guard case .done(let presses)? = await conclusion(events) else {
      Issue.record("it is not done")
      return
    }
    #expect(presses.compactMap(\.template?.payload) == [[2], [3]])
  }

  /// Waits until a start is refused so, while a capture runs.
  private func wait(for handler: FingerCaptureHandler, toRefuse code: FingerCaptureErrorCode) async throws {
    while true {
      do throws(FingerCaptureError) { _ = try await handler.start() } catch {
        if error.code == code { return }
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  @Test func anInterruptionAndAResumptionWhileTheReaderIsOpenedBeginAnew() async throws {
    let (first, second) = (PressedFingers([.hang]), PressedFingers([.image(drawnPrint(2))]))
    let source = GatedFingers(first, second)
    let handler = try FingerCaptureHandler(flows: source.flows)
    let starting = Task { try await handler.start() }
    try await source.untilAsked(1)
    let interrupting = Task {
      await handler.interrupt(.screenLocked)
      return first.isClosed
    }
    try await wait(for: handler, toRefuse: .interrupted)
    let resuming = Task { try await handler.resume() }
    try await wait(for: handler, toRefuse: .invalidOperation)
    source.setOpen(true)
    let events = try await starting.value
    await read(events) { if case .interrupted(.screenLocked) = $0 { true } else { false } }
    guard case .done(let presses)? = await conclusion(events) else {
      Issue.record("it is not done")
      return
    }
    #expect(presses.map(\.picture.raw) == [drawnPrint(2)])
    #expect(await interrupting.value && second.isClosed)
    try await resuming.value
  }

  @Test func anInterruptionWhileAnotherReaderIsOpenedLeavesTheCaptureToBeResumed() async throws {
    let source = GatedFingers(
      PressedFingers([.image(drawnPrint(1)), .hang]), PressedFingers([.hang]),
      PressedFingers([.image(drawnPrint(2)), .image(drawnPrint(3))]), isOpen: true)
    let handler = try FingerCaptureHandler(
      flows: source.flows,
      options: FingerCaptureHandlerOptions(capture: FingerCaptureSettings(presses: 2)))
    let events = try await handler.start()
    await read(events, until: Self.isProgress)
    source.setOpen(false)
    let switching = Task { try await handler.switchReader(to: FingerReaderOptions(locator: "other")) }
    try await source.untilAsked(2)
    let interrupting = Task { await handler.interrupt(.screenLocked) }
    try await wait(for: handler, toRefuse: .interrupted)
    source.setOpen(true)
    await interrupting.value
    try await switching.value
    try await handler.resume()
    guard case .done(let presses)? = await conclusion(events) else {
      Issue.record("it is not done")
      return
    }
    #expect(presses.map(\.picture.raw) == [drawnPrint(2), drawnPrint(3)])
  }

  @Test func aCaptureThatIsCancelledWhileItsReaderIsOpenedHasClosedItThen() async throws {
    let reader = PressedFingers([.hang])
    let source = GatedFingers(reader)
    let handler = try FingerCaptureHandler(flows: source.flows)
    let starting = Task { try await handler.start() }
    try await source.untilAsked(1)
    let cancelling = Task {
      await handler.cancel()
      return reader.isClosed
    }
    // The cancellation has begun by then.
    try await Task.sleep(for: .milliseconds(50))
    source.setOpen(true)
    #expect(await cancelling.value)
    _ = await starting.result
  }

  @Test func oneThatIsDestroyedEndsAndStartsNothingMore() async throws {
    let reader = PressedFingers([.hang])
    let (handler, _) = try handler(reader)
    let events = try await handler.start()
    await handler.destroy()
    #expect(reader.isClosed)
    #expect(await conclusion(events)?.failure(of: .unknown)?.code == .cancelled)
    let error = await #expect(throws: FingerCaptureError.self) { try await handler.start() }
    #expect(error?.code == .destroyed)
  }

  @Test func whatIsNoFingerIsRefusedWhenTheHandlerIsMade() throws {
    let error = #expect(throws: FingerCaptureError.self) {
      try handler(
        options: FingerCaptureHandlerOptions(capture: FingerCaptureSettings(site: .face)))
    }
    #expect(error?.code == .wrongBiometricLocation)
  }
}
