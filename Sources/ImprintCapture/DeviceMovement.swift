// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// Whether the device that the camera is part of was moved during a capture (F48). The words are stable.
public enum DeviceMovement: String, Sendable, Hashable, Codable, CaseIterable {
  /// At some time it was: the plugin said so, ``CaptureFeedback/deviceMoving``, by the background or by an
  /// accelerometer.
  case moved
  /// It was not: samples of an accelerometer were passed on all the time, and the plugin said of none that
  /// the device moved.
  case still
  /// It cannot be told. So it is with a camera that is fixed and with one before a plain wall, where nothing
  /// far from the face moves, and with a plugin that does not look: without an accelerometer none of them can
  /// be told from a device that is held still.
  case cannotTell = "cannot-tell"
}

/// Follows whether the device moves, by what a capture hears of it.
struct MovementWatch {
  private var wasMoved = false
  /// When the last sample came; before the first, the beginning.
  private var latest: UInt64 = 0
  private var count = 0
  private var hasGap = false

  /// Nanoseconds without a sample after which nobody knows what happened meanwhile.
  private static let longest: UInt64 = 1_000_000_000

  mutating func told(_ feedback: CaptureFeedback) {
    if feedback == .deviceMoving { wasMoved = true }
  }

  /// A sample was passed on.
  mutating func passedOn(now: UInt64) {
    if now - latest > Self.longest { hasGap = true }
    (latest, count) = (now, count + 1)
  }

  /// All in all.
  func movement(now: UInt64) -> DeviceMovement {
    if wasMoved { return .moved }
    return count > 0 && !hasGap && now - latest <= Self.longest ? .still : .cannotTell
  }
}
