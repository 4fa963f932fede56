// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import ImprintManifest
import ImprintSettings
import ImprintModel
import Testing

@testable import ImprintCheck

struct ReportTests {
  private func report(_ results: [CheckResult], waivers: [CheckWaiver] = []) -> CheckReport {
    CheckReport(
      plugin: "org.example.\u{1B}[31m<&\"'", version: nil, folder: "/plugins/x", librarySHA256: nil,
      contentsSHA256: nil, isolation: .inProcess, seed: .max, results: results,
      waiverProblems: WaiverProblems.of(waivers, results: results),
      duration: .milliseconds(1234), isExamination: false)
  }

  private let results = [
    CheckResult(check: "load.loads", outcome: .passed),
    CheckResult(
      check: "load.unknown-ids", outcome: .failed(reason: "\u{0}]]> <b>&amp;", place: "a\"b"),
      output: "\u{1B}[2J<x>\n"),
    CheckResult(check: "load.listed-ids", outcome: .crashed(signal: 11)),
    CheckResult(check: "package.schema", outcome: .skipped(reason: "no")),
    CheckResult(
      check: "load.entry-table", outcome: .timedOut(after: .seconds(20)),
      waiver: CheckWaiver(check: "load.entry-table", reason: "known", by: "Ex\u{202E}aminer")),
  ]

  @Test func everyFormSaysTheIsolation() {
    let report = report(results)
    #expect(report.junit.contains(#"<property name="isolation" value="in-process"/>"#))
    #expect(report.json.text.contains(#""isolation":"in-process""#), "\(report.json.text)")
  }

  @Test func aWaiverForTheOtherIsolationIsNotTold() {
    let waivers = [CheckWaiver(check: "life.thousand-objects", reason: "known", by: "me")]
    for (isolation, count) in [(Isolation.process, 0), (.inProcess, 1)] {
      let result = CheckResult(
        check: "life.thousand-objects", outcome: .inapplicable(reason: "no"), isolation: isolation)
      #expect(WaiverProblems.of(waivers, results: [result]).count == count)
    }
  }

  @Test func junitOfHostileTextIsWellFormedAndCounts() throws {
    let parser = XMLParser(data: Data(report(results).junit.utf8))
    let reader = JUnitReader()
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.debugDescription)")
    #expect(reader.suite["tests"] == "5")
    #expect(reader.suite["failures"] == "1")
    #expect(reader.suite["errors"] == "1")
    #expect(reader.suite["skipped"] == "2")
    #expect(reader.suite["time"] == "1.234")
    #expect(reader.elements == ["failure", "error", "skipped", "skipped"])
    #expect(reader.suite["name"]?.hasSuffix("<&\"'") == true)
    // What would steer a terminal that shows the file, or turn its lines, stands by its number.
    let text = report(results).junit
    #expect(text.unicodeScalars.allSatisfy { VisibleText.isVisible($0) || $0 == "\n" })
    #expect(text.contains(#"\u{1B}[2J"#) && text.contains(#"Ex\u{202E}aminer"#) && text.contains(#"\u{0}]]"#))
  }

  @Test func aWaivedFailureIsNoFailureAndStaysTold() {
    let report = report(Array(results.suffix(2)))
    #expect(report.isSuccess)
    #expect(report.results[1].word == "waived")
    #expect(report.json.text.contains(#""waiver":"known","waivedBy":"Ex"#))
    #expect(!self.report(results).isSuccess)
  }

  @Test func waiversThatAcceptNothingAreTold() {
    let waivers = [
      CheckWaiver(check: "load.loads", reason: "x", by: "me"),
      CheckWaiver(check: "load.nonsense", reason: "x", by: "me"),
      CheckWaiver(check: "load.entry-table", reason: "known", by: "me"),
      CheckWaiver(check: "load.entry-table", reason: "again", by: "me"),
    ]
    let problems = report(results, waivers: waivers).waiverProblems
    #expect(problems.count == 3)
    #expect(problems[0].hasPrefix("load.loads:") && problems[1].hasPrefix("load.nonsense:"))
  }

  @Test func aWaiverNeedsAReasonWithAWord() throws {
    func read(_ reason: String) throws -> WaiverList {
      let text = "schema: \"1.0\"\nwaivers:\n  - {check: load.loads, reason: \"\(reason)\", by: me}\n"
      return try SettingsReader.waivers(bytes: Array(text.utf8), place: "waivers.yaml").manifest
    }
    #expect(try read("because").waivers.first?.reason == "because")
    for reason in ["", "   ", "\\u001b[31m"] {
      #expect(throws: ManifestError.self, "'\(reason)'") { try read(reason) }
    }
  }
}

private final class JUnitReader: NSObject, XMLParserDelegate {
  var suite: [String: String] = [:]
  var elements: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if name == "testsuite" { suite = attributes }
    if ["failure", "error", "skipped"].contains(name) { elements.append(name) }
  }
}
