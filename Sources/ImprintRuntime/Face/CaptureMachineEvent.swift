// SPDX-License-Identifier: Apache-2.0

/// The input of a step of a capture machine.
public enum CaptureInput: Sendable {
  /// The next frame and its faces, as the tracker returned them.
  case frame(Image, [Face])
  /// No frame came in time.
  case tick
  /// The source has ended.
  case end
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
  /// The host copies this step's image, and the face of that index in its list, into the slot, 0...7. Only
  /// in the step of a frame.
  case keep(slot: Int, face: Int)
  /// An image to return, in a slot that was kept. Rank 0 is the best; quality is 0...100.
  case result(slot: Int, rank: Int, quality: Float, tracking: TrackingStatus, liveness: LivenessStatus)
  /// The end; always the last event, and no step may follow.
  case finished(outcome: CaptureOutcome, verdict: LivenessStatus)
}
