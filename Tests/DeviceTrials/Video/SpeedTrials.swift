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
      let start = ContinuousClock.now
      let before = trial_processor_seconds()
      try await frames.take(25 * seconds, from: camera, limit: .seconds(30 + 2 * seconds))
      let took = ContinuousClock.now - start
      let wall = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
      let share = (trial_processor_seconds() - before) / wall
      let dropped = (frames.last?.dropped ?? 0) - (frames.first?.dropped ?? 0)
      measured(
        "640x480 yuyv: \(frames.count) frames in \(String(format: "%.2f", wall)) s, \(String(format: "%.2f", frames.rate)) "
          + "a second, \(dropped) lost, \(String(format: "%.1f", share * 100)) % of a processor")
      try expect(
        frames.span == UInt64(frames.count) + dropped, "\(frames.span) numbers for \(frames.count) frames")
      // By the wall clock, not by the driver's count: what neither counted would be missing here. The driver's buffers
      // are full or empty at the ends.
      try expect(abs(Double(frames.span) - wall * 25) < 8 + wall / 4, "\(frames.span) frames in \(wall) s")
    }
  ]
}
