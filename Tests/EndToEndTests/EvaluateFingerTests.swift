// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `evaluate --modality finger` on ridges of nobody, with the bundled extractor and matcher.
@Suite(.enabled(if: BuiltProducts.stage != nil, "needs a stage: scripts/stage --configuration debug"))
struct EvaluateFingerTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try LicensedHome.install(in: home)
    for finger in 1...4 {
      for press in 0..<3 {
        try home.write(
          DrawnFinger.pgm(finger, turn: 0.08 * Double(press)), to: "fingers/f\(finger)/\(press).pgm")
      }
    }
  }

  private func evaluate(_ arguments: String...) throws -> CommandRun {
    let stage = try #require(BuiltProducts.stage)
    return try CommandRun.sdkctl(
      ["evaluate", "--modality", "finger", "--people", home.path + "/fingers", "--root", stage.path]
        + arguments, home: home)
  }

  @Test(arguments: ["imprint.finger-edges", "iso-19794-2-2005", "imprint.finger-card"])
  func everyFingerIsComparedWithEveryOtherOne(format: String) throws {
    let run = try evaluate("--format", format, "--json")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let json = try run.json
    #expect(json["genuineComparisons"] as? Int == 12 && json["impostorComparisons"] as? Int == 54)
    let rate = try #require((json["eer"] as? [String: Any])?["rate"] as? Double)
    #expect(rate < 0.1, "\(rate)")
  }

  @Test func theReportSpeaksOfFingerprints() throws {
    let run = try evaluate()
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("12 fingerprints, 12 templates"), "\(run.output)")
    #expect(run.output.contains("every fingerprint with every other one"))
    #expect(run.output.contains("Readers, places and people"))
  }

  @Test func whatIsNoPictureOfAFingerIsTold() throws {
    let grey = try #require(
      Image(width: 240, height: 240, format: .grey8, pixels: .init(repeating: 235, count: 57600)))
    let colours = try #require(
      Image(width: 240, height: 240, format: .rgb24, pixels: .init(repeating: 200, count: 172_800)))
    try home.write(try ImageEncoder.png(grey), to: "fingers/f1/blank.png")
    try home.write(try ImageEncoder.png(colours), to: "fingers/f2/colours.png")
    try home.write(
      DrawnFinger.stating(3_937, in: try ImageEncoder.png(grey)), to: "fingers/f3/coarse.png")
    let run = try evaluate("--json")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let failures = try #require(try run.json["failures"] as? [[String: Any]])
    let told = Dictionary(
      uniqueKeysWithValues: failures.map { ($0["image"] as? String ?? "", $0["reason"] as? String ?? "") })
    #expect(
      told == ["f1/blank.png": "no-subject", "f2/colours.png": "colours", "f3/coarse.png": "resolution"])
    #expect(failures.map { $0["unread"] as? Bool } == [false, true, true])
  }

  @Test func theResolutionThatAFileStatesCountsBeforeTheOption() throws {
    // Said to be 1000 dots an inch, ridges are half as far apart as a finger's.
    let wrong = try evaluate("--resolution", "1000", "--json")
    #expect(try wrong.errorCode == "no-templates", "\(wrong.output)\(wrong.errors)")
    for finger in 1...4 {
      for press in 0..<3 {
        let image = try ImageFile.read(home.path + "/fingers/f\(finger)/\(press).pgm")
        try home.write(
          DrawnFinger.stating(19_685, in: try ImageEncoder.png(image)), to: "fingers/f\(finger)/\(press).png")
        try FileManager.default.removeItem(atPath: home.path + "/fingers/f\(finger)/\(press).pgm")
      }
    }
    let right = try evaluate("--resolution", "1000", "--json")
    #expect(right.exitCode == 0, "\(right.output)\(right.errors)")
    #expect(try right.json["templates"] as? Int == 12)
  }
}
