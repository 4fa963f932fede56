// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Testing

/// Thresholds of 0 to 72, 12 of which are a decade.
@Suite struct MatchingThresholdTests {
  @Test(arguments: [(0, 1500.0, 1.0), (12, 2000, 1e-1), (36, 3000, 1e-3), (48, 3500, 1e-4), (72, 4500, 1e-6)])
  func aWholeDecadeIsAWholeScore(value: Int, score: Double, rate: Double) throws {
    let threshold = try #require(MatchingThreshold(value))
    #expect(threshold.score == Score(score))
    #expect(abs(threshold.falseMatchRate / rate - 1) < 1e-12)
  }

  @Test(arguments: [-1, 73, .min, .max])
  func outsideOfItsRangeThereIsNone(value: Int) {
    #expect(MatchingThreshold(value) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MatchingThreshold.self, from: Data("\(value)".utf8))
    }
  }

  @Test func everyOneComesBackFromItsScoreAndFromJSON() throws {
    for value in MatchingThreshold.range {
      let threshold = try #require(MatchingThreshold(value))
      #expect(MatchingThreshold(exactly: threshold.score) == threshold)
      #expect(abs(threshold.score.twelveLog - Double(value)) < 1e-9)
      let json = try JSONEncoder().encode(threshold)
      #expect(String(decoding: json, as: UTF8.self) == "\(value)")
      #expect(try JSONDecoder().decode(MatchingThreshold.self, from: json) == threshold)
    }
  }

  @Test(arguments: [3501.0, 3499.999, 1400, 4600, .infinity, .nan, 1e300])
  func aScoreBetweenTwoOrBeyondThemIsNone(score: Double) {
    #expect(MatchingThreshold(exactly: Score(score)) == nil)
  }

  @Test func theDefaultIsThatOfScores() {
    #expect(MatchingThreshold.standard.value == 48)
    #expect(MatchPolicy.matchingThreshold(.standard).threshold == MatchPolicy.standard.threshold)
  }

  @Test func onlyAScoreAboveItMatches() throws {
    for value in MatchingThreshold.range {
      let threshold = try #require(MatchingThreshold(value))
      let policy = MatchPolicy.matchingThreshold(threshold)
      #expect(!policy.accepts(threshold.score))
      #expect(!policy.accepts(Score(threshold.score.value - 1)))
      #expect(policy.accepts(Score(threshold.score.value + 1)))
      #expect(policy.accepts(Score(threshold.score.value.nextUp)))
    }
  }

  @Test(arguments: [(3500.0, 3500), (3500.0001, 3501), (3499.2, 3500), (-0.5, 0), (-7.5, -7)])
  func aWholeScoreIsAboveAWholeThresholdWhereTheScoreIs(value: Double, whole: Int) {
    #expect(Score(value).whole == whole)
    for threshold in whole - 2...whole + 2 {
      #expect((whole > threshold) == MatchPolicy.threshold(Score(Double(threshold))).accepts(Score(value)))
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300])
  func aScoreThatNoMachineIntegerHoldsHasNoWholeOne(value: Double) {
    #expect(Score(value).whole == nil)
  }

  @Test func sitesMayBeTheSameWhereTheyAreEqualOrOneIsUnknown() {
    for site in BodySite.allCases {
      for other in BodySite.allCases {
        #expect(site.mayBe(other) == other.mayBe(site))
        #expect(site.mayBe(other) == (site == other || site == .unknown || other == .unknown))
      }
    }
    #expect(!BodySite.rightFour.mayBe(.rightIndex))
    #expect(Set(BodySite.allCases.map(\.name)).count == BodySite.allCases.count)
    #expect(BodySite.allCases.count { $0.modality == .finger } == 13 + 3)
  }
}
