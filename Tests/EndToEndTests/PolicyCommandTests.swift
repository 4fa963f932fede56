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

  @Test func theOtherScaleIsTakenAndOneOfSeveralPoliciesAlone() throws {
    let run = try installation.run([
      "verify", "--user", "ada", "a.png", "--matching-threshold", "36", "--json",
    ])
    #expect(try run.json["threshold"] as? Double == 3000)
    let search = try installation.run(["identify", "a.png", "--matching-threshold", "36", "--json"])
    #expect(try search.json["threshold"] as? Double == 3000)
    for wrong in [
      ["--matching-threshold", "73"], ["--matching-threshold", "-1"],
      ["--matching-threshold", "48", "--threshold", "3500"], ["--matching-threshold", "48", "--fmr", "1e-4"],
      ["--minimum-quality", "101"],
    ] {
      #expect(try installation.run(["verify", "--user", "ada", "a.png"] + wrong).exitCode == 64)
    }
    #expect(
      try installation.run(["identify", "a.png", "--fpir", "1e-3", "--matching-threshold", "48"]).exitCode
        == 64)
  }

  @Test func theReasonIsInTheJSONAndInTheTextWhereThatIsAsked() throws {
    for command in [["verify", "--user", "ada", "a.png"], ["identify", "a.png"]] {
      let json = try installation.run(command + ["--json"]).json
      let explanation = try #require(json["explanation"])
      let read = try JSONDecoder().decode(
        MatchExplanation.self, from: JSONSerialization.data(withJSONObject: explanation))
      if let score = json["score"] as? Double { #expect(read.compared.first?.score == score) }
      #expect(read.threshold.score == json["threshold"] as? Double)
      #expect(read.plugin == NullInstallation.id && read.candidates.count == 1)
      let text = try installation.run(command + ["--explain"])
      for words in ["asked: ", "threshold: score ", "candidate 1: imprint.null/", "calibration 0: "] {
        #expect(text.output.contains(words), "\(text.output)")
      }
      #expect(!(try installation.run(command).output.contains("asked: ")))
    }
  }

  @Test func whatTheDefaultFindsIsToldWithASearchByItAndNowhereElse() throws {
    let page = try String(
      contentsOf: BuiltProducts.package.appending(path: "docs/reference/accuracy.md"), encoding: .utf8)
    // Both are broken into lines.
    let words = [page.replacing("\n> ", with: "\n"), try installation.run(["identify", "--help"]).output]
      .map { $0.split { $0.isWhitespace }.joined(separator: " ") }
    for face in [[], ["--face", "all"]] {
      let search = ["identify", "a.png"] + face
      let note = try #require(try installation.run(search + ["--json"]).json["note"] as? String)
      #expect(note.hasPrefix("Measured with ") && words.allSatisfy { $0.contains(note) })
      #expect(try installation.run(search).output.contains(note))
      for policy in [["--fpir", "1e-2"], ["--threshold", "3000"]] {
        #expect(try installation.run(search + policy + ["--json"]).json["note"] as? String == nil)
        #expect(!(try installation.run(search + policy).output.contains("Measured with ")))
      }
    }
  }

  @Test func templatesOfLessQualityThanIsAskedForAreNotCompared() throws {
    // All that it makes are of quality 50.
    let installation = try FixtureInstallation([:])
    try installation.writePicture("a.png")
    let store = ["--store", "store"]
    #expect(try installation.run(["enroll", "--user", "ada", "a.png"] + store).exitCode == 0)
    let verify = ["verify", "--user", "ada", "a.png", "--json"] + store
    let at = try installation.run(verify + ["--minimum-quality", "50"])
    #expect(at.exitCode == 0, "\(at.output)\(at.errors)")
    let above = try installation.run(verify + ["--minimum-quality", "51"])
    #expect(try above.exitCode == 1 && above.errorCode == "low-quality")
    let search = try installation.run(["identify", "a.png"] + store + ["--minimum-quality", "51", "--json"])
    #expect(
      search.exitCode == 1 && search.errors.contains("1 of the templates were not searched"),
      "\(search.errors)")
  }
}
