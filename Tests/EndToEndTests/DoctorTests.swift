// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite struct DoctorTests {
  private func findings(_ run: CommandRun) throws -> [[String: String]] {
    try #require(try run.json["findings"] as? [[String: String]])
  }

  @Test func aWholeInstallationIsHealthy() throws {
    let run = try NullInstallation().run(["doctor", "--json", "--variant", "null-only"])
    #expect(run.exitCode == 0)
    #expect(try run.json["healthy"] as? Bool == true)
    // That the null matcher has no calibration is doubtful, and says what to do.
    let doubtful = try findings(run).filter { $0["state"] == "doubtful" }
    // The note: tests trust plugins unasked.
    #expect(doubtful.map { $0["code"] } == ["note", "not-calibrated"])
  }

  @Test func everythingThatIsNotFineHasARemedy() throws {
    let installation = try NullInstallation()
    try installation.addBrokenPlugin()
    let run = try installation.run(["doctor", "--json"])
    #expect(run.exitCode == 1)
    let all = try findings(run)
    #expect(all.contains { $0["state"] == "broken" && $0["code"] == "broken-manifest" })
    for finding in all {
      #expect(Set(finding.keys) == ["subject", "state", "place", "code", "fact", "remedy"])
      #expect(finding["state"] == "fine" || finding["remedy"]?.isEmpty == false)
    }
  }

  /// What opening would refuse is broken, though everything that is there is whole.
  @Test func aVariantThatIsAskedForAndMissingIsBroken() throws {
    let run = try NullInstallation().run(["doctor", "--json", "--variant", "elsewhere"])
    #expect(run.exitCode == 1)
    let broken = try findings(run).filter { $0["state"] == "broken" }
    #expect(broken.map { $0["code"] } == ["unknown-variant"])
    #expect(broken.map { $0["place"] } == ["elsewhere"])
  }

  @Test func aLibraryThatIsNoneIsFoundWithoutLoadingIt() throws {
    let installation = try NullInstallation()
    try installation.folder.write(
      "no library", to: "root/plugins/\(NullInstallation.id)/libNullMatcher.so")
    let run = try installation.run(["doctor", "--json", "--variant", "null-only"])
    #expect(run.exitCode == 1)
    let library = try #require(try findings(run).first { $0["subject"] == "library" })
    #expect(library["code"] == "not-an-elf-library" && library["state"] == "broken")
    #expect(library["place"]?.hasSuffix("libNullMatcher.so") == true)
  }

  @Test func aMachineWithoutPluginsIsBroken() throws {
    let run = try CommandRun.sdkctl(["doctor", "--json"], home: TemporaryFolder())
    #expect(run.exitCode == 1)
    #expect(try run.json["healthy"] as? Bool == false)
  }

  @Test func aModelWithAnotherHashIsFound() throws {
    let installation = try NullInstallation()
    let folder = "root/plugins/org.example.fixture"
    var manifest = FixtureManifest()
    // SHA-256 of "right", which is not what the file holds.
    manifest.models = [
      (
        name: "model.bin", sha256: "20e31d718c25e9508e4bc0655d3dd9daaad33db1a1ad03cd6cbbbea4164a7653",
        bytes: 5
      )
    ]
    try installation.folder.write(manifest.yaml, to: "\(folder)/plugin.yaml")
    try FileManager.default.copyItem(
      at: BuiltProducts.library("NullMatcher"),
      to: installation.folder.url.appending(path: "\(folder)/libFixture.so"))
    try installation.folder.write("wrong", to: "\(folder)/models/model.bin")
    let run = try installation.run(["doctor", "--json"])
    #expect(run.exitCode == 1)
    let model = try #require(try findings(run).first { $0["subject"] == "model" })
    #expect(model["code"] == "hash-differs" && model["state"] == "broken")
    #expect(model["place"]?.hasSuffix("models/model.bin") == true)
  }
}
