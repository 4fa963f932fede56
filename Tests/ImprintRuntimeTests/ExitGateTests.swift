// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import ImprintRuntime

struct ExitGateTests {
  @Test func whatBeginsAfterTheGateIsClosedIsRefused() {
    let gate = ExitGate()
    #expect(gate.begins())
    gate.ends()
    gate.close(atMost: .seconds(60))
    #expect(!gate.begins())
    gate.close(atMost: .seconds(60))
    #expect(!gate.begins())
  }

  @Test func theGateClosesWhenTheLastHasEnded() async {
    let gate = ExitGate()
    #expect(gate.begins())
    async let closed: Bool = PluginWork.run {
      gate.close(atMost: .seconds(600))
      return gate.begins()
    }
    // While one is under way others may begin.
    await PluginWork.run { _ = usleep(20_000) }
    #expect(gate.begins())
    gate.ends()
    gate.ends()
    let begins = await closed
    #expect(!begins)
  }

  @Test func whatNeverEndsIsNotAwaitedForEverAndLetsNothingElseBegin() {
    let gate = ExitGate()
    #expect(gate.begins())
    gate.close(atMost: .milliseconds(5))
    #expect(!gate.begins())
    gate.ends()
    gate.wait(atMost: .seconds(60))
    #expect(!gate.begins())
  }

  @Test func aCancelledWaitIsAwaitedUntilItHasReturned() async throws {
    let folder = try TemporaryFolder()
    let (waits, returns) = ("\(folder.path)/waits", "\(folder.path)/returns")
    // After it was woken, the plugin takes its time.
    let plugin = try FixturePlugin([
      "FIX_FRAME": """
      fclose(fopen("\(waits)", "w")); \
      while (!__atomic_load_n(&camera->cancelled, __ATOMIC_SEQ_CST)) \
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); \
      nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL); \
      fclose(fopen("\(returns)", "w")); return IMP_OUTCOME_CANCELLED;
      """
    ]).opened()
    let camera = try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0"))
    async let frame = try? camera.nextFrame(timeout: .seconds(600))
    while access(waits, F_OK) != 0 { try await Task.sleep(for: .milliseconds(1)) }
    camera.cancel()
    await PluginWork.awaitReleases(atMost: .seconds(60))
    #expect(access(returns, F_OK) == 0)
    #expect(await frame == nil)
  }
}
