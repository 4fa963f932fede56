// SPDX-License-Identifier: Apache-2.0
@testable import ImprintAttackEvaluation
import ImprintPages
import Testing

@Suite struct MeasureDistributionTests {
  private func measure(
    _ results: [PresentationResult], liveSide: AttackCriteria.DecisiveMeasure.LiveSide = .above
  ) throws -> MeasureDistribution? {
    var criteria = Samples.criteria
    criteria.modes[0].decisive?.liveSide = liveSide
    return AttackReport(
      try Samples.evaluation(results), criteria: criteria, bootstrap: SubjectBootstrap(rounds: 40)
    ).summary.modes[0].measure
  }

  private var people: [PresentationResult] {
    Samples.results(of: nil, [.live, .live, .live, .live], measures: [2, 3, 1, 4])
  }

  /// By hand: people 1, 2, 3, 4; prints 0, 1, 2 and one without a measure.
  @Test func theTradeOffIsThatOfEveryLimit() throws {
    let prints = Samples.results(
      of: "still-print", [.fake, .fake, .live, .noDecision], measures: [0, 1, 2])
    let curve = try #require(measure(people + prints)?.tradeOffs.first)
    #expect(curve.points.map(\.limit).dropLast() == [0, 1, 2, 3, 4])
    #expect(curve.points.map(\.attack.errors) == [3, 2, 1, 0, 0, 0])
    #expect(curve.points.map(\.bonaFide.errors) == [0, 0, 1, 2, 3, 4])
    #expect(curve.points.allSatisfy { $0.attack.trials == 4 && $0.bonaFide.trials == 4 })
  }

  @Test func whereLowIsLiveTheLimitIsReadTheOtherWay() throws {
    let prints = Samples.results(of: "still-print", [.fake, .fake], measures: [4, 5])
    let curve = try #require(measure(people + prints, liveSide: .below)?.tradeOffs.first)
    #expect(curve.points.map(\.limit).dropFirst() == [1, 2, 3, 4, 5])
    #expect(curve.points.map(\.attack.errors) == [0, 0, 0, 0, 1, 2])
    #expect(curve.points.map(\.bonaFide.errors) == [4, 3, 2, 1, 0, 0])
  }

  @Test func aPersonWithoutTheMeasureIsRefusedByEveryLimit() throws {
    let lost = Samples.results(of: nil, [.noDecision], measures: [nil])
    let prints = Samples.results(of: "still-print", [.fake], measures: [0])
    let curve = try #require(measure(lost + [people[1]] + prints)?.tradeOffs.first)
    #expect(curve.points.map(\.bonaFide.errors) == [1, 1, 2])
  }

  @Test func manyMeasuresAreThinnedAndKeepBothEnds() throws {
    let values = (0..<1000).map { Double($0) }
    let prints = Samples.results(
      of: "still-print", Samples.outcomes(0, of: 1000, .live, else: .fake), measures: values)
    let points = try #require(measure(people + prints)?.tradeOffs.first).points
    #expect(points.count == MeasureDistribution.maximumPoints)
    #expect(points.first?.attack.errors == 1000 && points.last?.attack.errors == 0)
  }

  @Test func theLimitsOfAllLevelsAreKnownAndMeasuresAreOfOne() throws {
    let results = ["medium", "high"].enumerated().flatMap { index, level in
      Samples.results(of: nil, [.live, .live], level: level, measures: [2, 3], limit: Double(index + 1))
    }
    let measure = try #require(try self.measure(results))
    #expect(measure.level == "medium" && measure.groups[0].values == [2, 3])
    #expect(measure.limits.map(\.value) == [1, 2] && measure.limits.map(\.level) == ["medium", "high"])
  }

  @Test func withoutTheMeasureNothingIsDrawn() throws {
    #expect(try measure(Samples.results(of: nil, [.live])) == nil)
    #expect(try measure(people)?.tradeOffs.isEmpty == true)
  }

  /// `scipy.stats.norm.ppf`
  @Test(
    arguments: [(0.001, -3.090_232_306), (0.02, -2.053_748_911), (0.5, 0), (0.8, 0.841_621_234)])
  func normalDeviatesAreThoseOfAnotherProgram(share: Double, deviate: Double) {
    #expect(abs(NormalDeviate.of(share) - deviate) < 1e-8)
  }

  @Test func durationsAreOrderedAndOfAnsweredPresentations() throws {
    let results =
      (1...20).map { number in
        PresentationResult(
          Presentation(id: "\(number)", kind: .bonaFide, subject: "\(number)", session: "1"), mode: "passive",
          level: "high", outcome: .live, frames: 1, seconds: Double(number))
      } + Samples.results(of: nil, [.timeout], seconds: 60)
    let report = AttackReport(
      try Samples.evaluation(results), criteria: Samples.criteria, bootstrap: SubjectBootstrap(rounds: 40))
    #expect(report.summary.modes[0].durations.map(\.quantiles) == [[1, 5, 10, 15, 19]])
    #expect(report.summary.modes[0].durations.map(\.count) == [20])
  }
}
