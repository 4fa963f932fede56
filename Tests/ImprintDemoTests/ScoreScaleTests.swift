// SPDX-License-Identifier: Apache-2.0
import Imprint
import Testing

@testable import imprint_demo

struct ScoreScaleTests {
  @Test func aScoreLiesBetweenTheEndsOfTheAxis() {
    #expect(ScoreScale.place(Score(0)) == 0)
    #expect(ScoreScale.place(Score(3250)) == 50)
    #expect(ScoreScale.place(Score(6500)) == 100)
    // Extrapolated scores may be anything.
    for (score, place) in [(-900.0, 0.0), (9000, 100), (.infinity, 100), (-.infinity, 0), (.nan, 0)] {
      #expect(ScoreScale.place(Score(score)) == place)
    }
  }

  @Test(arguments: [
    (1500.0, "all"), (2500, "1 in 100"), (3500, "1 in 10,000"), (4000, "1 in 100,000"), (5500, "1 in 10^8"),
    (-100, "all"),
  ])
  func theScaleSaysHowRareAScoreIs(score: Double, words: String) {
    #expect(ScoreScale.rarity(of: Score(score)) == words)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (3_311_507, "3,311,507"), (-12_345, "-12,345")])
  func longNumbersAreGrouped(number: Int, words: String) {
    #expect(number.grouped == words)
  }

  @Test func theAxisHasANumberForEveryLineBehindTheBars() {
    let axis = ScoreScale(threshold: Score(3500), measuredUpTo: nil).axis.text
    for number in stride(from: 0, through: 6000, by: 500) { #expect(axis.contains("<b>\(number)</b>")) }
  }

  @Test func theBarSaysWhereMeasuringEnds() {
    let scale = ScoreScale(threshold: Score(3250), measuredUpTo: Score(4550))
    let bar = scale.bar(of: Score(5200), isMatch: true, isExtrapolated: true).text
    #expect(bar.contains("class=\"threshold\" style=\"left:50.00%\""))
    #expect(bar.contains("class=\"beyond\" style=\"left:70.00%\""))
    #expect(bar.contains("class=\"match\" style=\"width:80.00%\"") && bar.contains("<b>5200*</b>"))
  }
}
