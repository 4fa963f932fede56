// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// Whether the device is being moved more than a hand that holds it does: by what lies far from the face, or
/// by its accelerometer. A camera that stands still, before a wall without texture, says nothing.
///
/// Where its numbers come from: the tremor of a hand was measured on the puppet's held camera
/// (docs/proposals/0006-face-capture.md, "Surroundings"); all else was chosen by hand on 2026-11-24, and no
/// accelerometer was measured.
struct DeviceWatch {
  private var fastLooks = 0
  /// When it last moved; `nil` where it never did, or has been still for long.
  private var movedAt: UInt64?
  private var isMoving = false
  private var gravity: Point3?

  /// Widths of the picture in a second: at 640 pixels an exposure of 1/30 s is blurred by 3 of them. The
  /// tremor of a hand stays below 0.05. Half of it is not fast any more.
  private static let fast: Float = 0.15
  /// Looks in a row, so that somebody who passes behind is none.
  private static let looks = 2
  /// m/s² from the mean. Chosen by hand, not measured: a step of somebody who walks was taken to make 2 to 4,
  /// the tremor of a hand 0.1.
  private static let shake: Float = 1
  /// The weight of a sample in the mean.
  private static let share: Float = 0.1
  /// Nanoseconds without movement until it is still, and for which that is said.
  private static let rest: UInt64 = 500_000_000
  private static let spoken: UInt64 = 1_000_000_000

  /// - Parameter speed: of what lies far away, in widths of the picture a second.
  mutating func saw(speed: Float, now: UInt64) {
    fastLooks = speed >= (isMoving ? Self.fast / 2 : Self.fast) ? fastLooks + 1 : 0
    if fastLooks >= (isMoving ? 1 : Self.looks) { moved(now) }
  }

  /// - Parameter acceleration: m/s², gravity included.
  mutating func felt(_ acceleration: Point3, now: UInt64) {
    guard let mean = gravity else {
      gravity = acceleration
      return
    }
    let x = acceleration.x - mean.x
    let y = acceleration.y - mean.y
    let z = acceleration.z - mean.z
    gravity = Point3(x: mean.x + Self.share * x, y: mean.y + Self.share * y, z: mean.z + Self.share * z)
    if (x * x + y * y + z * z).squareRoot() >= Self.shake { moved(now) }
  }

  private mutating func moved(_ now: UInt64) {
    isMoving = true
    movedAt = now
  }

  /// What to say about it, if anything.
  mutating func feedback(now: UInt64) -> CaptureEvent.Feedback? {
    guard let movedAt else { return nil }
    let since = now - movedAt
    isMoving = since < Self.rest
    if isMoving { return .deviceMoving }
    if since < Self.rest + Self.spoken { return .deviceStill }
    self.movedAt = nil
    return nil
  }
}
