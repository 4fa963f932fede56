// SPDX-License-Identifier: Apache-2.0
import ImprintManifest
import ImprintModel
import TestSupport
import Testing

@testable import ImprintMatching

/// The best of a search, against all of them sorted.
struct SearchRankingTests {
  private static let threshold = Score(2700)

  private func ranking(most: Int, _ calibrations: [CalibrationEntry]) -> SearchRanking {
    SearchRanking(
      most: most, threshold: Self.threshold,
      calibrations: CalibrationTable(calibrations, inEitherOrder: true),
      similarities: 0...1)
  }

  /// Scores of one calibration are those of the other, 200 lower.
  private func calibrations() throws -> [CalibrationEntry] {
    let second = try #require(
      Calibration(
        points: [
          .init(similarity: 0.9, falseMatchRate: 0.025), .init(similarity: 1, falseMatchRate: 2.5e-4),
        ], population: "numbers", impostorComparisons: 300_000, subjects: 10, date: "2026-11-21"))
    return [try fakeEntry(0), try fakeEntry(1, fakeSide(1), nil, second)]
  }

  @Test(arguments: [1, 2, 10, 255, 5000, .max])
  func theBestAreThoseOfASort(most: Int) throws {
    var random = SeededGenerator(seed: 11)
    let calibrations = try [calibrations()[0]]
    for count in [0, 1, 255, 256, 257, 3000] {
      // Few values, so that many are equal.
      let similarities = (0..<count).map { _ in Float(Int.random(in: 0...400, using: &random)) / 400 }
      let people = (0..<count).map { _ in UInt32.random(in: 0..<1500, using: &random) }
      var ranking = ranking(most: most, calibrations)
      ranking.take(similarities, of: people, by: 0) { _ in Issue.record("all are numbers") }
      let best = Dictionary(zip(people, similarities)) { max($0, $1) }
      let expected = best.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      #expect(ranking.ranking.map(\.person) == expected.prefix(most).map(\.key))
      #expect(ranking.ranking.map(\.similarity) == expected.prefix(most).map(\.value))
      let calibration = calibrations[0].calibration
      #expect(
        ranking.matchCount
          == best.values.count { calibration.score(similarity: Double($0)) > Self.threshold })
    }
  }

  @Test func whatIsNoNumberIsToldWhereverItStands() throws {
    var ranking = ranking(most: 3, try calibrations())
    var similarities = (0..<1000).map { Float($0) / 1000 }
    let odd = [0, 5, 255, 256, 700, 999]
    for index in odd { similarities[index] = .nan }
    var told: [Int] = []
    ranking.take(similarities, of: (0..<1000).map(UInt32.init), by: 0) { told.append($0) }
    #expect(told == odd)
    #expect(ranking.ranking.map(\.person) == [998, 997, 996])
  }

  @Test func acrossCalibrationsScoresDecideAndAPersonIsThereOnce() throws {
    var random = SeededGenerator(seed: 12)
    let calibrations = try calibrations()
    for most in [1, 7, 40] {
      var ranking = ranking(most: most, calibrations)
      var best: [UInt32: Score] = [:]
      for entry in [0, 1, 0] {
        let similarities = (0..<2000).map { _ in Float.random(in: 0...1, using: &random) }
        let people = (0..<2000).map { _ in UInt32.random(in: 0..<900, using: &random) }
        ranking.take(similarities, of: people, by: entry) { _ in }
        for (person, similarity) in zip(people, similarities) {
          let score = calibrations[entry].calibration.score(similarity: Double(similarity))
          best[person] = max(best[person] ?? score, score)
        }
      }
      let expected = best.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most)
      #expect(ranking.ranking.map(\.person) == expected.map(\.key))
      #expect(ranking.ranking.map(\.score) == expected.map(\.value))
      #expect(ranking.matchCount == best.values.count { $0 > Self.threshold })
    }
  }

  @Test(arguments: [0, 2400, 2500, 2500.1, 2700, 3499.999, 3500, 9000])
  func noScoreBelowTheBarExceedsTheThreshold(threshold: Double) throws {
    let calibration = try fakeCalibration()
    let bar = calibration.bar(of: Score(threshold), within: 0...1)
    for step in 0...20_000 {
      let similarity = Float(step) / 20_000
      let score = calibration.score(similarity: Double(similarity))
      if similarity < bar { #expect(score <= Score(threshold)) }
      // And not much lower than needed.
      if similarity > bar + 1e-4 { #expect(score > Score(threshold)) }
    }
  }
}
