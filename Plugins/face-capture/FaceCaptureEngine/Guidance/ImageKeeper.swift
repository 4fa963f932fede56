// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Chooses which frames the host keeps, and in which slot.
///
/// Before the face was steady frames are kept too, as second best: a source of a few stills, or one that ends
/// early, still gives its best. Images of the steady face take their places. All are of one track.
struct ImageKeeper {
  /// One kept frame.
  struct Kept {
    let slot: Int
    let quality: Float
    let time: UInt64
    /// Kept while the face was steady.
    let isSteady: Bool
    let tracking: CaptureEvent.Tracking
  }

  let capacity: Int
  private(set) var kept: [Kept] = []

  var steadyCount: Int { kept.count { $0.isSteady } }

  /// Offers a frame at or above the quality threshold.
  /// - Returns: the slot to keep it in, or `nil` where those kept are better.
  mutating func offer(
    quality: Float, time: UInt64, isSteady: Bool, tracking: CaptureEvent.Tracking
  ) -> Int? {
    guard let slot = place(quality: quality, time: time, isSteady: isSteady) else { return nil }
    kept.removeAll { $0.slot == slot }
    kept.append(Kept(slot: slot, quality: quality, time: time, isSteady: isSteady, tracking: tracking))
    return slot
  }

  private func place(quality: Float, time: UInt64, isSteady: Bool) -> Int? {
    // Of one moment the better image stays.
    if let near = kept.last(where: { $0.isSteady == isSteady && time - $0.time < CaptureRules.spread }) {
      return quality > near.quality ? near.slot : nil
    }
    if kept.count < capacity { return kept.count }
    guard let worst = kept.filter({ !$0.isSteady }).min(by: { $0.quality < $1.quality }) else { return nil }
    return isSteady || quality > worst.quality ? worst.slot : nil
  }

  /// The track was interrupted: what was kept may show another person than all that comes. The host's slots
  /// are filled again; those that are not are never named in a result.
  mutating func forget() { kept.removeAll() }

  /// Best first; of equals the earlier.
  var ranked: [Kept] {
    kept.sorted { ($1.quality, $0.time) < ($0.quality, $1.time) }
  }
}
