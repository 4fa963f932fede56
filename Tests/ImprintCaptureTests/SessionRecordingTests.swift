// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What of a capture is recorded, and what becomes of the capture when it cannot be.
@Suite(.timeLimit(.minutes(3)))
struct SessionRecordingTests {
  @Test func framesFacesStepsEventsAndVerdictAreRecordedInOrder() async throws {
    let fixture = try FixtureCapture()
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    let result = try await capture.run()
    let summary = try await recorder.finish()
    let contents = try SessionContents(path)
    #expect(contents.frames == 25 && summary.counts.frames == 25 && summary.counts.steps == 26)
    #expect(summary.counts.events == 26 && summary.counts.faces == 25)
    let verdict = try #require(contents.verdict)
    #expect(verdict.outcome == .ended && verdict.liveness == result.liveness)
    #expect(
      verdict.images == [SessionVerdict.Image(sequence: 9, slot: 2, rank: 0, quality: 80)])
    guard case .frame(let first)? = contents.chunks.first else {
      Issue.record("the first is no frame")
      return
    }
    #expect(first.bytes == [UInt8](repeating: 7, count: 64 * 48) && first.width == 64)
    let seed = try #require(await capture.options.seed)
    #expect(contents.header.seed == UInt128(seed.high) << 64 | UInt128(seed.low))
    #expect(contents.header.subject == "canary subject")
  }

  @Test(arguments: [
    FaceCaptureOptions(), FaceCaptureOptions(livenessMode: .blink, livenessThreshold: 12.75),
    FaceCaptureOptions(livenessMode: .active, securityLevel: .low, cr2dMode: .path(targets: 5)),
    FaceCaptureOptions(
      livenessMode: .active, cr2dMode: .fixedTarget(ScreenPlace(x: 0.1, y: -0.7)), images: 2,
      timeout: .milliseconds(2345), seed: CaptureSeed(low: .max, high: 3), helps: [.lights, .motion]),
    FaceCaptureOptions(
      livenessMode: .active,
      cr2dMode: .training(start: ScreenPlace(x: -1, y: 1), target: ScreenPlace(x: 1, y: 0))),
    FaceCaptureOptions(livenessMode: .passiveVideo, securityLevel: .medium, steady: .seconds(1)),
    FaceCaptureOptions(livenessMode: .passive, challengeIntervalDelay: .milliseconds(1500)),
  ]) func optionsAreReadAsTheyWereGiven(options: FaceCaptureOptions) async throws {
    var fixture = try FixtureCapture()
    fixture.options = options
    fixture.frame = FixtureCapture.frames(1)
    fixture.step = FixtureCapture.followsAFace
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    let drawn = await capture.options
    _ = try await capture.run()
    try await recorder.finish()
    let plugin = try FixtureCapture().opened()
    _ = try await SessionReplay.run(path) { _ in
      SessionReplay.Parts(plugin: FixtureCapture.component, tracker: nil) { options in
        #expect(options == drawn)
        return try await FaceCaptureMachine.make(plugin, options: options)
      } makeTracker: { options in
        try await FaceTracker.make(plugin, options: options)
      }
    }
  }

  @Test func aCancelledCaptureIsRecordedAsSuch() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(1_000_000)
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    let running = Task { try await capture.run() }
    for await event in capture.events { if case .tracking = event { break } }
    running.cancel()
    await #expect(throws: CaptureError.self) { try await running.value }
    try await recorder.finish()
    let verdict = try #require(try SessionContents(path).verdict)
    #expect(verdict.outcome == .cancelled && verdict.liveness == .unknown && verdict.images.isEmpty)
    // All its steps are the same again; the host's end is not the machine's.
    #expect(try await FixtureCapture().replay(path).conclusion == .same)
    #expect(try await FixtureCapture().replay(path, from: .frames).conclusion == .notCompared)
  }

  @Test func aRedactedRecordingHasNoPixelsAndNoNames() async throws {
    let fixture = try FixtureCapture()
    let path = try await fixture.record(redacted: true)
    let contents = try SessionContents(path)
    #expect(contents.header.isRedacted && contents.frames == 0)
    #expect(contents.header.subject == nil && contents.header.camera?.name == "")
    // Options are numbers, and stay.
    #expect(contents.header.options["images"] == .integer(4))
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.range(of: Data([UInt8](repeating: 7, count: 64))) == nil)
    #expect(bytes.range(of: Data("canary".utf8)) == nil)
    #expect(contents.verdict?.outcome == .ended)
  }

  @Test func aRecordingBeginsBeforeTheCaptureOrNotAtAll() async throws {
    let fixture = try FixtureCapture()
    let capture = try await fixture.make()
    let setup = try #require(await capture.setup)
    let entitlements = await capture.entitlements
    _ = try await capture.run()
    let recorder = try MetadataRecorder(of: setup, FixtureCapture.origin, entitlements: entitlements)
    let error = await #expect(throws: CaptureError.self) { try await capture.add(recorder) }
    #expect(error?.code == .alreadyRun)
    #expect(await capture.setup == nil)
  }

  // MARK: The licence

  @Test func withoutTheFeatureNothingIsRecordedOrDumped() async throws {
    var fixture = try FixtureCapture()
    fixture.entitlements = TestEntitlements(granting: [.captureLiveness, .faceCapture])
    let capture = try await fixture.make()
    let (setup, entitlements) = (try #require(await capture.setup), await capture.entitlements)
    let path = "\(fixture.folder.path)/capture.imps"
    func code(_ make: () throws -> Void) -> SessionErrorCode? {
      #expect(throws: SessionError.self, performing: make)?.code
    }
    #expect(
      code {
        _ = try SessionRecorder(
          creating: path, of: setup, FixtureCapture.origin, redacted: true, entitlements: entitlements,
          logger: CollectedLog().logger())
      } == .notEntitled)
    #expect(
      code { _ = try LastSecondsRecorder(of: setup, FixtureCapture.origin, entitlements: entitlements) }
        == .notEntitled)
    #expect(
      code {
        _ = try MetadataRecorder(of: setup, FixtureCapture.origin, forDump: true, entitlements: entitlements)
      } == .notEntitled)
    // Metadata that is sealed needs nothing; its dump does.
    let metadata = try MetadataRecorder(of: setup, FixtureCapture.origin, entitlements: entitlements)
    try await capture.add(metadata)
    _ = try await capture.run()
    #expect(try !metadata.sealed(to: MetadataPrivateKey.generate().publicKey).isEmpty)
    let error = await #expect(throws: SessionError.self) { try await metadata.write(to: path) }
    #expect(error?.code == .notEntitled)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  // MARK: The disk

  /// The limit of a process stands in for a disk that is full: the kernel answers both while writing.
  @Test func aFullDiskEndsTheRecordingAndNotTheCapture() async throws {
    let whole = try await FixtureCapture().record()
    let bytes = try FileManager.default.attributesOfItem(atPath: whole)[.size] as? Int
    let half = try #require(bytes) / 2
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/capture.imps"
    await #expect(processExitsWith: .success) { [path = path as String, half = half as Int] in
      let fixture = try FixtureCapture()
      let log = CollectedLog()
      let (capture, recorder) = try await fixture.recorded(to: path, logger: log)
      var limit = rlimit(rlim_cur: rlim_t(half), rlim_max: rlim_t(half))
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
      let result = try await capture.run()
      guard result.outcome == .ended, result.frames == 25, result.images.count == 1 else { exit(3) }
      do throws(SessionError) {
        _ = try await recorder.finish()
        exit(4)
      } catch {
        guard error.code == .noSpace, recorder.failure?.code == .noSpace else { exit(5) }
      }
    }
    let contents = try SessionContents(path)
    #expect(contents.isCut && contents.frames > 5 && contents.frames < 25)
    let report = try await FixtureCapture().replay(path)
    #expect(report.conclusion == .sameSoFar && report.compared > 5)
  }

  @Test func aRecordingThatFailsIsLoggedOnce() async throws {
    let fixture = try FixtureCapture()
    let log = CollectedLog()
    let path = "\(fixture.folder.path)/capture.imps"
    let capture = try await fixture.make()
    var limits = SessionLimits()
    limits.controlBytes = 0
    let recorder = try SessionRecorder(
      creating: path, of: try #require(await capture.setup), FixtureCapture.origin, limits: limits,
      entitlements: await capture.entitlements, logger: log.logger())
    try await capture.add(recorder)
    #expect(try await capture.run().frames == 25)
    let error = await #expect(throws: SessionError.self) { try await recorder.finish() }
    #expect(error?.code == .stalled)
    #expect(log.lines.count { $0.message.contains("recording") } == 1)
  }

  // MARK: The last seconds

  @Test func aDumpHasTheLastFramesAndSaysWhatPrecededThem() async throws {
    var fixture = try FixtureCapture()
    // 300 kB a frame: three of them fit.
    fixture.frame = FixtureCapture.frames(25).replacing("64, 48", with: "640, 480")
    let capture = try await fixture.make()
    let recorder = try LastSecondsRecorder(
      of: try #require(await capture.setup), FixtureCapture.origin, limit: 1 << 20,
      entitlements: await capture.entitlements)
    try await capture.add(recorder)
    _ = try await capture.run()
    let (path, redacted) = ("\(fixture.folder.path)/dump.imps", "\(fixture.folder.path)/redacted.imps")
    try await recorder.write(to: path)
    let contents = try SessionContents(path)
    #expect(contents.header.omitted > 0 && contents.frames == 3 && contents.verdict?.outcome == .ended)
    let error = await #expect(throws: SessionReplayError.self) { try await FixtureCapture().replay(path) }
    #expect(error?.code == .partial)
    try await recorder.write(to: redacted, redacted: true)
    #expect(try SessionContents(redacted).frames == 0 && SessionContents(redacted).header.isRedacted)
    // A dump replaces nothing by itself.
    let second = await #expect(throws: SessionError.self) { try await recorder.write(to: path) }
    #expect(second?.code == .exists)
  }

  @Test func aDumpThatLacksNothingIsAWholeSession() async throws {
    let fixture = try FixtureCapture()
    let capture = try await fixture.make()
    let recorder = try LastSecondsRecorder(
      of: try #require(await capture.setup), FixtureCapture.origin, duration: .seconds(600),
      entitlements: await capture.entitlements)
    try await capture.add(recorder)
    _ = try await capture.run()
    let path = "\(fixture.folder.path)/dump.imps"
    try await recorder.write(to: path)
    #expect(try await FixtureCapture().replay(path).conclusion == .same)
  }
}
