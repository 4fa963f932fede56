// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Which calibration a score comes of, or why there is none, as the commands say it.
@Suite struct CalibrationCommandTests {
  private let installation: CalibratedInstallation
  private var folder: TemporaryFolder { installation.installation.folder }
  private static let manifest = "root/plugins/\(NullInstallation.id)/plugin.yaml"

  init() throws { installation = try CalibratedInstallation() }

  /// The calibration is of another release's templates, as if this one had been forgotten.
  private func forgetThisRelease() throws {
    let text = try String(contentsOf: folder.url.appending(path: Self.manifest), encoding: .utf8)
    try folder.write(
      text.replacing("max: 1.0.0", with: "max: 0.9.0").replacing("{min: 1.0.0", with: "{min: 0.1.0"),
      to: Self.manifest)
  }

  /// Puts a copy of Ada's first template beside it, of another maker, or of more samples.
  private func addCopy(maker: TemplateMaker?, samples: Int = 1) async throws {
    let store = try await FolderStore(path: folder.path + "/.local/share/imprint/store")
    let user = try await store.user(matching: "ada")
    let first = try #require(try await store.templates(of: user.id).items.first).template
    let copy = try #require(
      Template(
        format: first.format, modality: first.modality, site: first.site, quality: first.quality,
        maker: maker, samples: samples, payload: first.payload))
    _ = try await store.enroll(name: "ada", templates: [copy])
  }

  private static let other = TemplateMaker(
    id: "org.example.other", version: SemanticVersion(major: 2, minor: 0, patch: 0))

  @Test func aComparisonNamesItsCalibration() throws {
    let run = try installation.run(["compare", "a.png", "b.png"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.output.contains(
        "\ncalibration: imprint.null, version 1 of \(NullInstallation.id) 1.0.0, one sample; measured 2026-11-21"
      ))
    let json = try installation.run(["compare", "a.png", "b.png", "--json"]).json
    let entry = try #require(json["calibration"] as? [String: Any])
    #expect(
      Set(entry.keys) == [
        "entry", "format", "probe", "reference", "unmarked", "date", "supportedUpTo",
      ])
    #expect(entry["entry"] as? Int == 0 && json["uncalibrated"] is NSNull)
    let probe = try #require(entry["probe"] as? [String: Any])
    #expect(probe["extractor"] as? String == NullInstallation.id && probe["maxVersion"] as? String == "1.0.0")
  }

  @Test func aPairWithoutACalibrationIsComparedAndToldWithARemedy() throws {
    try forgetThisRelease()
    let run = try installation.run(["compare", "a.png", "b.png"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("no score, similarity"))
    #expect(
      run.output.contains(
        "it has no calibration of imprint.null/1 of \(NullInstallation.id) 1.0.0, one sample"))
    #expect(
      run.output.contains("sdkctl evaluate --pairs FILE.csv --plugin \(NullInstallation.id) --calibrate"))
    let json = try installation.run(["compare", "a.png", "b.png", "--json"]).json
    #expect(json["score"] is NSNull && json["calibration"] is NSNull)
    #expect((json["uncalibrated"] as? [String: String])?["code"] == "not-calibrated")
  }

  @Test func whatAReleaseForgotIsToldBeforeAnybodyIsRefused() throws {
    try forgetThisRelease()
    let doctor = try installation.run(["doctor", "--json"])
    let findings = try #require(try doctor.json["findings"] as? [[String: String]])
    let doubtful = findings.filter { $0["state"] == "doubtful" }
    #expect(doubtful.contains { $0["subject"] == "plugin" && $0["code"] == "uncalibrated-version" })
    let variant = try #require(
      doubtful.first { $0["subject"] == "variant" && $0["code"] == "not-calibrated" })
    #expect(variant["fact"]?.contains("\(NullInstallation.id) 1.0.0") == true)
    let inspect = try installation.installation.run(["plugin", "inspect", NullInstallation.id])
    #expect(inspect.output.contains("warning:"))
    #expect(inspect.output.contains("\(NullInstallation.id) 0.1.0 to 0.9.0, one sample: 2026-11-21"))
  }

  @Test func verifyingAndSearchingWithoutACalibratedPairAreErrors() throws {
    #expect(try installation.run(["enroll", "--user", "ada", "a.png"]).exitCode == 0)
    try forgetThisRelease()
    for command in [["verify", "--user", "ada", "a.png"], ["identify", "a.png"]] {
      let run = try installation.run(command + ["--json"])
      #expect(run.exitCode == 1)
      #expect(try run.errorCode == "not-calibrated")
    }
  }

  @Test func pairsOfAnotherMakerArePassedOverAndToldWhileTheOthersDecide() async throws {
    #expect(try installation.run(["enroll", "--user", "ada", "b.png"]).exitCode == 0)
    try await addCopy(maker: Self.other)
    let verify = try installation.run(["verify", "--user", "ada", "b.png"])
    #expect(verify.exitCode == 0, "\(verify.output)\(verify.errors)")
    #expect(verify.output.contains("1 compared\ncalibration: imprint.null, version 1"))
    #expect(verify.output.contains("\n1 pair was skipped; no calibration: \(NullInstallation.id):"))
    let json = try installation.run(["verify", "--user", "ada", "b.png", "--json"]).json
    #expect((json["pairs"] as? [[String: Any]])?.map { $0["calibration"] as? Int } == [0])
    let open = try #require(json["uncalibrated"] as? [[String: Any]])
    #expect(open.map { $0["code"] as? String } == ["not-calibrated"])
    #expect((open.first?["reason"] as? String)?.contains("org.example.other 2.0.0") == true)
  }

  @Test func aSearchTellsOnceWhatItDidNotCompare() async throws {
    #expect(try installation.run(["enroll", "--user", "ada", "b.png"]).exitCode == 0)
    try await addCopy(maker: Self.other)
    try await addCopy(maker: Self.other)
    try await addCopy(maker: nil, samples: 2)
    let run = try installation.run(["identify", "b.png", "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let json = try run.json
    #expect(json["searched"] as? Int == 1)
    // The default that the help states, though most of the gallery is not compared.
    let stated = try installation.run(["identify", "b.png", "--fpir", "1e-3", "--json"]).json
    #expect(json["threshold"] is Double && stated["threshold"] as? Double == json["threshold"] as? Double)
    #expect((json["calibrations"] as? [[String: Any]])?.map { $0["entry"] as? Int } == [0])
    #expect(
      (json["skipped"] as? [[String: Any]])?.map { $0["code"] as? String }
        == Array(repeating: "not-calibrated", count: 3))
    #expect(
      (json["uncalibrated"] as? [[String: Any]])?.map { $0["references"] as? Int }.sorted {
        ($0 ?? 0) < ($1 ?? 0)
      } == [1, 2])
    #expect(run.errors.split(separator: "\n").count { $0.contains("was not compared with") } == 2)
    let text = try installation.run(["identify", "b.png"])
    #expect(text.output.contains("\ncalibration: imprint.null, version 1"))
  }

  @Test func templatesThatNameNoMakerCountWhereTheEntrySaysSo() async throws {
    #expect(try installation.run(["enroll", "--user", "ada", "b.png"]).exitCode == 0)
    try await addCopy(maker: nil)
    func compared() throws -> Int? {
      (try installation.run(["verify", "--user", "ada", "b.png", "--json"]).json["pairs"] as? [Any])?.count
    }
    #expect(try compared() == 1)
    let text = try String(contentsOf: folder.url.appending(path: Self.manifest), encoding: .utf8)
    try folder.write(
      text.replacing("    method:", with: "    unmarked: true\n    method:"), to: Self.manifest)
    #expect(try compared() == 2)
  }

  @Test func enrollingBesideTemplatesOfAnotherMakerSaysThatNobodyLooked() async throws {
    #expect(try installation.run(["enroll", "--user", "ada", "b.png"]).exitCode == 0)
    try forgetThisRelease()
    let run = try installation.run(["enroll", "--user", "ada", "a.png", "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("not calibrated for that"))
    #expect(run.errors.contains("1 of imprint.null/1 could not be judged"))
  }

  @Test func aPluginWithOneCalibrationOfAllPairsIsRefusedWithWhatToWrite() throws {
    let text = try String(contentsOf: folder.url.appending(path: Self.manifest), encoding: .utf8)
    let start = try #require(text.range(of: "calibrations:\n")).lowerBound
    try folder.write(text[..<start] + "calibration:\n  method: made up\n", to: Self.manifest)
    let run = try installation.installation.run(["plugin", "list", "--all", "--json"])
    let skip = try #require((try run.json["skipped"] as? [[String: Any]])?.first)
    #expect(skip["code"] as? String == "broken-manifest")
    let lint = try installation.installation.run(["plugin", "lint", Self.manifest])
    #expect(lint.exitCode == 1)
    #expect((lint.output + lint.errors).contains("- {format: imprint.null"))
  }
}
