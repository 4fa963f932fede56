// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintLockout
internal import ImprintMatching
internal import ImprintModel
internal import ImprintRuntime

/// Enrols a face: counts down, captures, chooses frames or has the application choose, and makes templates.
///
/// ```
/// let enroller = system.faces.enroller()
/// for await event in try await enroller.start() { … }
/// ```
///
/// Any task may call any function. Each enrolment that was started ends with exactly one
/// ``EnrollerEvent/finished(_:)``, and nothing comes after it. One runs at a time; it goes on though nobody
/// reads its events, until it is cancelled. Nothing is stored.
public actor Enroller {
  public nonisolated let settings: EnrollerSettings
  /// What has to be true before one starts; ``start()`` asks by itself.
  public nonisolated let requirements: FaceRequirements

  private let faces: Faces
  private let clock: FlowClock
  private let delegate: (any EnrollerDelegate)?
  private let lockout: @Sendable (LockoutSettings) -> LockoutStore
  /// To the delegate, of all runs.
  private let voice: FlowVoice<EnrollerEvent>
  private var run: Run?

  /// One enrolment.
  private struct Run {
    let events: EnrollerEvents
    var work: Task<Void, Never>?
    var chooser: FrameChooser?
    var handler: FaceCaptureHandler?
    /// Whether it is to end, or is interrupted, before it began.
    var isCancelled = false
  }

  /// Why captures are interrupted; nothing is started meanwhile.
  private var interruption: CaptureInterruption?

  init(
    _ faces: Faces, settings: EnrollerSettings, delegate: (any EnrollerDelegate)?, clock: any Clock<Duration>,
    lockout: @escaping @Sendable (LockoutSettings) -> LockoutStore
  ) {
    self.faces = faces
    self.settings = settings
    self.delegate = delegate
    self.clock = FlowClock(clock)
    self.lockout = lockout
    requirements = FaceRequirements(
      faces: faces, camera: settings.capture.camera, capture: settings.capture.options(images: 1).capture,
      references: nil)
    voice = FlowVoice(delegate) { await $0.enrollerSaid($1) }
  }

  // MARK: Enrolments

  /// Checks the requirements, and begins an enrolment with its countdown.
  /// - Returns: the events of this enrolment, for one reader.
  /// - Throws: ``FaceFlowError`` `badSettings`, `invalidOperation` where one runs, and why a requirement is
  ///   not met. What is found only when the camera is opened, such as that captures are locked, is its
  ///   conclusion.
  public func start() async throws(FaceFlowError) -> EnrollerEvents {
    guard run == nil else { throw .alreadyRunning("enroller") }
    if let interruption { throw FaceFlowError(.interrupted(by: interruption)) }
    let events = voice.events()
    run = Run(events: events)
    do throws(FaceFlowError) {
      try settings.check()
      try await requirements.checkAll()
      if run?.isCancelled == true { throw FaceFlowError.cancelled }
    } catch {
      run = nil
      throw error
    }
    run?.work = Task {
      let conclusion = await self.enrol(events)
      self.finish(conclusion, events)
    }
    return events
  }

  /// Enrols once, from the countdown to the end.
  /// - Throws: as ``start()``.
  public func enroll() async throws(FaceFlowError) -> FaceEnrollmentConclusion {
    let events = try await start()
    for await event in events {
      if case .finished(let conclusion) = event { return conclusion }
    }
    await cancel(events)
    throw .cancelled
  }

  /// Ends the enrolment that runs, with nothing enrolled: it finishes with the error `cancelled`, unless it
  /// had its conclusion already. When this returns, the camera is closed. Does nothing where none runs.
  public func cancel() async {
    if let run { await cancel(run.events) }
  }

  /// As ``cancel()``, but only the enrolment that says these events. Where it has ended, another one may run
  /// by now, which goes on.
  public func cancel(_ events: EnrollerEvents) async {
    guard let run, run.events === events else { return }
    self.run?.isCancelled = true
    guard let work = run.work else { return }
    work.cancel()
    await run.chooser?.close()
    await work.value
  }

  // MARK: Frames

  /// Adds the frame that is offered: a template is made of it. What became of it is in the next frame, and in
  /// an event.
  /// - Throws: ``FaceFlowError`` `frameNotOffered`: another one is offered by now, its time is over, or it
  ///   was answered; `invalidOperation` where no capture runs.
  public func addFaceFrameForEnrollment(_ frame: EnrollmentFrame) async throws(FaceFlowError) {
    try await chooser().answer(.add, to: frame)
  }

  /// Does not add the frame that is offered; the next one comes at once.
  /// - Throws: as ``addFaceFrameForEnrollment(_:)``.
  public func skip(_ frame: EnrollmentFrame) async throws(FaceFlowError) {
    try await chooser().answer(.skip, to: frame)
  }

  /// Ends the enrolment with what was extracted; a template that is being made is dropped. The conclusion
  /// follows. Again, it does nothing.
  /// - Throws: ``FaceFlowError`` `nothingAdded` before a frame was extracted; `invalidOperation` where no
  ///   capture runs.
  public func completeEnrollment() async throws(FaceFlowError) {
    try await chooser().complete()
  }

  private func chooser() throws(FaceFlowError) -> FrameChooser {
    guard let chooser = run?.chooser, settings.choosesFrames else { throw .notRunning("enroller") }
    return chooser
  }

  // MARK: The device

  /// A sample of the device's accelerometer: ``FaceCaptureHandler/deviceMoved(_:)``. The settings have
  /// ``CaptureHelps/motion`` among their ``FaceCaptureSettings/helps``.
  @discardableResult
  public func deviceMoved(_ acceleration: Point3) async -> Bool {
    await run?.handler?.deviceMoved(acceleration) ?? false
  }

  // MARK: Sleep and locked screens

  /// As ``FaceCaptureHandler/interrupt(_:)``. What was enrolled is dropped. An enrolment that counts down is
  /// cancelled.
  public func interrupt(_ reason: CaptureInterruption) async {
    if interruption == nil { interruption = reason }
    guard let handler = run?.handler else { return await cancel() }
    await run?.chooser?.interrupted()
    await handler.interrupt(reason)
  }

  /// As ``FaceCaptureHandler/resume()``.
  public func resume() async throws(FaceFlowError) {
    interruption = nil
    do throws(FaceCaptureError) {
      try await run?.handler?.resume()
    } catch {
      throw FaceFlowError(error)
    }
  }

  // MARK: One enrolment

  private func enrol(_ events: EnrollerEvents) async -> FaceEnrollmentConclusion {
    do {
      try await clock.countDown(from: settings.countdown) { events.tell(.countdown(seconds: $0)) }
      let extractor = try await faces.extractor()
      let images = settings.choosesFrames ? 0 : settings.numberOfFrames
      let (chooser, handler) = try prepare(extractor, images: images, events)
      let captured = try await capture(handler, events)
      await chooser.finish()
      await handler.destroy()
      let conclusion = try await self.conclusion(captured, chooser, extractor)
      // It may have been cancelled while templates were made.
      if Task.isCancelled { throw FaceFlowError.cancelled }
      return conclusion
    } catch {
      await run?.handler?.destroy()
      return .error(Task.isCancelled ? .cancelled : FaceFlowError(.plugin, from: error))
    }
  }

  private func prepare(
    _ extractor: FaceExtractor, images: Int, _ events: EnrollerEvents
  ) throws -> (FrameChooser, FaceCaptureHandler) {
    let chooser = FrameChooser(
      settings, delegate: delegate,
      extract: { image, face in
        try await extractor.template(of: image, face: face, created: WallClock.seconds)
      }, tell: events.tell, completed: { [weak self] in Task { await self?.stopCapturing(events) } })
    let source = FacesCaptureSource(faces: faces)
    do throws(FaceCaptureError) {
      let handler = try FaceCaptureHandler(
        source: settings.choosesFrames ? ChoosingSource(source: source, chooser: chooser) : source,
        options: settings.capture.options(images: images), lockout: lockout)
      run?.handler = handler
      run?.chooser = chooser
      return (chooser, handler)
    } catch {
      throw FaceFlowError(error)
    }
  }

  /// It may have ended by itself, and another one may run by now.
  private func stopCapturing(_ events: EnrollerEvents) async {
    guard let run, run.events === events else { return }
    _ = try? await run.handler?.stop()
  }

  private func capture(
    _ handler: FaceCaptureHandler, _ events: EnrollerEvents
  ) async throws(FaceFlowError) -> FaceCaptureConclusion {
    let captured: FaceCaptureHandlerEvents
    do throws(FaceCaptureError) {
      captured = try await handler.start()
    } catch {
      throw FaceFlowError(error)
    }
    defer { events.tell(.capturingEnded) }
    // Another mode comes after an interruption.
    var hasStarted = false
    var drawn = LivenessFrames()
    for await event in captured {
      switch event {
      // A chooser, which hears of both first, has said them.
      case .capture(.mode):
        if !settings.choosesFrames, !hasStarted { events.tell(.capturingStarted) }
        hasStarted = true
      case .capture(.feedback(let feedback)): if !settings.choosesFrames { events.tell(.feedback(feedback)) }
      case .capture(.action(let actions, let score)): events.tell(.action(actions, score: score))
      case .interrupted(let reason): events.tell(.interrupted(reason))
      case .ready: events.tell(.ready)
      case .preview(let preview): drawn.came(preview)
      case .capture(.tracking(let tracking)):
        if !settings.choosesFrames, let frame = drawn.frame(tracking) { events.tell(.frame(frame)) }
      // Of frames that are chosen the flow itself says how far it is.
      case .capture(let event): if !settings.choosesFrames { events.tell(.capture(event)) }
      // Nothing is recorded.
      case .recorded: break
      case .finished(let conclusion): return conclusion
      }
    }
    // The task was cancelled.
    await handler.cancel()
    throw .cancelled
  }

  private func conclusion(
    _ conclusion: FaceCaptureConclusion, _ chooser: FrameChooser, _ extractor: FaceExtractor
  ) async throws -> FaceEnrollmentConclusion {
    if case .error(let error) = conclusion { return .error(FaceFlowError(error)) }
    if settings.choosesFrames, await chooser.isComplete {
      return .enrolled(FaceEnrollment(views: await chooser.views, liveness: .unknown))
    }
    switch conclusion {
    case .verdict(let result):
      if settings.choosesFrames { return .retry(await chooser.lacksQuality ? .badQuality : .timedOut) }
      guard result.liveness == .live else { return .notLive(result.liveness) }
      return try await enrollment(of: result, extractor)
    case .retry(.sourceEnded, _): return .retry(.sourceEnded)
    case .retry(.timedOut, _), .retry(.stopped, _):
      return .retry(await chooser.lacksQuality ? .badQuality : .timedOut)
    case .error(let error): return .error(FaceFlowError(error))
    }
  }

  /// Of a capture that was judged: of its own images, which it has compared with those of the challenge.
  private func enrollment(
    of result: CaptureResult, _ extractor: FaceExtractor
  ) async throws -> FaceEnrollmentConclusion {
    let images = result.vouchedImages(quality: settings.capture.qualityThreshold)
    guard !images.isEmpty else { return .retry(.badQuality) }
    var views: [FaceEnrollment.View] = []
    for image in images {
      do {
        let template = try await extractor.template(
          of: image.image, face: image.face, created: WallClock.seconds)
        views.append(FaceEnrollment.View(pose: .front, face: image.face, template: template))
      } catch {
        throw FaceFlowError(.extraction, from: error)
      }
    }
    return .enrolled(FaceEnrollment(views: views, liveness: result.liveness))
  }

  private func finish(_ conclusion: FaceEnrollmentConclusion, _ events: EnrollerEvents) {
    // Another one can be started once the last event is heard.
    run = nil
    events.tell(.finished(conclusion))
  }
}

extension FrameChooser {
  /// Whether there was a face, but never one of the quality that is needed.
  fileprivate var lacksQuality: Bool { sawFace && !sawQuality }
}

extension Faces {
  /// What enrols faces. Nothing is opened until it is started.
  /// - Parameters:
  ///   - delegate: is told what the events say, and may choose frames; kept as long as the enroller.
  ///   - clock: what the countdown waits by.
  ///   - lockout: where attempts are counted: ``captureHandler(camera:options:delegate:lockout:)``.
  public func enroller(
    settings: EnrollerSettings = EnrollerSettings(), delegate: (any EnrollerDelegate)? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    lockout: @escaping @Sendable (LockoutSettings) -> LockoutStore = { LockoutStore.standard($0) }
  ) -> Enroller {
    Enroller(self, settings: settings, delegate: delegate, clock: clock, lockout: lockout)
  }
}
