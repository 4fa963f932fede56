// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

// Call-backs grouped by purpose: what is not of interest is not implemented. Calls come one at a time, in
// order, from a task of the use case's own; none after the result, until another capture is started.

/// Instructs the person. Every user interface needs it.
public protocol FaceFeedbackDelegate: Sendable {
  /// What the person should do now. Called when it changes.
  func captureInfoReceived(feedback: CaptureFeedback) async
}

/// Draws where the face is.
public protocol FaceTrackingDelegate: Sendable {
  /// Of every frame; an empty box where there is no face.
  func captureInfoReceived(trackingData: FaceTrackingInformation) async
}

/// Draws the frames.
public protocol FacePreviewDelegate: Sendable {
  /// A slow one misses frames, and nothing else.
  func previewReceived(_ preview: CapturePreview) async
}

/// Draws the targets and the pointer of an active challenge.
public protocol LivenessActiveDelegate: Sendable {
  func pointerUpdated(pointerInfo: Cr2dPointerInfo) async
  func targetUpdated(targetInfo: Cr2dTargetInfo) async
  /// Before the first target, and where another challenge has another number.
  func targetsNumberReceived(numberOfTargets: Int) async
}

/// Draws the oval of a passive video, and its progress.
public protocol PassiveVideoDelegate: Sendable {
  func preparationStarted() async
  func preparationFinished() async
  func overlayDidUpdate(overlay: OvalOverlay) async
  /// 0...1
  func progressDidUpdate(progress: Float) async
}

/// Follows the steps.
public protocol StepInfoDelegate: Sendable {
  func captureInfoReceived(stepInfo: CaptureStep) async
}

/// Is told the mode of the capture.
public protocol CaptureLivenessDelegate: Sendable {
  func captureLiveness(liveness: LivenessMode) async
}

/// Is told how it ended. Every application needs it.
public protocol CaptureResultDelegate: Sendable {
  /// The last call.
  func captureDidFinish(result: FaceCaptureConclusion) async
}

/// The delegates of a use case. Two are needed; one object may be several.
public struct FaceCaptureDelegates: Sendable {
  public var feedback: any FaceFeedbackDelegate
  public var result: any CaptureResultDelegate
  public var tracking: (any FaceTrackingDelegate)?
  public var preview: (any FacePreviewDelegate)?
  public var active: (any LivenessActiveDelegate)?
  public var passiveVideo: (any PassiveVideoDelegate)?
  public var step: (any StepInfoDelegate)?
  public var liveness: (any CaptureLivenessDelegate)?

  public init(
    feedback: any FaceFeedbackDelegate, result: any CaptureResultDelegate,
    tracking: (any FaceTrackingDelegate)? = nil, preview: (any FacePreviewDelegate)? = nil,
    active: (any LivenessActiveDelegate)? = nil, passiveVideo: (any PassiveVideoDelegate)? = nil,
    step: (any StepInfoDelegate)? = nil, liveness: (any CaptureLivenessDelegate)? = nil
  ) {
    self.feedback = feedback
    self.result = result
    self.tracking = tracking
    self.preview = preview
    self.active = active
    self.passiveVideo = passiveVideo
    self.step = step
    self.liveness = liveness
  }
}
