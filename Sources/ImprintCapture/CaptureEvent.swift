// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Events of a capture, in order.
public enum CaptureEvent: Sendable {
  /// The first event: the liveness mode of this capture.
  case mode(LivenessMode)
  /// The capture enters a step (F61).
  case step(CaptureStep)
  /// A frame with its detected faces, for the application's preview (F39). Sent for every frame; if the
  /// reader is slower than the camera, only the newest is buffered.
  case preview(Frame, faces: [Face])
  /// The position of the tracked face (F47, F49). Sent for every frame; its box is empty where there is none.
  case tracking(FaceTrackingInformation)
  /// What the person should do now (F46). Sent when it changes.
  case feedback(CaptureFeedback)
  /// Progress, 0...1; never decreases, except when restarting with another camera.
  case progress(Float)
  /// A challenge begins.
  case challenge(ChallengeInfo)
  /// A target appears, or changes (F74).
  case target(Cr2dTargetInfo)
  /// Where the head points (F75).
  case pointer(Cr2dPointerInfo)
  /// Where the face belongs (F86).
  case oval(OvalOverlay)
  /// Of the mode passive video: its preparation starts or finishes.
  case preparation(CapturePreparation)
  /// The application lights the screen in this colour, until the next; only where it said that it does.
  case light(ScreenColor)
  /// What the person is asked to do, and the liveness score so far, 0...100 (F80, F81).
  case action(CaptureActions, score: Float)
  /// What a liveness method found.
  case finding(LivenessFinding)
  /// The source has ended: of a camera that replays, its recording (F66).
  case sourceEnded
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
  /// What each liveness method found, in order.
  public let findings: [LivenessFinding]
  /// The number of frames processed.
  public let frames: Int
  /// The number of frames lost before, or not decodable.
  public let dropped: UInt64
  /// Whether the device moved, as far as that can be told.
  public let deviceMovement: DeviceMovement
}

extension FaceTrackingInformation {
  init(of face: Face, in frame: Frame) {
    self.init(
      box: face.box, leftEye: face.leftEye, rightEye: face.rightEye, pose: face.pose,
      referenceWidth: frame.image.width, referenceHeight: frame.image.height, timestamp: frame.timestamp)
  }

  /// No face is followed.
  init(nobodyIn frame: Frame) {
    self.init(
      box: .zero, leftEye: Point(x: 0, y: 0), rightEye: Point(x: 0, y: 0),
      pose: HeadPose(yaw: 0, pitch: 0, roll: 0), referenceWidth: frame.image.width,
      referenceHeight: frame.image.height, timestamp: frame.timestamp)
  }
}
