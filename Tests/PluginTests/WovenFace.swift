// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Glibc

/// Pictures of CaptureDriver's face: shades that move with it, a sensor's noise, and a fine pattern in one of
/// several ways.
struct WovenFace {
  /// What the pattern does, whose stripes are 4.9 pixels apart.
  enum Pattern {
    case none
    /// It moves with the face, as freckles and stubble do.
    case ofTheSkin
    /// It runs ahead of the face and differs in red, green and blue, as a display's pixels do.
    case ofADisplay
  }

  var pattern = Pattern.none
  var isGrey = false
  /// The share of the light that comes and goes over the rows.
  var flicker: Float = 0
  /// Levels.
  var strength: Float = 5

  private var number = 0
  private var random: UInt64 = 1

  private static let across: Float = 0.19
  private static let down: Float = 0.07
  /// The middle of the picture, with the face and as much around it as it moves by.
  private static let seen = 100..<300

  init(_ pattern: Pattern = .none) { self.pattern = pattern }

  /// The next frame, 25 a second, of a face that sways by some pixels.
  mutating func picture() -> TestImage {
    let time = Float(number) / 25
    number += 1
    let (x, y) = (3 * sinf(3.1 * time), 2 * sinf(2.3 * time + 1))
    let side = CaptureDriver.side
    let places = Self.seen.map(Float.init)
    let columns = places.map { Self.shade($0 - x) }
    let rows = places.map { 0.8 * Self.shade($0 - y + 30) }
    let now = 2.1 * Float(number)
    let lamps = places.map { 1 + flicker * sinf(0.05 * $0 + now) }
    let colours = isGrey ? 1 : 3
    let ahead: Float =
      switch pattern {
      case .none, .ofTheSkin: 0
      // 1.2 of its pixels lie under one of the camera's.
      case .ofADisplay: 2 * Float.pi * 1.2 * (x + 0.7 * y)
      }
    var bytes = [UInt8](repeating: 127, count: side * side * colours)
    for row in Self.seen {
      for column in Self.seen {
        let shade = 127 + columns[column - Self.seen.lowerBound] + rows[row - Self.seen.lowerBound]
        let periods: Float = Self.across * (Float(column) - x) + Self.down * (Float(row) - y)
        let along: Float = 2 * .pi * periods - ahead
        for colour in 0..<colours {
          let phase: Float = pattern == .ofADisplay ? 2 * .pi / 3 * Float(colour) : 0
          let stripe = pattern == .none ? 0 : strength * cosf(along + phase)
          let light = (shade + stripe) * lamps[row - Self.seen.lowerBound] + noise()
          bytes[(row * side + column) * colours + colour] = UInt8(min(max(light, 0), 255))
        }
      }
    }
    var picture = TestImage(width: 1, height: 1) { _, _ in 0 }
    (picture.width, picture.height, picture.rowBytes) = (side, side, side * colours)
    picture.format = UInt32(isGrey ? IMP_PIXEL_GREY8 : IMP_PIXEL_RGB24)
    picture.pixels = bytes
    return picture
  }

  /// What is broad and what is fine of a face, in levels.
  private static func shade(_ place: Float) -> Float { 25 * sinf(0.11 * place) + 12 * sinf(0.31 * place + 1) }

  /// About two levels: the sum of four even numbers. Of a generator whose lower bits do not repeat either
  /// (SplitMix64): noise that repeats along the rows is a pattern.
  private mutating func noise() -> Float {
    random &+= 0x9E37_79B9_7F4A_7C15
    var bits = (random ^ random >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    let sum = [0, 8, 16, 24].reduce(Float(0)) { $0 + Float(bits >> $1 & 0xFF) }
    return (sum - 510) / 74
  }
}
