// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@Suite struct ErrorRateTests {
  /// Ends found by halving over sums of the binomial distribution, not over the beta function.
  @Test(
    arguments: [
      (0, 10, 0.0, 0.308_497), (10, 10, 0.691_503, 1.0), (5, 10, 0.187_086, 0.812_914),
      (1, 100, 0.000_253_146, 0.054_459_4), (30, 1000, 0.020_330_5, 0.042_551_4),
    ])
  func theIntervalIsThatOfClopperAndPearson(errors: Int, trials: Int, lower: Double, upper: Double) {
    let interval = ErrorRate(errors: errors, trials: trials).interval()
    #expect(abs(interval.lowerBound - lower) < 2e-6)
    #expect(abs(interval.upperBound - upper) < 2e-6)
  }

  @Test func theIntervalHoldsOverMillionsOfTrials() {
    let interval = ErrorRate(errors: 33, trials: 3_300_000).interval()
    #expect(abs(interval.lowerBound / 6.883_55e-6 - 1) < 1e-5)
    #expect(abs(interval.upperBound / 1.404_369e-5 - 1) < 1e-5)
  }

  @Test func withoutTrialsNothingIsKnown() {
    let nothing = ErrorRate(errors: 0, trials: 0)
    #expect(nothing.rate == nil)
    #expect(nothing.interval() == 0...1)
  }

  @Test func aHigherConfidenceWidensTheInterval() {
    let rate = ErrorRate(errors: 7, trials: 90)
    #expect(rate.interval(confidence: 0.9).lowerBound > rate.interval(confidence: 0.99).lowerBound)
    #expect(rate.interval(confidence: 0.9).upperBound < rate.interval(confidence: 0.99).upperBound)
  }

  @Test func threeOverTheTrialsBoundsARateWithoutErrors() {
    #expect(ErrorRate.ruleOfThree(trials: 3_000_000) == 1e-6)
    #expect(ErrorRate.ruleOfThree(trials: 2) == 1)
    #expect(ErrorRate.ruleOfThree(trials: 0) == 1)
  }

  @Test func thirtyErrorsAreNeededForThirtyPercent() {
    #expect(!ErrorRate(errors: 29, trials: 1000).meetsRuleOfThirty)
    #expect(ErrorRate(errors: 30, trials: 1000).meetsRuleOfThirty)
  }

  @Test func aClaimBelowThreeOverTheTrialsIsUnsupportedEvenWithoutErrors() {
    let rate = ErrorRate(errors: 0, trials: 3000)
    guard case .unsupported(let bound) = rate.verdict(on: 1e-4) else {
      Issue.record("3000 trials were taken to show 1 in 10,000")
      return
    }
    #expect(bound >= 1e-3)
  }

  @Test func aClaimIsSupportedOnlyWhereTheWholeIntervalIsBelowIt() {
    #expect(ErrorRate(errors: 0, trials: 10_000).verdict(on: 1e-3) == .supported)
    guard case .notShown(let upper) = ErrorRate(errors: 9, trials: 10_000).verdict(on: 1e-3) else {
      Issue.record("9 errors in 10,000 do not show a rate of at most 1 in 1000")
      return
    }
    #expect(upper > 1e-3)
  }
}
