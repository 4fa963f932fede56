// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintRuntime

/// What an ``Enroller`` says, in order.
public enum EnrollerEvent: FaceFlowEvent {
  /// So many seconds are left before the capture starts; from the first one down to 1.
  case countdown(seconds: Int)
  /// The camera is open, and the capture starts.
  case capturingStarted
  /// A frame. If the reader is slower than the camera, only the newest is kept; one that is offered waits.
  case frame(EnrollmentFrame)
  /// Nobody answered for this frame in time: it is not added.
  case frameExpired(number: Int)
  /// A template was made of a frame: so many are enrolled, of so many.
  case frameEnrolled(count: Int, of: Int)
  /// None could be made.
  case extractionFailed(FaceFlowError)
  /// Another face, or the same one after it had been away: what was enrolled before is dropped.
  case restarted
  /// The view that is asked for from now on. In the full mode only.
  case pose(EnrollmentPose)
  /// What the person should do now.
  case feedback(CaptureFeedback)
  /// Of the mode blink: what the person is asked to do, and the liveness score so far, 0...100.
  case action(CaptureActions, score: Float)
  /// With a mode of liveness: all else that the capture says, such as targets of an active challenge and the
  /// colours to light the screen in. Its previews, feedback, tracking, actions, mode and end never come: the
  /// other events stand for them.
  case capture(CaptureEvent)
  /// The capture was interrupted, and its camera released: ``Enroller/interrupt(_:)``.
  case interrupted(CaptureInterruption)
  /// It is ready again, and begins anew.
  case ready
  /// The capture has ended.
  case capturingEnded
  /// The last event.
  case finished(FaceEnrollmentConclusion)

  public var isFrame: Bool { if case .frame = self { true } else { false } }
  public var isLast: Bool { if case .finished = self { true } else { false } }
}

/// The events of one enrolment.
public typealias EnrollerEvents = FaceFlowEvents<EnrollerEvent>
