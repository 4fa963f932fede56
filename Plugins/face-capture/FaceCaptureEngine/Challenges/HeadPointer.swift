// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Where the head points, on the screen.
struct HeadPointer {
  /// Degrees from the person's own pose to the edge of the screen. A turn of 25° is comfortable, and the
  /// tracker follows it well; pitch is read less far.
  static let yawSpan: Float = 25
  static let pitchSpan: Float = 20
  /// The time in which two thirds of a jump are shown: hides the tracker's jitter, too short to feel.
  private static let smoothing: Float = 60_000_000

  let neutral: Neutral
  private(set) var place = ScreenPlace(x: 0, y: 0)
  private var last: UInt64?

  init(neutral: Neutral) { self.neutral = neutral }

  mutating func move(to face: Face, now: UInt64) {
    let x = (face.yaw - neutral.yaw) / Self.yawSpan
    let y = -(face.pitch - neutral.pitch) / Self.pitchSpan
    let elapsed = last.map { Float(now - $0) } ?? .infinity
    // Rational instead of exponential: the same bits wherever it runs.
    let share = elapsed.isInfinite ? 1 : elapsed / (elapsed + Self.smoothing)
    place.x = clamped(place.x + share * (x - place.x))
    place.y = clamped(place.y + share * (y - place.y))
    last = now
  }

  private func clamped(_ value: Float) -> Float { max(-1, min(1, value)) }
}

extension ScreenPlace {
  /// In the unit of x, in a picture of that shape.
  func distance(to other: ScreenPlace, in picture: PictureSize) -> Float {
    let (across, down) = (x - other.x, (y - other.y) * picture.height / picture.width)
    return (across * across + down * down).squareRoot()
  }
}
