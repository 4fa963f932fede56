// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import ImprintModel
import Testing

@Suite struct CalibratorTests {
  /// `count` impostors whose similarities are 0, 1/count, 2/count ...: the share above t is 1 − t.
  private func uniform(_ count: Int, people: UInt32 = 50) -> [ComparisonRecord] {
    var random = SeededGenerator(seed: 11)
    return (0..<count).map {
      let probe = UInt32.random(in: 0..<people, using: &random)
      return ComparisonRecord(
        similarity: Float($0) / Float(count), probe: probe,
        reference: (probe + .random(in: 1..<people, using: &random)) % people)
    }
  }

  private let calibrator = Calibrator(bootstrap: SubjectBootstrap(rounds: 40))
  private let templates = [Int](repeating: 20, count: 50)

  @Test func pointsLieAtThePowersOfTenThatHaveThirtyErrors() throws {
    // 30,000 comparisons carry 30 errors at 1e-3; 1e-4 would have 3.
    let points = try calibrator.points(impostors: uniform(30_000), templatesOfSubject: templates)
    #expect(points.map(\.errors) == [3000, 300, 30])
    for (point, rate) in zip(points, [0.1, 0.01, 0.001]) {
      #expect(abs(point.rate - rate) < 1e-9)
      #expect(abs(Double(point.similarity) - (1 - rate)) < 1e-3)
      #expect(point.lower < rate && rate < point.upper)
    }
  }

  @Test func comparisonsAloneMakeNoPoint() throws {
    // Ten times the comparisons for the same three points: 29 errors are one too few for a fourth.
    let records = uniform(300_000).dropLast(1)
    let points = try calibrator.points(impostors: Array(records), templatesOfSubject: templates)
    #expect(points.count == 3 && points.allSatisfy { $0.errors >= Calibration.errorsOfAPoint })
  }

  @Test func tooFewComparisonsAreRefused() {
    let error = #expect(throws: EvaluationError.self) {
      try calibrator.points(impostors: uniform(200), templatesOfSubject: templates)
    }
    #expect(error?.code == .tooFewComparisons)
    #expect(throws: EvaluationError.self) { try calibrator.points(impostors: [], templatesOfSubject: []) }
  }

  @Test func anAlgorithmThatGivesOneNumberOnlyIsRefused() {
    let same = uniform(3000).map {
      ComparisonRecord(similarity: 0.5, probe: $0.probe, reference: $0.reference)
    }
    #expect(throws: EvaluationError.self) {
      try calibrator.points(impostors: same, templatesOfSubject: templates)
    }
  }

  @Test func thePointsMakeACalibrationWhoseScoresAreTheMeasuredRates() throws {
    let points = try calibrator.points(impostors: uniform(30_000), templatesOfSubject: templates)
    let calibration = try #require(
      Calibration(
        points: points.map { .init(similarity: Double($0.similarity), falseMatchRate: $0.rate) },
        population: "evenly spread numbers", impostorComparisons: 30_000, subjects: 50, date: "2026-11-21"))
    #expect(abs(calibration.score(similarity: Double(points[2].similarity)).value - 3000) < 1e-6)
    #expect(abs(calibration.supportedUpTo.value - 3000) < 1e-6)
  }
}
