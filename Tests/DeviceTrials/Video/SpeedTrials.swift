// SPDX-License-Identifier: Apache-2.0
import CDeviceTrials
import Foundation
import Imprint

/// What streaming costs. The machine is emulated: shares of its processor say nothing about a real one alone.
enum SpeedTrials {
  /// Ten seconds; more where `IMPRINT_TRIAL_SECONDS` says so.
  private static var seconds: Int {
    ProcessInfo.processInfo.environment["IMPRINT_TRIAL_SECONDS"].flatMap { Int($0) } ?? 10
  }

  static let all: [Trial] = [
    Trial("no frame is lost that the driver did not count", part: .vm, limit: .seconds(60 + 2 * seconds)) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      let camera = try await Camera.open(
        plugin,
        options: CameraOptions(
          locator: path, width: 640, height: 480, framesPerSecond: 25, format: .pixels(.yuyv)))
      var frames = CapturedFrames()
      try await frames.take(5, from: camera)
      frames = CapturedFrames()
      // When a frame came, less when its number says that it was taken: in seconds, from any beginning.
      var lateness: [Double] = []
      let start = ContinuousClock.now
      let before = trial_processor_seconds()
      // How much later they became: the least of the last two seconds, less the least of all. By the rest
      // the host was late, and may have been so in all of the last two; then the measurement goes on, for
      // 20 s at most.
      var drift = 0.0
      while lateness.count < 25 * seconds || (drift >= 20 && lateness.count < 25 * (seconds + 20)) {
        try await frames.take(1, from: camera)
        lateness.append(seconds(since: start) - Double(frames.last?.sequence ?? 0) / 25)
        drift = ((lateness.suffix(50).min() ?? 0) - (lateness.min() ?? 0)) * 1000
      }
      let wall = seconds(since: start)
      let share = (trial_processor_seconds() - before) / wall
      let dropped = (frames.last?.dropped ?? 0) - (frames.first?.dropped ?? 0)
      measured(
        "640x480 yuyv: \(frames.count) frames in \(String(format: "%.2f", wall)) s, \(String(format: "%.2f", frames.rate)) "
          + "a second, \(dropped) lost, \(String(format: "%.1f", share * 100)) % of a processor; "
          + "\(String(format: "%.1f", drift)) ms later at the end")
      try expect(
        frames.span == UInt64(frames.count) + dropped, "\(frames.span) numbers for \(frames.count) frames")
      // By the system's clock, and not by the driver's: a frame that was neither given nor counted makes all
      // that follow 40 ms later, so that one is seen. Not seen are those of the last two seconds, and those
      // before any frame came in time. Lost and counted may be any number: a busy machine takes frames late.
      try expect(drift < 20, "frames are \(drift) ms later at the end")
      // By the frames' own times: numbers that run ahead of them count losses that there were none of.
      try expect(abs(frames.rate - 25) < 0.5, "\(frames.rate) frames a second by their times")
    }
  ]

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    let took = ContinuousClock.now - start
    return Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
  }
}
