// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// Calls into plugins wait, and the threads that all tasks share are as few as the processors: another task
/// goes on.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct SharedThreadTests {
  enum Call: String, CaseIterable, Sendable {
    case extract = "FIX_EXTRACT", compare = "FIX_COMPARE", compareMany = "FIX_COMPARE_MANY"
    case fuse = "FIX_FUSE", track = "FIX_TRACK"
    case step = "FIX_STEP", create = "FIX_CREATE", open = "FIX_OPEN"
    case destroy = "FIX_DESTROY", close = "FIX_CLOSE"
  }

  /// More than the shared threads are.
  private static let count = ProcessInfo.processInfo.activeProcessorCount + 1

  /// A plugin whose call says that it has begun, and waits until it may go on; after a long time it says that
  /// it was never told.
  private func plugin(_ call: Call, _ folder: TemporaryFolder) throws -> FixturePlugin {
    let wait = """
      { fclose(fopen(FOLDER "/begun", "w"));
        for (int i = 0; access(FOLDER "/go", F_OK) != 0; i++) { if (i == 5000) { fclose(fopen(FOLDER "/late", "w")); break; } usleep(2000); } }
      """
    var plugin = FixturePlugin([call.rawValue: wait.replacing("\n", with: " ")])
    plugin.defines["FOLDER"] = "\"\(folder.path)\""
    let fixture = BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/fixture.c")
    plugin.source =
      "#define _GNU_SOURCE\n#include <unistd.h>\n" + (try String(contentsOf: fixture, encoding: .utf8))
    return plugin
  }

  /// What makes the call, once each.
  private func work(
    _ call: Call, _ plugin: FixturePlugin
  ) async throws -> [@Sendable () async throws -> Void] {
    let root = try plugin.install()
    func opened() throws -> OpenPlugin {
      let runtime = PluginRuntime(root)
      return try runtime.openBlocking(try #require(runtime.catalog.found.first))
    }
    let image = try image(1)
    let payload = TemplatePayload(bytes: [1, 2, 3, 4], version: 1)
    var lonely = GalleryBuffer(version: 1)
    lonely.append(payload.bytes)
    let gallery = lonely
    func one() async throws -> @Sendable () async throws -> Void {
      switch call {
      case .extract:
        let extractor = try await FaceExtractor.make(opened())
        return { _ = try await extractor.extract(image, face: nil) }
      case .compare:
        let matcher = try await Matcher.make(opened())
        return {
          _ = try await matcher.withoutBlocking { try $0.compare(probe: payload, reference: payload) }
        }
      case .compareMany:
        let matcher = try await Matcher.make(opened())
        return {
          _ = try await matcher.withoutBlocking { try $0.compareMany(probe: payload, gallery: gallery) }
        }
      case .fuse:
        let matcher = try await Matcher.make(opened())
        return { _ = try await matcher.withoutBlocking { try $0.fuse(gallery) } }
      case .track:
        let tracker = try await FaceTracker.make(opened())
        return { _ = try await tracker.track(image, timestamp: 1) }
      case .step:
        let machine = try await FaceCaptureMachine.make(opened())
        return { _ = try await machine.step(.tick, now: 1) }
      case .create:
        let plugin = try opened()
        return { _ = try await FaceTracker.make(plugin) }
      case .open:
        let runtime = PluginRuntime(root)
        let found = try #require(runtime.catalog.found.first)
        return { _ = try await runtime.open(found) }
      case .destroy:
        let plugin = try opened()
        // It is released in the task.
        return { _ = try await Matcher.make(plugin) }
      case .close:
        return {
          let runtime = PluginRuntime(root)
          _ = try await runtime.open(try #require(runtime.catalog.found.first))
        }
      }
    }
    var work: [@Sendable () async throws -> Void] = []
    for _ in 0..<Self.count { work.append(try await one()) }
    return work
  }

  @Test(arguments: Call.allCases) func anotherTaskGoesOnWhileCallsWait(call: Call) async throws {
    let folder = try TemporaryFolder()
    let work = try await work(call, try plugin(call, folder))
    let path = folder.path
    // On a thread that is none of those: it starts the other task once the calls are under way.
    Thread.detachNewThread {
      for _ in 0..<5_000 where !FileManager.default.fileExists(atPath: "\(path)/begun") { usleep(2_000) }
      usleep(300_000)
      Task { FileManager.default.createFile(atPath: "\(path)/go", contents: nil) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for work in work { group.addTask { try await work() } }
      try await group.waitForAll()
    }
    await PluginWork.awaitReleases(atMost: .seconds(60))
    #expect(!FileManager.default.fileExists(atPath: "\(path)/late"))
  }
}
