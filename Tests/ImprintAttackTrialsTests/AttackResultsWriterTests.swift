// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAttackEvaluation
import ImprintAttackTrials
import ImprintModel
import TestSupport
import Testing

@Suite struct AttackResultsWriterTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.appending(path: "results.jsonl").path }

  init() throws { folder = try TemporaryFolder() }

  private static let run = AttackRun(
    dataSet: .init(name: "drawn people", terms: "CC0"), versions: [.init(name: "imprint", version: "0.1.0")],
    isSynthetic: true, sharesFaceMesh: true, noDecisionPolicy: "Try again.", processor: "family 6",
    date: "2026-11-24")

  private func result(_ session: Int, _ outcome: PresentationOutcome = .live) -> PresentationResult {
    PresentationResult(
      Presentation(id: "ada/\(session)", kind: .bonaFide, subject: "ada", session: "\(session)"),
      mode: "passive", level: "high", outcome: outcome, frames: 60, seconds: 2)
  }

  private func lines() throws -> [Substring] {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n")
  }

  @Test func resultsAreThereWhenTheNextEvaluationGoesOn() throws {
    do {
      var writer = try AttackResultsWriter(path, run: Self.run)
      try writer.add([result(1), result(2)])
    }
    var writer = try AttackResultsWriter(path, run: Self.run)
    #expect(writer.evaluation.presentationCount == 2)
    try writer.add([result(2), result(3)])
    #expect(writer.evaluation.presentationCount == 3)
    #expect(try lines().count == 4, "the header, and each result once")
  }

  @Test func aLineThatWasCutIsMadeAgain() throws {
    do {
      var writer = try AttackResultsWriter(path, run: Self.run)
      try writer.add([result(1), result(2)])
    }
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.dropLast(20).write(to: URL(filePath: path))
    var writer = try AttackResultsWriter(path, run: Self.run)
    #expect(writer.evaluation.presentationCount == 1)
    try writer.add([result(2)])
    #expect(try Data(contentsOf: URL(filePath: path)) == whole)
  }

  @Test func anInterruptedHeaderIsBegunAnew() throws {
    try folder.write(Array("{\"format\":\"impr".utf8), to: "results.jsonl")
    let writer = try AttackResultsWriter(path, run: Self.run)
    #expect(writer.evaluation.presentationCount == 0)
    #expect(try lines().count == 1)
  }

  @Test func resultsOfAnotherRunAreNeitherAddedToNorChanged() throws {
    do {
      var writer = try AttackResultsWriter(path, run: Self.run)
      try writer.add([result(1)])
    }
    let before = try lines()
    let other = AttackRun(
      dataSet: Self.run.dataSet, versions: [.init(name: "imprint", version: "0.2.0")], isSynthetic: true,
      sharesFaceMesh: true, noDecisionPolicy: "Try again.", processor: "family 6", date: "2026-11-24")
    #expect(throws: AttackEvaluationError.self) { _ = try AttackResultsWriter(path, run: other) }
    #expect(try lines() == before)
  }

  @Test func aFileOfSomethingElseStaysAsItIs() throws {
    let note = Array("a shopping list\nmilk\n".utf8)
    try folder.write(note, to: "results.jsonl")
    #expect(throws: AttackEvaluationError.self) { _ = try AttackResultsWriter(path, run: Self.run) }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(note))
  }

  @Test func twoEvaluationsDoNotWriteOneFile() throws {
    let first = try AttackResultsWriter(path, run: Self.run)
    let error = #expect(throws: AttackTrialError.self) { _ = try AttackResultsWriter(path, run: Self.run) }
    #expect(error?.code == .busy)
    _ = first.evaluation
  }

  @Test func aFolderIsNoFileOfResults() throws {
    #expect(throws: AttackTrialError.self) {
      _ = try AttackResultsWriter(folder.url.path, run: Self.run)
    }
  }
}
