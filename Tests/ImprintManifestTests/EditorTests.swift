// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintSettings
import Testing

@testable import ImprintManifest

@Suite struct EditorTests {
  private let section = """
    concurrency:
      # New.
      instances: serial
      threads: 2

    """

  private func replaced(_ bytes: [UInt8], _ key: String = "concurrency", _ text: String? = nil) throws
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

  /// The good manifest before and after the section that is replaced.
  private func around() throws -> (before: String, after: String) {
    let good = try Samples.text("good")
    let start = try #require(good.range(of: "concurrency:")).lowerBound
    let end = try #require(good.range(of: "dataUse:")).lowerBound
    return (String(good[..<start]), String(good[end...]))
  }

  @Test func everyOtherLineStaysByteForByte() throws {
    let (before, after) = try around()
    #expect(try replaced(Samples.good()) == before + section + after)
  }

  @Test func theNewSectionIsRead() throws {
    let bytes = try ManifestEditor.replacingSection("concurrency", with: section, in: Samples.good())
    let concurrency = try ManifestReader.plugin(bytes: bytes, place: "").manifest.concurrency
    #expect(concurrency == PluginConcurrency(instances: .serial, threads: 2, forkSafe: false))
  }

  @Test func absentSectionIsAddedAtTheEnd() throws {
    let (before, after) = try around()
    let without = before + after
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
    #expect(text.contains("instances: serial\r\n"))
  }

  @Test func charactersOfSeveralBytesDoNotShiftTheCut() throws {
    let bytes = try Samples.good("# After the calibration.", with: "# Danach — äöü 😀")
    let text = try replaced(bytes)
    #expect(text.contains("# Danach — äöü 😀\nconcurrency:\n  # New.\n"))
    #expect(text.contains("threads: 2\ndataUse: {"))
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

  @Test(arguments: ["", "other: 1\n", "concurrency: 1\nother: 2\n", " concurrency: 1\n", "- concurrency\n"])
  func textThatIsNotTheSectionIsRefused(text: String) throws {
    #expect([.notEditable, .empty].contains(code(try Samples.good(), "concurrency", text)))
  }

  @Test func resultThatDoesNotReadIsRefused() throws {
    #expect(code(try Samples.good(), "concurrency", "concurrency: {threads: x}\n") == .wrongType)
  }

  @Test func brokenManifestIsNotTouched() throws {
    #expect(code(try Samples.bytes("bad-id"), "concurrency", section) == .wrongForm)
  }

  @Test func textAfterTheDocumentsEndIsRefused() throws {
    let with = try Samples.text("good") + "...\n"
    #expect(code(Array(with.utf8), "x-new", "x-new: 1\n") == .notYAML)
  }
}
