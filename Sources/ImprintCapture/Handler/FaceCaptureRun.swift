// SPDX-License-Identifier: Apache-2.0
internal import ImprintLockout

/// A capture of a handler, from its start to its conclusion; with an interruption it is several captures, and
/// as many attempts.
struct FaceCaptureRun {
  /// What it is to end by, where it does not end by itself.
  enum Wish {
    case stopped
    case cancelled
    case interrupted(CaptureInterruption)
    /// The attempt cannot be counted.
    case failed(FaceCaptureError)
  }

  /// Tells it from others of the handler.
  final class ID: Sendable {}

  let id = ID()
  let subject: LockoutSubject?
  /// Whether the attempt is settled by a match, once it ended live or unjudged.
  let awaitsMatch: Bool
  let events = FaceCaptureHandlerEvents()
  var attempt: LockoutAttempt?
  /// `nil` while the camera is being opened, and while it is suspended.
  var capture: FaceCapture?
  /// The capture at work.
  var work: Task<Result<CaptureResult, CaptureError>, Never>?
  var wish: Wish?
  var recorders: [any FaceCaptureRecorder] = []
  /// Whether the lock-out knows that a challenge was shown.
  var isShown = false
  /// Whether it is interrupted, with the camera released.
  var isSuspended = false
  var overlay = OverlayState()

  init(subject: LockoutSubject?, awaitsMatch: Bool) {
    self.subject = subject
    self.awaitsMatch = awaitsMatch
  }

  /// What one capture of it had.
  mutating func clear() {
    (attempt, capture, work, wish, recorders) = (nil, nil, nil, nil, [])
    (isShown, isSuspended, overlay) = (false, false, OverlayState())
  }
}
