// SPDX-License-Identifier: Apache-2.0
// Frames of a camera through our plugin, against a client with nothing between. To be run by
// scripts/devices/vm with vivid.
//
//     CameraCall <stage> <bare> <node> <width> <height> <frames a second> <rounds> <frames>
//
// YUYV. Prints three lines, `ours`, `worker` (the plugin in one) and `bare`: frames a second by the camera's
// count, with the lost ones; frames that were lost; frames that nobody counted; nanoseconds of processor a
// frame, of all processes. The first and the last are medians of interleaved rounds, the others sums.
import DeviceBench
import Foundation
import Glibc
import Imprint

struct Round {
  let rate: Double
  let lost: Double
  let uncounted: Double
  let nanoseconds: Double
}

func ours(_ plugin: OpenPlugin, _ options: CameraOptions, _ frames: Int) async throws -> Round {
  let camera = try await Camera.open(plugin, options: options)
  func next() async throws -> EncodedFrame {
    guard let frame = try await camera.nextFrame(timeout: .seconds(5)) else { throw DeviceBench.Failure.end }
    return frame
  }
  // Looked at here, as looking takes its time too. The first frames warm up.
  let workers = DeviceBench.workersTime()
  for _ in 0..<4 { _ = try await next() }
  let first = try await next()
  let before = DeviceBench.ownTime()
  let start = DeviceBench.now
  var last = first
  for _ in 0..<frames { last = try await next() }
  let own = DeviceBench.ownTime() - before
  let time = Double(DeviceBench.now - start) / 1e9
  let (span, lost) = (Double(last.sequence - first.sequence), Double(last.dropped - first.dropped))
  return Round(
    rate: span / time, lost: lost, uncounted: span - Double(frames) - lost,
    nanoseconds: (own + DeviceBench.workersTime() - workers) / Double(frames))
}

await DeviceBench.run {
  let arguments = CommandLine.arguments
  let numbers = arguments.dropFirst(4).compactMap { Int($0) }
  guard arguments.count == 9, numbers.count == 5, numbers.allSatisfy({ $0 > 0 }) else {
    throw DeviceBench.Failure.usage
  }
  let (width, height, speed, rounds, frames) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
  let options = CameraOptions(
    locator: arguments[3], width: width, height: height, framesPerSecond: Double(speed),
    format: .pixels(.yuyv))
  let isolations: [Isolation] = [.inProcess, .process]
  let plugins = try isolations.map {
    try DeviceBench.open("dev.imprint.device-v4l2", stage: arguments[1], $0)
  }
  var measured: [[Round]] = [[], [], []]
  for _ in 0..<rounds {
    for (kind, plugin) in plugins.enumerated() {
      measured[kind].append(try await ours(plugin, options, frames))
      // Our camera closes on its own thread; the driver lends itself to one at a time.
      try await Task.sleep(for: .milliseconds(500))
    }
    let values = try DeviceBench.start(
      arguments[2], [arguments[3], "\(width)", "\(height)", "\(speed)", "\(frames)"])()
    guard values.count == 3 else { throw DeviceBench.Failure.bare }
    measured[2].append(Round(rate: values[0], lost: values[1], uncounted: 0, nanoseconds: values[2]))
  }
  for (name, rounds) in zip(["ours", "worker", "bare"], measured) {
    print(
      name, String(format: "%.2f", DeviceBench.median(rounds.map(\.rate))),
      Int(rounds.map(\.lost).reduce(0, +)), Int(rounds.map(\.uncounted).reduce(0, +)),
      Int(DeviceBench.median(rounds.map(\.nanoseconds))))
  }
}
