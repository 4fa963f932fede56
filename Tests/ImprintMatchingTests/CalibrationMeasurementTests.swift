// SPDX-License-Identifier: Apache-2.0
import ImprintManifest
import ImprintSettings
import ImprintModel
import TestSupport
import Testing

@testable import ImprintMatching

@Suite struct CalibrationMeasurementTests {
  private static let manifest = """
    # A comment that has to stay.
    schema: "1.3"
    id: dev.example.fake
    version: 1.0.0
    vendor: Example
    name: Fake
    summary: Compares numbers.
    license: {code: Apache-2.0}
    library: {file: libFake.so, architecture: x86_64, libc: glibc 2.34}
    abi: {min: 1, max: 1}
    provides: [imprint.matcher/2]
    compares:
      - format: example.fake
        modality: face
        reads: {min: 1, max: 2}
        templateBytes: {max: 4}
        symmetric: true
        similarity: {min: 0, max: 1}
    concurrency: {instances: parallel, threads: 1, forkSafe: true}
    dataUse: {class: biometric, egress: none, retention: none}

    """

  private func measurement(population: String = "numbers") throws -> CalibrationMeasurement {
    CalibrationMeasurement(
      points: [
        CalibrationPoint(similarity: 0.1, rate: 0.1, lower: 0.09, upper: 0.11, errors: 3000),
        CalibrationPoint(similarity: 0.7, rate: 1e-5, lower: 7e-6, upper: 1.4e-5, errors: 33),
      ], population: population, dataSet: "made up, 1.0", impostorComparisons: 3_000_000,
      genuineComparisons: 2500, subjects: 1061,
      format: try #require(TemplateFormat(algorithm: "example.fake", version: 2)),
      date: "2026-11-21")
  }

  @Test func theSectionReadsBackAsWhatWasMeasured() throws {
    let bytes = try ManifestEditor.replacingSection(
      "calibration", with: try measurement().yaml, in: Array(Self.manifest.utf8))
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(Self.manifest))
    let read = try #require(
      try ManifestReader.plugin(bytes: bytes, place: "plugin.yaml").manifest.calibration)
    #expect(read.calibration == (try measurement()).calibration)
    #expect(read.calibration.supportedUpTo == Score(falseMatchRate: 1e-5))
    #expect(read.format.description == "example.fake/2")
    #expect(read.genuineComparisons == 2500)
    #expect(read.points.map(\.interval) == [0.09...0.11, 7e-6...1.4e-5])
  }

  @Test func aManifestIsRefusedForAnotherPluginsMatcherAndTakenForItsOwn() throws {
    let folder = try TemporaryFolder()
    let own = try folder.write(Self.manifest, to: "own.yaml")
    let other = try folder.write(
      Self.manifest.replacing("dev.example.fake", with: "dev.example.other"), to: "other.yaml")
    let matcher = try fakeMatcher(calibrated: false)
    try matcher.checkManifest(at: own)
    let error = #expect(throws: EvaluationError.self) { try matcher.checkManifest(at: other) }
    #expect(error?.code == .otherPlugin)
    try measurement().write(toManifestAt: own)
    #expect(
      try ManifestReader.plugin(at: own).manifest.calibration?.calibration == (try measurement()).calibration)
  }

  @Test func measuringAgainReplacesTheSection() throws {
    let once = try ManifestEditor.replacingSection(
      "calibration", with: try measurement().yaml, in: Array(Self.manifest.utf8))
    let twice = try ManifestEditor.replacingSection("calibration", with: try measurement().yaml, in: once)
    #expect(once == twice)
  }

  @Test func quotesInThePopulationDoNotEndIt() throws {
    let words = #"Adults, "LFW" \ folds 1: 5 # all"#
    let bytes = try ManifestEditor.replacingSection(
      "calibration", with: try measurement(population: words).yaml, in: Array(Self.manifest.utf8))
    let read = try ManifestReader.plugin(bytes: bytes, place: "plugin.yaml").manifest.calibration
    #expect(read?.calibration.population == words)
  }

  @Test func aPopulationOfTwoLinesIsRefusedAndNothingElseIsSmuggledIn() {
    #expect(throws: ManifestError.self) {
      try ManifestEditor.replacingSection(
        "calibration", with: try measurement(population: "a\nid: dev.example.evil").yaml,
        in: Array(Self.manifest.utf8))
    }
  }
}
