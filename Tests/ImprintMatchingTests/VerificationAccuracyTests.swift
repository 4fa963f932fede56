// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import Testing

@Suite struct VerificationAccuracyTests {
  /// Ten impostors 0.0, 0.1 ... 0.9 and four genuine 0.35, 0.55, 0.75, 0.95.
  private let accuracy: VerificationAccuracy = {
    let impostors = (0..<10).map { (number: Int) in
      ComparisonRecord(
        similarity: Float(number) / 10, probe: UInt32(number % 3), reference: UInt32(number % 3 + 1))
    }
    let similarities: [Float] = [0.35, 0.55, 0.75, 0.95]
    let genuine = similarities.map { ComparisonRecord(similarity: $0, probe: 2, reference: 2) }
    return VerificationAccuracy(records: impostors + genuine, subjects: 4)
  }()

  @Test func aSimilarityAtTheThresholdIsNoMatch() {
    let point = accuracy.point(threshold: 0.75)
    #expect(point.falseMatch == ErrorRate(errors: 2, trials: 10))
    #expect(point.falseNonMatch == ErrorRate(errors: 3, trials: 4))
  }

  @Test func theThresholdOfARateIsTheLowestThatKeepsIt() throws {
    let point = try #require(accuracy.point(falseMatchRate: 0.2))
    #expect(point.threshold == 0.7)
    #expect(point.falseMatch.errors == 2)
    #expect(point.falseNonMatch.errors == 2)
    #expect(try #require(accuracy.point(falseMatchRate: 0.05)).falseMatch.errors == 0)
  }

  @Test func equalSimilaritiesDoNotExceedTheRate() throws {
    let tied = VerificationAccuracy(
      records: [0.1, 0.5, 0.5, 0.5].map { ComparisonRecord(similarity: $0, probe: 0, reference: 1) },
      subjects: 2)
    #expect(try #require(tied.point(falseMatchRate: 0.5)).falseMatch.errors == 0)
  }

  @Test func theTradeOffFallsInOneRateAndRisesInTheOther() throws {
    let points = accuracy.tradeOff()
    #expect(points.count == 14)
    for (before, after) in zip(points, points.dropFirst()) {
      #expect(before.threshold < after.threshold)
      #expect(before.falseMatch.errors >= after.falseMatch.errors)
      #expect(before.falseNonMatch.errors <= after.falseNonMatch.errors)
    }
    #expect(try #require(points.last).falseMatch.errors == 0)
  }

  @Test func aThinnedTradeOffKeepsBothEnds() {
    let all = accuracy.tradeOff()
    let few = accuracy.tradeOff(maximum: 5)
    #expect(few.count == 5)
    #expect(few.first == all.first && few.last == all.last)
  }
}
