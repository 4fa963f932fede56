// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@Suite struct CalibrationTests {
  private func make(_ points: [(Double, Double)], comparisons: Int = 30_000) -> Calibration? {
    Calibration(
      points: points.map { .init(similarity: $0.0, falseMatchRate: $0.1) }, population: "made up",
      impostorComparisons: comparisons, subjects: 10, date: "2026-11-21")
  }

  @Test func aMeasuredPointHasItsScore() throws {
    let calibration = try #require(make([(0.2, 1e-1), (0.4, 1e-2), (0.5, 1e-3)]))
    #expect(abs(calibration.score(similarity: 0.2).value - 2000) < 1e-9)
    #expect(abs(calibration.score(similarity: 0.4).value - 2500) < 1e-9)
    #expect(abs(calibration.score(similarity: 0.5).value - 3000) < 1e-9)
  }

  @Test func betweenPointsTheScoreIsLinear() throws {
    let calibration = try #require(make([(0.2, 1e-1), (0.4, 1e-2), (0.5, 1e-3)]))
    #expect(abs(calibration.score(similarity: 0.3).value - 2250) < 1e-9)
    #expect(abs(calibration.score(similarity: 0.45).value - 2750) < 1e-9)
  }

  @Test func outsideThePointsTheLastLineGoesOn() throws {
    let calibration = try #require(make([(0.2, 1e-1), (0.4, 1e-2), (0.5, 1e-3)]))
    #expect(abs(calibration.score(similarity: 0.6).value - 3500) < 1e-9)
    #expect(abs(calibration.score(similarity: 0).value - 1500) < 1e-9)
  }

  @Test func theScoreNeverFallsAsTheSimilarityRises() throws {
    let calibration = try #require(make([(-0.5, 0.9), (0.1, 0.3), (0.11, 1e-4), (0.9, 9e-5)]))
    var last = -Double.infinity
    for step in -2000...2000 {
      let score = calibration.score(similarity: Double(step) / 1000).value
      #expect(score >= last)
      last = score
    }
  }

  @Test func theScoreOfTheLastMeasuredPointIsTheLastSupported() throws {
    let points = [(0.2, 1e-1), (0.4, 1e-2), (0.5, 9.9e-4)]
    let calibration = try #require(make(points, comparisons: 40_000))
    #expect(calibration.supportedUpTo == Score(falseMatchRate: 9.9e-4))
    // The very point too: no rounding on the way makes it an extrapolation.
    #expect(calibration.supports(calibration.score(similarity: 0.5)))
    #expect(!calibration.supports(calibration.score(similarity: 0.500_001)))
  }

  @Test func aPointWithFewerThanThirtyErrorsSupportsNothing() throws {
    let points = [(0.2, 1e-1), (0.4, 1e-2), (0.5, 1e-3), (0.6, 9e-7)]
    // Three million comparisons that share people do not carry a rate that three errors show.
    let many = try #require(make(points, comparisons: 3_311_507))
    #expect(many.supportedUpTo == Score(falseMatchRate: 1e-3))
    #expect(try #require(make(points, comparisons: 29_000)).supportedUpTo == Score(falseMatchRate: 1e-2))
    let few = try #require(make(points, comparisons: 200))
    #expect(!few.supports(Score(2000)))
  }

  @Test(arguments: [0.2, 0.4, 0.45, 0.5])
  func aMeasuredSimilarityHasExactlyTheScoreOfItsRate(similarity: Double) throws {
    let points = [(0.1, 0.0999), (0.2, 0.0301), (0.4, 9.97e-3), (0.45, 3.3e-4), (0.5, 1.7e-5)]
    let calibration = try #require(make(points))
    let rate = try #require(points.first { $0.0 == similarity }).1
    #expect(calibration.score(similarity: similarity) == Score(falseMatchRate: rate))
  }

  @Test(
    arguments: [
      [(0.2, 1e-1)], [(0.2, 1e-2), (0.4, 1e-1)], [(0.4, 1e-1), (0.2, 1e-2)], [(0.2, 1e-1), (0.2, 1e-2)],
      [(0.2, 0), (0.4, 0)], [(0.2, 1.5), (0.4, 1)], [(Double.nan, 1e-1), (0.4, 1e-2)],
    ] as [[(Double, Double)]])
  func pointsThatDoNotRiseAndFallAreRefused(points: [(Double, Double)]) {
    #expect(make(points) == nil)
  }

  @Test func aCalibrationWithoutComparisonsIsRefused() {
    #expect(make([(0.2, 1e-1), (0.4, 1e-2)], comparisons: 0) == nil)
  }
}
