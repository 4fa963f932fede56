// SPDX-License-Identifier: Apache-2.0

/// What the capture subject should do. Left and right are the subject's own. The words are stable.
public enum CaptureFeedback: String, Sendable, Hashable, Codable, CaseIterable {
  /// Stay like this.
  case good
  /// No face in the picture.
  case comeBack = "come-back"
  /// Move to the centre.
  case center
  case turnLeft = "turn-left"
  case turnRight = "turn-right"
  case rotateUp = "rotate-up"
  case rotateDown = "rotate-down"
  /// Tilt towards the shoulder.
  case tiltLeft = "tilt-left"
  case tiltRight = "tilt-right"
  /// Too far away.
  case moveForwards = "move-forwards"
  /// Too near.
  case moveBackwards = "move-backwards"
  /// The head moves too fast.
  case tooFast = "too-fast"
  /// Hold still, the picture is blurred.
  case doNotMove = "do-not-move"
  /// Too dark.
  case brighter
  /// Too bright.
  case darker
  case openEyes = "open-eyes"
  /// Somebody else is in the picture.
  case oneFace = "one-face"
  /// Move the pointer to the target with the head.
  case followTarget = "follow-target"
  /// Hold still while the light is examined.
  case standStill = "stand-still"
  /// The device is being moved, and should not (F48).
  case deviceMoving = "device-moving"
  /// It is no longer.
  case deviceStill = "device-still"
  /// A movement of the head is awaited, and does not come.
  case noHeadMovement = "no-head-movement"
}

/// The phase of a capture. The words are stable.
public enum CaptureStep: String, Sendable, Hashable, Codable, CaseIterable {
  /// No face yet.
  case preparing
  /// A face is being tracked.
  case scanning
  /// Images are being kept.
  case capturing
  /// The person is asked for something.
  case challenge
  /// Nothing is asked any more; a comparison is awaited.
  case judging
}

/// How a capture ended. The words are stable.
public enum CaptureOutcome: String, Sendable, Hashable, Codable, CaseIterable {
  /// All requested images are available.
  case captured
  /// The time is up; the images kept so far are available.
  case timeout
  /// The source has ended; likewise.
  case ended
  /// The host stopped it; likewise.
  case stopped
  /// The verdict was found before the images were; likewise.
  case judged
}
