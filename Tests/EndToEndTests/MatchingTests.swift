// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@Suite struct MatchingTests {
  private let installation: CalibratedInstallation

  init() throws { installation = try CalibratedInstallation() }

  /// The patterns are nobody's, and no two are alike.
  private func enroll(_ name: String, _ pictures: String..., exitCode: Int32 = 0) throws -> [String: Any] {
    let run = try installation.run(["enroll", "--user", name, "--json", "--anyway"] + pictures)
    #expect(run.exitCode == exitCode, "\(run.errors)")
    return try run.json
  }

  @Test func enrolledPicturesLieInTheStandardStoreAndAreVerifiedByNameOrID() throws {
    let first = try enroll("ada", "a.png")
    #expect(first["new"] as? Bool == true)
    let second = try enroll("ada", "b.png", "c.png")
    #expect(second["new"] as? Bool == false)
    #expect((second["templates"] as? [Any])?.count == 2)
    let id = try #require(first["user"] as? String)
    let folder = installation.installation.folder.url
    #expect(
      FileManager.default.fileExists(
        atPath: folder.appending(path: ".local/share/imprint/store/users/\(id)/user").path))
    for user in ["ada", id] {
      let run = try installation.run(["verify", "--user", user, "c.png", "--json"])
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect((try run.json["pairs"] as? [Any])?.count == 3)
    }
    let stranger = try installation.run(["verify", "--user", "eve", "a.png", "--json"])
    #expect(stranger.exitCode == 1)
    #expect((try stranger.json["error"] as? [String: String])?["code"] == "unknown-user")
  }

  @Test func aPictureThatCannotBeReadKeepsNothingOfTheOthers() throws {
    _ = try enroll("ada", "a.png", "missing.png", exitCode: 1)
    let run = try installation.run(["verify", "--user", "ada", "a.png", "--json"])
    #expect(run.exitCode == 1)
  }

  @Test func aSearchIsByDefaultForOneStrangerInAThousandAndSaysSo() throws {
    _ = try enroll("ada", "a.png", "b.png", "c.png")
    let run = try installation.run(["identify", "a.png", "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let json = try run.json
    #expect(json["searched"] as? Int == 3)
    let rate = try #require(json["falsePositiveIdentificationRate"] as? Double)
    #expect(abs(rate / 1e-3 - 1) < 1e-6)
    let threshold = try #require(json["threshold"] as? Double)
    let expected = MatchPolicy.falsePositiveIdentificationRate(1e-3, gallery: 3).threshold.value
    #expect(abs(threshold - expected) < 1e-6)
    let text = try installation.run(["identify", "a.png"])
    #expect(text.output.contains("false positive identification rate 1 in 1000 per search"))
  }

  @Test(arguments: [["--fmr", "1e-4"], ["--threshold", "3500"]])
  func aThresholdOfOneComparisonSaysWhatItMakesOfASearch(policy: [String]) throws {
    _ = try enroll("ada", "a.png", "b.png", "c.png")
    let run = try installation.run(["identify", "a.png", "--json"] + policy)
    let rate = try #require(try run.json["falsePositiveIdentificationRate"] as? Double)
    // 1 - 0.9999^3
    #expect(abs(rate - 2.9997e-4) < 1e-9)
    let text = try installation.run(["identify", "a.png"] + policy)
    #expect(text.output.contains("false positive identification rate 1 in 3334 per search"))
  }

  @Test func anEvaluationsReportSaysHowItsIntervalsCameAbout() throws {
    let run = try installation.run(["evaluate", "--pairs", "pairs.csv", "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let intervals = try #require(try run.json["rateIntervals"] as? [String: Any])
    #expect(intervals["exact"] as? String == "clopper-pearson")
    #expect(intervals["drawn"] as? String == "bootstrap over subjects")
    #expect(intervals["confidence"] as? Double == 0.95)
  }

  @Test func anApplicationEvaluatesWithoutTheCommandLine() async throws {
    let system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: .standard(explicit: [installation.installation.root]), variant: "null-only",
        trust: .off, entitlements: EverythingGranted()))
    let folder = installation.installation.folder.path
    let list = try String(contentsOfFile: folder + "/pairs.csv", encoding: .utf8)
    var stages: [Int] = []
    let run = try await system.faces.evaluate(
      try EvaluationPairs(csv: list, place: "pairs.csv"), imagesIn: folder,
      with: try await system.faces.extractor(), try await system.faces.matcher(),
      progress: { stages.append($0.done) })
    #expect(run.accuracy.genuine.count == 1 && run.accuracy.impostor.count == 2)
    #expect(run.accuracy.genuine[0].similarity == 1)
    #expect(run.failures.isEmpty && stages == [1, 2, 3, 0, 3])
  }
}
