// SPDX-License-Identifier: Apache-2.0
import Foundation
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

  private func measurement(
    population: String = "numbers", by extractor: String = "dev.example.extractor"
  ) throws -> CalibrationMeasurement {
    CalibrationMeasurement(
      points: [
        CalibrationPoint(similarity: 0.1, rate: 0.1, lower: 0.09, upper: 0.11, errors: 3000),
        CalibrationPoint(similarity: 0.7, rate: 1e-5, lower: 7e-6, upper: 1.4e-5, errors: 33),
      ], population: population, dataSet: "made up, 1.0", impostorComparisons: 3_000_000,
      genuineComparisons: 2500, subjects: 1061,
      pair: try fakeEntry(0, fakeSide(2, by: extractor)).pair, date: "2026-11-21")
  }

  /// The manifest with the measurement as a new entry.
  private func added(_ measurement: CalibrationMeasurement) throws -> [UInt8] {
    try ManifestEditor.replacingItem(
      nil, of: "calibrations", with: measurement.yaml(), in: Array(Self.manifest.utf8))
  }

  @Test func theEntryReadsBackAsWhatWasMeasured() throws {
    let bytes = try added(try measurement())
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(Self.manifest))
    let read = try #require(
      try ManifestReader.plugin(bytes: bytes, place: "plugin.yaml").manifest.calibrations.first)
    #expect(read.calibration == (try measurement()).calibration)
    #expect(read.calibration.supportedUpTo == Score(falseMatchRate: 1e-5))
    #expect(read.pair == (try fakeEntry().pair))
    #expect(read.genuineComparisons == 2500)
    #expect(read.points.map(\.interval) == [0.09...0.11, 7e-6...1.4e-5])
  }

  /// Whose templates are measured.
  private func measured() throws -> TemplateOrigin { try fakeTemplate(9).origin }

  private func check(
    _ path: String, _ templates: TemplateOrigin? = nil, by matcher: TemplateMatcher? = nil,
    population: String = "numbers", dataSet: String = "made up, 1.0"
  ) throws {
    try (matcher ?? fakeMatcher()).checkManifest(
      at: path, measuring: templates ?? measured(), population: population, dataSet: dataSet)
  }

  private func calibrations(at path: String) throws -> [CalibrationDeclaration] {
    try ManifestReader.plugin(at: path).manifest.calibrations
  }

  @Test func aManifestIsRefusedForAnotherPluginsMatcherAndTakenForItsOwn() throws {
    let folder = try TemporaryFolder()
    let own = try folder.write(Self.manifest, to: "own.yaml")
    let other = try folder.write(
      Self.manifest.replacing("dev.example.fake", with: "dev.example.other"), to: "other.yaml")
    let matcher = try fakeMatcher(calibrated: false)
    try check(own, by: matcher)
    let error = #expect(throws: EvaluationError.self) {
      try check(other, by: matcher)
    }
    #expect(error?.code == .otherPlugin)
    try measurement().write(toManifestAt: own)
    #expect(try calibrations(at: own).map(\.calibration) == [try #require(try measurement().calibration)])
  }

  @Test func aManifestOfAnotherReleaseThatDoesNotCompareSuchTemplatesIsToldAsThat() throws {
    let folder = try TemporaryFolder()
    for (old, new) in [("max: 2}", "max: 1}"), ("format: example.fake", "format: example.other")] {
      let path = try folder.write(Self.manifest.replacing(old, with: new), to: "own.yaml")
      let error = #expect(throws: EvaluationError.self) { try check(path) }
      #expect(error?.code == .otherPlugin && error?.reason.contains("example.fake/2") == true)
      #expect(error?.remedy.contains("--plugin") == false)
    }
  }

  @Test(arguments: ["", "two\nlines", "\u{7F}", "a\u{85}", "a\u{2028}", String(repeating: "a", count: 201)])
  func wordsThatAManifestCannotHoldAreToldBeforeTheWork(words: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.manifest, to: "own.yaml")
    #expect(throws: ManifestError.self) { try check(path, population: words) }
    #expect(throws: ManifestError.self) { try check(path, dataSet: words) }
    try check(path, population: String(repeating: "a", count: 200))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.manifest)
  }

  @Test func aListInOneLineIsToldBeforeTheWorkAndWhatIsTriedIsNotWritten() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.manifest, to: "own.yaml")
    try measurement().write(toManifestAt: path)
    let lines = try String(contentsOfFile: path, encoding: .utf8)
    try check(path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == lines)
    let start = try #require(lines.firstRange(of: "calibrations:\n")).lowerBound
    let entry = lines[start...].split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
    let points = entry.filter { $0.hasPrefix("- {") }.map { $0.dropFirst(2) }
    let keys = entry.filter { !$0.hasPrefix("- {") && $0 != "points:" }.joined(separator: ", ").dropFirst(2)
    let flow = "calibrations: [{\(keys), points: [\(points.joined(separator: ", "))]}]\n"
    try folder.write(lines[..<start] + flow, to: "own.yaml")
    #expect(try calibrations(at: path).count == 1)
    let error = #expect(throws: ManifestError.self) { try check(path) }
    #expect(error?.code == .notEditable)
  }

  @Test func measuringAgainReplacesTheEntryOfThesePairsAndLeavesTheOthers() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.manifest, to: "own.yaml")
    try measurement().write(toManifestAt: path)
    try measurement(by: "dev.example.other").write(toManifestAt: path)
    let both = try String(contentsOfFile: path, encoding: .utf8)
    // What the author says of templates without a maker is not measured, and stays.
    let unmarked = both.replacingFirst("    method:", with: "    unmarked: true\n    method:")
    try folder.write(unmarked, to: "own.yaml")
    try measurement(population: "others").write(toManifestAt: path)
    let read = try calibrations(at: path)
    #expect(read.map(\.calibration.population) == ["others", "numbers"])
    #expect(read.map(\.pair.includesUnmarked) == [true, false])
    #expect(read.map(\.pair.probe.extractor) == ["dev.example.extractor", "dev.example.other"])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == unmarked.replacingFirst("\"numbers\"", with: "\"others\""))
  }

  @Test func anEntryThatHoldsForMoreIsToldBeforeTheWorkAndNeverReplaced() throws {
    let folder = try TemporaryFolder()
    let wide = String(decoding: try added(try measurement()), as: UTF8.self)
      .replacing("min: 1.0.0, max: 1.0.0", with: "min: 1.0.0, max: 1.9.0")
    let path = try folder.write(wide, to: "own.yaml")
    let error = #expect(throws: EvaluationError.self) {
      try check(path)
    }
    #expect(error?.code == .overlappingCalibration)
    #expect(error?.reason.contains("calibrations[0]") == true)
    let refusal = #expect(throws: ManifestError.self) { try measurement().write(toManifestAt: path) }
    #expect(refusal?.code == .overlappingCalibrations)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == wide)
  }

  @Test func thereIsNoRoomForMoreThanThirtyTwo() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.manifest, to: "own.yaml")
    for number in 0..<32 { try measurement(by: "dev.example.e\(number)").write(toManifestAt: path) }
    let error = #expect(throws: EvaluationError.self) {
      try check(path)
    }
    #expect(error?.code == .tooManyCalibrations)
    // One of these can be measured again.
    let maker = TemplateMaker(id: "dev.example.e7", version: SemanticVersion(major: 1, minor: 0, patch: 0))
    try check(path, TemplateOrigin(format: try measured().format, maker: maker))
  }

  @Test func quotesInThePopulationDoNotEndIt() throws {
    let words = #"Adults, "LFW" \ folds 1: 5 # all"#
    let bytes = try added(try measurement(population: words))
    let read = try ManifestReader.plugin(bytes: bytes, place: "plugin.yaml").manifest.calibrations.first
    #expect(read?.calibration.population == words)
  }

  @Test func aPopulationOfTwoLinesIsRefusedAndNothingElseIsSmuggledIn() {
    #expect(throws: ManifestError.self) {
      try added(try measurement(population: "a\nid: dev.example.evil"))
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ old: String, with new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return replacingCharacters(in: range, with: new)
  }
}
