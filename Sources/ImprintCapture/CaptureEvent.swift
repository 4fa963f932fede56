// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What happens during a capture, in the order it happens.
public enum CaptureEvent: Sendable {
  /// The capture enters a step (F61).
  case step(CaptureStep)
  /// A frame came, with the faces found in it: to draw in the application's own window (F39).
  /// Sent for every frame; where the reader is slower than the camera only the newest waits.
  case preview(Frame, faces: [Face])
  /// Where the face being followed is (F47, F49).
  case tracking(FaceTrackingInformation)
  /// What the person should do now (F46). Sent when it changes.
  case feedback(CaptureFeedback)
  /// How far it is, 0...1; never falls, but to begin anew with another camera.
  case progress(Float)
  /// The last event.
  case finished(CaptureResult)
}

/// Where the face being followed is, in the picture it was found in.
public struct FaceTrackingInformation: Sendable, Hashable {
  /// Empty means no face (F50).
  public let box: Rectangle
  public let leftEye: Point
  public let rightEye: Point
  public let pose: HeadPose
  /// Size of the picture the places relate to, in pixels.
  public let referenceWidth: Int
  public let referenceHeight: Int
  /// The frame's time, in nanoseconds on the camera's clock.
  public let timestamp: UInt64
}

/// How a capture ended (F62).
public struct CaptureResult: Sendable {
  /// What was chosen, best first; may be empty unless the outcome is `captured`.
  public let images: [FaceImage]
  /// Why it ended.
  public let outcome: CaptureOutcome
  /// The verdict on liveness; `unknown` where it was not examined.
  public let liveness: LivenessStatus
  /// Frames that were examined.
  public let frames: Int
  /// Frames that were lost before they could be, or could not be decoded.
  public let dropped: UInt64
}
