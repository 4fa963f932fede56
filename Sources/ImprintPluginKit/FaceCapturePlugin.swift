// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// A plugin with the ability `imprint.face-capture/2`: decides, frame by frame, what a capture does.
public protocol FaceCapturePlugin: Plugin {
  /// Makes a capture in its first state. Called by one thread at a time.
  /// - Throws: `.unsupported` for a liveness mode that it does not have, or a help that it needs and the host
  ///   does not give; `.argument`, `.entitlement`, `.memory`.
  func makeFaceCapture(_ options: FaceCaptureOptions) throws(PluginFailure) -> any FaceCaptureSession
}

/// A capture: a state machine without clock, thread or I/O of its own. The same options and steps give the
/// same events. Called by one thread at a time.
///
/// The kit sees to it that no step comes after `.finished`, that `now` (the host's monotonic time in
/// nanoseconds) never decreases, and that only comparisons that were asked for are answered. A step makes at
/// most 64 events, `.finished` always the last.
public protocol FaceCaptureSession: AnyObject {
  /// A frame and its faces, largest first.
  func frame(_ image: ImageView, faces: [Face], now: UInt64) -> [CaptureEvent]
  /// No frame came in time.
  func tick(now: UInt64) -> [CaptureEvent]
  /// The source has ended.
  func end(now: UInt64) -> [CaptureEvent]
  /// The host ends the capture, and wants what was kept.
  func stop(now: UInt64) -> [CaptureEvent]
  /// The answer to `.compare`, in the order in which they were asked.
  func compared(_ answer: CaptureComparison, now: UInt64) -> [CaptureEvent]
  /// A sample of the device's accelerometer: m/s², gravity included, axes of the device.
  func moved(_ acceleration: Point3, now: UInt64) -> [CaptureEvent]
}

extension FaceCaptureSession {
  /// Never called where nothing was asked.
  public func compared(_ answer: CaptureComparison, now: UInt64) -> [CaptureEvent] { tick(now: now) }
  /// As if nothing had come, but time passed.
  public func moved(_ acceleration: Point3, now: UInt64) -> [CaptureEvent] { tick(now: now) }
}

/// A place on the screen, in the upright image, not mirrored: x to the right, y down, both −1...1, so that
/// (−1, −1) is its top left.
public struct ScreenPlace: Sendable, Hashable {
  public var x: Float
  public var y: Float

  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// What the host found when it compared two kept images.
public struct CaptureComparison: Sendable, Hashable {
  public let slot: Int
  public let other: Int
  /// Calibrated: 1500 − 500 · log10(FMR). `nil` where one gave no template, or the pair has no calibration.
  public let score: Int?

  public init(slot: Int, other: Int, score: Int?) {
    self.slot = slot
    self.other = other
    self.score = score
  }
}

/// What is asked of a capture; the kit has checked the ranges.
public struct FaceCaptureOptions: Sendable, Hashable {
  /// `IMP_LIVENESS_MODE_...`; a number that this kit does not know is a mode of later.
  public var livenessMode: UInt32
  public var security: Security
  /// How many images to return: 0...8. With 0 the capture guides only, until it is stopped.
  public var images: Int
  /// The unified quality a kept image has at least: 0...100.
  public var qualityThreshold: Float
  /// Of the mode blink: 0...100, and a score above it is needed.
  public var livenessThreshold: Float
  /// Of the mode active; `nil` in all others.
  public var cr2d: CR2D?
  /// Nanoseconds from the first step: 1 s...600 s.
  public var timeout: UInt64
  /// Nanoseconds of good frames in a row before the first image: 0...10 s.
  public var steady: UInt64
  /// Nanoseconds from being asked to blink: 0...30 s; 0 is no limit of its own.
  public var blinkTimeout: UInt64
  /// Nanoseconds between two challenges: 0...10 s.
  public var interval: UInt64
  /// All random choices follow from it.
  public var seed: (UInt64, UInt64) {
    get { (seedLow, seedHigh) }
    set { (seedLow, seedHigh) = newValue }
  }
  /// What the host can do.
  public var helps: Helps

  private var seedLow: UInt64
  private var seedHigh: UInt64

  /// How strict the verdict is.
  public enum Security: UInt32, Sendable, Hashable, CaseIterable {
    case low = 1
    case medium = 2
    case high = 3
  }

  /// The targets of an active challenge.
  public enum CR2D: Sendable, Hashable {
    /// At random places.
    case random
    /// One, at this place.
    case fixed(ScreenPlace)
    /// So many, 1...8, one after the other.
    case path(targets: Int)
    /// From one place to another, to practise: never live.
    case training(start: ScreenPlace, target: ScreenPlace)
  }

  public struct Helps: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It answers `.compare`.
    public static let compares = Helps(rawValue: IMP_HELP_COMPARES)
    /// It lights the screen in the colour of `.light`.
    public static let lights = Helps(rawValue: IMP_HELP_LIGHTS)
    /// It passes on the samples of an accelerometer.
    public static let motion = Helps(rawValue: IMP_HELP_MOTION)
  }

  public init(
    livenessMode: UInt32 = UInt32(IMP_LIVENESS_MODE_NONE), security: Security = .high, images: Int = 4,
    qualityThreshold: Float = 48, livenessThreshold: Float = 0, cr2d: CR2D? = nil,
    timeout: UInt64 = 120_000_000_000, steady: UInt64 = 500_000_000, blinkTimeout: UInt64 = 5_000_000_000,
    interval: UInt64 = 0, seed: (UInt64, UInt64) = (0, 0), helps: Helps = []
  ) {
    self.livenessMode = livenessMode
    self.security = security
    self.images = images
    self.qualityThreshold = qualityThreshold
    self.livenessThreshold = livenessThreshold
    self.cr2d = cr2d
    self.timeout = timeout
    self.steady = steady
    self.blinkTimeout = blinkTimeout
    self.interval = interval
    (seedLow, seedHigh) = seed
    self.helps = helps
  }
}

/// What a step of a capture tells the host; raw values are those of the contract.
///
/// Radii and sizes are in the unit of a place's x: 1 is half the image's width.
public enum CaptureEvent: Sendable, Hashable {
  case step(Step)
  /// Sent when it changes.
  case feedback(Feedback)
  /// The face followed: its index in this step's list.
  case face(index: Int)
  /// 0...1, never decreases.
  case progress(Float)
  /// The host copies this step's image, and the face of that index in its list, into a slot, 0...15.
  case keep(slot: Int, face: Int)
  /// An image to return: rank 0 is the best; quality 0...100.
  case result(slot: Int, rank: Int, quality: Float, tracking: Tracking, liveness: Liveness)
  /// Always last.
  case finished(Finish, liveness: Liveness)
  /// This challenge of `count` begins; the first is 0.
  case challenge(index: Int, count: Int)
  case target(Target)
  /// Where the head points.
  case pointer(ScreenPlace, isVisible: Bool)
  /// Where the face belongs.
  case oval(centre: ScreenPlace, width: Float, height: Float)
  /// Of the mode passive video.
  case preparation(Preparation)
  /// The colour to light the screen in, 0xRRGGBB, until the next; only where the host lights.
  case light(UInt32)
  /// To be compared before the next frame; only where the host compares. Both slots are kept.
  case compare(slot: Int, other: Int)
  /// What the person is asked to do, and the liveness score so far, 0...100.
  case action(Actions, score: Float)
  /// What a liveness method found: its measure, and what that was held against.
  case finding(Method, liveness: Liveness, measure: Float, limit: Float)

  /// One target of a challenge.
  public struct Target: Sendable, Hashable {
    /// From 0.
    public var index: Int
    public var count: Int
    public var isVisible: Bool
    /// The one to be reached.
    public var isCurrent: Bool
    public var centre: ScreenPlace
    public var radius: Float
    /// 0...1: how long the pointer was in it, of the time that is needed; falls while it is outside.
    public var completeness: Float

    public init(
      index: Int, count: Int, isVisible: Bool, isCurrent: Bool, centre: ScreenPlace, radius: Float,
      completeness: Float
    ) {
      self.index = index
      self.count = count
      self.isVisible = isVisible
      self.isCurrent = isCurrent
      self.centre = centre
      self.radius = radius
      self.completeness = completeness
    }
  }

  public enum Step: Int32, Sendable, Hashable {
    /// No face yet.
    case preparing = 1
    /// A face is followed.
    case scanning = 2
    /// Images are being kept.
    case capturing = 3
    /// The person is asked for something.
    case challenge = 4
    /// Nothing is asked any more; a comparison is awaited.
    case judging = 5
  }

  /// What the person should do. Left and right are the subject's own.
  public enum Feedback: Int32, Sendable, Hashable, CaseIterable {
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
    /// Move the pointer to the target with the head.
    case followTarget = 18
    /// Hold still while the light is examined.
    case standStill = 19
    /// The device is being moved, and should not.
    case deviceMoving = 20
    /// It is no longer.
    case deviceStill = 21
    /// A movement of the head is awaited, and does not come.
    case noHeadMovement = 22
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
    /// It was, and left a doubt; or a server decides.
    case noDecision = 4
  }

  public enum Finish: Int32, Sendable, Hashable {
    case captured = 1
    case timeout = 2
    case ended = 3
    case stopped = 4
    /// The verdict was found before the images were.
    case judged = 5
  }

  public enum Preparation: Int32, Sendable, Hashable {
    case started = 1
    case finished = 2
  }

  /// What the person is asked to do. Left and right are the subject's own.
  public struct Actions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let keepStill = Actions(rawValue: IMP_ACTION_KEEP_STILL)
    public static let blink = Actions(rawValue: IMP_ACTION_BLINK)
    public static let turnLeft = Actions(rawValue: IMP_ACTION_TURN_LEFT)
    public static let turnRight = Actions(rawValue: IMP_ACTION_TURN_RIGHT)
  }

  /// What a liveness finding is of.
  public enum Method: Int32, Sendable, Hashable, CaseIterable {
    /// The face is not flat, from its movement.
    case shape = 1
    /// The targets were followed.
    case following = 2
    /// A blink, when it was asked for.
    case blink = 3
    /// Frames repeat, loop or stand still; impossible times.
    case stream = 4
    /// Traces of a screen or of print.
    case artefacts = 5
    /// What surrounds the head does not move with it.
    case background = 6
    /// The face answers the colours of the screen.
    case light = 7
    /// The same person throughout.
    case person = 8
    /// One face, and never another.
    case track = 9
  }
}
