// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintSettings
import Testing

@testable import ImprintManifest

/// What is read of calibrations, and what is said where they cannot be. Each rule has a fixture besides.
@Suite struct CalibrationReaderTests {
  @Test func calibrationMapsSimilaritiesToScores() throws {
    let manifest = try ManifestReader.plugin(bytes: Samples.good(), place: "").manifest
    let section = try #require(manifest.calibrations.first)
    #expect(section.points.map(\.similarity) == [0.1, 0.5])
    #expect(section.points[1].interval == 0.0008...0.0012)
    let release = SemanticVersion(major: 1, minor: 2, patch: 3)
    let templates = CalibratedTemplates(
      version: 2, extractor: "org.example.matcher", extractorVersions: release...release, samples: 1...1)
    #expect(
      section.pair
        == CalibratedPair(
          format: "example.face", probe: templates, reference: templates, includesUnmarked: false))
    #expect(section.genuineComparisons == 500)
    #expect(section.calibration.subjects == 400)
    #expect(section.calibration.date == "2026-11-21")
    // 1500 − 500 · log10(0.001)
    #expect(abs(section.calibration.score(similarity: 0.5).value - 3000) < 1e-9)
  }

  @Test func bothSidesOfACalibrationAreRead() throws {
    let fused =
      "{version: 1, extractor: {id: org.example.other, versions: {min: 1.0.0, max: 2.1.0}}, samples: {min: 2, max: 5}}"
    let bytes = try Samples.good(
      "    method:", with: "    reference: \(fused)\n    unmarked: false\n    method:")
    let read = try #require(try ManifestReader.plugin(bytes: bytes, place: "").manifest.calibrations.first)
    #expect(
      read.pair.reference.description == "version 1 of org.example.other 1.0.0 to 2.1.0, 2 to 5 samples")
    #expect(read.pair.probe.description == "version 2 of org.example.matcher 1.2.3, one sample")
  }

  @Test func oneCalibrationOfAllPairsIsRefusedWithTheEntryToWriteInstead() throws {
    let bytes = try Samples.bytes("older-calibration")
    let error = #expect(throws: ManifestError.self) { try ManifestReader.plugin(bytes: bytes, place: "p") }
    let problem = try #require(error?.problems.first { $0.code == .olderSection })
    // With its other keys it is what it stands for.
    let words = try #require(problem.remedy.firstRange(of: "- {format"))
    let end = try #require(problem.remedy.firstRange(of: ", …}, where"))
    let good = try Samples.text("good")
    let start = try #require(good.range(of: "calibrations:\n")).lowerBound
    let keys = try #require(good.range(of: "    method: Clopper-Pearson")).lowerBound
    let after = try #require(good.range(of: "# After the calibration.")).lowerBound
    var instead = String(problem.remedy[words.lowerBound..<end.lowerBound]) + ", "
    for line in good[keys..<after].split(separator: "\n") {
      instead +=
        line.contains("- {")
        ? line.replacing("- {", with: "{") + ", " : line.replacing("points:", with: "points: [")
      if !line.contains("- {"), !line.contains("points:") { instead += ", " }
    }
    let text = good[..<start] + "calibrations:\n  " + instead + "]}\n" + good[after...]
    let manifest = try ManifestReader.plugin(bytes: Array(text.utf8), place: "p").manifest
    #expect(
      manifest.calibrations
        == (try ManifestReader.plugin(bytes: Samples.good(), place: "p").manifest.calibrations))
    // What is measured later takes its place.
    let item = good[start..<after].split(separator: "\n").dropFirst().map { $0.dropFirst(2) + "\n" }.joined()
    let measured = try ManifestEditor.replacingItem(
      0, of: "calibrations", with: item, in: Array(text.utf8))
    #expect(try ManifestReader.plugin(bytes: measured, place: "p").manifest.calibrations.count == 1)
  }

  @Test func overlappingCalibrationsAreNamedWithBothLines() throws {
    let bytes = try Samples.bytes("calibrations-overlapping")
    let error = #expect(throws: ManifestError.self) { try ManifestReader.plugin(bytes: bytes, place: "p") }
    #expect(error?.code == .overlappingCalibrations && error?.place == "p:54:5")
    #expect(error?.reason.contains("calibrations[0]' in line 42") == true)
  }

  @Test func aReleaseThatNoCalibrationIsOfIsToldWithItsTemplates() throws {
    let warning = try #require(
      try ManifestReader.plugin(bytes: Samples.bytes("uncalibrated-version"), place: "p").warnings.first)
    #expect(warning.code == .uncalibratedVersion)
    #expect(warning.reason.contains("example.face/2 of org.example.matcher 1.2.4, one sample"))
    #expect(warning.remedy.contains("--plugin org.example.matcher --calibrate"))
  }
}
