// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Events of a capture, in order.
public enum CaptureEvent: Sendable {
  /// The capture enters a step (F61).
  case step(CaptureStep)
  /// A frame with its detected faces, for the application's preview (F39). Sent for every frame; if the
  /// reader is slower than the camera, only the newest is buffered.
  case preview(Frame, faces: [Face])
  /// The position of the tracked face (F47, F49).
  case tracking(FaceTrackingInformation)
  /// What the person should do now (F46). Sent when it changes.
  case feedback(CaptureFeedback)
  /// Progress, 0...1; never decreases, except when restarting with another camera.
  case progress(Float)
  /// The last event.
  case finished(CaptureResult)
}

/// The position of the tracked face, in the picture it was detected in.
public struct FaceTrackingInformation: Sendable, Hashable {
  /// Empty means no face (F50).
  public let box: Rectangle
  public let leftEye: Point
  public let rightEye: Point
  public let pose: HeadPose
  /// The size of that picture, in pixels.
  public let referenceWidth: Int
  public let referenceHeight: Int
  /// The frame's time, in nanoseconds on the camera's clock.
  public let timestamp: UInt64
}

/// How a capture ended (F62).
public struct CaptureResult: Sendable {
  /// The selected images, best first; may be empty unless the outcome is `captured`.
  public let images: [FaceImage]
  /// Why it ended.
  public let outcome: CaptureOutcome
  /// The PAD decision; `unknown` if not performed.
  public let liveness: LivenessStatus
  /// The number of frames processed.
  public let frames: Int
  /// The number of frames lost before, or not decodable.
  public let dropped: UInt64
}
