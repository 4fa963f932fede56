// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What `sdkctl card` refuses before any card is asked. What it does with cards is tried beside the real
/// daemon: DeviceTrials.
@Suite struct CardCommandTests {
  @Test(arguments: [["list"], ["info"], ["watch", "--seconds", "1"], ["apdu", "00A40400"]])
  func withoutAPluginForReadersItSaysSo(arguments: [String]) throws {
    let run = try CommandRun.sdkctl(["card"] + arguments + ["--json"], home: TemporaryFolder())
    #expect(run.exitCode == 1)
    let error = try #require(try run.json["error"] as? [String: Any])
    #expect(error["code"] as? String == "not-provided")
  }

  @Test(arguments: ["0020000106313233343536zz", "00200001063132333435363", "002000010A313233343536"])
  func aCommandThatIsNoneIsWrongUsageAndIsNotRepeated(command: String) throws {
    let run = try CommandRun.sdkctl(["card", "apdu", command, "--json"], home: TemporaryFolder())
    #expect(run.exitCode == 64)
    #expect(!run.errors.contains("313233") && !run.output.contains("313233"))
  }

  @Test(arguments: [["--json"], ["--seconds", "0"], ["--events", "0"]])
  func aWatchThatCannotEndIsWrongUsage(arguments: [String]) throws {
    let run = try CommandRun.sdkctl(["card", "watch"] + arguments, home: TemporaryFolder())
    #expect(run.exitCode == 64)
  }
}
