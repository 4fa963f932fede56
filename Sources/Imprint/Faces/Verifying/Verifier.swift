// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintLockout
internal import ImprintMatching
public import ImprintModel
internal import ImprintRuntime
public import ImprintStore

/// Verifies that somebody is there, and is the person they claim to be: captures, examines liveness, and
/// compares with the person's templates.
///
/// ```
/// let verifier = system.faces.verifier()
/// for await event in try await verifier.start(claiming: user, in: store) { … }
/// ```
///
/// **Attempts** are a ``FaceCaptureHandler``'s: a fake, a doubt and a match that is refused count, for the
/// device and for the claimed subject; being verified ends the row.
///
/// Any task may call any function. Each verification that was started ends with exactly one
/// ``VerifierEvent/finished(_:)``, and nothing comes after it. One runs at a time; it goes on though nobody
/// reads its events, until it is cancelled.
public actor Verifier {
  public nonisolated let settings: VerifierSettings

  private let faces: Faces
  private let lockout: @Sendable (LockoutSettings) -> LockoutStore
  /// To the delegate, of all runs.
  private let voice: FlowVoice<VerifierEvent>
  private var run: Run?

  /// One verification.
  private struct Run {
    let events: VerifierEvents
    var work: Task<Void, Never>?
    var handler: FaceCaptureHandler?
    /// Whether it is to end, or is interrupted, before it began.
    var isCancelled = false
  }

  /// Why captures are interrupted; nothing is started meanwhile.
  private var interruption: CaptureInterruption?

  init(
    _ faces: Faces, settings: VerifierSettings, delegate: (any VerifierDelegate)?,
    lockout: @escaping @Sendable (LockoutSettings) -> LockoutStore
  ) {
    self.faces = faces
    self.settings = settings
    self.lockout = lockout
    voice = FlowVoice(delegate) { await $0.verifierSaid($1) }
  }

  /// What has to be true before one starts; ``start(subject:references:)`` asks by itself.
  /// - Parameter references: the claimed person's templates.
  public nonisolated func requirements(_ references: [Template]) -> FaceRequirements {
    FaceRequirements(
      faces: faces, camera: settings.capture.camera, capture: settings.options.capture, references: references
    )
  }

  // MARK: Verifications

  /// Checks the requirements, and begins a verification.
  /// - Parameters:
  ///   - subject: who somebody claims to be, for the lock-out; `nil`: attempts of the device alone count.
  ///   - references: that person's templates.
  /// - Returns: the events of this verification, for one reader.
  /// - Throws: ``FaceFlowError`` `badSettings`, `invalidOperation` where one runs, and why a requirement is
  ///   not met. What is found only when the camera is opened, such as that captures are locked, is its
  ///   conclusion.
  public func start(
    subject: LockoutSubject?, references: [Template]
  ) async throws(FaceFlowError) -> VerifierEvents {
    guard run == nil else { throw .alreadyRunning("verifier") }
    if let interruption { throw FaceFlowError(.interrupted(by: interruption)) }
    let events = voice.events()
    run = Run(events: events)
    do throws(FaceFlowError) {
      try settings.check()
      try await requirements(references).checkAll()
      if run?.isCancelled == true { throw FaceFlowError.cancelled }
    } catch {
      run = nil
      throw error
    }
    run?.work = Task {
      let conclusion = await self.verify(subject, references, events)
      self.finish(conclusion, events)
    }
    return events
  }

  /// Begins a verification against the templates of a stored user, who is the subject of the lock-out too, by
  /// id.
  /// - Throws: as ``start(subject:references:)``; ``StoreError``.
  public func start(
    claiming user: User, in store: some TemplateStore
  ) async throws -> VerifierEvents {
    let references = try await store.templates(of: user.id).items.map(\.template)
    return try await start(subject: LockoutSubject("\(user.id)"), references: references)
  }

  /// Verifies once.
  /// - Throws: as ``start(subject:references:)``.
  public func verify(
    subject: LockoutSubject?, references: [Template]
  ) async throws(FaceFlowError) -> FaceVerificationConclusion {
    let events = try await start(subject: subject, references: references)
    for await event in events {
      if case .finished(let conclusion) = event { return conclusion }
    }
    await cancel(events)
    throw .cancelled
  }

  /// Ends the verification that runs: it finishes with the error `cancelled`, unless it had its conclusion
  /// already. When this returns, the camera is closed. Does nothing where none runs.
  public func cancel() async {
    if let run { await cancel(run.events) }
  }

  /// As ``cancel()``, but only the verification that says these events. Where it has ended, another one may
  /// run by now, which goes on.
  public func cancel(_ events: VerifierEvents) async {
    guard let run, run.events === events else { return }
    self.run?.isCancelled = true
    guard let work = run.work else { return }
    work.cancel()
    await work.value
  }

  // MARK: The device

  /// A sample of the device's accelerometer: ``FaceCaptureHandler/deviceMoved(_:)``. The settings have
  /// ``CaptureHelps/motion`` among their ``FaceCaptureSettings/helps``.
  @discardableResult
  public func deviceMoved(_ acceleration: Point3) async -> Bool {
    await run?.handler?.deviceMoved(acceleration) ?? false
  }

  // MARK: Sleep and locked screens

  /// As ``FaceCaptureHandler/interrupt(_:)``. A verification whose camera is not open yet is cancelled.
  public func interrupt(_ reason: CaptureInterruption) async {
    if interruption == nil { interruption = reason }
    guard let handler = run?.handler else { return await cancel() }
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

  // MARK: One verification

  private func verify(
    _ subject: LockoutSubject?, _ references: [Template], _ events: VerifierEvents
  ) async -> FaceVerificationConclusion {
    do {
      // Opened first: nobody is captured in vain.
      let (extractor, matcher) = (try await faces.extractor(), try await faces.matcher())
      do throws(MatchingError) {
        _ = try matcher.check(settings.use, by: settings.otherUses)
      } catch {
        throw FaceFlowError(.comparison, error)
      }
      let handler = try makeHandler()
      run?.handler = handler
      let (captured, frames) = try await capture(subject, handler, events)
      let conclusion = try await conclude(captured, frames, handler) { image in
        let template = try await extractor.template(
          of: image.image, face: image.face, created: WallClock.seconds)
        do {
          return try await matcher.authenticate(
            self.settings.matching, candidate: BiometricCandidate(templates: [template]),
            reference: BiometricReference(user: "claimed", templates: references))
        } catch {
          throw FaceFlowError(.comparison, from: error)
        }
      }
      await handler.destroy()
      // It may have been cancelled while it compared. What came of it was counted all the same.
      if Task.isCancelled { throw FaceFlowError.cancelled }
      return conclusion
    } catch {
      // A match that was not told is settled as one that failed.
      await run?.handler?.destroy()
      return .error(Task.isCancelled ? .cancelled : FaceFlowError(.plugin, from: error))
    }
  }

  private func makeHandler() throws(FaceFlowError) -> FaceCaptureHandler {
    do throws(FaceCaptureError) {
      return try FaceCaptureHandler(
        source: FacesCaptureSource(faces: faces), options: settings.options, lockout: lockout)
    } catch {
      throw FaceFlowError(error)
    }
  }

  private func capture(
    _ subject: LockoutSubject?, _ handler: FaceCaptureHandler, _ events: VerifierEvents
  ) async throws(FaceFlowError) -> (FaceCaptureConclusion, VerifierFrames) {
    let captured: FaceCaptureHandlerEvents
    do throws(FaceCaptureError) {
      captured = try await handler.start(subject: subject, awaitsMatch: true)
    } catch {
      throw FaceFlowError(error)
    }
    events.tell(.capturingStarted)
    defer { events.tell(.capturingEnded) }
    var frames = VerifierFrames()
    for await event in captured {
      if let said = frames.take(event) { events.tell(said) }
      if case .finished(let conclusion) = event { return (conclusion, frames) }
    }
    // The task was cancelled.
    await handler.cancel()
    throw .cancelled
  }

  private func conclude(
    _ captured: FaceCaptureConclusion, _ frames: VerifierFrames, _ handler: FaceCaptureHandler,
    compare: (FaceImage) async throws -> AuthenticationResult
  ) async throws -> FaceVerificationConclusion {
    switch captured {
    case .verdict(let result):
      guard result.isAccepted else {
        return .verdict(
          FaceVerification(
            decision: .notLive, liveness: result.liveness, livenessScore: frames.lastScore, matching: nil))
      }
      guard let image = result.vouchedImages(quality: settings.capture.qualityThreshold).first else {
        try await forgo(handler)
        return .retry(.badQuality)
      }
      let compared = try await compare(image)
      try await settle(compared.isMatch, handler)
      // Where nobody judged what was asked for, a match alone verifies nobody.
      let isLive = settings.capture.livenessMode == .none || result.liveness == .live
      return .verdict(
        FaceVerification(
          decision: isLive ? (compared.isMatch ? .verified : .notMatching) : .notLive,
          liveness: result.liveness, livenessScore: frames.lastScore, matching: compared))
    case .retry(.timedOut, let kept), .retry(.stopped, let kept):
      return .retry(kept.images.isEmpty && frames.sawFace ? .badQuality : .timedOut)
    case .retry(.sourceEnded, _): return .retry(.sourceEnded)
    case .error(let error): return .error(FaceFlowError(error))
    }
  }

  /// Nothing was compared, so nobody learnt anything.
  private func forgo(_ handler: FaceCaptureHandler) async throws(FaceFlowError) {
    do throws(FaceCaptureError) {
      try await handler.forgoMatch()
    } catch {
      throw FaceFlowError(error)
    }
  }

  /// Without its result being counted, a match is none.
  private func settle(_ isMatch: Bool, _ handler: FaceCaptureHandler) async throws(FaceFlowError) {
    do throws(FaceCaptureError) {
      try await handler.settleMatch(accepted: isMatch)
    } catch {
      throw FaceFlowError(error)
    }
  }

  private func finish(_ conclusion: FaceVerificationConclusion, _ events: VerifierEvents) {
    // Another one can be started once the last event is heard.
    run = nil
    events.tell(.finished(conclusion))
  }
}

extension Faces {
  /// What verifies faces. Nothing is opened until it is started.
  /// - Parameters:
  ///   - delegate: is told what the events say; kept as long as the verifier.
  ///   - lockout: where attempts are counted: ``captureHandler(camera:options:delegate:lockout:)``.
  public func verifier(
    settings: VerifierSettings = VerifierSettings(), delegate: (any VerifierDelegate)? = nil,
    lockout: @escaping @Sendable (LockoutSettings) -> LockoutStore = { LockoutStore.standard($0) }
  ) -> Verifier {
    Verifier(self, settings: settings, delegate: delegate, lockout: lockout)
  }
}
