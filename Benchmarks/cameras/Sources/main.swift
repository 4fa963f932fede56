// SPDX-License-Identifier: Apache-2.0
// Frames of a camera through our plugin, against a client with nothing between. To be run by scripts/devices/vm with vivid.
//
//     CameraCall <stage> <bare> <node> <rounds> <frames>
//
// Prints two lines, `ours` and `bare`: frames a second, lost frames, nanoseconds of processor a frame; medians of interleaved
// rounds.
import Foundation
import Glibc
import Imprint

enum Failure: Error { case usage, plugin, bare, end }

struct Round {
  let rate: Double
  let lost: Double
  let nanoseconds: Double
}

func spent() -> Double {
  var usage = rusage()
  getrusage(RUSAGE_SELF, &usage)
  let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

func ours(_ plugin: OpenPlugin, _ node: String, _ frames: Int) async throws -> Round {
  let camera = try await Camera.open(
    plugin,
    options: CameraOptions(
      locator: node, width: 640, height: 480, framesPerSecond: 25, format: .pixels(.yuyv)))
  func next() async throws -> EncodedFrame {
    guard let frame = try await camera.nextFrame(timeout: .seconds(5)) else { throw Failure.end }
    return frame
  }
  // The first ones warm up.
  for _ in 0..<4 { _ = try await next() }
  let first = try await next()
  let start = ContinuousClock.now
  let before = spent()
  var last = first
  for _ in 0..<frames { last = try await next() }
  let time = (ContinuousClock.now - start) / .seconds(1)
  return Round(
    rate: Double(last.sequence - first.sequence) / time, lost: Double(last.dropped - first.dropped),
    nanoseconds: (spent() - before) * 1e9 / Double(frames))
}

func bare(_ program: String, _ node: String, _ frames: Int) throws -> Round {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = [node, "\(frames)"]
  process.standardOutput = pipe
  try process.run()
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  let values = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
  guard process.terminationStatus == 0, values.count == 3 else { throw Failure.bare }
  return Round(rate: values[0], lost: values[1], nanoseconds: values[2])
}

func tell(_ name: String, _ rounds: [Round]) {
  func median(_ value: (Round) -> Double) -> Double { rounds.map(value).sorted()[rounds.count / 2] }
  print(
    name, String(format: "%.2f", median(\.rate)), Int(rounds.map(\.lost).reduce(0, +)),
    Int(median(\.nanoseconds)))
}

func run() async throws {
  let arguments = CommandLine.arguments
  guard arguments.count == 6, let rounds = Int(arguments[4]), let frames = Int(arguments[5]), rounds > 0,
    frames > 0
  else { throw Failure.usage }
  let catalog = PluginCatalog.discover(
    PluginSearchPath(roots: [PluginRoot(path: arguments[1], origin: .explicit)]))
  guard let found = catalog.plugin(withID: "dev.imprint.device-v4l2") else { throw Failure.plugin }
  let plugin = try PluginRuntime(
    catalog: catalog, trust: .off, logger: ImprintConfiguration().logger, hostName: "bench",
    hostVersion: "1.0.0"
  ).open(found)
  var mine: [Round] = []
  var theirs: [Round] = []
  for _ in 0..<rounds {
    mine.append(try await ours(plugin, arguments[3], frames))
    // Our camera closes on its own thread; the driver lends itself to one at a time.
    try await Task.sleep(for: .milliseconds(200))
    theirs.append(try bare(arguments[2], arguments[3], frames))
  }
  tell("ours", mine)
  tell("bare", theirs)
}

do { try await run() } catch {
  FileHandle.standardError.write(Data("CameraCall: \(error)\n".utf8))
  exit(1)
}
