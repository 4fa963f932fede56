// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@Suite struct ErrorTests {
  /// The text of an error and its JSON, from two runs of the same command.
  private func check(
    _ arguments: [String], named name: String, code: String, in installation: NullInstallation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try installation.run(arguments)
    #expect(text.exitCode == 1, sourceLocation: sourceLocation)
    #expect(text.output.isEmpty, sourceLocation: sourceLocation)
    try Snapshot.check(
      installation.normalised(text.errors), named: "error-\(name)", sourceLocation: sourceLocation)
    let json = try installation.run(arguments + ["--json"])
    #expect(json.exitCode == 1, sourceLocation: sourceLocation)
    let error = try #require(try json.json["error"] as? [String: String], sourceLocation: sourceLocation)
    #expect(Set(error.keys) == ["code", "place", "reason", "remedy"], sourceLocation: sourceLocation)
    #expect(error["code"] == code, sourceLocation: sourceLocation)
  }

  @Test func aMistypedPluginIsMetWithTheNearestOne() throws {
    try check(
      ["plugin", "inspect", "dev.imprint.null-matchr"], named: "mistyped-plugin", code: "unknown-name",
      in: NullInstallation())
  }

  @Test func aMistypedVariantIsMetWithTheNearestOne() throws {
    try check(
      ["variant", "show", "null-onyl"], named: "mistyped-variant", code: "unknown-variant",
      in: NullInstallation())
  }

  @Test func aBrokenPluginIsInspectedWithTheReason() throws {
    let installation = try NullInstallation()
    try installation.addBrokenPlugin()
    let run = try installation.run(["plugin", "list", "--all"])
    #expect(run.exitCode == 0)
    try Snapshot.check(installation.normalised(run.output), named: "plugin-list-all-broken")
  }

  @Test func aMissingTemplateFileIsNamed() throws {
    let installation = try NullInstallation()
    try check(
      ["template", "inspect", "missing.impt"], named: "missing-template", code: "file", in: installation)
  }

  @Test func aTruncatedTemplateIsRefused() throws {
    let installation = try NullInstallation()
    try installation.folder.write(try sampleTemplate().dropLast(5), to: "cut.impt")
    try check(
      ["template", "inspect", "cut.impt"], named: "cut-template", code: "truncated", in: installation)
  }

  @Test func aStoreThatIsNotThereIsNotMadeByASearch() throws {
    let installation = try NullInstallation()
    let run = try installation.run(
      ["identify", "face.png", "--store", "nowhere", "--variant", "null-only", "--json"])
    #expect(run.exitCode == 1)
    #expect(try run.json["error"] != nil)
    #expect(!FileManager.default.fileExists(atPath: installation.folder.url.appending(path: "nowhere").path))
  }

  @Test func aManifestOfAnotherPluginIsNotCalibrated() throws {
    let installation = try NullInstallation()
    let manifest = FixtureManifest().yaml
    try installation.folder.write(manifest, to: "plugin.yaml")
    try installation.folder.write("pathA,pathB,same\na/1,a/2,1\n", to: "pairs.csv")
    try check(
      [
        "evaluate", "--pairs", "pairs.csv", "--calibrate", "plugin.yaml", "--population", "nobody",
        "--data-set", "none", "--variant", "null-only",
      ], named: "other-plugins-manifest", code: "other-plugin", in: installation)
    let after = try String(
      contentsOf: installation.folder.url.appending(path: "plugin.yaml"), encoding: .utf8)
    #expect(after == manifest)
  }

  @Test func aBrokenListOfPairsIsRefusedWithTheLine() throws {
    let installation = try NullInstallation()
    try installation.folder.write("pathA,pathB,same\na/1,a/2,perhaps\n", to: "pairs.csv")
    try check(
      ["evaluate", "--pairs", "pairs.csv", "--variant", "null-only"], named: "broken-pairs",
      code: "broken-pairs", in: installation)
  }

  @Test(
    arguments: [
      (["users"], "sdkctl user"), (["usr", "list"], "sdkctl user"),
      (["user", "delete"], "sdkctl user remove"),
      (["enrol", "--user", "ada"], "sdkctl enroll"), (["plugin", "lst"], "sdkctl plugin list"),
      (["plugin", "quarantine", "cler"], "sdkctl plugin quarantine clear"),
      (["template", "rm"], "sdkctl template remove"),
    ])
  func aWordNearACommandFindsIt(arguments: [String], command: String) throws {
    let run = try CommandRun.sdkctl(arguments, home: TemporaryFolder())
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(run.errors.contains("Did you mean '\(command)'?"), "\(run.errors)")
    let json = try CommandRun.sdkctl(arguments + ["--json"], home: TemporaryFolder())
    #expect(try json.error?["remedy"] == "Did you mean '\(command)'?")
  }

  @Test func aWordNearNoCommandIsMetWithAllThereAre() throws {
    let run = try CommandRun.sdkctl(["template", "frobnicate"], home: TemporaryFolder())
    #expect(
      run.errors
        == "Error: 'frobnicate' is no command of sdkctl template. Its commands: list, remove, inspect, qr.\n")
  }

  @Test func aWordThatSteersATerminalIsShownWithoutItsPower() throws {
    let run = try CommandRun.sdkctl(["\u{1B}[2J\nusers\u{202E}"], home: TemporaryFolder())
    #expect(run.exitCode == 64)
    let told = #"Error: '\u{1B}[2J\u{A}users\u{202E}' is no command of sdkctl."#
    #expect(run.errors.hasPrefix(told), "\(run.errors)")
  }

  @Test(
    arguments: [
      ["nonsense"], ["verify", "face.png"],
      ["verify", "--user", "ada", "face.png", "--fmr", "2"],
      ["verify", "--user", "ada", "face.png", "--fmr", "1e-4", "--threshold", "3500"],
      ["identify", "face.png", "--camera", "x"], ["identify", "--face", "all"],
      ["enroll", "--user", "ada", "face.png", "--quality", "101"], ["template", "remove", "--user", "ada"],
      ["template", "remove", "--user", "ada", "one"], ["capture", "--camera", "x"],
      ["capture", "--camera", "x", "--out", "o", "--images", "9"],
      ["evaluate", "--pairs", "p.csv", "--calibrate", "plugin.yaml"], ["doctor", "--log-level", "loud"],
    ])
  func wrongUsageEndsWith64(arguments: [String]) throws {
    let text = try CommandRun.sdkctl(arguments, home: TemporaryFolder())
    #expect(text.exitCode == 64)
    #expect(text.output.isEmpty && text.errors.hasPrefix("Error: "))
    let json = try CommandRun.sdkctl(arguments + ["--json"], home: TemporaryFolder())
    #expect(json.exitCode == 64)
    #expect((try json.json["error"] as? [String: String])?["code"] == "usage")
  }
}

/// A template of made-up bytes: nobody's.
func sampleTemplate() throws -> [UInt8] {
  let format = try #require(TemplateFormat(algorithm: "example.fixture", version: 3))
  let template = try #require(
    Template(
      format: format, modality: .face, site: .face, quality: 61, created: 1_700_000_000,
      payload: Array(0..<16)))
  return TemplateEnvelope.encode(template)
}
