// SPDX-License-Identifier: Apache-2.0
import CImprint
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

/// What a replay finds.
@Suite struct ReplayTests {
  private static let face = Face(
    trackID: 1, box: .zero, leftEye: Point(x: 0, y: 0), rightEye: Point(x: 1, y: 0), detection: 1,
    presence: 1,
    pose: HeadPose(yaw: 0, pitch: 0, roll: 0), leftEyeOpenness: nil, rightEyeOpenness: nil,
    quality: FaceQuality(components: [:]), landmarks: [])

  private func useEverything(_ plugin: OpenPlugin) async throws {
    let extractor = try await FaceExtractor.make(plugin)
    let first = try await extractor.extract(noise(1), face: nil).payload
    let second = try await extractor.extract(noise(2), face: Self.face).payload
    _ = try await plugin.withoutBlocking { try Matcher($0).compare(probe: first, reference: second) }
    let tracker = try await FaceTracker.make(plugin)
    _ = try await tracker.track(noise(3), timestamp: 5)
    let machine = try await FaceCaptureMachine.make(plugin, options: FaceCaptureOptions())
    _ = try await machine.step(.frame(noise(4), [Self.face]), now: 5)
  }

  @Test(arguments: [false, true]) func theSameBuildAnswersTheSame(redacted: Bool) async throws {
    let plugin = try FixturePlugin().found()
    let summary = try await record(plugin, redacted: redacted, useEverything)
    let outcome = try replay(summary.path, on: plugin)
    #expect(outcome.isSameLibrary && outcome.report.isGood && outcome.report.first == nil)
    #expect(outcome.report.skipped == 0 && outcome.report.ending == .complete)
    // All but plugin.open and plugin.close.
    #expect(outcome.report.replayed >= 9)
  }

  @Test(arguments: [false, true])
  func aPluginOfALibraryOfManyIsReplayedByItsOwnParameters(redacted: Bool) async throws {
    let parameters = ["format: example.many", "start: 2"]
    let plugin = try FixturePlugin.many(parameters: parameters).found()
    let summary = try await record(plugin, redacted: redacted) { plugin in
      _ = try await FaceExtractor.make(plugin).extract(noise(1), face: nil)
    }
    let outcome = try replay(summary.path, on: plugin)
    #expect(outcome.isSameLibrary && outcome.report.isGood && outcome.report.replayed > 2)
    // The same library as another plugin.
    let other = try FixturePlugin.many(parameters: ["format: example.many", "start: 3"]).found()
    let report = try replay(summary.path, on: other).report
    #expect(redacted || !report.isGood)
  }

  @Test func anotherBuildsResultsDifferFromTheirFirstByteOn() async throws {
    let summary = try await record(try FixturePlugin().found(), useEverything)
    let other = try FixturePlugin(["FIX_EXTRACT": "payload->data[2] ^= 0xFF;"]).found()
    let outcome = try replay(summary.path, on: other)
    #expect(!outcome.isSameLibrary && !outcome.report.isGood && outcome.report.differing == 2)
    let first = try #require(outcome.report.first)
    let extract = try #require(
      try digest(summary.path).calls.first { $0.function == "face-extractor.extract" })
    #expect(first.call == extract.number && first.function == "face-extractor.extract")
    guard case .results(let offset, let recorded, let replayed) = first.what else {
      throw MissingForTest("\(first.what)")
    }
    #expect(offset > 0 && recorded.count == replayed.count && recorded[0] == ~replayed[0])
  }

  @Test func anotherBuildsStatusesDifferInARedactedRecordingToo() async throws {
    let other = try FixturePlugin(["FIX_EXTRACT": "return IMP_E_QUALITY;"]).found()
    for redacted in [false, true] {
      let summary = try await record(try FixturePlugin().found(), redacted: redacted, useEverything)
      let report = try replay(summary.path, on: other).report
      #expect(report.first?.what == .status(0, 303), "\(redacted)")
    }
  }

  @Test func callsOnObjectsThatAreNotMadeAnyMoreAreLeftOut() async throws {
    let summary = try await record(try FixturePlugin().found(), useEverything)
    let other = try FixturePlugin(["FIX_CREATE": "return IMP_E_MODEL;"]).found()
    let report = try replay(summary.path, on: other).report
    #expect(report.differing == 1 && report.first?.function == "face-tracker.create")
    #expect(report.skipped == 2)
  }

  @Test func wordsAreNotCompared() async throws {
    func fixture(_ words: String) throws -> FoundPlugin {
      try FixturePlugin(["FIX_EXTRACT": "say(host, IMP_E_QUALITY, \"\(words)\"); return IMP_E_QUALITY;"])
        .found()
    }
    let summary = try await record(try fixture("at 0x1234")) { opened in
      _ = try? await FaceExtractor.make(opened).extract(noise(1), face: nil)
    }
    #expect(try replay(summary.path, on: try fixture("somewhere else")).report.isGood)
  }

  @Test func camerasAreRecordedAndNotReplayed() async throws {
    let plugin = try FixturePlugin(["FIX_FRAME": "return grey(camera, pixels, frame, 4, 2);"]).found()
    let summary = try await record(plugin) { opened in
      let camera = try await Camera.open(opened, options: CameraOptions(locator: "fixture:0"))
      _ = try await camera.nextFrame(timeout: .seconds(1))
    }
    let functions = try digest(summary.path).calls.map(\.function)
    #expect(functions.contains("camera.open") && functions.contains("camera.next_frame"))
    let report = try replay(summary.path, on: plugin).report
    #expect(report.isGood && report.skipped >= 2)
  }

  @Test func aCutRecordingIsReplayedUpToItsEnd() async throws {
    let plugin = try FixturePlugin().found()
    let summary = try await record(plugin, useEverything)
    let file = try bytes(of: summary.path)
    let cut = try TemporaryFolder().write(file.dropLast(file.count / 3), to: "cut.imrec")
    let report = try replay(cut, on: plugin).report
    #expect(report.ending == .cut && report.differing == 0 && report.death == nil)
  }

  @Test func aCrashIsReproducedAndItsCorrectionSeen() async throws {
    let crashing = try FixturePlugin(["FIX_EXTRACT": "*(volatile int *)8 = 1;"]).found()
    let summary = try await record(crashing, isolation: .process) { opened in
      let error = try await #require(throws: PluginCallError.self) {
        try await FaceExtractor.make(opened).extract(noise(1), face: nil)
      }
      #expect(error.reason.contains("signal 11"), "\(error)")
    }
    let died = try #require(try digest(summary.path).calls.first { $0.reply?.outcome == .failed })
    #expect(died.function == "face-extractor.extract")
    let again = try replay(summary.path, on: crashing, isolation: .process).report
    #expect(again.isDeathReproduced && again.death == died.number && !again.isGood)
    let corrected = try replay(summary.path, on: try FixturePlugin().found(), isolation: .process).report
    #expect(corrected.isGood && corrected.recordedDeath == died.number && corrected.death == nil)
  }

  @Test func aCrashThatIsNewIsADifference() async throws {
    let summary = try await record(try FixturePlugin().found(), useEverything)
    let crashing = try FixturePlugin(["FIX_COMPARE": "*(volatile int *)8 = 1;"]).found()
    let report = try replay(summary.path, on: crashing, isolation: .process).report
    #expect(report.death != nil && report.recordedDeath == nil && !report.isGood)
    guard case .died? = report.first?.what else {
      throw MissingForTest("\(String(describing: report.first))")
    }
    #expect(report.first?.function == "matcher.compare")
  }
}
