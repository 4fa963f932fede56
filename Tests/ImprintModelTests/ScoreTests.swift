// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@Suite struct ScoreTests {
  @Test(arguments: [(1.0, 1500.0), (1e-2, 2500), (1e-3, 3000), (1e-4, 3500), (1e-6, 4500), (1e-7, 5000)])
  func aFalseMatchRateHasTheScoreOfTheScale(rate: Double, score: Double) {
    #expect(abs(Score(falseMatchRate: rate).value - score) < 1e-9)
    #expect(abs(Score(score).falseMatchRate / rate - 1) < 1e-9)
  }

  @Test func theOtherScaleIsMinusTwelveDecades() {
    #expect(abs(Score(falseMatchRate: 1e-4).twelveLog - 48) < 1e-9)
  }

  @Test func aFalseMatchRateNeverExceedsOne() {
    #expect(Score(-1000).falseMatchRate == 1)
  }

  @Test func aScoreAtTheThresholdIsNoMatch() {
    #expect(!MatchPolicy.standard.accepts(Score(3500)))
    #expect(MatchPolicy.standard.accepts(Score(3500.0001)))
  }

  @Test func aLargerGalleryNeedsAHigherThreshold() {
    let one = MatchPolicy.falsePositiveIdentificationRate(1e-3, gallery: 1).threshold
    let thousand = MatchPolicy.falsePositiveIdentificationRate(1e-3, gallery: 1000).threshold
    #expect(abs(one.falseMatchRate - 1e-3) < 1e-12)
    // 1 - (1 - f)^1000 = 1e-3, solved by hand: f = 1 - 0.999^(1/1000).
    #expect(abs(thousand.falseMatchRate / 1.000_499_833_6e-6 - 1) < 1e-6)
  }

  @Test func theRateOfASearchGrowsWithItsComparisons() {
    // 1 - 0.9999^1000 by a calculator: what the default of one comparison does to a search.
    #expect(abs(Score(3500).falsePositiveIdentificationRate(comparisons: 1000) - 0.095_167_1) < 1e-6)
    #expect(abs(Score(3500).falsePositiveIdentificationRate(comparisons: 1) - 1e-4) < 1e-12)
    #expect(Score(3500).falsePositiveIdentificationRate(comparisons: 0) == 0)
    #expect(Score(1000).falsePositiveIdentificationRate(comparisons: 3) == 1)
  }

  @Test(arguments: [1, 7, 1000, 1_000_000])
  func theThresholdForASearchGivesTheRateThatWasAskedFor(gallery: Int) {
    let policy = MatchPolicy.falsePositiveIdentificationRate(1e-3, gallery: gallery)
    #expect(abs(policy.threshold.falsePositiveIdentificationRate(comparisons: gallery) / 1e-3 - 1) < 1e-6)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func aScoreThatNoMachineIntegerHoldsIsPrintedAllTheSame(value: Double) {
    #expect(!Score(value).description.isEmpty)
  }
}
