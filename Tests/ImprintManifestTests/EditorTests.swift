// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintSettings
import Testing

@testable import ImprintManifest

@Suite struct EditorTests {
  private let section = """
    calibration:
      # New.
      method: Wilson
      date: 2026-12-01
      population: others
      dataSet: none 2.0
      impostorComparisons: 7
      genuineComparisons: 0
      subjects: 3
      points:
        - {similarity: -1, fmr: 0.5, lower: 0.4, upper: 0.6}
        - {similarity: 1, fmr: 0.1, lower: 0, upper: 0.2}

    """

  private func replaced(_ bytes: [UInt8], _ key: String = "calibration", _ text: String? = nil) throws
    -> String
  {
    String(
      decoding: try ManifestEditor.replacingSection(key, with: text ?? section, in: bytes), as: UTF8.self)
  }

  private func code(_ bytes: [UInt8], _ key: String, _ text: String) -> ManifestProblem.Code? {
    #expect(throws: ManifestError.self) {
      try ManifestEditor.replacingSection(key, with: text, in: bytes)
    }?.code
  }

  @Test func everyOtherLineStaysByteForByte() throws {
    let before = try Samples.text("good")
    let start = try #require(before.range(of: "calibration:\n")).lowerBound
    let end = try #require(before.range(of: "# After the calibration.")).lowerBound
    #expect(try replaced(Samples.good()) == before[..<start] + section + before[end...])
  }

  @Test func theNewSectionIsRead() throws {
    let bytes = try ManifestEditor.replacingSection("calibration", with: section, in: Samples.good())
    let calibration = try #require(try ManifestReader.plugin(bytes: bytes, place: "").manifest.calibration)
    #expect(calibration.method == "Wilson")
    #expect(calibration.points.map(\.similarity) == [-1, 1])
  }

  @Test func absentSectionIsAddedAtTheEnd() throws {
    let with = try Samples.text("good")
    let start = try #require(with.range(of: "calibration:\n")).lowerBound
    let end = try #require(with.range(of: "# After the calibration.")).lowerBound
    let without = String(with[..<start] + with[end...])
    #expect(try replaced(Array(without.utf8)) == without + section)
    #expect(try replaced(Array(without.utf8.dropLast())) == without + section)
  }

  @Test func lastSectionWithoutNewlineIsReplaced() throws {
    let bytes = Array(
      try Samples.text("good").replacing("x-example: {anything: [goes, 1, null]}\n", with: "").utf8)
    let new = "dataUse: {class: none, egress: none, retention: none}\n"
    #expect(try replaced(Array(bytes.dropLast()), "dataUse", new).hasSuffix("\n" + new))
  }

  @Test func windowsLineEndsAreKept() throws {
    let text = try replaced(Samples.bytes("windows-lines"))
    #expect(!text.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
    #expect(text.contains("method: Wilson\r\n"))
  }

  @Test func charactersOfSeveralBytesDoNotShiftTheCut() throws {
    let bytes = try Samples.good("# Measured, not typed.", with: "# Gemessen — äöü 😀")
    let text = try replaced(bytes)
    #expect(text.contains("# Gemessen — äöü 😀\ncalibration:\n  # New.\n"))
    #expect(text.contains("upper: 0.2}\n# After the calibration.\n"))
  }

  @Test func blockOfTextEndsBeforeTheNextKey() throws {
    let bytes = try Samples.good(
      "summary: Compares faces.", with: "summary: >-\n  Compares\n  faces.\n# Next.")
    #expect(
      try replaced(bytes, "summary", "summary: New.\n").contains("matcher\nsummary: New.\n# Next.\nlicense"))
  }

  @Test func sectionInAFlowMapIsNotEditable() throws {
    let lines = """
      {schema: "1.0", id: a.b, version: 1.0.0, vendor: a, name: b, summary: c, license: {code: MIT},
      library: {file: a.so, architecture: x86_64, libc: glibc 2.34}, abi: {min: 1, max: 1},
      provides: [a.b/1], dataUse: {class: none, egress: none, retention: none}}
      """
    #expect(
      code(Array(lines.utf8), "dataUse", "dataUse: {class: none, egress: none, retention: none}")
        == .notEditable)
  }

  @Test(arguments: ["", "other: 1\n", "calibration: 1\nother: 2\n", " calibration: 1\n", "- calibration\n"])
  func textThatIsNotTheSectionIsRefused(text: String) throws {
    #expect([.notEditable, .empty].contains(code(try Samples.good(), "calibration", text)))
  }

  @Test func resultThatDoesNotReadIsRefused() throws {
    #expect(code(try Samples.good(), "calibration", "calibration: {method: x}\n") == .missingKey)
  }

  @Test func brokenManifestIsNotTouched() throws {
    #expect(code(try Samples.bytes("bad-id"), "calibration", section) == .wrongForm)
  }

  @Test func textAfterTheDocumentsEndIsRefused() throws {
    let with = try Samples.text("good") + "...\n"
    #expect(code(Array(with.utf8), "x-new", "x-new: 1\n") == .notYAML)
  }
}
