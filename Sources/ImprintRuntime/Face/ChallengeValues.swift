// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Which challenge begins (the seed's `BIOChallengeInfo`).
public struct ChallengeInfo: Sendable, Hashable {
  /// From 0.
  public let index: Int
  public let total: Int

  /// The seed's `currentChallengeNumber`: from 1.
  public var number: Int { index + 1 }

  public init(index: Int, total: Int) {
    self.index = index
    self.total = total
  }
}

/// A place on the screen, in the upright image, not mirrored: x to the right, y down, both −1...1, so that
/// (−1, −1) is its top left. Whoever shows the image mirrored mirrors the place with it.
public struct ScreenPlace: Sendable, Hashable, Codable {
  public var x: Float
  public var y: Float

  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  /// In pixels of an image of that size.
  public func pixels(width: Int, height: Int) -> Point {
    Point(x: (x + 1) / 2 * Float(width), y: (y + 1) / 2 * Float(height))
  }

  /// In the image as a mirror shows it.
  public var mirrored: ScreenPlace { ScreenPlace(x: -x, y: y) }
}

/// A target of an active challenge (F74, the seed's `BIOCr2DTargetInfo`).
public struct Cr2dTargetInfo: Sendable, Hashable {
  /// From 0.
  public let number: Int
  public let total: Int
  /// Whether it is to be drawn.
  public let isVisible: Bool
  /// Whether it is the one to be reached.
  public let isCurrent: Bool
  public let centre: ScreenPlace
  /// In the unit of x: 1 is half the image's width.
  public let radius: Float
  /// 0: the pointer is not in the target; grows while it is, and falls while it is not; 1: passed.
  public let completeness: Float

  public init(
    number: Int, total: Int, isVisible: Bool, isCurrent: Bool, centre: ScreenPlace, radius: Float,
    completeness: Float
  ) {
    self.number = number
    self.total = total
    self.isVisible = isVisible
    self.isCurrent = isCurrent
    self.centre = centre
    self.radius = radius
    self.completeness = completeness
  }

  /// In pixels of an image of that width.
  public func radius(width: Int) -> Float { radius * Float(width) / 2 }
}

/// Where the head points (F75, the seed's `BIOCr2DChallengeInfo`: heading point).
public struct Cr2dPointerInfo: Sendable, Hashable {
  /// Whether it is to be drawn.
  public let isVisible: Bool
  public let place: ScreenPlace

  public init(isVisible: Bool, place: ScreenPlace) {
    self.isVisible = isVisible
    self.place = place
  }
}

/// The oval that the face belongs in (F86).
public struct OvalOverlay: Sendable, Hashable {
  public let centre: ScreenPlace
  /// In the unit of x: 1 is half the image's width.
  public let width: Float
  /// In the unit of x too.
  public let height: Float

  public init(centre: ScreenPlace, width: Float, height: Float) {
    self.centre = centre
    self.width = width
    self.height = height
  }

  /// In pixels of an image of that size.
  public func pixels(width: Int, height: Int) -> Rectangle {
    let half = Float(width) / 2
    let middle = centre.pixels(width: width, height: height)
    return Rectangle(
      x: middle.x - self.width * half / 2, y: middle.y - self.height * half / 2, width: self.width * half,
      height: self.height * half)
  }
}

/// Of the mode passive video. The words are stable.
public enum CapturePreparation: String, Sendable, Hashable, Codable, CaseIterable {
  case started
  case finished
}

/// A colour that the screen lights the person in: sRGB.
public struct ScreenColor: Sendable, Hashable, Codable {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// 0xRRGGBB
  public init?(rgb: UInt32) {
    guard rgb <= 0xFFFFFF else { return nil }
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// 0xRRGGBB
  public var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

/// What the person is asked to do. Left and right are the subject's own.
public struct CaptureActions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let keepStill = CaptureActions(rawValue: IMP_ACTION_KEEP_STILL)
  public static let blink = CaptureActions(rawValue: IMP_ACTION_BLINK)
  public static let turnLeft = CaptureActions(rawValue: IMP_ACTION_TURN_LEFT)
  public static let turnRight = CaptureActions(rawValue: IMP_ACTION_TURN_RIGHT)

  /// All that the contract names.
  static let all: CaptureActions = [.keepStill, .blink, .turnLeft, .turnRight]

  /// Stable words, such as `keep-still`.
  public var words: [String] {
    [
      (CaptureActions.keepStill, "keep-still"), (.blink, "blink"), (.turnLeft, "turn-left"),
      (.turnRight, "turn-right"),
    ].filter { contains($0.0) }.map(\.1)
  }
}

/// How liveness is examined. The words are stable.
public enum LivenessMethod: String, Sendable, Hashable, Codable, CaseIterable {
  /// The face is not flat, from its movement (F79).
  case shape
  /// The targets were followed (F72).
  case following
  /// A blink, when it was asked for (F80).
  case blink
  /// Frames repeat, loop or stand still; impossible times.
  case stream
  /// Traces of a screen or of print (F78).
  case artefacts
  /// What surrounds the head does not move with it.
  case background
  /// The face answers the colours of the screen.
  case light
  /// The same person throughout (F77).
  case person
  /// One face, and never another.
  case track
}

/// What one method found in a capture.
public struct LivenessFinding: Sendable, Hashable {
  public let method: LivenessMethod
  /// ``LivenessStatus/noDecision`` where it could not look.
  public let verdict: LivenessStatus
  /// In the method's own unit.
  public let measure: Float
  /// What the measure was held against, at the capture's security level.
  public let limit: Float

  public init(method: LivenessMethod, verdict: LivenessStatus, measure: Float, limit: Float) {
    self.method = method
    self.verdict = verdict
    self.measure = measure
    self.limit = limit
  }
}
