// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Plays a recording: gives each frame when it is due, and its time from the first one on.
final class ReplaySession: CameraSession, @unchecked Sendable {
  // Sendable: all but `stop` is used by the one thread that asks for frames.
  private let source: any FrameSource
  private let stop: StopSignal
  private let rate: FrameRate
  private let isFullPace: Bool
  private var playsLeft: UInt32
  private var playHadFrames = false
  /// The frame that is waited for.
  private var waiting: RecordedFrame?
  private var sequence: UInt64 = 0
  private var dropped: UInt64 = 0
  /// The monotonic clock at the first frame.
  private var start: UInt64?

  /// For recordings that state no rate, where none is asked for: PAL's.
  private static let defaultRate = FrameRate(frames: 25, seconds: 1)

  init(source: any FrameSource, options: CameraOptions, stop: StopSignal) {
    self.source = source
    self.stop = stop
    // A recording's own rate goes first: at another one its movements would be false.
    rate =
      source.rate ?? options.framesPerSecondMilli.map { FrameRate(frames: $0, seconds: 1000) }
      ?? ReplaySession.defaultRate
    isFullPace = options.isFullPace
    playsLeft = options.plays
  }

  func nextFrame(timeout: UInt64) throws(PluginFailure) -> CameraFrame {
    let called = MonotonicClock.now
    let frame = try nextRecorded()
    waiting = frame
    if !isFullPace { try waitUntilDue(called: called, timeout: timeout) }
    waiting = nil
    defer { sequence += 1 }
    return CameraFrame(
      format: frame.format, width: frame.width, height: frame.height, rowBytes: frame.width,
      timestamp: rate.time(of: sequence), sequence: sequence, dropped: dropped, bytes: frame.bytes)
  }

  func cancel() { stop.raise() }

  private func nextRecorded() throws(PluginFailure) -> RecordedFrame {
    try stop.check()
    if let waiting { return waiting }
    while true {
      if let frame = try readNext() {
        playHadFrames = true
        return frame
      }
      playsLeft -= 1
      // A recording that has become empty would be rewound for ever.
      guard playsLeft > 0, playHadFrames else {
        throw PluginFailure(.end, "The recording has no more frames.")
      }
      playHadFrames = false
      try source.rewind()
    }
  }

  /// A frame that cannot be read keeps its place in the count and its time.
  private func readNext() throws(PluginFailure) -> RecordedFrame? {
    do throws(PluginFailure) {
      return try source.next()
    } catch {
      if error.status == .file {
        sequence += 1
        dropped += 1
      }
      throw error
    }
  }

  private func waitUntilDue(called: UInt64, timeout: UInt64) throws(PluginFailure) {
    let start = start ?? called
    self.start = start
    try stop.wait(
      until: MonotonicClock.after(rate.time(of: sequence), since: start),
      deadline: MonotonicClock.after(timeout, since: called), "The next frame is not due yet.")
  }
}
