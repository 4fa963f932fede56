// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Assigns boxes to tracks from frame to frame by the largest intersection over union (IoU).
struct Tracks {
  private struct Track {
    let id: UInt32
    var box: Rectangle
    /// Nanoseconds.
    var seen: UInt64
  }

  /// A face whose IoU with its last box is lower is another one: at 30 frames a second a head moves less, and
  /// two heads side by side overlap less.
  private static let leastOverlap: Float = 0.2
  /// Nanoseconds without a face after which a track ends: half a second bridges a blur, and is too short to
  /// put another head in the same place unseen.
  private static let patience: UInt64 = 500_000_000

  private var tracks: [Track] = []
  private var next: UInt32 = 1

  /// Gives each box the id of its track, in the order of `boxes`. Times never fall.
  mutating func assign(_ boxes: [Rectangle], at time: UInt64) -> [UInt32] {
    tracks.removeAll { time - $0.seen > Self.patience }
    var pairs: [(overlap: Float, box: Int, track: Int)] = []
    for (box, rectangle) in boxes.enumerated() {
      for (track, known) in tracks.enumerated() {
        let overlap = rectangle.overlap(known.box)
        if overlap >= Self.leastOverlap { pairs.append((overlap, box, track)) }
      }
    }
    // Best pairs first; equal ones in the order of boxes and tracks, so that nothing is left to chance.
    pairs.sort { (-$0.overlap, $0.box, $0.track) < (-$1.overlap, $1.box, $1.track) }
    var ids = [UInt32?](repeating: nil, count: boxes.count)
    var taken = Set<Int>()
    for pair in pairs where ids[pair.box] == nil && taken.insert(pair.track).inserted {
      ids[pair.box] = tracks[pair.track].id
      tracks[pair.track].box = boxes[pair.box]
      tracks[pair.track].seen = time
    }
    return boxes.indices.map { index in ids[index] ?? begin(boxes[index], at: time) }
  }

  private mutating func begin(_ box: Rectangle, at time: UInt64) -> UInt32 {
    let id = next
    // Ids wrap around after 4 billion faces; 0 is never one.
    next = next == .max ? 1 : next + 1
    tracks.append(Track(id: id, box: box, seen: time))
    return id
  }
}
