// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What is asked of a capture plugin.
public struct FaceCaptureOptions: Sendable, Hashable {
  /// What is asked of the person, and examined: default ``LivenessMode/none``.
  public var livenessMode: LivenessMode
  /// How strict the verdict is: default ``SecurityLevel/high``.
  public var securityLevel: SecurityLevel
  /// The targets of an active challenge: default ``Cr2dMode/random``. Without effect in other modes.
  public var cr2dMode: Cr2dMode
  /// The number of images to return: 0...8, default 4. With 0 the capture guides only, until it is stopped.
  public var images: Int
  /// The unified quality required of a face for enrolment.
  public static let standardQuality: Float = 48

  /// The minimum unified quality of a kept image: 0...100, default ``standardQuality``.
  public var qualityThreshold: Float
  /// Of the mode blink: 0...100, default 0. A score above it is needed; it also sets how long the person
  /// keeps still. 0 never means that no blink is needed.
  public var livenessThreshold: Float
  /// The time from the first step to the end: 1 s...600 s, default 120 s.
  public var timeout: Duration
  /// The duration of consecutive good frames before the first image: 0...10 s, default 0.5 s.
  public var steady: Duration
  /// Of the mode blink, from being asked to blink: 0...30 s, default 5 s; 0 is no limit of its own.
  public var blinkTimeout: Duration
  /// The time between two challenges: 0...10 s, default 0.
  public var challengeIntervalDelay: Duration
  /// What all random choices of the capture follow from. Default `nil`: drawn anew for each capture, from the
  /// system's random numbers. Anybody who knows it knows the challenge.
  public var seed: CaptureSeed?
  /// What application and host do for the capture: default nothing. That it lights the screen
  /// (``CaptureHelps/lights``) and passes on samples of an accelerometer (``CaptureHelps/motion``) is the
  /// application's to say, since only it can. Whether images are compared (``CaptureHelps/compares``) is set
  /// by `Faces`, by what its plugins can do.
  public var helps: CaptureHelps

  public init(
    livenessMode: LivenessMode = .none, securityLevel: SecurityLevel = .high, cr2dMode: Cr2dMode = .random,
    images: Int = 4, qualityThreshold: Float = standardQuality, livenessThreshold: Float = 0,
    timeout: Duration = .seconds(120), steady: Duration = .milliseconds(500),
    blinkTimeout: Duration = .seconds(5), challengeIntervalDelay: Duration = .zero, seed: CaptureSeed? = nil,
    helps: CaptureHelps = []
  ) {
    self.livenessMode = livenessMode
    self.securityLevel = securityLevel
    self.cr2dMode = cr2dMode
    self.images = images
    self.qualityThreshold = qualityThreshold
    self.livenessThreshold = livenessThreshold
    self.timeout = timeout
    self.steady = steady
    self.blinkTimeout = blinkTimeout
    self.challengeIntervalDelay = challengeIntervalDelay
    self.seed = seed
    self.helps = helps
  }

  /// Whether its verdict may be `live`: it examines something, and is no training.
  var canBeLive: Bool {
    switch livenessMode {
    case .none: return false
    case .passive, .passiveVideo, .blink: return true
    case .active: if case .training = cr2dMode { return false } else { return true }
    }
  }

  /// The first value that is outside its range, as a sentence.
  var complaint: String? {
    if !(0...8).contains(images) { return "images is \(images), but must be in 0...8." }
    for (name, value) in [("qualityThreshold", qualityThreshold), ("livenessThreshold", livenessThreshold)]
    where !(0...100).contains(value) {
      return "\(name) is \(value), but must be in 0...100."
    }
    let times: [(String, Duration, ClosedRange<Duration>, String)] = [
      ("timeout", timeout, .seconds(1)...(.seconds(600)), "1 s...600 s"),
      ("steady", steady, .zero...(.seconds(10)), "0...10 s"),
      ("blinkTimeout", blinkTimeout, .zero...(.seconds(30)), "0...30 s"),
      ("challengeIntervalDelay", challengeIntervalDelay, .zero...(.seconds(10)), "0...10 s"),
    ]
    for (name, value, range, words) in times where !range.contains(value) {
      return "\(name) is \(value), but must be in \(words)."
    }
    return livenessMode == .active ? cr2dMode.complaint : nil
  }
}

/// What is asked of the person, and examined (F70, F80). The words are stable.
public enum LivenessMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing: images only, and the verdict is `unknown`.
  case none
  /// A turn of the head to both sides, or of the device around it.
  case passive
  /// CR2D: the head points at targets.
  case active
  /// The face held in an oval, for a server to decide.
  case passiveVideo = "passive-video"
  /// Keeping still, then a blink.
  case blink
}

/// How strict a verdict is (F71). What each level was measured to accept and refuse is in the evaluation's
/// report, by kind of attack. The words are stable.
public enum SecurityLevel: String, Sendable, Hashable, Codable, CaseIterable {
  case low
  case medium
  case high
}

/// The targets of an active challenge (F72, F73).
public enum Cr2dMode: Sendable, Hashable {
  /// At random places.
  case random
  /// One, at this place.
  case fixedTarget(ScreenPlace)
  /// So many, 1...8, one after the other.
  case path(targets: Int)
  /// From one place to another, to practise: its verdict is never `live`.
  case training(start: ScreenPlace, target: ScreenPlace)

  /// The first value that is outside its range, as a sentence.
  fileprivate var complaint: String? {
    switch self {
    case .random: nil
    case .path(let targets):
      (1...8).contains(targets) ? nil : "cr2dMode has \(targets) targets, but must have 1...8."
    case .fixedTarget(let target): Self.complaint("target", target)
    case .training(let start, let target): Self.complaint("start", start) ?? Self.complaint("target", target)
    }
  }

  private static func complaint(_ name: String, _ place: ScreenPlace) -> String? {
    guard !((-1...1).contains(place.x) && (-1...1).contains(place.y)) else { return nil }
    return "the \(name) of cr2dMode is at (\(place.x), \(place.y)), but must be in −1...1."
  }
}

/// What all random choices of a capture follow from: 128 bits.
public struct CaptureSeed: Sendable, Hashable {
  public let low: UInt64
  public let high: UInt64

  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// From the system's random numbers: nobody can foresee it.
  public static func random() -> CaptureSeed {
    var generator = SystemRandomNumberGenerator()
    return CaptureSeed(low: generator.next(), high: generator.next())
  }
}

/// What application and host do for a capture. A capture counts on what is promised here.
public struct CaptureHelps: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// It compares two kept images where the capture asks for it.
  public static let compares = CaptureHelps(rawValue: IMP_HELP_COMPARES)
  /// It lights the screen in the colour that the capture asks for, within 100 ms.
  public static let lights = CaptureHelps(rawValue: IMP_HELP_LIGHTS)
  /// It passes on what the device's accelerometer says: `FaceCapture.deviceMoved`.
  public static let motion = CaptureHelps(rawValue: IMP_HELP_MOTION)
}

extension Duration {
  /// Whole nanoseconds, clamped to 0...584 years.
  package var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (scaled, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = scaled.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return overflow || carry ? .max : sum
  }
}
