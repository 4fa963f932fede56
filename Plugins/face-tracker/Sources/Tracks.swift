// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Assigns boxes to tracks from frame to frame by the largest intersection over union (IoU).
struct Tracks {
  struct Track {
    let id: UInt32
    var box: Rectangle
    /// Clockwise, in radians, where the detector does not see this face as it is: it is then looked for in a
    /// picture that is turned by this.
    var turn: Float?
    /// Nanoseconds.
    var seen: UInt64
  }

  /// A face whose IoU with its last box is lower is another one: at 30 frames a second a head moves less, and
  /// two heads side by side overlap less.
  static let leastOverlap: Float = 0.2
  /// Nanoseconds without a face after which a track ends: half a second bridges a blur, and is too short to
  /// put another head in the same place unseen.
  private static let patience: UInt64 = 500_000_000

  private var tracks: [Track] = []
  private var next: UInt32 = 1

  /// Those that have not ended at a time, which never falls.
  func alive(at time: UInt64) -> [Track] { tracks.filter { time - $0.seen <= Self.patience } }

  /// Gives each face the id of its track, in the order of `faces`. Times never fall.
  mutating func assign(_ faces: [(box: Rectangle, turn: Float?)], at time: UInt64) -> [UInt32] {
    tracks = alive(at: time)
    var pairs: [(overlap: Float, face: Int, track: Int)] = []
    for (index, face) in faces.enumerated() {
      for (track, known) in tracks.enumerated() {
        let overlap = face.box.overlap(known.box)
        if overlap >= Self.leastOverlap { pairs.append((overlap, index, track)) }
      }
    }
    // Best pairs first; equal ones in the order of faces and tracks, so that nothing is left to chance.
    pairs.sort { (-$0.overlap, $0.face, $0.track) < (-$1.overlap, $1.face, $1.track) }
    var ids = [UInt32?](repeating: nil, count: faces.count)
    var taken = Set<Int>()
    for pair in pairs where ids[pair.face] == nil && taken.insert(pair.track).inserted {
      ids[pair.face] = tracks[pair.track].id
      tracks[pair.track].box = faces[pair.face].box
      tracks[pair.track].turn = faces[pair.face].turn
      tracks[pair.track].seen = time
    }
    return faces.indices.map { index in ids[index] ?? begin(faces[index], at: time) }
  }

  private mutating func begin(_ face: (box: Rectangle, turn: Float?), at time: UInt64) -> UInt32 {
    let id = next
    // Ids wrap around after 4 billion faces; 0 is never one.
    next = next == .max ? 1 : next + 1
    tracks.append(Track(id: id, box: face.box, turn: face.turn, seen: time))
    return id
  }
}
