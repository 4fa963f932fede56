// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Synchronization
import TestSupport
import Testing

@testable import ImprintRuntime

/// Which ends of a worker its plugin is blamed for, and under which call.
@Suite struct WorkerStrikeTests {
  private func strikes(
    of plugin: FixturePlugin, policy: WorkerPolicy = .quick, after body: (OpenPlugin) async throws -> Void
  ) async throws -> [QuarantineRecord.Strike] {
    let folder = try TemporaryFolder()
    let store = QuarantineStore(folder: "\(folder.path)/quarantine")
    try await body(plugin.opened(policy: policy, quarantine: store))
    return try store.listing().records.flatMap(\.strikes)
  }

  @Test(arguments: [
    ("SIGTERM", [] as [PluginDeath.Reason]), ("SIGINT", []), ("SIGHUP", []),
    ("SIGKILL", [PluginDeath.Reason.signal(9)]),
    ("SIGSEGV", [.signal(11)]),
  ])
  func whoeverAsksAWorkerToEndStrikesNoPlugin(signal: String, reasons: [PluginDeath.Reason]) async throws {
    let plugin = try FixturePlugin.misbehaving("FIX_EXTRACT", "raise(\(signal));")
    let strikes = try await strikes(of: plugin) { plugin in
      let error = try await FaceExtractor.make(plugin).failure(try image(1))
      #expect(error.code == .workerEnded)
    }
    #expect(strikes.map(\.reason) == reasons)
  }

  @Test func aDeadlineIsPutDownUnderTheCallThatPassedIt() async throws {
    var policy = WorkerPolicy.quick
    policy.deadlines.extract = .milliseconds(400)
    var plugin = try FixturePlugin.misbehaving("FIX_EXTRACT", "for (;;) {}")
    plugin.defines["FIX_COMPARE"] = "sleep(20);"
    let strikes = try await strikes(of: plugin, policy: policy) { plugin in
      let (extractor, matcher) = (try await FaceExtractor.make(plugin), try await Matcher.make(plugin))
      // Each on a thread of its own, as a comparison blocks.
      let group = DispatchGroup()
      for _ in 0..<6 {
        group.enter()
        Thread.detachNewThread {
          _ = try? matcher.compare(probe: payload(1, 2, 3, 4), reference: payload(1, 2, 3, 4))
          group.leave()
        }
      }
      try await Task.sleep(for: .milliseconds(200))
      let error = try await extractor.failure(try image(1))
      #expect(error.code == .workerTimeout)
      await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    }
    #expect(strikes.map(\.function) == ["face-extractor.extract"])
  }

  @Test func callsEndBeforeADeathIsPutDownAndAreAnsweredAfterIt() throws {
    let slow = SlowRecord()
    let worker = try WorkerFixture().launch().start { _, _ in slow.put() }.worker
    worker.end(for: .breach("it is a test."))
    #expect(worker.waitForEnd(500_000_000) != nil)
    #expect(!slow.isPutDown)
    worker.waitUntilTold()
    #expect(slow.isPutDown)
  }

  /// Takes longer than a worker's end is waited for.
  private final class SlowRecord: Sendable {
    private let done = Atomic<Bool>(false)
    var isPutDown: Bool { done.load(ordering: .acquiring) }

    func put() {
      usleep(1_500_000)
      done.store(true, ordering: .releasing)
    }
  }
}
