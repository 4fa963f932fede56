// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// The person's own pose and eyes while they looked into the camera: what a turn and a blink are held
/// against, so that a camera that looks up, a head held low and the tracker's bias cancel.
struct Neutral {
  let yaw: Float
  let pitch: Float
  let roll: Float
  /// Lid distance over eye width, of the wider open eye; `nil` where it was not measured.
  let openness: Float?

  /// The medians of some frames.
  /// - Returns: `nil` without a frame.
  init?(of faces: [Face]) {
    guard let yaw = faces.map(\.yaw).median, let pitch = faces.map(\.pitch).median,
      let roll = faces.map(\.roll).median
    else { return nil }
    (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll)
    openness = faces.compactMap(\.openness).median
  }
}

extension Face {
  /// Of the wider open eye: hair or a wink may hide the other.
  var openness: Float? { [leftEyeOpenness, rightEyeOpenness].compactMap(\.self).max() }
}

extension [Float] {
  /// The middle value, the lower of two; `nil` of none.
  var median: Float? {
    isEmpty ? nil : sorted()[(count - 1) / 2]
  }
}
