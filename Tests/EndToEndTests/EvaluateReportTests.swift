// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAuthoring
import TestSupport
import Testing

/// `evaluate report`, of files that an evaluation has written before.
@Suite struct EvaluateReportTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// A file of results, of people by number.
  private func write(_ name: String, version: String = "1.0.0", people: ClosedRange<Int>) throws {
    let run = AttackRun(
      dataSet: .init(name: "our lobby", terms: "for this test"),
      versions: [.init(name: "dev.imprint.face-capture-normal", version: version)], isSynthetic: false,
      sharesFaceMesh: false, noDecisionPolicy: "The person may try again.", processor: "none",
      date: "2026-11-29")
    let lines = people.map { number in
      AttackResultsFile.line(
        PresentationResult(
          Presentation(id: "\(number)", kind: .bonaFide, subject: "\(number)", session: "1"),
          mode: "passive", level: "high", outcome: number == 1 ? .noDecision : .live, frames: 75,
          seconds: 2.5, findings: []))
    }
    try home.write(try AttackResultsFile.header(run) + lines.joined(), to: name)
  }

  private func report(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(["evaluate", "report", "--json"] + arguments, home: home)
  }

  @Test func resultsOfAVersionThatIsNotInstalledAreReported() throws {
    try write("old.jsonl", version: "0.0.1", people: 1...4)
    let before = try Data(contentsOf: home.url.appending(path: "old.jsonl"))
    let run = try report(["old.jsonl", "--page", "report.html"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let presentations = try #require(try run.json["presentations"] as? [String: Any])
    #expect(presentations["bonaFide"] as? Int == 4)
    let page = try String(contentsOfFile: "\(home.path)/report.html", encoding: .utf8)
    #expect(page.contains("dev.imprint.face-capture-normal 0.0.1"))
    // Nothing is appended.
    #expect(try Data(contentsOf: home.url.appending(path: "old.jsonl")) == before)
  }

  @Test func filesOfTheSameRunCountAsOne() throws {
    try write("one.jsonl", people: 1...4)
    try write("two.jsonl", people: 3...9)
    let run = try report(["one.jsonl", "two.jsonl"])
    let presentations = try #require(try run.json["presentations"] as? [String: Any], "\(run.errors)")
    #expect(presentations["bonaFide"] as? Int == 9)
  }

  @Test func filesOfOtherVersionsDoNot() throws {
    try write("one.jsonl", people: 1...4)
    try write("two.jsonl", version: "2.0.0", people: 5...9)
    let run = try report(["one.jsonl", "two.jsonl"])
    #expect(try run.exitCode == 1 && run.errorCode == "different-runs", "\(run.output)")
    #expect(try run.error?["reason"]?.contains("versions") == true)
  }

  @Test func aFileThatHasNoResultsIsNamed() throws {
    try home.write("no results\n", to: "other.jsonl")
    let run = try report(["other.jsonl"])
    #expect(try run.exitCode == 1 && run.error?["place"]?.contains("other.jsonl") == true, "\(run.output)")
  }
}
