// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.face-capture/1`: decides, frame by frame, what a capture does.
public protocol FaceCapturePlugin: Plugin {
  /// Makes a capture in its first state. Called by one thread at a time.
  /// - Throws: `.unsupported` for a liveness mode it does not have, `.argument`, `.entitlement`, `.memory`.
  func makeFaceCapture(_ options: FaceCaptureOptions) throws(PluginFailure) -> any FaceCaptureSession
}

/// A capture: a state machine without clock, thread or I/O of its own. The same steps give the same events
/// . Called by one thread at a time.
///
/// The kit sees to it that no step comes after `.finished` and that `now` (the host's monotonic time in
/// nanoseconds) never decreases. A step makes at most 32 events, `.finished` always the last.
public protocol FaceCaptureSession: AnyObject {
  /// A frame and its faces, largest first.
  func frame(_ image: ImageView, faces: [Face], now: UInt64) -> [CaptureEvent]
  /// No frame came in time.
  func tick(now: UInt64) -> [CaptureEvent]
  /// The source has ended.
  func end(now: UInt64) -> [CaptureEvent]
}

/// What is asked of a capture; the kit has checked the ranges.
public struct FaceCaptureOptions: Sendable, Hashable {
  /// `IMP_LIVENESS_MODE_...`
  public let livenessMode: UInt32
  /// How many images to return: 1...8.
  public let images: Int
  /// The unified quality a kept image has at least: 0...100.
  public let qualityThreshold: Float
  /// Nanoseconds from the first step: 1 s...600 s.
  public let timeout: UInt64
  /// Nanoseconds of good frames in a row before the first image: 0...10 s.
  public let steady: UInt64

  public init(
    livenessMode: UInt32, images: Int, qualityThreshold: Float, timeout: UInt64, steady: UInt64
  ) {
    self.livenessMode = livenessMode
    self.images = images
    self.qualityThreshold = qualityThreshold
    self.timeout = timeout
    self.steady = steady
  }
}

/// What a step of a capture tells the host; raw values are those of the contract.
public enum CaptureEvent: Sendable, Hashable {
  case step(Step)
  /// Sent when it changes.
  case feedback(Feedback)
  /// The face followed: its index in this step's list.
  case face(index: Int)
  /// 0...1, never decreases.
  case progress(Float)
  /// The host copies this step's image, and the face of that index in its list, into a slot, 0...7.
  case keep(slot: Int, face: Int)
  /// An image to return: rank 0 is the best; quality 0...100.
  case result(slot: Int, rank: Int, quality: Float, tracking: Tracking, liveness: Liveness)
  /// Always last.
  case finished(Finish, liveness: Liveness)

  public enum Step: Int32, Sendable, Hashable {
    /// No face yet.
    case preparing = 1
    /// A face is followed.
    case scanning = 2
    /// Images are being kept.
    case capturing = 3
  }

  /// What the person should do. Left and right are the subject's own.
  public enum Feedback: Int32, Sendable, Hashable {
    case good = 1
    case comeBack = 2
    case center = 3
    case turnLeft = 4
    case turnRight = 5
    case rotateUp = 6
    case rotateDown = 7
    case tiltLeft = 8
    case tiltRight = 9
    case moveForwards = 10
    case moveBackwards = 11
    case tooFast = 12
    case doNotMove = 13
    case brighter = 14
    case darker = 15
    case openEyes = 16
    case oneFace = 17
  }

  public enum Tracking: UInt32, Sendable, Hashable {
    /// The track was interrupted since the start.
    case lost = 1
    /// One track, from the start to this image.
    case steady = 2
  }

  public enum Liveness: UInt32, Sendable, Hashable {
    /// Liveness was not examined.
    case unknown = 1
    case live = 2
    case fake = 3
    case noDecision = 4
  }

  public enum Finish: Int32, Sendable, Hashable {
    case captured = 1
    case timeout = 2
    case ended = 3
  }
}
