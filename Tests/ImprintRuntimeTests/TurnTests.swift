// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// Which calls into one library may run at the same time, counted by the library itself.
@Suite(.timeLimit(.minutes(2)))
struct TurnTests {
  /// A plugin whose calls in `counted` refuse once two of them have run at the same time.
  private func plugin(counted: [String], instances: String) -> FixturePlugin {
    var plugin = FixturePlugin()
    for call in counted {
      let isVoid = call == "FIX_DESTROY" || call == "FIX_CLOSE"
      plugin.defines[call] = isVoid ? "overlapped();" : "if (overlapped()) return IMP_E_INTERNAL;"
    }
    plugin.source = """
      #include <stdatomic.h>
      #include <unistd.h>
      static atomic_int inside, overlaps;
      __attribute__((unused)) static int overlapped(void) {
        if (atomic_fetch_add(&inside, 1)) atomic_fetch_add(&overlaps, 1);
        usleep(1000);
        atomic_fetch_sub(&inside, 1);
        return atomic_load(&overlaps);
      }
      #include "\(BuiltProducts.package.path)/Tests/Fixtures/plugins/fixture.c"
      """
    plugin.manifest.instances = instances
    return plugin
  }

  /// Works with every kind of object, in two runtimes and many tasks.
  private func work(in root: TemporaryFolder) async throws {
    let found = try #require(PluginCatalog.discover(only(root)).found.first)
    let image = try image(1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for time in 0..<UInt64(4) {
            let plugin = try await PluginRuntime(root).open(found)
            _ = try await plugin.withoutBlocking { try Camera.list($0) }
            _ = try await FaceExtractor.make(plugin).extract(image, face: nil)
            _ = try await Matcher.make(plugin)
            _ = try await FaceTracker.make(plugin).track(image, timestamp: time)
            _ = try await FaceCaptureMachine.make(plugin).step(.tick, now: time)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func noTwoCallsIntoASerialPluginOverlapInWhateverRuntime() async throws {
    //
    let counted = [
      "FIX_OPEN", "FIX_CREATE", "FIX_FORMATS", "FIX_LIST", "FIX_EXTRACT", "FIX_TRACK", "FIX_STEP",
      "FIX_DESTROY",
      "FIX_CLOSE",
    ]
    let root = try plugin(counted: counted, instances: "serial").install()
    try await work(in: root)
    // The last one also hears of an overlap in a call that cannot fail.
    try await work(in: root)
  }

  @Test func openingClosingCreatingAndDestroyingTakeTurnsInAParallelPluginToo() async throws {
    let counted = ["FIX_OPEN", "FIX_CREATE", "FIX_FORMATS", "FIX_LIST", "FIX_DESTROY", "FIX_CLOSE"]
    let root = try plugin(counted: counted, instances: "parallel").install()
    try await work(in: root)
    try await work(in: root)
  }

  @Test func aCameraThatWaitsHoldsUpNobodyInASerialPlugin() async throws {
    var plugin = FixturePlugin()
    plugin.manifest.instances = "serial"
    let opened = try plugin.opened()
    let camera = try await Camera.open(opened, options: CameraOptions(locator: "fixture:0"))
    let waiting = Task { try await camera.nextFrame(timeout: .seconds(3600)) }
    try await Task.sleep(for: .milliseconds(50))
    _ = try await FaceExtractor.make(opened).extract(try image(1), face: nil)
    camera.cancel()
    let error = try await #require(throws: PluginCallError.self) { try await waiting.value }
    #expect(error.code == .cancelled)
  }
}
