// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// The callback form of a capture (F193): implement what is needed, the rest has empty defaults.
///
/// Calls come one at a time, in order, from a task of the capture; never after `captureFinished`.
public protocol FaceCaptureHandler: Sendable {
  /// The capture enters a step.
  func captureEntered(_ step: CaptureStep) async
  /// A frame to draw.
  func capturePreviewed(_ frame: Frame, faces: [Face]) async
  /// Where the face is.
  func captureTracked(_ information: FaceTrackingInformation) async
  /// What the person should do.
  func captureAdvised(_ feedback: CaptureFeedback) async
  /// How far it is, 0...1.
  func captureProgressed(_ progress: Float) async
  /// The last call: a result, or the reason why there is none.
  func captureFinished(_ result: Result<CaptureResult, CaptureError>) async
}

extension FaceCaptureHandler {
  public func captureEntered(_ step: CaptureStep) async {}
  public func capturePreviewed(_ frame: Frame, faces: [Face]) async {}
  public func captureTracked(_ information: FaceTrackingInformation) async {}
  public func captureAdvised(_ feedback: CaptureFeedback) async {}
  public func captureProgressed(_ progress: Float) async {}
}

extension FaceCapture {
  /// Runs the capture and notifies a handler.
  /// - Returns: the running task; cancelling it cancels the capture.
  @discardableResult
  public nonisolated func start(_ handler: some FaceCaptureHandler) -> Task<Void, Never> {
    let events = self.events
    return Task {
      async let outcome = self.outcome()
      for await event in events {
        switch event {
        case .step(let step): await handler.captureEntered(step)
        case .preview(let frame, let faces): await handler.capturePreviewed(frame, faces: faces)
        case .tracking(let information): await handler.captureTracked(information)
        case .feedback(let feedback): await handler.captureAdvised(feedback)
        case .progress(let progress): await handler.captureProgressed(progress)
        case .mode, .challenge, .target, .pointer, .oval, .preparation, .light, .action, .finding,
          .sourceEnded, .finished:
          break
        }
      }
      await handler.captureFinished(outcome)
    }
  }

  private func outcome() async -> Result<CaptureResult, CaptureError> {
    do {
      return .success(try await run())
    } catch {
      return .failure(error)
    }
  }
}
