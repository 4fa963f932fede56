// SPDX-License-Identifier: Apache-2.0
import Imprint

/// What a trial saw of a camera's frames: everything that R-28 promises is kept count of.
struct CapturedFrames {
  private(set) var count = 0
  private(set) var damaged = 0
  private(set) var first: EncodedFrame?
  private(set) var last: EncodedFrame?

  /// Frames of the source from the first to the last one, lost ones among them.
  var span: UInt64 { (last?.sequence ?? 0) - (first?.sequence ?? 0) + (count > 0 ? 1 : 0) }

  /// Frames a second, by the frames' own times and numbers.
  var rate: Double {
    guard let first, let last, last.timestamp > first.timestamp else { return 0 }
    return Double(last.sequence - first.sequence) * 1e9 / Double(last.timestamp - first.timestamp)
  }

  /// Takes frames until there are `count`, or the time is over.
  mutating func take(_ count: Int, from camera: Camera, limit: Duration = .seconds(20)) async throws {
    let deadline = ContinuousClock.now + limit
    let wanted = self.count + count
    while self.count < wanted, ContinuousClock.now < deadline {
      do {
        guard let frame = try await camera.nextFrame(timeout: .seconds(2)) else {
          throw TrialFailure("a camera has no end, and this one said so")
        }
        try add(frame)
      } catch let error as PluginCallError where error.code == .file {
        damaged += 1
      }
    }
    try expect(self.count == wanted, "\(self.count) of \(wanted) frames within \(limit)")
  }

  mutating func add(_ frame: EncodedFrame) throws {
    if let last {
      try expect(frame.timestamp >= last.timestamp, "the time falls at frame \(frame.sequence)")
      try expect(frame.sequence > last.sequence, "the number does not rise at frame \(frame.sequence)")
      let gap = frame.sequence - last.sequence - 1
      try expect(
        frame.dropped - last.dropped == gap,
        "\(gap) frames lie between two, \(frame.dropped - last.dropped) are counted")
    } else {
      first = frame
    }
    last = frame
    count += 1
  }
}
