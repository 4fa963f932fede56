// SPDX-License-Identifier: Apache-2.0
/// The input of a step of a capture machine.
public enum CaptureInput: Sendable {
  /// The next frame and its faces, as the tracker returned them.
  case frame(Image, [Face])
  /// No frame came in time.
  case tick
  /// The source has ended.
  case end
  /// The host ends the capture, and wants what was kept.
  case stop
  /// The answer to ``CaptureMachineEvent/compare(slot:other:)``, in the order in which they were asked.
  case compared(CaptureComparison)
  /// A sample of the device's accelerometer: m/s², gravity included, axes of the device.
  case moved(Point3)
}

/// What the host found when it compared two kept images.
public struct CaptureComparison: Sendable, Hashable {
  public let slot: Int
  public let other: Int
  /// `nil` where one gave no template, or the pair of extractor and matcher has no calibration.
  public let score: Score?

  public init(slot: Int, other: Int, score: Score?) {
    self.slot = slot
    self.other = other
    self.score = score
  }
}

/// What a step of a capture machine requests its host to do or to show.
public enum CaptureMachineEvent: Sendable, Hashable {
  /// The phase of the capture; sent when it changes.
  case step(CaptureStep)
  /// What the capture subject should do; sent when it changes.
  case feedback(CaptureFeedback)
  /// The tracked face: its index in this step's list.
  case face(index: Int)
  /// 0...1; never decreases.
  case progress(Float)
  /// The host copies this step's image, and the face of that index in its list, into the slot, 0...15. Only
  /// in the step of a frame.
  case keep(slot: Int, face: Int)
  /// An image to return, in a slot that was kept. Rank 0 is the best; quality is 0...100.
  case result(slot: Int, rank: Int, quality: Float, tracking: TrackingStatus, liveness: LivenessStatus)
  /// The end; always the last event, and no step may follow.
  case finished(outcome: CaptureOutcome, verdict: LivenessStatus)
  /// A challenge begins.
  case challenge(ChallengeInfo)
  /// A target appears, or changes.
  case target(Cr2dTargetInfo)
  /// Where the head points.
  case pointer(Cr2dPointerInfo)
  /// Where the face belongs.
  case oval(OvalOverlay)
  /// Of the mode passive video: its preparation starts or finishes.
  case preparation(CapturePreparation)
  /// The colour to light the screen in, until the next.
  case light(ScreenColor)
  /// Two kept images to be compared; the answer comes before the next frame.
  case compare(slot: Int, other: Int)
  /// What the person is asked to do, and the liveness score so far, 0...100.
  case action(CaptureActions, score: Float)
  /// What a liveness method found.
  case finding(LivenessFinding)
}
