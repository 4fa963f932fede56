// SPDX-License-Identifier: Apache-2.0
@testable import ImprintAttackEvaluation
import Testing

@Suite struct MeasuredRateTests {
  private func rate(
    errors: Int, of trials: Int, subjects: Int? = nil, seed: UInt64 = 1
  ) -> MeasuredRate {
    MeasuredRate(
      (0..<trials).map { ("subject-\($0 % (subjects ?? max(trials, 1)))", $0 < errors) },
      SubjectBootstrap(rounds: 1000, seed: seed))
  }

  /// Ends by `scipy.stats.beta.ppf`.
  @Test(
    arguments: [
      (0, 300, 0.0, 0.012_220_975), (3, 300, 0.002_067_007, 0.028_944_511),
      (300, 300, 0.987_779_025, 1.0), (1, 1, 0.025, 1.0), (0, 1, 0.0, 0.975),
    ])
  func theExactIntervalIsThatOfAnotherProgram(errors: Int, trials: Int, lower: Double, upper: Double) {
    let rate = rate(errors: errors, of: trials)
    #expect(abs(rate.exact.lowerBound - lower) < 1e-8)
    #expect(abs(rate.exact.upperBound - upper) < 1e-8)
    #expect(rate.interval == rate.exact, "one presentation of each subject: nothing is drawn")
  }

  /// Four of forty subjects always fail, in five presentations each. Rounds draw a binomial number of them:
  /// 2.5 % and 97.5 % of `scipy.stats.binom(40, 0.1)` are 1 and 8.
  @Test func subjectsThatAlwaysFailWidenTheInterval() throws {
    let trials = (0..<200).map { (subject: "subject-\($0 % 40)", isError: $0 % 40 < 4) }
    let rate = MeasuredRate(trials, SubjectBootstrap(rounds: 1000))
    let drawn = try #require(rate.drawn)
    #expect(abs(drawn.lowerBound - 0.025) < 1e-12 && abs(drawn.upperBound - 0.2) < 1e-12)
    #expect(rate.exact.lowerBound > 0.06 && rate.exact.upperBound < 0.151)
    #expect(rate.interval == drawn)
  }

  /// One subject fails twice, the other never: rounds give 0, 1/2 and 1. That the rate is 0 or 1 is excluded.
  @Test func anEndThatWasObservedOtherwiseIsNotTakenFromRounds() throws {
    let rate = MeasuredRate(
      "aabb".map { ("\($0)", $0 == "a") }, SubjectBootstrap(rounds: 1000))
    #expect(rate.drawn == 0...1)
    #expect(abs(rate.interval.lowerBound - 0.067_586) < 1e-6)
    #expect(abs(rate.interval.upperBound - 0.932_414) < 1e-6)
  }

  @Test(arguments: [0, 20]) func withoutErrorsAndWithNothingElseTheIntervalHasAWidth(errors: Int) {
    let rate = rate(errors: errors, of: 20, subjects: 4)
    #expect(rate.drawn == nil)
    #expect(abs(rate.interval.upperBound - rate.interval.lowerBound - 0.168_433_471) < 1e-8)
  }

  @Test func whereEveryRoundGivesTheSameThereIsNoDrawnInterval() {
    // Each of four subjects fails once in two.
    let rate = MeasuredRate(
      (0..<8).map { ("subject-\($0 % 4)", $0 < 4) }, SubjectBootstrap(rounds: 100))
    #expect(rate.drawn == nil)
    #expect(rate.interval.lowerBound < 0.5 && rate.interval.upperBound > 0.5)
  }

  @Test func withoutTrialsNothingIsKnown() {
    let rate = rate(errors: 0, of: 0)
    #expect(rate.rate == nil && rate.interval == 0...1 && rate.ruleOfThree == nil && rate.subjects == 0)
  }

  @Test func theRuleOfThreeCountsSubjectsToo() throws {
    let rule = try #require(rate(errors: 0, of: 300, subjects: 100).ruleOfThree)
    #expect(rule.independent == 0.01 && rule.alike == 0.03)
    #expect(rate(errors: 1, of: 300, subjects: 100).ruleOfThree == nil)
  }

  @Test func theOrderOfTrialsChangesNothingAndAnotherSeedDoes() {
    let trials = (0..<120).map { (subject: "subject-\($0 % 30)", isError: ($0 * 7) % 11 == 0) }
    let bootstrap = SubjectBootstrap(rounds: 200)
    #expect(MeasuredRate(trials, bootstrap) == MeasuredRate(trials.reversed(), bootstrap))
    let other = MeasuredRate(trials, SubjectBootstrap(rounds: 200, seed: 9))
    #expect(MeasuredRate(trials, bootstrap).exact == other.exact)
  }
}
