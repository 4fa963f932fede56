// SPDX-License-Identifier: Apache-2.0
public import ImprintLockout
public import ImprintRuntime

/// Face captures one after the other, on one camera, with what one capture alone does not have: lock-out,
/// interruption, and previews with an overlay.
///
/// ```
/// let handler = try system.faces.captureHandler(options: FaceCaptureHandlerOptions(livenessMode: .active))
/// for await event in try await handler.start() { … }
/// ```
///
/// **Attempts.** Each start reserves an attempt, of the device and of the claimed subject, on the disk; when
/// the capture ends, the attempt is settled. It counts as failed where the plugin judged `fake` or
/// `no decision`, a claimed subject's match is refused (``settleMatch(accepted:)``), or plugin or host failed
/// once a challenge had been shown. It does not where it was cancelled, stopped, interrupted or timed out
/// before anything was judged, where the camera is gone, and where nothing judges: mode none, passive video,
/// Lite. `live` ends the row, of device and subject. What cannot be counted ends with an error, whatever was
/// judged.
///
/// Any task may call any function. Errors are ``FaceCaptureError``. Whatever is called, each capture that was
/// started ends with exactly one ``FaceCaptureHandlerEvent/finished(_:)``, and nothing comes after it. A
/// handler that is not needed any more is destroyed: ``destroy()``.
public actor FaceCaptureHandler {
  /// As it was made with, and with what was changed since.
  public internal(set) var options: FaceCaptureHandlerOptions

  let source: any FaceCaptureSource
  let lockout: LockoutStore
  /// To the delegate, of all captures; `nil` without one.
  private let delegated: CaptureEventQueue<FaceCaptureHandlerEvent>?

  /// The capture that was started and has not finished.
  var run: FaceCaptureRun?
  /// Why captures are interrupted.
  var interruption: CaptureInterruption?
  /// An attempt whose match is awaited.
  var match: (attempt: LockoutAttempt, outcome: LockoutOutcome)?
  /// Who waits for the end of a capture.
  var waiting: [(id: FaceCaptureRun.ID, continuation: CheckedContinuation<FaceCaptureConclusion, Never>)] = []
  /// Who waits for its interruption.
  var pausing: [CheckedContinuation<Void, Never>] = []
  private(set) var isDestroyed = false

  /// - Parameters:
  ///   - source: opens camera, tracker and plugin for each capture.
  ///   - delegate: is told what the events say. It is kept until the handler is destroyed.
  ///   - lockout: makes the lock-out of these settings; by default in the standard folder.
  /// - Throws: ``FaceCaptureError`` `badOptions`. What a plugin checks is checked by
  ///   ``start(subject:awaitsMatch:)``.
  public init(
    source: any FaceCaptureSource, options: FaceCaptureHandlerOptions,
    delegate: (any FaceCaptureHandlerDelegate)? = nil,
    lockout: @Sendable (LockoutSettings) -> LockoutStore = { LockoutStore.standard($0) }
  ) throws(FaceCaptureError) {
    self.lockout = lockout(try options.lockoutSettings())
    self.source = source
    self.options = options
    guard let delegate else {
      delegated = nil
      return
    }
    let queue = CaptureEventQueue<FaceCaptureHandlerEvent>(isPreview: \.isPreview)
    delegated = queue
    // Without the handler, so that one that is dropped ends.
    Task { while let event = await queue.next() { await delegate.hear(event) } }
  }

  deinit {
    // One that is suspended is not resumed any more.
    run?.events.queue.finish()
    delegated?.finish()
  }

  // MARK: Captures

  /// Reserves an attempt, opens the camera and begins a capture.
  /// - Parameters:
  ///   - subject: who somebody claims to be; `nil` where nobody was claimed.
  ///   - awaitsMatch: whether the result of a match is told afterwards, and settles the attempt:
  ///     ``settleMatch(accepted:)``. Default `nil`: with a subject. Whoever compares without one says `true`:
  ///     else a live stranger ends the row before anything was compared.
  /// - Returns: the events of this capture, for one reader.
  /// - Throws: ``FaceCaptureError`` `captureIsLocked`, with the time at which the lock ends, `attemptsTaken`,
  ///   `lockout`; `interrupted`, `destroyed`, `invalidOperation` where a capture runs; and why something
  ///   cannot be opened. No attempt counts then.
  public func start(
    subject: LockoutSubject? = nil, awaitsMatch: Bool? = nil
  ) async throws(FaceCaptureError) -> FaceCaptureHandlerEvents {
    guard !isDestroyed else { throw .destroyed }
    if let interruption { throw .interrupted(by: interruption) }
    guard run == nil else { throw .alreadyRunning }
    let run = FaceCaptureRun(subject: subject, awaitsMatch: awaitsMatch ?? (subject != nil))
    self.run = run
    do throws(FaceCaptureError) {
      try await forgetMatch()
      try await open()
    } catch {
      self.run = nil
      // Who waits for its end, waits no longer.
      run.events.queue.finish()
      settled(run.id, .error(error))
      throw error
    }
    begin()
    return run.events
  }

  /// Ends the capture, with what was kept.
  /// - Returns: the images, of which none need be there, and the verdict, where there was one in time.
  /// - Throws: ``FaceCaptureError`` `invalidOperation` where no capture runs; or what the capture failed of.
  public func stop() async throws(FaceCaptureError) -> CaptureResult {
    guard run != nil else { throw isDestroyed ? .destroyed : .notRunning }
    switch await ended(by: .stopped) {
    case .verdict(let result), .retry(_, let result): return result
    case .error(let error): throw error
    }
  }

  /// Ends the capture and keeps nothing: it finishes with the error `cancelled`, unless it had its result
  /// already. When this returns, the camera is closed. Does nothing where no capture runs.
  public func cancel() async {
    guard run != nil else { return }
    _ = await ended(by: .cancelled)
  }

  /// Cancels the capture that runs, and releases all that the handler has. A match that was not told is
  /// settled as one that failed. Nothing can be started any more; again, it does nothing.
  public func destroy() async {
    isDestroyed = true
    await cancel()
    // It is settled by whoever counts next where that fails.
    try? await forgetMatch()
    delegated?.finish()
  }

  /// Another camera: a capture that runs goes on with it, as if it had begun with it, with another challenge
  /// and the same attempt. Where it cannot be opened, all stays as it is. Both are open for a moment.
  /// - Throws: ``FaceCaptureError``: why it cannot be opened; `invalidOperation` while the first one is being
  ///   opened, and where the capture has ended meanwhile.
  public func switchCamera(to camera: CameraOptions) async throws(FaceCaptureError) {
    guard !isDestroyed else { throw .destroyed }
    if let run, !run.isSuspended {
      guard let capture = run.capture else { throw .stillOpening }
      try await go(on: camera, capture)
    }
    options.camera = camera
  }

  /// The result of the match of the capture's image. A refused match is a failed
  /// attempt. An accepted one, after a capture that was judged live, ends the row; after one that nobody
  /// judged it changes nothing. Awaited after a capture that ended live or unjudged, where
  /// ``start(subject:awaitsMatch:)`` says so; where another capture is started instead, the attempt failed,
  /// once a challenge had been shown.
  /// - Returns: how it stands after that.
  /// - Throws: ``FaceCaptureError`` `invalidOperation` where none is awaited; `lockout` where it cannot be
  ///   written: it may be tried again.
  @discardableResult
  public func settleMatch(accepted: Bool) async throws(FaceCaptureError) -> LockoutStanding {
    guard let match else { throw .noMatchAwaited }
    do throws(LockoutError) {
      let standing = try await match.attempt.end(accepted ? match.outcome : .matchRefused)
      if self.match?.attempt === match.attempt { self.match = nil }
      return standing
    } catch {
      throw FaceCaptureError(error)
    }
  }

  /// No match was made, as the image was not good enough to be compared: nothing counts, and nothing is
  /// reset.
  /// - Throws: as ``settleMatch(accepted:)``.
  public func forgoMatch() async throws(FaceCaptureError) {
    guard let match else { throw .noMatchAwaited }
    do throws(LockoutError) {
      try await match.attempt.end(.unjudged)
      if self.match?.attempt === match.attempt { self.match = nil }
    } catch {
      throw FaceCaptureError(error)
    }
  }

  // MARK: Attempts

  /// How many attempts may begin now, those that are being made already subtracted; 0 while locked, `nil`
  /// where the lock-out is off.
  public func captureAttemptsLeft(of subject: LockoutSubject? = nil) async throws(FaceCaptureError) -> Int? {
    try await standing(of: subject).attemptsLeft
  }

  /// How long captures are locked, in whole seconds, rounded up; 0 where they are not.
  public func timeToUnlock(of subject: LockoutSubject? = nil) async throws(FaceCaptureError) -> Int {
    try await standing(of: subject).timeToUnlock
  }

  /// Both, and when the lock ends.
  public func standing(of subject: LockoutSubject? = nil) async throws(FaceCaptureError) -> LockoutStanding {
    do throws(LockoutError) {
      return try await lockout.standing(of: subject)
    } catch {
      throw FaceCaptureError(error)
    }
  }

  // MARK: While it runs

  /// Whether previews come with an overlay, from the next one on.
  public func setOverlay(_ isOn: Bool) { options.overlay = isOn }

  /// Whether previews come, from the next one on.
  public func setPreview(_ isOn: Bool) { options.preview = isOn }

  /// What previews are shown as, from the next one on.
  public func setPreviewColorspace(_ colorspace: PreviewColorspace) { options.previewColorspace = colorspace }

  /// How the device is held. A capture that runs turns its frames accordingly; the face is then elsewhere in
  /// them, and the plugin may begin anew.
  public func setOrientation(_ orientation: CaptureOrientation) async {
    options.orientation = orientation
    await run?.capture?.setOrientation(orientation)
  }

  /// A sample of the device's accelerometer, for the capture that runs: ``FaceCapture/deviceMoved(_:)``,
  /// where units, rate and what becomes of it are. The options have ``CaptureHelps/motion`` among their
  /// ``FaceCaptureHandlerOptions/helps``.
  /// - Returns: whether it is passed on: not where no capture runs, where one is interrupted, and while its
  ///   camera is being opened.
  @discardableResult
  public func deviceMoved(_ acceleration: Point3) async -> Bool {
    await run?.capture?.deviceMoved(acceleration) ?? false
  }

  // MARK: Events

  /// To the reader of this capture's events, and to the delegate.
  func tell(_ event: FaceCaptureHandlerEvent) {
    run?.events.queue.yield(event)
    delegated?.yield(event)
  }
}
