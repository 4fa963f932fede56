// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintSettings
import Testing

@testable import ImprintManifest

/// One item of a list is replaced or added, and nothing else.
@Suite struct ItemEditorTests {
  private static let first = "calibrations-apart"

  private func entry(samples: Int, method: String = "Wilson") -> String {
    """
    - format: example.face
      # New.
      probe: {version: 2, extractor: {id: org.example.matcher, versions: {min: 1.2.3, max: 1.2.3}}, samples: {min: \(samples), max: \(samples)}}
      method: \(method)
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
  }

  private func indented(_ text: String, by indent: String) -> String {
    text.split(separator: "\n").map { indent + $0 + "\n" }.joined()
  }

  private func replaced(_ index: Int?, _ text: String, in bytes: [UInt8]) throws -> String {
    String(
      decoding: try ManifestEditor.replacingItem(index, of: "calibrations", with: text, in: bytes),
      as: UTF8.self)
  }

  private func code(_ index: Int?, _ text: String, in bytes: [UInt8]) -> ManifestProblem.Code? {
    #expect(throws: ManifestError.self) { try replaced(index, text, in: bytes) }?.code
  }

  @Test func theOtherItemsStayByteForByte() throws {
    let before = try Samples.text(Self.first)
    let items = before.ranges(of: "  - format: example.face\n    probe").map(\.lowerBound)
    #expect(items.count == 2)
    let end = try #require(before.range(of: "# After the calibration.")).lowerBound
    let bytes = Array(before.utf8)
    let new = indented(entry(samples: 1), by: "  ")
    #expect(try replaced(0, entry(samples: 1), in: bytes) == before[..<items[0]] + new + before[items[1]...])
    let other = indented(entry(samples: 2), by: "  ")
    #expect(try replaced(1, entry(samples: 2), in: bytes) == before[..<items[1]] + other + before[end...])
  }

  @Test func aNewItemComesAfterTheLast() throws {
    let before = try Samples.text("good")
    let end = try #require(before.range(of: "# After the calibration.")).lowerBound
    let text = try replaced(nil, entry(samples: 7), in: Array(before.utf8))
    #expect(text == before[..<end] + indented(entry(samples: 7), by: "  ") + before[end...])
    let read = try ManifestReader.plugin(bytes: Array(text.utf8), place: "").manifest.calibrations
    #expect(read.map(\.method) == ["Clopper-Pearson", "Wilson"])
    #expect(read.map(\.pair.probe.samples) == [1...1, 7...7])
  }

  @Test func theFirstItemBringsTheListAtTheEnd() throws {
    let with = try Samples.text("good")
    let start = try #require(with.range(of: "calibrations:\n")).lowerBound
    let end = try #require(with.range(of: "# After the calibration.")).lowerBound
    let without = String(with[..<start] + with[end...])
    let text = try replaced(nil, entry(samples: 1), in: Array(without.utf8))
    #expect(text == without + "calibrations:\n" + indented(entry(samples: 1), by: "  "))
  }

  @Test func itemsAtTheLeftAndLineEndsOfWindowsStayWhatTheyAre() throws {
    let good = try Samples.text("good")
    let start = try #require(good.range(of: "  - format: example.face\n    probe")).lowerBound
    let end = try #require(good.range(of: "# After the calibration.")).lowerBound
    let left = good[start..<end].split(separator: "\n").map { $0.dropFirst(2) + "\n" }.joined()
    let text = (good[..<start] + left + good[end...]).replacing("\n", with: "\r\n")
    let result = try replaced(0, entry(samples: 1), in: Array(text.utf8))
    #expect(!result.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
    #expect(result.contains("calibrations:\r\n- format: example.face\r\n  # New.\r\n"))
  }

  @Test func aLastItemWithoutNewlineGetsOne() throws {
    let good = try Samples.text("good")
    let end = try #require(good.range(of: "# After the calibration.")).lowerBound
    let start = try #require(good.range(of: "# Measured, not typed.")).lowerBound
    let last = String(good[..<start] + good[end...] + good[start..<end].dropLast())
    let text = try replaced(nil, entry(samples: 3), in: Array(last.utf8))
    #expect(text == last + "\n" + indented(entry(samples: 3), by: "  "))
  }

  @Test func aListInOneLineIsNotEditable() throws {
    let good = try Samples.text("good")
    let start = try #require(good.range(of: "calibrations:\n")).lowerBound
    let end = try #require(good.range(of: "# After the calibration.")).lowerBound
    let line = """
      calibrations: [{format: example.face, probe: {version: 2, extractor: {id: org.example.matcher, versions:
        {min: 1.2.3, max: 1.2.3}}, samples: {min: 1, max: 1}}, method: x, date: 2026-11-21, population: x, dataSet: x,
        impostorComparisons: 1, genuineComparisons: 0, subjects: 1, points: [{similarity: 0, fmr: 0.5, lower: 0, upper: 1},
        {similarity: 1, fmr: 0.1, lower: 0, upper: 1}]}]

      """
    let text = good[..<start] + line + good[end...]
    #expect(code(0, entry(samples: 1), in: Array(text.utf8)) == .notEditable)
  }

  @Test(arguments: ["", "a: 1\n", "- 1\n- 2\n", " - format: x\n", "calibrations: []\n"])
  func textThatIsNotOneItemIsRefused(text: String) throws {
    #expect([.notEditable, .empty].contains(code(0, text, in: try Samples.good())))
  }

  @Test func anItemThatIsNotThereIsRefused() throws {
    #expect(code(1, entry(samples: 1), in: try Samples.good()) == .notEditable)
  }

  @Test func aResultThatDoesNotReadIsRefused() throws {
    #expect(code(nil, entry(samples: 1), in: try Samples.good()) == .overlappingCalibrations)
    #expect(code(0, "- format: example.face\n", in: try Samples.good()) == .missingKey)
    #expect(code(0, entry(samples: 1), in: try Samples.bytes("bad-id")) == .wrongForm)
  }
}
