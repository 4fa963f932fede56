// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Whether one face was followed, and never another: a second face of that size makes it a doubt whose
/// movement was seen. Its numbers were chosen by hand on 2026-11-24, not measured.
struct TrackWatch {
  private var frames = 0
  private var crowded = 0
  private var interruptions = 0

  /// Frames with a second face of that size: one or two are a tracker's mistake.
  private static let mostCrowded: Float = 5
  private static let mostInterruptions = 2

  mutating func frame(isAlone: Bool) {
    frames += 1
    if !isAlone { crowded += 1 }
  }

  /// The track was interrupted after the images were kept.
  /// - Returns: whether the capture may begin anew.
  mutating func interrupted() -> Bool {
    interruptions += 1
    crowded = 0
    return interruptions <= Self.mostInterruptions
  }

  var finding: Finding {
    let isDoubtful = Float(crowded) > Self.mostCrowded || interruptions > Self.mostInterruptions
    return Finding(
      method: .track, verdict: isDoubtful ? .noDecision : .live, measure: Float(crowded),
      limit: Self.mostCrowded)
  }
}
