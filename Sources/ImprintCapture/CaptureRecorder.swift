// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Is told everything that a capture consists of, in order, so that it can be repeated.
///
/// Called by the capture between two steps: it returns at once, and waits for no disk. It cannot fail the
/// capture; what it cannot keep is its own affair.
public protocol CaptureRecorder: Sendable {
  func record(_ moment: CaptureMoment)
}

/// What happened in a capture, with the bits that were passed on.
///
/// In this order: a frame, its faces, the step that takes them, the step's answer; then each comparison that
/// the answer asked for, as a step of its own. Samples of an accelerometer that came meanwhile are steps of
/// their own, with their answers, between a frame's faces and its step.
public enum CaptureMoment: Sendable {
  /// The capture goes on with another camera, tracker and machine, as if it began: frames are numbered anew,
  /// and time begins at 0. What was kept is discarded.
  case switched(CaptureSetup)
  /// From the next frame on the device is held so: frames are turned accordingly before the tracker has them.
  /// Told before the first frame of which it holds; until the first of these it is held as the camera is
  /// built in. Another camera changes nothing of it.
  case turned(CaptureOrientation)
  /// A frame as the camera gave it, whether or not it can be decoded.
  case frame(EncodedFrame)
  /// What the tracker found in the frame before.
  case faces([Face], sequence: UInt64)
  /// An input of the machine, in nanoseconds of the capture's time. It may fail, and has no answer then.
  case step(CaptureStepInput, now: UInt64)
  /// What the machine answered the step before.
  case answer(CaptureAnswer)
  /// The last one: how the capture ended. The camera is closed.
  case ended(Result<CaptureResult, CaptureError>)
}

/// The input of a step, as it is recorded.
public enum CaptureStepInput: Sendable, Hashable {
  /// The frame of that number, with its faces.
  case frame(sequence: UInt64)
  case tick
  case end
  case stop
  /// - Parameter reason: why there is no score; `nil` where there is one.
  case compared(CaptureComparison, reason: String?)
  case moved(Point3)
}

/// What a capture is made of, for one camera.
public struct CaptureSetup: Sendable, Hashable {
  /// Those of the machine, with the seed that was drawn.
  public let options: FaceCaptureOptions
  /// The ids of the plugins behind machine and tracker.
  public let plugin: String
  public let tracker: String
  /// What the camera was opened with.
  public let camera: String

  public init(options: FaceCaptureOptions, plugin: String, tracker: String, camera: String) {
    self.options = options
    self.plugin = plugin
    self.tracker = tracker
    self.camera = camera
  }
}
