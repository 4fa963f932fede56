// SPDX-License-Identifier: Apache-2.0

/// What a capture machine is stepped with.
public enum CaptureInput: Sendable {
  /// The next frame and its faces, as the tracker gave them.
  case frame(Image, [Face])
  /// No frame came in time.
  case tick
  /// The source has ended.
  case end
}

/// What a step of a capture machine asks its host to do, or to show.
public enum CaptureMachineEvent: Sendable, Hashable {
  /// How far the capture is; sent when it changes.
  case step(CaptureStep)
  /// What the person should do; sent when it changes.
  case feedback(CaptureFeedback)
  /// The face that is followed: its index in this step's list.
  case face(index: Int)
  /// 0...1; never falls.
  case progress(Float)
  /// The host copies this step's image, and the face of that index in its list, into the slot, 0...7. Only
  /// in the step of a frame.
  case keep(slot: Int, face: Int)
  /// An image to return: it lies in a slot that was kept. Rank 0 is the best; quality is 0...100.
  case result(slot: Int, rank: Int, quality: Float, tracking: TrackingStatus, liveness: LivenessStatus)
  /// The end; always the last event, and no step may follow.
  case finished(outcome: CaptureOutcome, verdict: LivenessStatus)
}
