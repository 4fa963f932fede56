// SPDX-License-Identifier: Apache-2.0

/// Finds a blink: the lids go down and up again, in the time that lids take.
///
/// What counts is the person's own opening, not a fixed one: eyes differ more from each other than a blink
/// from an open eye.
///
/// Its numbers were chosen by hand on 2026-11-24, and the two frames on 2026-11-28; no blink of a person was
/// measured with this tracker. Of a puppet's closed lids it reads 60 to 85 % of the open eye
/// (Plugins/device-puppet/README.md), so that the full score is out of a puppet's reach.
struct BlinkWatch {
  /// Lid distance over eye width while the eyes were open.
  let open: Float
  /// The lowest opening since the lids went down, when that was, and in how many frames they were seen so.
  private var down: (least: Float, since: UInt64, frames: Int)?

  /// Shares of the open eye: below the first the lids are going down, above the second they are up again.
  private static let goesDown: Float = 0.82
  private static let isUp: Float = 0.9
  /// Nanoseconds that the lids are down: shorter is noise of one frame, longer is closed eyes.
  private static let shortest: UInt64 = 50_000_000
  private static let longest: UInt64 = 700_000_000
  /// Frames of lids that are down: one is a tracker's mistake, or a print that is bent, however long it
  /// stays.
  private static let frames = 2
  /// How far the lids went, as a share of the open eye: no score, and the full one.
  private static let leastDepth: Float = 0.18
  private static let fullDepth: Float = 0.6

  init(open: Float) { self.open = open }

  /// - Returns: the score of a blink that has just ended, 0...100; `nil` where none did.
  mutating func frame(_ openness: Float, now: UInt64) -> Float? {
    let share = openness / open
    guard let down else {
      if share < Self.goesDown { self.down = (share, now, 1) }
      return nil
    }
    guard share >= Self.isUp else {
      self.down = (min(down.least, share), down.since, down.frames + 1)
      return nil
    }
    self.down = nil
    let took = now - down.since
    let depth = 1 - down.least
    guard down.frames >= Self.frames, (Self.shortest...Self.longest).contains(took), depth > Self.leastDepth
    else { return nil }
    return 100 * min(1, (depth - Self.leastDepth) / (Self.fullDepth - Self.leastDepth))
  }
}
