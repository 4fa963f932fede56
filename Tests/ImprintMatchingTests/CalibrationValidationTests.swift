// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import ImprintModel
import Testing

@Suite struct CalibrationValidationTests {
  /// 60 people, ten comparisons of each pair of them.
  private func impostors(_ similarity: (inout SeededGenerator, Int, Int) -> Float) -> [ComparisonRecord] {
    var generator = SeededGenerator(seed: 7)
    var records: [ComparisonRecord] = []
    for person in 0..<60 {
      for other in person + 1..<60 {
        for _ in 0..<10 {
          records.append(
            ComparisonRecord(
              similarity: similarity(&generator, person, other), probe: UInt32(person),
              reference: UInt32(other)))
        }
      }
    }
    return records
  }

  @Test func halvesOfPeopleWhoAreAlikeKeepEachOthersPromise() throws {
    let records = impostors { generator, _, _ in Float.random(in: 0..<1, using: &generator) }
    let validation = try #require(
      CalibrationValidation(impostors: records, subjects: 60, scores: [Score(2000), Score(2500)]))
    #expect(validation.scores.map(\.score) == [Score(2000), Score(2500)])
    #expect(validation.scores.allSatisfy { $0.ratios.count == 40 })
    #expect(validation.scores.allSatisfy { (0.8...1.25).contains($0.geometricMean) })
    #expect(validation.scores.allSatisfy { (1...1.5).contains($0.typicalFactor) })
  }

  @Test func aFewPeopleWithManyFalseMatchesMakeTheSpreadWide() throws {
    let alike = impostors { generator, _, _ in Float.random(in: 0..<1, using: &generator) }
    let uneven = impostors { generator, person, _ in
      Float.random(in: 0..<1, using: &generator) + (person < 2 ? 0.5 : 0)
    }
    func highest(_ records: [ComparisonRecord]) throws -> Double {
      let validation = try #require(
        CalibrationValidation(impostors: records, subjects: 60, scores: [Score(2500)]))
      return validation.scores[0].spread.upperBound
    }
    #expect(try highest(uneven) > 1.5 * highest(alike))
  }

  @Test func scoresThatHalvesDoNotCarryAreLeftOut() throws {
    let records = impostors { generator, _, _ in Float.random(in: 0..<1, using: &generator) }
    // 4350 comparisons in a half: thirty errors down to an FMR of about 0.7 %.
    let validation = try #require(CalibrationValidation(impostors: records, subjects: 60))
    #expect(validation.scores.map(\.score) == [Score(2500)])
    #expect(CalibrationValidation(impostors: Array(records.prefix(100)), subjects: 60) == nil)
  }

  @Test func theThresholdOfAScoreDecidesAsTheScoreDoes() throws {
    let calibration = try #require(
      Calibration(
        points: [.init(similarity: 0.2, falseMatchRate: 0.1), .init(similarity: 0.6, falseMatchRate: 0.001)],
        population: "p", impostorComparisons: 100_000, subjects: 10, date: ""))
    let threshold = calibration.similarity(atOrBelow: Score(2500), within: -1...1)
    #expect(calibration.score(similarity: Double(threshold)) <= Score(2500))
    #expect(calibration.score(similarity: Double(threshold.nextUp)) > Score(2500))
    #expect(calibration.similarity(atOrBelow: Score(99_999), within: -1...1) == 1)
    #expect(calibration.similarity(atOrBelow: Score(-99_999), within: -1...1) == Float(-1).nextDown)
  }
}
