// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What verification and search accept, and what they say of rates that nobody has measured.
@Suite struct PolicyCommandTests {
  private let installation: CalibratedInstallation

  /// The calibration carries up to score 4000, a rate of 1e-5.
  init() throws {
    installation = try CalibratedInstallation()
    #expect(try installation.run(["enroll", "--user", "ada", "a.png"]).exitCode == 0)
  }

  @Test func anExtrapolatedThresholdIsToldAndRefusedWhereThatIsAsked() throws {
    let verify = ["verify", "--user", "ada", "a.png", "--fmr", "1e-7"]
    let told = try installation.run(verify)
    #expect(told.output.contains("extrapolated"))
    #expect(try installation.run(verify + ["--json"]).json["thresholdExtrapolated"] as? Bool == true)
    for command in [verify, ["identify", "a.png", "--fmr", "1e-7"]] {
      let refused = try installation.run(command + ["--require-calibrated", "--json"])
      #expect(refused.exitCode == 1)
      #expect(try refused.errorCode == "extrapolated-threshold")
    }
  }

  @Test func aMeasuredThresholdIsTakenWithRequireCalibrated() throws {
    let run = try installation.run([
      "verify", "--user", "ada", "a.png", "--fmr", "1e-4", "--require-calibrated", "--json",
    ])
    #expect(try run.errorCode == nil)
    #expect(try run.json["thresholdExtrapolated"] as? Bool == false)
  }

  @Test func howManyMatchIsToldBeyondTheCandidatesThatAreShown() throws {
    for name in ["kim", "eve"] {
      #expect(try installation.run(["enroll", "--user", name, "a.png"]).exitCode == 0)
    }
    let run = try installation.run(["identify", "a.png", "--candidates", "1", "--fmr", "1e-4", "--json"])
    #expect((try run.json["candidates"] as? [Any])?.count == 1)
    #expect(try run.json["found"] as? Int == 3)
    let text = try installation.run(["identify", "a.png", "--candidates", "1", "--fmr", "1e-4"])
    #expect(text.output.hasPrefix("3 found, the best 1 shown"))
  }
}
