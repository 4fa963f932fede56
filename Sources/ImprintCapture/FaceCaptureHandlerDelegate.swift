// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// The callback form of a capture (F193): implement what is needed, the rest has empty defaults.
///
/// Calls come one at a time, in order, from a task of its own; never after `captureFinished`, until another
/// capture is started. A slow delegate misses previews, and nothing else. It may call the handler.
public protocol FaceCaptureHandlerDelegate: Sendable {
  /// The liveness mode of this capture.
  func captureBegan(in mode: LivenessMode) async
  /// The capture enters a step.
  func captureEntered(_ step: CaptureStep) async
  /// A frame to draw.
  func capturePreviewed(_ preview: CapturePreview) async
  /// Where the face is, of every frame; an empty box where there is none.
  func captureTracked(_ information: FaceTrackingInformation) async
  /// What the person should do.
  func captureAdvised(_ feedback: CaptureFeedback) async
  /// How far it is, 0...1.
  func captureProgressed(_ progress: Float) async
  /// A challenge begins.
  func captureChallenged(_ challenge: ChallengeInfo) async
  /// A target appears, or changes.
  func captureShowed(_ target: Cr2dTargetInfo) async
  /// Where the head points.
  func capturePointed(_ pointer: Cr2dPointerInfo) async
  /// Where the face belongs.
  func captureShowed(_ oval: OvalOverlay) async
  /// Of the mode passive video: its preparation starts or finishes.
  func capturePrepared(_ preparation: CapturePreparation) async
  /// The application lights the screen in this colour.
  func captureLit(_ color: ScreenColor) async
  /// What the person is asked to do, and the liveness score so far, 0...100.
  func captureAsked(for actions: CaptureActions, score: Float) async
  /// What a liveness method found.
  func captureFound(_ finding: LivenessFinding) async
  /// A recording was played to its end.
  func captureSourceEnded() async
  /// The capture was interrupted, and its camera released.
  func captureInterrupted(by reason: CaptureInterruption) async
  /// It is ready again, and begins anew.
  func captureReady() async
  /// A recording of the capture was written, or could not be.
  func captureRecorded(_ recording: FaceCaptureRecording) async
  /// The last call.
  func captureFinished(_ conclusion: FaceCaptureConclusion) async
}

extension FaceCaptureHandlerDelegate {
  public func captureBegan(in mode: LivenessMode) async {}
  public func captureEntered(_ step: CaptureStep) async {}
  public func capturePreviewed(_ preview: CapturePreview) async {}
  public func captureTracked(_ information: FaceTrackingInformation) async {}
  public func captureAdvised(_ feedback: CaptureFeedback) async {}
  public func captureProgressed(_ progress: Float) async {}
  public func captureChallenged(_ challenge: ChallengeInfo) async {}
  public func captureShowed(_ target: Cr2dTargetInfo) async {}
  public func capturePointed(_ pointer: Cr2dPointerInfo) async {}
  public func captureShowed(_ oval: OvalOverlay) async {}
  public func capturePrepared(_ preparation: CapturePreparation) async {}
  public func captureLit(_ color: ScreenColor) async {}
  public func captureAsked(for actions: CaptureActions, score: Float) async {}
  public func captureFound(_ finding: LivenessFinding) async {}
  public func captureSourceEnded() async {}
  public func captureInterrupted(by reason: CaptureInterruption) async {}
  public func captureReady() async {}
  public func captureRecorded(_ recording: FaceCaptureRecording) async {}

  /// Calls the function that an event is for.
  func hear(_ event: FaceCaptureHandlerEvent) async {
    switch event {
    case .capture(let event): await hear(event)
    case .preview(let preview): await capturePreviewed(preview)
    case .interrupted(let reason): await captureInterrupted(by: reason)
    case .ready: await captureReady()
    case .recorded(let recording): await captureRecorded(recording)
    case .finished(let conclusion): await captureFinished(conclusion)
    }
  }

  func hear(_ event: CaptureEvent) async {
    switch event {
    case .mode(let mode): await captureBegan(in: mode)
    case .step(let step): await captureEntered(step)
    case .preview(let frame, let faces):
      await capturePreviewed(CapturePreview(frame: frame, faces: faces, overlay: nil))
    case .tracking(let information): await captureTracked(information)
    case .feedback(let feedback): await captureAdvised(feedback)
    case .progress(let progress): await captureProgressed(progress)
    case .challenge(let challenge): await captureChallenged(challenge)
    case .target(let target): await captureShowed(target)
    case .pointer(let pointer): await capturePointed(pointer)
    case .oval(let oval): await captureShowed(oval)
    case .preparation(let preparation): await capturePrepared(preparation)
    case .light(let color): await captureLit(color)
    case .action(let actions, let score): await captureAsked(for: actions, score: score)
    case .finding(let finding): await captureFound(finding)
    case .sourceEnded: await captureSourceEnded()
    // Said with what it means, as the conclusion.
    case .finished: break
    }
  }
}

extension FaceCapture {
  /// Runs the capture and notifies a delegate. Nothing is counted or locked: that is a
  /// ``FaceCaptureHandler``'s.
  /// - Returns: the running task; cancelling it cancels the capture.
  @discardableResult
  public nonisolated func start(_ delegate: some FaceCaptureHandlerDelegate) -> Task<Void, Never> {
    let events = self.events
    return Task {
      async let outcome = self.outcome()
      for await event in events { await delegate.hear(event) }
      let mode = await self.options.livenessMode
      switch await outcome {
      case .success(let result):
        await delegate.captureFinished(FaceCaptureJudgement(result, in: mode).conclusion)
      case .failure(let error): await delegate.captureFinished(.error(FaceCaptureError(error)))
      }
    }
  }

  /// ``run()``, with its error as a value.
  func outcome() async -> Result<CaptureResult, CaptureError> {
    do {
      return .success(try await run())
    } catch {
      return .failure(error)
    }
  }
}
