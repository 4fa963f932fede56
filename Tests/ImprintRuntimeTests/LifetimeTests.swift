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

  @Test func anObjectKeepsItsPluginOpenAndIsDestroyedBeforeItCloses() throws {
    let log = CollectedLog()
    var matcher: Matcher? = try Matcher(
      try FixturePlugin([
        "FIX_DESTROY": "line(host, IMP_LOG_INFO, \"destroyed\");",
        "FIX_CLOSE": "line(host, IMP_LOG_INFO, \"closed\");",
      ]).opened(log: log))
    // Runtime and plugin are released; the matcher still answers.
    let payload = TemplatePayload(bytes: [1, 2, 3, 4], version: 1)
    #expect(try matcher?.compare(probe: payload, reference: payload) == 1)
    #expect(lines(log).isEmpty)
    matcher = nil
    #expect(lines(log) == ["destroyed", "closed"])
  }

  @Test func aRuntimeClosesWhatItOpened() throws {
    let log = CollectedLog()
    let root = try FixturePlugin(["FIX_CLOSE": "line(host, IMP_LOG_INFO, \"closed\");"]).install()
    var runtime: PluginRuntime? = PluginRuntime(root, log: log)
    let found = try #require(runtime?.catalog.found.first)
    _ = try runtime?.open(found)
    #expect(lines(log).isEmpty)
    runtime = nil
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
