// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

struct LifetimeTests {
  private func lines(_ log: CollectedLog) -> [String] {
    log.lines.map(\.message).filter { ["destroyed", "closed"].contains($0) }
  }

  @Test func anObjectKeepsItsPluginOpenAndIsDestroyedBeforeItCloses() async throws {
    let log = CollectedLog()
    var matcher: Matcher? = try await Matcher.make(
      try FixturePlugin([
        "FIX_DESTROY": "line(host, IMP_LOG_INFO, \"destroyed\");",
        "FIX_CLOSE": "line(host, IMP_LOG_INFO, \"closed\");",
      ]).opened(log: log))
    // Runtime and plugin are released; the matcher still answers.
    let payload = TemplatePayload(bytes: [1, 2, 3, 4], version: 1)
    let similarity = try await matcher?.withoutBlocking { try $0.compare(probe: payload, reference: payload) }
    #expect(similarity == 1)
    #expect(lines(log).isEmpty)
    matcher = nil
    await PluginWork.awaitReleases(atMost: .seconds(60))
    #expect(lines(log) == ["destroyed", "closed"])
  }

  @Test func aRuntimeClosesWhatItOpened() async throws {
    let log = CollectedLog()
    let root = try FixturePlugin(["FIX_CLOSE": "line(host, IMP_LOG_INFO, \"closed\");"]).install()
    var runtime: PluginRuntime? = PluginRuntime(root, log: log)
    let found = try #require(runtime?.catalog.found.first)
    _ = try await runtime?.open(found)
    #expect(lines(log).isEmpty)
    runtime = nil
    await PluginWork.awaitReleases(atMost: .seconds(60))
    #expect(lines(log) == ["closed"])
  }

  @Test func openingFromManyThreadsGivesOnePlugin() async throws {
    let runtime = PluginRuntime(try FixturePlugin().install())
    let found = try #require(runtime.catalog.found.first)
    let plugins = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<16 { group.addTask { ObjectIdentifier(try await runtime.open(found)) } }
      return try await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
    }
    #expect(plugins.count == 1)
  }
}
