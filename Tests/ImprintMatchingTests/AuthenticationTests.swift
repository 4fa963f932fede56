// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintRuntime
import Testing

@testable import ImprintMatching

@Suite struct AuthenticationTests {
  @Test func theBestOfAllPairsDecides() throws {
    let result = try fakeMatcher().authenticateBlocking(
      candidates: [fakeTemplate(10), fakeTemplate(90)], references: [fakeTemplate(200), fakeTemplate(91)],
      policy: .threshold(Score(3000)))
    #expect(result.pairs.map { [$0.candidate, $0.reference] } == [[0, 0], [0, 1], [1, 0], [1, 1]])
    #expect(result.best.candidate == 1 && result.best.reference == 1)
    #expect(result.isMatch)
    #expect(result.best.score == result.pairs.map(\.score).max())
  }

  @Test func aScoreThatOnlyReachesTheThresholdIsNoMatch() throws {
    let matcher = try fakeMatcher()
    let score = try matcher.compareBlocking(fakeTemplate(9), with: fakeTemplate(9)).score
    let at = try matcher.authenticateBlocking(
      candidates: [fakeTemplate(9)], references: [fakeTemplate(9)], policy: .threshold(score))
    let below = try matcher.authenticateBlocking(
      candidates: [fakeTemplate(9)], references: [fakeTemplate(9)],
      policy: .threshold(Score(score.value - 0.001)))
    #expect(!at.isMatch && below.isMatch)
  }

  @Test func thePolicysRateIsStatedWithTheResult() throws {
    let result = try fakeMatcher().authenticateBlocking(
      candidates: [fakeTemplate(9)], references: [fakeTemplate(9)], policy: .falseMatchRate(1e-3))
    #expect(abs(result.falseMatchRate / 1e-3 - 1) < 1e-9)
    #expect(abs(result.threshold.value - 3000) < 1e-9)
    #expect(!result.isThresholdExtrapolated)
  }

  @Test func aThresholdBeyondTheDataIsSaidToBeExtrapolated() throws {
    let result = try fakeMatcher().authenticateBlocking(
      candidates: [fakeTemplate(9)], references: [fakeTemplate(9)], policy: .falseMatchRate(1e-6))
    #expect(result.isThresholdExtrapolated)
    #expect(!result.isMatch)
  }

  @Test func referencesOfAnotherAlgorithmOrVersionArePassedOverAndTold() throws {
    let others = [try fakeTemplate(9, algorithm: "example.other"), try fakeTemplate(9, version: 9)]
    let result = try fakeMatcher().authenticateBlocking(
      candidates: [fakeTemplate(9)], references: others + [fakeTemplate(9)], policy: .falseMatchRate(1e-3))
    #expect(result.isMatch && result.pairs.map(\.reference) == [2])
    #expect(result.skipped.map(\.reference) == [0, 1])
    #expect(result.skipped.map(\.reason.code) == [.otherAlgorithm, .otherVersion])
    #expect(result.skipped.map(\.format) == others.map(\.format))
  }

  @Test func aReferenceThatTheAlgorithmCannotReadIsPassedOver() throws {
    // Payload 0 cannot be read.
    let result = try fakeMatcher().authenticateBlocking(
      candidates: [fakeTemplate(9)], references: [fakeTemplate(0), fakeTemplate(9)])
    #expect(result.pairs.map(\.reference) == [1])
    #expect(result.skipped.map(\.reference) == [0] && result.skipped[0].reason.code == .damaged)
  }

  @Test func aCandidateThatTheAlgorithmCannotReadIsNoVerdict() throws {
    for candidates in [[try fakeTemplate(0)], [try fakeTemplate(9), try fakeTemplate(0)]] {
      let error = #expect(throws: PluginCallError.self) {
        try fakeMatcher().authenticateBlocking(candidates: candidates, references: [fakeTemplate(9)])
      }
      #expect(error?.code == .templateDamaged)
    }
  }

  @Test func aCandidateOfAnotherAlgorithmIsRefused() throws {
    let error = #expect(throws: TemplateError.self) {
      try fakeMatcher().authenticateBlocking(
        candidates: [fakeTemplate(9, algorithm: "example.other")], references: [fakeTemplate(9)])
    }
    #expect(error?.code == .otherAlgorithm)
  }

  @Test func whereNothingCanBeComparedTheErrorSaysWhatThereIs() throws {
    let error = #expect(throws: MatchingError.self) {
      try fakeMatcher().authenticateBlocking(
        candidates: [fakeTemplate(9)],
        references: [
          fakeTemplate(9, algorithm: "example.other"), fakeTemplate(8, algorithm: "example.other"),
        ])
    }
    #expect(error?.code == .nothingComparable)
    #expect(error?.reason.contains("2 of example.other/2") == true)
    #expect(error?.reason.contains("example.fake") == true)
    #expect(error?.remedy.contains("sdkctl enroll") == true)
  }

  @Test func aThresholdBeyondTheDataIsRefusedWhereThatIsAsked() throws {
    func authenticate(_ rate: Double) throws -> Authentication {
      try fakeMatcher().authenticateBlocking(
        candidates: [fakeTemplate(9)], references: [fakeTemplate(9)], policy: .falseMatchRate(rate),
        requireCalibrated: true)
    }
    #expect(!(try authenticate(1e-4).isThresholdExtrapolated))
    let error = #expect(throws: MatchingError.self) { try authenticate(1e-6) }
    #expect(error?.code == .extrapolatedThreshold)
  }

  @Test func anUncalibratedPluginCannotAuthenticate() throws {
    let error = #expect(throws: MatchingError.self) {
      try fakeMatcher(calibrated: false).authenticateBlocking(
        candidates: [fakeTemplate(9)], references: [fakeTemplate(9)])
    }
    #expect(error?.code == .notCalibrated)
  }

  @Test func nothingToCompareIsRefused() throws {
    for (candidates, references) in [(0, 1), (1, 0), (0, 0)] {
      let error = #expect(throws: MatchingError.self) {
        try fakeMatcher().authenticateBlocking(
          candidates: Array(repeating: fakeTemplate(9), count: candidates),
          references: Array(repeating: fakeTemplate(9), count: references))
      }
      #expect(error?.code == .noTemplates)
    }
  }

  @Test(
    arguments: [
      .falseMatchRate(0), .falseMatchRate(-1), .falseMatchRate(2), .falseMatchRate(.nan),
      .threshold(Score(.nan)), .threshold(Score(.infinity)),
      .falsePositiveIdentificationRate(1e-3, gallery: 0),
    ] as [MatchPolicy])
  func policiesThatMakeNoSenseAreRefused(policy: MatchPolicy) throws {
    let error = #expect(throws: MatchingError.self) {
      try fakeMatcher().authenticateBlocking(
        candidates: [fakeTemplate(9)], references: [fakeTemplate(9)], policy: policy)
    }
    #expect(error?.code == .invalidPolicy)
  }
}
