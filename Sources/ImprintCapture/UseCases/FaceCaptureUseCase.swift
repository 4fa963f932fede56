// SPDX-License-Identifier: Apache-2.0
public import ImprintLockout
internal import ImprintRuntime

/// Face captures whose call-backs are grouped by purpose: a thin layer over ``FaceCaptureHandler``, which
/// counts, locks and captures.
///
/// Any task may call any function. Whatever else a handler does, ``handler`` does.
public final class FaceCaptureUseCase: Sendable {
  /// What captures. Its options can be changed as ever; its events come to the delegates.
  public let handler: FaceCaptureHandler

  /// - Parameters:
  ///   - delegates: kept until the use case is destroyed.
  ///   - lockout: as ``FaceCaptureHandler/init(source:options:delegate:lockout:)``.
  /// - Throws: ``FaceCaptureError`` `badOptions`.
  public init(
    source: any FaceCaptureSource, options: FaceCaptureHandlerOptions, delegates: FaceCaptureDelegates,
    lockout: @Sendable (LockoutSettings) -> LockoutStore = { LockoutStore.standard($0) }
  ) throws(FaceCaptureError) {
    handler = try FaceCaptureHandler(
      source: source, options: options, delegate: UseCaseDistributor(delegates), lockout: lockout)
  }

  /// Starts a capture: ``FaceCaptureHandler/start(subject:awaitsMatch:)``. The delegates hear of all else.
  public func start(subject: LockoutSubject? = nil) async throws(FaceCaptureError) {
    _ = try await handler.start(subject: subject)
  }

  /// Ends the capture and keeps nothing. When this returns, the camera is closed.
  public func cancel() async { await handler.cancel() }

  /// A sample of the device's accelerometer: ``FaceCaptureHandler/deviceMoved(_:)``.
  @discardableResult
  public func deviceMoved(_ acceleration: Point3) async -> Bool { await handler.deviceMoved(acceleration) }

  /// Cancels, and releases the delegates. Nothing can be started any more.
  public func destroy() async { await handler.destroy() }
}

/// Gives each call to the delegate that it is for.
actor UseCaseDistributor: FaceCaptureHandlerDelegate {
  private let delegates: FaceCaptureDelegates
  private var mode = LivenessMode.none
  private var targets: Int?

  init(_ delegates: FaceCaptureDelegates) { self.delegates = delegates }

  func captureBegan(in mode: LivenessMode) async {
    (self.mode, targets) = (mode, nil)
    await delegates.liveness?.captureLiveness(liveness: mode)
  }

  func captureEntered(_ step: CaptureStep) async {
    await delegates.step?.captureInfoReceived(stepInfo: step)
  }

  func capturePreviewed(_ preview: CapturePreview) async {
    await delegates.preview?.previewReceived(preview)
  }

  func captureTracked(_ information: FaceTrackingInformation) async {
    await delegates.tracking?.captureInfoReceived(trackingData: information)
  }

  func captureAdvised(_ feedback: CaptureFeedback) async {
    await delegates.feedback.captureInfoReceived(feedback: feedback)
  }

  func captureProgressed(_ progress: Float) async {
    guard mode == .passiveVideo else { return }
    await delegates.passiveVideo?.progressDidUpdate(progress: progress)
  }

  func captureShowed(_ target: Cr2dTargetInfo) async {
    guard let active = delegates.active else { return }
    if targets != target.total {
      targets = target.total
      await active.targetsNumberReceived(numberOfTargets: target.total)
    }
    await active.targetUpdated(targetInfo: target)
  }

  func capturePointed(_ pointer: Cr2dPointerInfo) async {
    await delegates.active?.pointerUpdated(pointerInfo: pointer)
  }

  func captureShowed(_ oval: OvalOverlay) async {
    await delegates.passiveVideo?.overlayDidUpdate(overlay: oval)
  }

  func capturePrepared(_ preparation: CapturePreparation) async {
    switch preparation {
    case .started: await delegates.passiveVideo?.preparationStarted()
    case .finished: await delegates.passiveVideo?.preparationFinished()
    }
  }

  func captureFinished(_ conclusion: FaceCaptureConclusion) async {
    await delegates.result.captureDidFinish(result: conclusion)
  }
}
