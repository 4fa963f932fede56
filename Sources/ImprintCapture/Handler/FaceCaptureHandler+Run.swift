// SPDX-License-Identifier: Apache-2.0
internal import ImprintImaging
internal import ImprintLockout
internal import ImprintRuntime

// How a capture begins.
extension FaceCaptureHandler {
  /// Reserves the attempt first, so that nothing is opened while captures are locked.
  func open() async throws(FaceCaptureError) {
    let attempt: LockoutAttempt
    do throws(LockoutError) {
      attempt = try await lockout.begin(subject: run?.subject)
    } catch {
      throw FaceCaptureError(error)
    }
    do {
      let recorders = try await recorders()
      let parts = try await source.parts(camera: options.camera, options: options.capture)
      let capture = FaceCapture(parts, orientation: options.orientation)
      run?.recorders = try await record(capture, with: recorders, over: parts.camera)
      run?.attempt = attempt
      run?.capture = capture
    } catch {
      let error = FaceCaptureError(opening: error)
      // Nothing was shown: whatever kept it from beginning, it does not count.
      do throws(LockoutError) {
        try await attempt.end(error.code == .cancelled ? .cancelled : .abandoned)
      } catch {
        throw FaceCaptureError(error)
      }
      throw error
    }
  }

  /// - Returns: `nil` where nothing is recorded.
  private func recorders() async throws -> (any FaceCaptureRecorders)? {
    guard !options.recording.isEmpty else { return nil }
    return try await source.recorders(options.recording)
  }

  /// Adds what records the capture; where that fails, its camera is closed.
  private func record(
    _ capture: FaceCapture, with recorders: (any FaceCaptureRecorders)?, over camera: Camera
  ) async throws -> [any FaceCaptureRecorder] {
    guard let recorders else { return [] }
    do {
      let begun = try await recorders.begin(capture)
      for recorder in begun { try await capture.add(recorder) }
      return begun
    } catch {
      await camera.close()
      throw error
    }
  }

  /// Sets the capture to work, and hears what it says. What was wished meanwhile ends it at once.
  func begin() {
    guard let capture = run?.capture else { return }
    let work = Task { await capture.outcome() }
    run?.work = work
    if let wish = run?.wish { carryOut(wish) }
    Task {
      for await event in capture.events { await hear(event) }
      await conclude(await work.value)
    }
  }

  /// Ends the capture that runs.
  func carryOut(_ wish: FaceCaptureRun.Wish) {
    switch wish {
    // Not awaited here: the end is, by whoever has to.
    case .stopped: if let capture = run?.capture { Task { await capture.stop() } }
    case .cancelled, .interrupted, .failed: run?.work?.cancel()
    }
  }
}

// What a capture says.
extension FaceCaptureHandler {
  private func hear(_ event: CaptureEvent) async {
    if event.showsChallenge { await noteShown() }
    run?.overlay.hear(event)
    switch event {
    case .preview(let frame, let faces): show(frame, faces)
    // Said with what it means, once the attempt is settled.
    case .finished: break
    case .mode, .step, .tracking, .feedback, .progress, .challenge, .target, .pointer, .oval, .preparation,
      .light, .action, .finding, .sourceEnded:
      // What could not be counted is not shown.
      if case .failed = run?.wish { return }
      tell(.capture(event))
    }
  }

  /// Before the first challenge is shown: a killed process is a failed attempt from here on.
  private func noteShown() async {
    guard let attempt = run?.attempt, run?.isShown == false else { return }
    if case .failed = run?.wish { return }
    do throws(LockoutError) {
      try await attempt.shown()
      run?.isShown = true
    } catch {
      run?.wish = .failed(FaceCaptureError(error))
      run?.work?.cancel()
    }
  }

  private func show(_ frame: Frame, _ faces: [Face]) {
    // A picture that cannot be made as it was asked for is not shown as it was not.
    guard options.preview, let image = try? frame.image.shown(in: options.previewColorspace) else { return }
    tell(
      .preview(
        CapturePreview(
          frame: Frame(
            image: image, timestamp: frame.timestamp, sequence: frame.sequence, dropped: frame.dropped),
          faces: faces, overlay: options.overlay ? run?.overlay.overlay(on: image, faces: faces) : nil)))
  }

  func go(on camera: CameraOptions, _ capture: FaceCapture) async throws(FaceCaptureError) {
    let parts: FaceCaptureParts
    do {
      parts = try await source.parts(camera: camera, options: options.capture)
    } catch {
      throw FaceCaptureError(opening: error)
    }
    do throws(CaptureError) {
      try await capture.switchCamera(
        to: parts.camera, tracker: parts.tracker, machine: parts.machine, observers: parts.observers)
    } catch {
      await parts.camera.close()
      throw FaceCaptureError(error)
    }
    if run?.capture === capture { run?.overlay = OverlayState() }
  }
}

// What a capture left behind.
extension FaceCaptureHandler {
  /// Writes the last seconds of the capture that runs, which goes on:
  /// ``FaceCaptureRecordingOptions/lastSeconds``.
  /// - Returns: what became of it, also where it could not be written.
  /// - Throws: ``FaceCaptureError`` `invalidOperation` where no capture runs or its camera is still being
  ///   opened, or where it does not keep its last seconds; `interrupted`, `destroyed`.
  @discardableResult
  public func dumpLastSeconds() async throws(FaceCaptureError) -> FaceCaptureRecording {
    guard let run else { throw isDestroyed ? .destroyed : .notRunning }
    if run.isSuspended, let interruption { throw .interrupted(by: interruption) }
    guard run.capture != nil else { throw .stillOpening }
    for recorder in run.recorders {
      if let recording = await recorder.writeNow() { return recording }
    }
    throw FaceCaptureError(
      .invalidOperation, place: "dumpLastSeconds", reason: "the capture does not keep its last seconds.",
      remedy: "Ask for it before it starts: FaceCaptureHandlerOptions.recording.lastSeconds.")
  }
}

// How a capture ends.
extension FaceCaptureHandler {
  /// Has the capture end so, unless it is about to end by itself, and waits for it.
  func ended(by wish: FaceCaptureRun.Wish) async -> FaceCaptureConclusion {
    guard let run else { return .error(.notRunning) }
    if run.isSuspended {
      let conclusion = withoutResult(wish)
      finish(conclusion)
      return conclusion
    }
    switch run.wish {
    case .failed: break
    // Who cancels wants nothing of what a stop would keep.
    case .stopped: if case .cancelled = wish { replace(wish) }
    case nil, .interrupted: replace(wish)
    case .cancelled: break
    }
    return await withCheckedContinuation { waiting.append((run.id, $0)) }
  }

  private func replace(_ wish: FaceCaptureRun.Wish) {
    run?.wish = wish
    carryOut(wish)
  }

  private func conclude(_ result: Result<CaptureResult, CaptureError>) async {
    for recorder in run?.recorders ?? [] {
      if let recording = await recorder.finish() { tell(.recorded(recording)) }
    }
    guard let run else { return }
    switch result {
    case .success(let result):
      var judgement = FaceCaptureJudgement(result, in: options.livenessMode)
      if case .failed(let error) = run.wish { judgement.fail(error) }
      let error = await settle(judgement.outcome, of: run)
      finish(error.map { .error($0) } ?? judgement.conclusion)
    case .failure(let error):
      let error = FaceCaptureError(error)
      if let error = await settle(outcome(of: error.code, run.wish), of: run) { return finish(.error(error)) }
      conclude(error)
    }
  }

  /// As it is wished by now: it may have been cancelled while the attempt was settled.
  private func conclude(_ error: FaceCaptureError) {
    switch (run?.wish, error.code) {
    // A machine that goes to sleep may take its camera away first.
    case (.interrupted(let reason), .cancelled), (.interrupted(let reason), .camera),
      (.interrupted(let reason), .frames):
      suspend(reason)
    case (let wish?, .cancelled): finish(withoutResult(wish))
    default: finish(.error(error))
    }
  }

  /// Settles the attempt; where a match is awaited, once that is known.
  private func settle(_ outcome: LockoutOutcome, of run: FaceCaptureRun) async -> FaceCaptureError? {
    guard let attempt = run.attempt else { return nil }
    if run.awaitsMatch, outcome == .success || outcome == .unjudged {
      match = (attempt, outcome)
      return nil
    }
    do throws(LockoutError) {
      try await attempt.end(outcome)
      return nil
    } catch {
      return FaceCaptureError(error)
    }
  }

  /// What a capture says that ended without a result.
  private func withoutResult(_ wish: FaceCaptureRun.Wish) -> FaceCaptureConclusion {
    switch wish {
    case .stopped, .interrupted:
      .retry(.stopped, kept: .nothing(.stopped, in: options.livenessMode))
    case .cancelled: .error(.cancelled)
    case .failed(let error): .error(error)
    }
  }

  /// What a failure means to the lock-out, where something was wished.
  private func outcome(of error: FaceCaptureErrorCode, _ wish: FaceCaptureRun.Wish?) -> LockoutOutcome {
    guard error == .cancelled else { return FaceCaptureJudgement.outcome(of: error) }
    return switch wish {
    case .interrupted: .interrupted
    case .stopped, .cancelled, nil: .cancelled
    // It counts where a challenge was shown after all.
    case .failed: .abandoned
    }
  }

  /// The last event; and those who wait for it go on. Another capture may be started at once.
  func finish(_ conclusion: FaceCaptureConclusion) {
    guard let run else { return }
    tell(.finished(conclusion))
    self.run = nil
    run.events.queue.finish()
    settled(run.id, conclusion)
  }

  /// Those who wait for the end of that capture go on.
  func settled(_ id: FaceCaptureRun.ID, _ conclusion: FaceCaptureConclusion) {
    let ready = waiting.filter { $0.id === id }
    waiting.removeAll { $0.id === id }
    for one in ready { one.continuation.resume(returning: conclusion) }
    pauseOver()
  }

  /// A match that nobody told: failed, once a challenge had been shown.
  func forgetMatch() async throws(FaceCaptureError) {
    guard let match else { return }
    do throws(LockoutError) {
      try await match.attempt.end(.abandoned)
      self.match = nil
    } catch {
      throw FaceCaptureError(error)
    }
  }
}
