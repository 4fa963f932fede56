// SPDX-License-Identifier: Apache-2.0
import ImprintAttackEvaluation

/// Results made up for tests: no picture of anybody is behind them.
enum Samples {
  static let run = AttackRun(
    dataSet: .init(name: "drawn people 1", terms: "CC0"),
    versions: [
      .init(name: "imprint", version: "0.1.0"), .init(name: "dev.example.capture", version: "2.0.0"),
    ],
    species: [.init(name: "still-print", description: "a photograph that is held still")], isSynthetic: true,
    sharesFaceMesh: true, noDecisionPolicy: "the person may try again.", processor: "family 25",
    date: "2026-11-24")

  /// Presentations of one kind with these outcomes, in their order, of so many subjects in turn.
  static func results(
    of species: String?, _ outcomes: [PresentationOutcome], subjects: Int = .max, mode: String = "passive",
    level: String = "high", isMatch: [Bool?] = [], seconds: Double = 2, measures: [Double?] = [],
    limit: Double = 1
  ) -> [PresentationResult] {
    outcomes.enumerated().map { index, outcome in
      let subject = index % min(subjects, max(outcomes.count, 1))
      let presentation = Presentation(
        id: "\(species ?? "person")-\(index)", kind: species.map { .attack(species: $0) } ?? .bonaFide,
        subject: "subject-\(subject)", session: "\(index)")
      let finding = index < measures.count ? measures[index] : nil
      return PresentationResult(
        presentation, mode: mode, level: level, outcome: outcome, frames: 60, seconds: seconds,
        findings: finding.map {
          [MethodFinding(method: "shape", verdict: $0 >= limit ? .live : .fake, measure: $0, limit: limit)]
        } ?? [],
        isMatch: index < isMatch.count ? isMatch[index] : nil)
    }
  }

  /// So many errors among so many outcomes.
  static func outcomes(
    _ errors: Int, of count: Int, _ error: PresentationOutcome, else other: PresentationOutcome
  ) -> [PresentationOutcome] {
    (0..<count).map { $0 < errors ? error : other }
  }

  static func evaluation(_ results: [PresentationResult]) throws -> AttackEvaluation {
    var evaluation = try AttackEvaluation(run)
    for result in results { try evaluation.add(result) }
    return evaluation
  }

  /// A file of these results.
  static func file(_ results: [PresentationResult]) throws -> [UInt8] {
    Array((try AttackResultsFile.header(run) + results.map(AttackResultsFile.line).joined()).utf8)
  }

  /// Criteria of one mode with two species, and of two levels.
  static let criteria = AttackCriteria(
    modes: [
      .init(
        name: "passive", judged: ["still-print", "screen"], measured: ["turning-video"],
        decisive: .init(method: "shape", liveSide: .above))
    ],
    levels: [
      .init(name: "medium", attackBound: 0.03, bonaFideBound: 0.05),
      .init(name: "high", attackBound: 0.01, bonaFideBound: 0.08),
    ])
}
