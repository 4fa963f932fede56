// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// Cameras that are torn out while they stream, and plugged in again, many times.
enum ReplugTrials {
  static let all: [Trial] = [
    Trial(
      "a camera that is torn out while it streams, again and again, is gone each time and comes back",
      part: .vm, limit: .seconds(120)
    ) {
      let plugin = try VideoPlugin.open()
      // Each change of the nodes is another worker, which takes the emulated processor a second.
      let rounds = TrialIsolation.isWorker ? 10 : 100
      // The first two rounds are no measure: what waits here opens its own clocks, and the plugin keeps a
      // worker with the nodes of now beside its first one.
      var slowest = max(try await tearOut(plugin), try await tearOut(plugin))
      let before = try await Holdings.settled(of: "/dev/video")
      for _ in 0..<rounds { slowest = max(slowest, try await tearOut(plugin)) }
      measured("torn out \(rounds + 2) times, told at most \(slowest) later")
      try await before.expectNoMore(after: "\(rounds) more cameras", of: "/dev/video")
    }
  ]

  /// - Returns: how long after it was torn out it was told as gone.
  private static func tearOut(_ plugin: OpenPlugin) async throws -> Duration {
    let camera = try await streaming(plugin)
    var frames = CapturedFrames()
    try await frames.take(2, from: camera)
    let waiting = Task {
      _ = try await CameraFaultTrials.end(of: camera, with: .deviceGone, atMost: .seconds(3))
      return QuietClock.now
    }
    let start = QuietClock.now
    try VividCamera.driver("unbind")
    let took = try await waiting.value - start
    try expect(took < .seconds(1), "told after \(took)")
    try await expectRefusal(.deviceGone) { _ = try await camera.nextFrame(timeout: .zero) }
    try VividCamera.driver("bind")
    return took
  }

  private static func streaming(_ plugin: OpenPlugin) async throws -> Camera {
    try await Camera.open(
      plugin, options: CameraOptions(locator: try VideoPlugin.vivid().path, width: 320, height: 180))
  }
}
