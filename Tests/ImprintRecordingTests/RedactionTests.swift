// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import ImprintCalls
import TestSupport
import Testing

/// Nothing biometric, and nothing that may name somebody, is in a redacted recording. Each test has its
/// witness: the same calls, not redacted, leak.
@Suite struct RedactionTests {
  private func expectHidden(
    _ secrets: [[UInt8]], of plugin: FoundPlugin, sourceLocation: SourceLocation = #_sourceLocation,
    _ use: (OpenPlugin) async throws -> Void
  ) async throws {
    let open = try bytes(of: try await record(plugin, use).path)
    let redacted = try await record(plugin, redacted: true, use)
    let hidden = try bytes(of: redacted.path)
    for (index, secret) in secrets.enumerated() {
      #expect(leaks(secret, into: open), "secret \(index) has no witness", sourceLocation: sourceLocation)
      #expect(!leaks(secret, into: hidden), "secret \(index)", sourceLocation: sourceLocation)
    }
    let (all, kept) = (try digest(redacted.path), open.count)
    #expect(all.header.isRedacted && all.ending == .complete && hidden.count < kept)
  }

  @Test func picturesAndTemplatesAreLeftOut() async throws {
    let id = "dev.imprint.null-matcher"
    let plugin = try onlyPlugin(withID: id, in: try PluginStage.root(withPlugin: id))
    let opened = try await runtime(for: plugin, tap: nil).open(plugin)
    let extractor = try await FaceExtractor.make(opened)
    let images = [try noise(1), try noise(2)]
    var templates = GalleryBuffer(version: extractor.format.template.version)
    var made: [TemplatePayload] = []
    for image in images {
      made.append(try await extractor.extract(image, face: nil).payload)
      templates.append(made[made.count - 1].bytes)
    }
    let (first, second, gallery) = (made[0], made[1], templates)
    let fused = try await opened.withoutBlocking { try Matcher($0).fuse(gallery).payload }
    let secrets = images.map { Array($0.pixels) } + [first, second, fused].map { Array($0.bytes) }
    try await expectHidden(secrets, of: plugin) { opened in
      let extractor = try await FaceExtractor.make(opened)
      for image in images { _ = try await extractor.extract(image, face: nil) }
      let matcher = try await Matcher.make(opened)
      try await matcher.withoutBlocking { matcher in
        _ = try matcher.compare(probe: first, reference: second)
        _ = try matcher.compareMany(probe: first, gallery: gallery)
        _ = try matcher.fuse(gallery)
      }
    }
  }

  @Test func facesAndLandmarksAreLeftOut() async throws {
    let plugin = try FixturePlugin([
      "FIX_TRACK":
        "for (int i = 0; i < 468; i++) faces->landmarks[i] = (imp_point3){(float)(i * 37 % 101), (float)(i * 3 % 89), 5};"
    ]).found()
    let tracker = try await FaceTracker.make(runtime(for: plugin, tap: nil).open(plugin))
    let face = try #require(try await tracker.track(noise(3), timestamp: 0).first)
    let landmarks = face.landmarks.flatMap { point in
      [point.x, point.y, point.z].flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
    }
    let box = [face.box.x, face.box.y, face.box.width, face.box.height].flatMap { number in
      withUnsafeBytes(of: number) { Array($0) }
    }
    try await expectHidden(
      [landmarks, box, Array(try noise(3).pixels), Array(try noise(5).pixels)], of: plugin
    ) {
      opened in
      let tracked = try await FaceTracker.make(opened).track(noise(3), timestamp: 0)
      _ = try await FaceCaptureMachine.make(opened, options: FaceCaptureOptions()).step(
        .frame(noise(3), tracked), now: 1)
      _ = try await FaceExtractor.make(opened).extract(noise(5), face: tracked.first)
    }
  }

  @Test func framesNamesOfDevicesAndWordsAreLeftOut() async throws {
    let plugin = try FixturePlugin([
      "FIX_LIST": "strcpy(infos[0].name, \"the camera of Anna Example\");",
      "FIX_FRAME":
        "imp_status done = grey(camera, pixels, frame, 64, 48); for (size_t i = 0; i < pixels->length; i++) pixels->data[i] = (uint8_t)(i * i % 251); return done;",
      "FIX_EXTRACT":
        "say(host, IMP_E_QUALITY, \"the face of Anna Example is dark\"); return IMP_E_QUALITY;",
    ]).found()
    let frame = (0..<64 * 48).map { UInt8($0 * $0 % 251) }
    let secrets = [
      frame, Array("the camera of Anna Example".utf8), Array("the face of Anna Example is dark".utf8),
    ]
    try await expectHidden(secrets, of: plugin) { opened in
      _ = try await opened.withoutBlocking { try Camera.list($0) }
      let camera = try await Camera.open(opened, options: CameraOptions(locator: "fixture:0"))
      _ = try await camera.nextFrame(timeout: .seconds(1))
      _ = try? await FaceExtractor.make(opened).extract(noise(1), face: nil)
    }
  }

  @Test func soundAndWhichDevicesThereAreIsLeftOut() async throws {
    let plugin = try FixturePlugin.devices([
      "FIX_MICROPHONES": "strcpy(infos[0].name, \"the headset of Anna Example\");",
      "FIX_READ":
        "imp_status done = sound(microphone, samples, chunk, 400); for (size_t i = 0; i < samples->length; i++) samples->data[i] = (uint8_t)(i * i % 251); return done;",
      "FIX_EVENT":
        "return happens(event, IMP_DEVICE_MICROPHONE, IMP_DEVICE_ADDED, 0, 1, \"the phone of Anna\");",
    ]).found()
    let secrets = [
      (0..<1600).map { UInt8($0 * $0 % 251) }, Array("the headset of Anna Example".utf8),
      Array("the phone of Anna".utf8),
    ]
    try await expectHidden(secrets, of: plugin) { opened in
      _ = try await opened.withoutBlocking { try Microphone.list($0) }
      let options = MicrophoneOptions(locator: "hw:CARD=fixture")
      _ = try await Microphone.open(opened, options: options).read(timeout: .seconds(1))
      _ = try await DeviceWatch.open(opened).next(timeout: .seconds(1))
      _ = try await opened.withoutBlocking { try Camera.modes($0, of: "/dev/fixture0") }
      _ = try await opened.withoutBlocking { try Camera.controls($0, of: "/dev/fixture0") }
      _ = try await opened.withoutBlocking { try Camera.setControl($0, of: "/dev/fixture0", .gain, to: 20) }
    }
  }

  @Test func theSameBytesAreSeenToBeTheSameAndTheirMarksSayNothingElsewhere() async throws {
    let plugin = try FixturePlugin().found()
    func marks() async throws -> [[UInt8]] {
      let summary = try await record(plugin, redacted: true) { opened in
        let extractor = try await FaceExtractor.make(opened)
        for seed: UInt64 in [1, 2, 1] { _ = try await extractor.extract(noise(seed), face: nil) }
      }
      var reader = try RecordingReader(summary.path)
      var marks: [[UInt8]] = []
      while let record = try reader.next() {
        if case .request(let request) = record, request.function == .faceExtractorExtract {
          marks.append(try #require(request.body.hidden.first).mark)
        }
      }
      return marks
    }
    let (first, second) = (try await marks(), try await marks())
    #expect(first.count == 3 && first[0] == first[2] && first[0] != first[1])
    #expect(Set(first).isDisjoint(with: second))
  }

  /// A template that was extracted and then compared is one again: noise would be refused by any matcher.
  @Test func whatThePluginMakesInAReplayTakesThePlaceOfWhatItMadeThen() async throws {
    let id = "dev.imprint.null-matcher"
    let plugin = try onlyPlugin(withID: id, in: try PluginStage.root(withPlugin: id))
    let summary = try await record(plugin, redacted: true) { opened in
      let extractor = try await FaceExtractor.make(opened)
      let first = try await extractor.extract(noise(1), face: nil).payload
      let second = try await extractor.extract(noise(2), face: nil).payload
      _ = try await opened.withoutBlocking { try Matcher($0).compare(probe: first, reference: second) }
    }
    let report = try replay(summary.path, on: plugin).report
    #expect(report.isGood && report.replayed >= 4, "\(String(describing: report.first))")
  }
}
