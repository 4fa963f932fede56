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

  @Test func beyondThreeOverTheComparisonsTheScoreIsUnsupported() throws {
    let calibration = try #require(make([(0.2, 1e-1), (0.4, 1e-2)], comparisons: 30_000))
    #expect(abs(calibration.supportedUpTo.falseMatchRate - 1e-4) < 1e-12)
    #expect(calibration.supports(Score(3499)))
    #expect(!calibration.supports(Score(3501)))
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
