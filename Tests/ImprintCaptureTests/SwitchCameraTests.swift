// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A capture that goes on with another camera (F38); both are recordings.
@Suite(.timeLimit(.minutes(3)))
struct SwitchCameraTests {
  private static let replay = "dev.imprint.device-replay"

  private func recording(_ name: String, frames: Int, width: Int, in folder: TemporaryFolder) throws -> String
  {
    var bytes = Array("YUV4MPEG2 W\(width) H48 F25:1 Ip A1:1 C420jpeg\n".utf8)
    for frame in 0..<frames {
      bytes += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(16 + frame % 200), count: width * 48 * 3 / 2)
    }
    return try folder.write(bytes, to: name)
  }

  private func camera(_ path: String, _ pace: CameraOptions.Pace) async throws -> Camera {
    let plugin = try open(Self.replay, in: PluginStage.root(withPlugin: Self.replay))
    return try await Camera.open(plugin, options: CameraOptions(locator: path, pace: pace))
  }

  @Test func whatTheOtherCameraGivesIsAllThatCounts() async throws {
    let folder = try TemporaryFolder()
    // Ten minutes, in real time: it would not end by itself.
    let first = try await camera(recording("long.y4m", frames: 15_000, width: 16, in: folder), .real)
    let second = try recording("short.y4m", frames: 25, width: 64, in: folder)
    let capture = try await FixtureCapture().make(over: first)
    let running = Task { try await capture.run() }
    var steps: [CaptureStep] = []
    var hasSwitched = false
    for await event in capture.events {
      if case .step(let step) = event { steps.append(step) }
      if case .tracking = event, !hasSwitched {
        hasSwitched = true
        let other = try FixtureCapture()
        let parts = try other.parts()
        try await capture.switchCamera(
          to: try await camera(second, .full), tracker: parts.tracker, machine: parts.machine)
      }
    }
    let result = try await running.value
    #expect(result.outcome == .ended && result.frames == 25 && result.dropped == 0)
    // The image is of the other camera, at that one's own time.
    #expect(result.images.map(\.image.width) == [64])
    #expect(result.images.map(\.timestamp) == [360_000_000])
    #expect(steps == [.scanning, .scanning])
  }

  @Test func aCaptureThatHasEndedTakesNoOtherCamera() async throws {
    let folder = try TemporaryFolder()
    let fixture = try FixtureCapture()
    let capture = try await fixture.make()
    _ = try await capture.run()
    let other = try await camera(recording("short.y4m", frames: 2, width: 64, in: folder), .full)
    let parts = try FixtureCapture().parts()
    let error = await #expect(throws: CaptureError.self) {
      try await capture.switchCamera(to: other, tracker: parts.tracker, machine: parts.machine)
    }
    #expect(error?.code == .alreadyRun)
  }

  @Test func oneThatIsReadyBeginsWithTheOtherCamera() async throws {
    let folder = try TemporaryFolder()
    let fixture = try FixtureCapture()
    let capture = try await fixture.make()
    let parts = try FixtureCapture().parts()
    try await capture.switchCamera(
      to: try await camera(recording("short.y4m", frames: 25, width: 64, in: folder), .full),
      tracker: parts.tracker, machine: parts.machine)
    #expect(fixture.cameraIsClosed)
    #expect(try await capture.run().frames == 25)
  }

  @Test(
    .enabled(
      if: BuiltProducts.stage != nil && SampleRecording.samples != nil,
      "IMPRINT_STAGE or IMPRINT_SAMPLES is not set: no models, or no photographs"))
  func aPersonBeforeTheOtherCameraIsCapturedWithTheSameOptions() async throws {
    let stage = try #require(BuiltProducts.stage)
    let system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]),
        trust: .off, entitlements: EverythingGranted(), logger: CollectedLog().logger()))
    let folder = try TemporaryFolder()
    let wall = try recording("wall.y4m", frames: 15_000, width: 64, in: folder)
    let person = try await SampleRecording.frames(of: "obama.jpg", count: 30, in: folder, system: system)
    let capture = try await system.faces.capture(
      camera: CameraOptions(locator: wall), options: FaceCaptureOptions(images: 2))
    let running = Task { try await capture.run() }
    for await event in capture.events { if case .preview = event { break } }
    // One that cannot be opened changes nothing.
    await #expect(throws: (any Error).self) {
      try await system.faces.switchCamera(
        of: capture, to: CameraOptions(locator: folder.path + "/nothing.y4m"))
    }
    try await system.faces.switchCamera(of: capture, to: CameraOptions(locator: person, pace: .full))
    let result = try await running.value
    #expect(result.outcome == .captured && result.images.count == 2)
    #expect(result.images.allSatisfy { $0.image.width == 480 })
  }
}
