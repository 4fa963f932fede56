// SPDX-License-Identifier: Apache-2.0

/// Counts the frames that a capture never saw, each once.
///
/// A camera says with each frame how many it has lost so far. Those it failed to read may be among them or
/// not, as cameras differ: of both counts since the last frame the larger is taken.
struct LostFrames {
  private var settled: UInt64 = 0
  private var reported: UInt64 = 0
  private var failedReads: UInt64 = 0

  /// Up to now.
  var total: UInt64 { settled &+ failedReads }

  /// The camera failed to read a frame.
  mutating func readFailed() { failedReads += 1 }

  /// A frame came; the camera has lost `dropped` since it was opened, which never falls.
  mutating func frameCame(dropped: UInt64) {
    settled &+= max(dropped - min(reported, dropped), failedReads)
    reported = dropped
    failedReads = 0
  }

  /// A frame came, and its bytes are no picture.
  mutating func decodingFailed() { settled &+= 1 }
}
