// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// Follows one face through the frames: the largest and most central, and then the same one for as long as
/// its track lasts, whatever other faces appear.
struct FaceFollower {
  /// The face in the last frame that showed it.
  private(set) var last: (face: Face, time: UInt64)?
  /// The track was interrupted, or another face took its place.
  private(set) var wasLost = false
  /// A frame since then did not show it. A source that is merely slow interrupts nothing.
  private var wasMissed = false

  /// What a frame means for the track.
  struct Step {
    /// Index of the followed face in the frame's list.
    let index: Int
    /// Since the last frame, where there was one on this track.
    let motion: Motion?
    /// The track was interrupted just now.
    let isInterrupted: Bool
  }

  /// - Parameter isStrict: whether a source that is slow interrupts too: nobody saw what happened meanwhile.
  /// - Returns: `nil` where there is no face to follow.
  mutating func follow(
    _ faces: [Face], width: Float, height: Float, isStrict: Bool, now: UInt64
  ) -> Step? {
    if let last, let index = faces.firstIndex(where: { $0.trackID == last.face.trackID }) {
      let isInterrupted = (wasMissed || isStrict) && now - last.time > CaptureRules.longestGap
      return step(to: index, faces, isInterrupted: isInterrupted, now: now)
    }
    wasMissed = true
    let weights = faces.map { weight($0, width, height) }
    // The first of equals: the tracker's order, largest first.
    guard let best = weights.max(), let index = weights.firstIndex(of: best) else { return nil }
    return step(to: index, faces, isInterrupted: last != nil, now: now)
  }

  private mutating func step(to index: Int, _ faces: [Face], isInterrupted: Bool, now: UInt64) -> Step {
    let motion =
      isInterrupted ? nil : last.flatMap { Motion(from: $0.face, at: $0.time, to: faces[index], at: now) }
    wasLost = wasLost || isInterrupted
    wasMissed = false
    last = (faces[index], now)
    return Step(index: index, motion: motion, isInterrupted: isInterrupted)
  }

  /// Area, weighted down with the distance from the centre.
  private func weight(_ face: Face, _ width: Float, _ height: Float) -> Float {
    let right = (face.box.x + face.box.width / 2) / width - 0.5
    let down = (face.box.y + face.box.height / 2) / height - 0.5
    let distance = min((right * right + down * down).squareRoot(), 1)
    return face.box.width * face.box.height * (1 - distance)
  }
}
