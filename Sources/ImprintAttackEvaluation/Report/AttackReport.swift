// SPDX-License-Identifier: Apache-2.0

/// An evaluation in the terms of ISO/IEC 30107-3: as text, as JSON, and as a page.
///
/// All three state the same figures. The same results give the same bytes, in whatever order they were added.
public struct AttackReport: Sendable {
  public let runs: [AttackRun]
  public let criteria: AttackCriteria
  public let summary: AttackSummary
  /// The bootstrap over subjects, which the intervals come from.
  let bootstrap: SubjectBootstrap

  /// Computes all rates.
  /// - Complexity: O(results), and the bootstrap's rounds times the subjects for each rate.
  public init(
    _ evaluation: AttackEvaluation, criteria: AttackCriteria = .faceCapture,
    bootstrap: SubjectBootstrap = SubjectBootstrap(rounds: 1000)
  ) {
    runs = evaluation.runs.sorted {
      [$0.date, $0.processor].lexicographicallyPrecedes([$1.date, $1.processor])
    }
    self.criteria = criteria
    self.bootstrap = bootstrap
    summary = AttackSummary(evaluation, criteria, bootstrap)
  }

  /// The worst verdict on any level of any mode that has results; `nil` where nothing has a bound.
  public var verdict: BoundVerdict? {
    BoundVerdict(worstOf: summary.modes.flatMap(\.levels).compactMap(\.verdict))
  }

  /// Modes and levels of the criteria that have no results, a line each.
  var gaps: [String] {
    summary.missingModes.map { "mode \($0): no presentations" }
      + summary.modes.flatMap { mode in
        mode.missingLevels.map { "mode \(mode.mode), level \($0): no presentations" }
      }
  }

  /// A run's facts, in the order in which they are told.
  var facts: [(name: String, value: String)] {
    // Runs of one evaluation differ in these two alone.
    let run = runs[0]
    func distinct(_ values: [String]) -> String {
      var seen: Set<String> = []
      return values.filter { seen.insert($0).inserted }.joined(separator: "; ")
    }
    return [
      ("data set", run.dataSet.name), ("terms", run.dataSet.terms),
      ("versions", run.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ")),
      ("processor", distinct(runs.map(\.processor))), ("date", distinct(runs.map(\.date))),
      (
        "presentations",
        "\(summary.bonaFidePresentations) bona fide, \(summary.attackPresentations) attacks, of "
          + "\(summary.subjects) identities"
      ),
    ]
  }
}
