// SPDX-License-Identifier: Apache-2.0

/// Counts the frames that a capture never saw, each once.
///
/// A camera reports with each frame how many it has lost so far. Cameras differ in whether that includes
/// failed reads: the larger of both counts since the last frame is used.
struct LostFrames {
  private var settled: UInt64 = 0
  private var reported: UInt64 = 0
  private var failedReads: UInt64 = 0

  /// Up to now.
  var total: UInt64 { settled &+ failedReads }

  /// The camera failed to read a frame.
  mutating func readFailed() { failedReads += 1 }

  /// A frame arrived; the camera has lost `dropped` since it was opened, which never decreases.
  mutating func frameCame(dropped: UInt64) {
    settled &+= max(dropped - min(reported, dropped), failedReads)
    reported = dropped
    failedReads = 0
  }

  /// A frame arrived, but could not be decoded.
  mutating func decodingFailed() { settled &+= 1 }
}
