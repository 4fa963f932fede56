// SPDX-License-Identifier: Apache-2.0
// A whole capture with liveness, frame by frame: camera, JPEG, tracker, capture engine, preview. 640x480, 30
// frames a second, one person who turns their head as they are asked to, before a screen that is lit.
//
//     CapturePipeline record <stage> <puppet> <recording.mjpeg>
//     CapturePipeline measure <stage> <recording.mjpeg> <rounds> <bare> <OpenVINO folder> <models>
//
// `record` writes what the puppet camera shows in such a capture, so that drawing it is not measured.
// `measure` captures from that, with the plugins in this process, in workers, and has the program with
// nothing between look for the faces of the same frames, in turn. The same seed asks for the same turns.
// Prints three lines: `in-process` and `process`: nanoseconds of processor a frame, the comparison at the end
// included; how old frames were when they were shown, median, 99 % and most, in nanoseconds; frames; how many
// were shown; KiB resident after the first capture and after the last; `bare`: nanoseconds of processor a
// frame.
import DeviceBench
import Foundation
import Imprint

/// The capture is measured, not the licence.
struct EverythingGranted: EntitlementProvider {
  func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }
}

let framesPerSecond = 30.0
let options = FaceCaptureOptions(
  livenessMode: .passive, images: 1, seed: CaptureSeed(low: 5, high: 5), helps: .lights)

func system(
  of stage: String, _ isolation: Isolation, plugins: [String] = []
) throws -> BiometricSystem {
  var workers = WorkerPolicy()
  workers.program = "\(stage)/bin/imprint-worker"
  return try BiometricSystem.open(
    ImprintConfiguration(
      searchPath: PluginSearchPath(roots: [PluginRoot(path: stage, origin: .explicit)]), plugins: plugins,
      trust: .standard(named: "\(stage)/etc/imprint/trust.yaml"), entitlements: EverythingGranted(),
      isolation: isolation, workers: workers))
}

func record(stage: String, puppet: String, to path: String) async throws {
  let capture = try await system(of: stage, .inProcess, plugins: ["dev.imprint.device-puppet"]).faces.capture(
    camera: CameraOptions(
      locator: "puppet:\(puppet)?person=willing&seed=5", width: 640, height: 480,
      framesPerSecond: framesPerSecond),
    options: options)
  let film = Film()
  try await capture.add(film)
  guard try await capture.run().outcome == .captured else { throw DeviceBench.Failure.end }
  try Data(try film.motionJPEG()).write(to: URL(fileURLWithPath: path))
}

/// Captures of one isolation, one after the other.
struct Pipeline {
  let system: BiometricSystem
  let recording: String
  private(set) var nanoseconds: [Double] = []
  private(set) var ages: [Int64] = []
  private(set) var frames = 0
  /// KiB.
  private(set) var memory: [Int] = []

  init(_ system: BiometricSystem, recording: String) {
    self.system = system
    self.recording = recording
  }

  /// - Parameter isCounted: the first one of all loads the networks, and is not.
  mutating func capture(isCounted: Bool) async throws {
    let capture = try await system.faces.capture(
      camera: CameraOptions(locator: recording, framesPerSecond: framesPerSecond), options: options)
    let watch = AgeWatch()
    try await capture.add(watch)
    let reader = Task {
      for await event in capture.events { if case .preview(let frame, _) = event { watch.shown(frame) } }
    }
    let (workers, own) = (DeviceBench.workersTime(), DeviceBench.ownTime())
    let result = try await capture.run()
    let spent = DeviceBench.ownTime() - own + DeviceBench.workersTime() - workers
    await reader.value
    guard result.outcome == .captured, result.frames > 0 else { throw DeviceBench.Failure.end }
    guard isCounted else { return }
    nanoseconds.append(spent / Double(result.frames))
    ages += watch.ages
    frames += result.frames
    memory.append(DeviceBench.residentMemory())
  }

  /// The line of `measure` without its name.
  var line: String {
    let sorted = ages.sorted()
    let numbers = [
      Int64(DeviceBench.median(nanoseconds)), DeviceBench.median(sorted), sorted[sorted.count * 99 / 100],
      sorted[sorted.count - 1], Int64(frames), Int64(sorted.count), Int64(memory[0]),
      Int64(memory[memory.count - 1]),
    ]
    return numbers.map(String.init).joined(separator: " ")
  }
}

func measure(stage: String, recording: String, rounds: Int, bare: [String]) async throws {
  let isolations: [Isolation] = [.inProcess, .process]
  var pipelines = try isolations.map { Pipeline(try system(of: stage, $0), recording: recording) }
  for kind in pipelines.indices { try await pipelines[kind].capture(isCounted: false) }
  var least: [Double] = []
  for _ in 0..<rounds {
    for kind in pipelines.indices { try await pipelines[kind].capture(isCounted: true) }
    let values = try DeviceBench.start(bare[0], [bare[1], bare[2], recording, "\(framesPerSecond)", "1"])()
    guard values.count == 3 else { throw DeviceBench.Failure.bare }
    least.append(values[2])
  }
  for (isolation, pipeline) in zip(isolations, pipelines) { print(isolation.rawValue, pipeline.line) }
  print("bare", Int(DeviceBench.median(least)))
}

await DeviceBench.run {
  let arguments = CommandLine.arguments
  switch (arguments.dropFirst().first, arguments.count) {
  case ("record", 5): try await record(stage: arguments[2], puppet: arguments[3], to: arguments[4])
  case ("measure", 8):
    guard let rounds = Int(arguments[4]), rounds > 0 else { throw DeviceBench.Failure.usage }
    try await measure(
      stage: arguments[2], recording: arguments[3], rounds: rounds, bare: Array(arguments[5...]))
  default: throw DeviceBench.Failure.usage
  }
}
