// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import ImprintCalls
import Synchronization
import TestSupport
import Testing

/// What is written down of calls.
@Suite struct RecordingTests {
  private func extractAndCompare(_ plugin: OpenPlugin) async throws {
    let extractor = try await FaceExtractor.make(plugin)
    let first = try await extractor.extract(noise(1), face: nil).payload
    let second = try await extractor.extract(noise(2), face: nil).payload
    _ = try await plugin.withoutBlocking { try Matcher($0).compare(probe: first, reference: second) }
  }

  @Test func everyCallIsThereWithItsAnswer() async throws {
    let plugin = try FixturePlugin().found()
    let summary = try await record(plugin, extractAndCompare)
    let digest = try digest(summary.path)
    #expect(digest.ending == .complete && summary.stop == nil)
    #expect(digest.calls.map(\.number) == Array(1...UInt64(digest.calls.count)))
    #expect(UInt64(digest.calls.count) == summary.calls)
    let functions = digest.calls.map(\.function)
    #expect(functions.first == "plugin.describe" && functions.contains("plugin.open"))
    #expect(functions.filter { $0 == "face-extractor.extract" }.count == 2)
    #expect(functions.filter { $0 == "matcher.compare" }.count == 1)
    for call in digest.calls {
      let reply = try #require(call.reply, "\(call.function)")
      #expect(reply.outcome == .answered && reply.status == 0)
    }
    let compare = try #require(digest.calls.first { $0.function == "matcher.compare" })
    #expect(compare.object != 0 && compare.hiddenBytes == 0)
  }

  @Test func theHeaderSaysOfWhat() async throws {
    let plugin = try FixturePlugin().found()
    let header = try digest(try await record(plugin, extractAndCompare).path).header
    #expect(header.plugin == plugin.manifest.id && header.version == plugin.manifest.version)
    #expect(header.library == ContentHash(of: try bytes(of: plugin.libraryPath)))
    #expect(header.manifest == ContentHash(of: try bytes(of: "\(plugin.folder)/plugin.yaml")))
    #expect(header.isolation == "in-process" && !header.isRedacted && header.began == 1_700_000_000)
    #expect(header.imprint == "\(BuildInformation.version)")
    #expect(header.architecture == FixtureManifest.runningArchitecture)
  }

  @Test func aRecordedPluginAnswersWhatItAnswersOtherwise() async throws {
    let plugin = try FixturePlugin().found()
    let direct = try await FaceExtractor.make(runtime(for: plugin, tap: nil).open(plugin))
    let expected = try await direct.extract(noise(1), face: nil).payload
    _ = try await record(plugin) { opened in
      let payload = try await FaceExtractor.make(opened).extract(noise(1), face: nil).payload
      #expect(payload.bytes == expected.bytes)
      let refused = try #require(throws: PluginCallError.self) {
        try Matcher(opened).compare(probe: TemplatePayload(bytes: [1], version: 1), reference: payload)
      }
      #expect(refused.code == .templateDamaged)
    }
  }

  @Test func aPluginsWordsReachTheCallerAndTheRecording() async throws {
    let plugin = try FixturePlugin([
      "FIX_EXTRACT": "say(host, IMP_E_QUALITY, \"too dark in here\"); return IMP_E_QUALITY;"
    ]).found()
    let summary = try await record(plugin) { opened in
      let error = try await #require(throws: PluginCallError.self) {
        try await FaceExtractor.make(opened).extract(noise(1), face: nil)
      }
      #expect(error.code == .quality && error.reason == "too dark in here")
    }
    #expect(String(decoding: try bytes(of: summary.path), as: UTF8.self).contains("too dark in here"))
  }

  @Test func theFileIsForItsOwnerAloneAndNothingIsWrittenOver() async throws {
    let plugin = try FixturePlugin().found()
    let summary = try await record(plugin, extractAndCompare)
    let attributes = try FileManager.default.attributesOfItem(atPath: summary.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let before = try bytes(of: summary.path)
    let again = PluginRecorder(plugin: plugin.manifest.id, to: summary.path)
    let error = try #require(throws: PluginError.self) {
      try runtime(for: plugin, tap: again).openBlocking(plugin)
    }
    #expect(error.code == .recordingRefused && error.place == summary.path)
    #expect(try bytes(of: summary.path) == before)
    #expect(await again.finish() == nil)
  }

  @Test func anotherPluginIsNotRecorded() async throws {
    let plugin = try FixturePlugin().found()
    let path = "\(try TemporaryFolder().path)/calls.imrec"
    let recorder = PluginRecorder(plugin: "org.example.other", to: path)
    try await extractAndCompare(try runtime(for: plugin, tap: recorder).open(plugin))
    #expect(await recorder.finish() == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func callsBeyondTheLimitAreMadeAndNotRecorded() async throws {
    let plugin = try FixturePlugin().found()
    let count = Atomic(0)
    let summary = try await record(plugin, limit: 20_000) { opened in
      let extractor = try await FaceExtractor.make(opened)
      for seed in 1...20 {
        _ = try await extractor.extract(noise(UInt64(seed)), face: nil)
        count.add(1, ordering: .relaxed)
      }
    }
    #expect(count.load(ordering: .relaxed) == 20)
    #expect(summary.stop == .limit && summary.bytes <= 20_000)
    let digest = try digest(summary.path)
    #expect(digest.ending == .limit)
    #expect((1..<20).contains(digest.calls.filter { $0.function == "face-extractor.extract" }.count))
  }

  @Test func callsOfSeveralThreadsAreToldApart() async throws {
    let plugin = try FixturePlugin().found()
    let summary = try await record(plugin) { opened in
      let matcher = try await Matcher.make(opened)
      let payload = TemplatePayload(bytes: [1, 2, 3, 4], version: 1)
      let started = Atomic(0)
      let threads = (0..<3).map { _ in
        Thread {
          // At once, as the number of a thread that has ended may be another's.
          started.add(1, ordering: .sequentiallyConsistent)
          while started.load(ordering: .sequentiallyConsistent) < 3 { usleep(100) }
          for _ in 0..<50 { _ = try? matcher.compare(probe: payload, reference: payload) }
        }
      }
      threads.forEach { $0.start() }
      while threads.contains(where: { !$0.isFinished }) { usleep(1_000) }
    }
    let digest = try digest(summary.path)
    let compared = digest.calls.filter { $0.function == "matcher.compare" }
    #expect(compared.count == 150 && compared.allSatisfy { $0.reply?.status == 0 })
    #expect(Set(compared.map(\.thread)).count == 3)
    #expect(try replay(summary.path, on: plugin).report.isGood)
  }

  @Test func whatIsCalledAfterTheEndIsNotInTheFile() async throws {
    let plugin = try FixturePlugin().found()
    let path = "\(try TemporaryFolder().path)/calls.imrec"
    let recorder = PluginRecorder(plugin: plugin.manifest.id, to: path)
    let opened = try await runtime(for: plugin, tap: recorder).open(plugin)
    let summary = try #require(await recorder.finish())
    let length = try bytes(of: path).count
    try await extractAndCompare(opened)
    #expect(try bytes(of: path).count == length)
    let again = await recorder.finish()
    #expect(again?.calls == summary.calls)
    #expect(try digest(path).ending == .complete)
  }
}
