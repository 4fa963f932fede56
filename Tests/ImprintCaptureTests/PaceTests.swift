// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A recording gives the same events and images however fast it is played.
@Suite(.timeLimit(.minutes(3)))
struct PaceTests {
  private static let replay = "dev.imprint.device-replay"

  /// 25 frames, no two alike; one of them is no picture.
  private func recording(in folder: TemporaryFolder) throws -> String {
    for index in 0..<25 {
      let pixels = (0..<64 * 48).map { UInt8(truncatingIfNeeded: $0 % 64 * 3 + index * 5) }
      let image = try #require(Image(width: 64, height: 48, format: .grey8, pixels: pixels))
      try folder.write(try ImageEncoder.png(image), to: "recording/\(index).png")
    }
    try folder.write(Array("no picture".utf8), to: "recording/17.png")
    return folder.url.appending(path: "recording").path
  }

  @Test func aReplayedSourceGivesTheSameAtBothPaces() async throws {
    var outcomes: [(events: [String], result: String, time: Duration)] = []
    let folder = try TemporaryFolder()
    let locator = try recording(in: folder)
    let plugin = try open(Self.replay, in: PluginStage.root(withPlugin: Self.replay))
    for pace in CameraOptions.Pace.allCases {
      let camera = try await Camera.open(plugin, options: CameraOptions(locator: locator, pace: pace))
      let capture = try await FixtureCapture().make(over: camera)
      let started = ContinuousClock.now
      let (events, result) = try await perform(capture)
      outcomes.append((events, result.text, ContinuousClock.now - started))
      #expect(result.frames == 24)
      #expect(result.dropped == 1)
      #expect(result.images.map(\.timestamp) == [360_000_000])
    }
    #expect(outcomes[0].events == outcomes[1].events)
    #expect(outcomes[0].result == outcomes[1].result)
    // The witness that they were different paces: 25 frames at 25 a second.
    #expect(outcomes[0].time > .milliseconds(900))
  }

  @Test(
    .enabled(
      if: BuiltProducts.stage != nil && SampleRecording.samples != nil,
      "IMPRINT_STAGE or IMPRINT_SAMPLES is not set: no models, or no photographs"))
  func theBundledPluginsGiveTheSameAtBothPaces() async throws {
    let stage = try #require(BuiltProducts.stage)
    let system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]),
        trust: .off, entitlements: EverythingGranted(), logger: CollectedLog().logger()))
    let folder = try TemporaryFolder()
    let locator = try await SampleRecording.frames(
      of: "obama.jpg", count: 30, in: folder, system: system)
    var outcomes: [(events: [String], result: CaptureResult)] = []
    for pace in CameraOptions.Pace.allCases {
      outcomes.append(
        try await perform(
          try await system.faces.capture(
            camera: CameraOptions(locator: locator, pace: pace), options: FaceCaptureOptions(images: 2))))
    }
    #expect(outcomes[0].events == outcomes[1].events)
    #expect(outcomes[0].result.text == outcomes[1].result.text)
    #expect(outcomes[0].result.images.count == 2)
  }
}
