// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Templates of 116 bytes, as somebody at a command line has them.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct ShortTemplateTests {
  private static let plugin = ["--plugin", "dev.imprint.face-f5"]

  /// An installation in which one person is enrolled with F5, and the template's file.
  private func enrolled() throws -> (FaceInstallation, template: String) {
    let installation = try FaceInstallation()
    let run = try installation.run(
      ["enroll", "--user", "first", try installation.photograph("obama.jpg"), "--json"] + Self.plugin)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let files = try #require(FileManager.default.enumerator(atPath: installation.home.path))
    let file = try #require(files.compactMap { $0 as? String }.first { $0.hasSuffix(".impt") })
    return (installation, "\(installation.home.path)/\(file)")
  }

  @Test func thePersonIsVerifiedWithAScoreAndAnotherIsNot() throws {
    let (installation, _) = try enrolled()
    let runs = try ["obama2.jpg", "biden.jpg"].map {
      try installation.run(
        ["verify", "--user", "first", try installation.photograph($0), "--json"] + Self.plugin)
    }
    #expect(runs.map(\.exitCode) == [0, 1])
    let scores = try runs.map { try #require(try $0.json["score"] as? Double) }
    #expect(scores[0] > 3500 && scores[1] < 3500)
  }

  @Test func thePersonIsFoundAmongSeveralByASearch() throws {
    let (installation, _) = try enrolled()
    let second = try installation.run(
      ["enroll", "--user", "second", try installation.photograph("biden.jpg"), "--json"] + Self.plugin)
    #expect(second.exitCode == 0, "\(second.output)\(second.errors)")
    let run = try installation.run(
      ["identify", try installation.photograph("obama2.jpg"), "--json"] + Self.plugin)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let candidates = try #require(try run.json["candidates"] as? [[String: Any]])
    #expect(candidates.filter { $0["match"] as? Bool == true }.map { $0["name"] as? String } == ["first"])
    #expect(try run.json["searched"] as? Int == 2)
  }

  @Test func aStoredTemplateHas116BytesAndSaysWhatItIs() throws {
    let (installation, template) = try enrolled()
    let run = try installation.run(["template", "inspect", template, "--json"])
    #expect(try run.json["algorithm"] as? String == "imprint.face-f5")
    #expect(try run.json["version"] as? Int == 1)
    #expect(try run.json["payloadBytes"] as? Int == 116)
    #expect(try run.json["maker"] as? String == "dev.imprint.face-f5 1.0.0")
  }

  @Test(arguments: [("face-f5", "face-f6"), ("face-f6", "face-f5")])
  func theOtherAlgorithmRefusesItByBothNames(made: String, compared: String) throws {
    let installation = try FaceInstallation()
    let picture = try installation.photograph("obama.jpg")
    let enrol = try installation.run([
      "enroll", "--user", "first", picture, "--plugin", "dev.imprint.\(made)", "--json",
    ])
    #expect(enrol.exitCode == 0, "\(enrol.output)\(enrol.errors)")
    let run = try installation.run([
      "verify", "--user", "first", picture, "--plugin", "dev.imprint.\(compared)", "--json",
    ])
    #expect(run.exitCode == 1)
    let error = try #require(try run.error)
    #expect(error["code"] == "nothing-comparable")
    for name in [made, compared] { #expect(error["reason"]?.contains("imprint.\(name)") == true) }
  }

  @Test func aTemplateThatWentThroughAQRCodeIsComparedWithAScore() async throws {
    let (installation, template) = try enrolled()
    let (code, read) = ("\(installation.home.path)/code.png", "\(installation.home.path)/read.impt")
    #expect(try installation.run(["template", "qr", template, "--output", code]).exitCode == 0)
    #expect(try installation.run(["template", "qr", "read", code, "--output", read]).exitCode == 0)
    let bytes = try [template, read].map { Array(try Data(contentsOf: URL(fileURLWithPath: $0))) }
    let templates = try bytes.map { try TemplateEnvelope.decode($0) }
    #expect(templates[0].payload == templates[1].payload && templates[1].maker == nil)
    // What was read does not say who made it, and has the plugin's calibration all the same.
    let matcher = try await installation.open(plugins: ["dev.imprint.face-f5"]).faces.matcher()
    let comparison = try await matcher.compare(templates[1], with: templates[0])
    #expect(try comparison.isMatch())
  }
}
