// SPDX-License-Identifier: Apache-2.0
import ImprintAttackEvaluation
import Testing

@Suite struct AttackSummaryTests {
  private func report(
    _ results: [PresentationResult], _ criteria: AttackCriteria = Samples.criteria
  ) throws -> AttackReport {
    AttackReport(
      try Samples.evaluation(results), criteria: criteria, bootstrap: SubjectBootstrap(rounds: 100))
  }

  private func high(_ results: [PresentationResult]) throws -> LevelSummary {
    let mode = try #require(report(results).summary.modes.first { $0.mode == "passive" })
    return try #require(mode.levels.first { $0.level == "high" })
  }

  private func species(_ name: String, _ level: LevelSummary) throws -> SpeciesRates {
    try #require(level.species.first { $0.species == name })
  }

  /// Counted by hand.
  @Test func eachOutcomeIsCountedWhereItBelongs() throws {
    let level = try high(
      Samples.results(of: "still-print", [.live, .fake, .fake, .noDecision, .timeout, .noFace])
        + Samples.results(
          of: nil,
          [.live, .live, .live, .live, .live, .live, .fake, .noDecision, .noDecision, .failed(code: "lost")]))
    let print = try species("still-print", level)
    #expect(print.accepted.counts == ErrorRate(errors: 1, trials: 4))
    #expect(print.nonResponse.counts == ErrorRate(errors: 2, trials: 6))
    #expect(print.counts.presented == 6 && print.counts.answered == 4 && print.counts.timeout == 1)
    let people = level.bonaFide
    #expect(people.refused.counts == ErrorRate(errors: 3, trials: 9))
    #expect(people.fake.counts == ErrorRate(errors: 1, trials: 9))
    #expect(people.noDecision.counts == ErrorRate(errors: 2, trials: 9))
    #expect(people.nonResponse.counts == ErrorRate(errors: 1, trials: 10))
    #expect(people.counts.errors == ["lost": 1])
    // scipy.stats.beta.ppf
    #expect(abs(people.refused.interval.lowerBound - 0.074_854_631) < 1e-8)
    #expect(abs(people.refused.interval.upperBound - 0.700_704_944) < 1e-8)
  }

  @Test func whatWasNotExaminedIsANonResponse() throws {
    let level = try high(Samples.results(of: "screen", [.unknown, .unknown, .fake]))
    let screen = try species("screen", level)
    #expect(screen.accepted.counts == ErrorRate(errors: 0, trials: 1))
    #expect(screen.nonResponse.counts == ErrorRate(errors: 2, trials: 3))
  }

  @Test func theHighestSpeciesCountsAndNoAverage() throws {
    let level = try high(
      Samples.results(of: "still-print", Samples.outcomes(0, of: 900, .live, else: .fake))
        + Samples.results(of: "screen", Samples.outcomes(3, of: 100, .live, else: .fake)))
    #expect(level.maximum?.species == "screen")
    #expect(level.maximum?.accepted.rate == 0.03)
    #expect(level.maximum?.verdict == .notMet)
  }

  /// Without an error in 300 the interval reaches 1.22 %, in 370 it reaches 0.99 %.
  @Test func aBoundIsShownOnlyWhereTheWholeIntervalIsBelowIt() throws {
    let few = try high(Samples.results(of: "screen", Samples.outcomes(0, of: 300, .live, else: .fake)))
    #expect(try species("screen", few).verdict == .met)
    let more = try high(Samples.results(of: "screen", Samples.outcomes(0, of: 370, .live, else: .fake)))
    #expect(try species("screen", more).verdict == .shown)
  }

  @Test func aRateThatIsExactlyTheBoundMeetsIt() throws {
    let at = try high(Samples.results(of: "screen", Samples.outcomes(3, of: 300, .live, else: .fake)))
    #expect(try species("screen", at).verdict == .met)
    let above = try high(Samples.results(of: "screen", Samples.outcomes(4, of: 300, .live, else: .fake)))
    #expect(try species("screen", above).verdict == .notMet)
  }

  @Test func whereAllAttacksAreAcceptedNothingIsMet() throws {
    let level = try high(
      Samples.results(of: "screen", Samples.outcomes(20, of: 20, .live, else: .fake))
        + Samples.results(of: nil, Samples.outcomes(20, of: 20, .noDecision, else: .live)))
    #expect(try species("screen", level).accepted.rate == 1)
    #expect(level.bonaFide.refused.rate == 1 && level.bonaFide.verdict == .notMet)
    #expect(level.verdict == .notMet)
  }

  @Test func onePresentationIsARateThatHardlySaysAnything() throws {
    let screen = try species("screen", high(Samples.results(of: "screen", [.fake])))
    #expect(screen.accepted.rate == 0)
    #expect(screen.accepted.interval.lowerBound == 0)
    #expect(abs(screen.accepted.interval.upperBound - 0.975) < 1e-12)
  }

  @Test func aSpeciesThatIsMissingIsNotMeasuredAndSoIsTheLevel() throws {
    let level = try high(
      Samples.results(of: "still-print", Samples.outcomes(0, of: 400, .live, else: .fake))
        + Samples.results(of: nil, Samples.outcomes(400, of: 400, .live, else: .fake)))
    #expect(try species("screen", level).verdict == .notMeasured)
    #expect(level.verdict == .notMeasured)
    #expect(level.shortfalls.map(\.species) == ["screen", "screen"])
  }

  @Test func aSpeciesWithoutAnyAnswerIsNotMeasured() throws {
    let level = try high(Samples.results(of: "screen", [.timeout, .timeout]))
    #expect(try species("screen", level).verdict == .notMeasured)
    #expect(try species("screen", level).nonResponse.rate == 1)
    #expect(try species("screen", level).accepted.interval == 0...1)
  }

  @Test func aLevelWithoutPresentationsIsNamed() throws {
    let report = try report(Samples.results(of: "screen", [.fake], level: "high"))
    #expect(report.summary.modes[0].missingLevels == ["medium"])
    #expect(report.text.contains("mode passive, level medium: no presentations"))
  }

  @Test func withoutPresentationsThereAreNoRatesAndNoVerdict() throws {
    let report = try report([])
    #expect(report.summary.modes.isEmpty && report.verdict == nil)
    #expect(report.summary.missingModes == ["passive"])
    #expect(report.text.contains("Nothing was presented"))
    #expect(report.html.contains("Nothing was presented"))
  }

  @Test func speciesOutsideOfTheTableHaveNoBoundAndDoNotCount() throws {
    let level = try high(
      Samples.results(of: "mask", [.live, .live]) + Samples.results(of: "turning-video", [.live])
        + Samples.results(of: "screen", [.fake]) + Samples.results(of: "still-print", [.fake]))
    #expect(level.species.map(\.species) == ["still-print", "screen", "turning-video", "mask"])
    #expect(level.species.map(\.standing) == [.judged, .judged, .measured, .outside])
    #expect(try species("mask", level).verdict == nil)
    #expect(level.maximum?.accepted.rate == 0)
  }

  @Test func aModeThatTheCriteriaDoNotNameHasNoBounds() throws {
    let report = try report(Samples.results(of: "screen", [.live], mode: "new"))
    #expect(report.summary.modes[0].criteria == nil && report.summary.modes[0].levels[0].bounds == nil)
    #expect(report.verdict == nil)
  }

  @Test func aSweptModeHasItsThresholdsInOrderAndNoBounds() throws {
    let results = ["0.3", "10", "0.25"].flatMap {
      Samples.results(of: nil, [.live], mode: "blink", level: $0)
    }
    let mode = try #require(report(results, .faceCapture).summary.modes.first)
    #expect(mode.levels.map(\.level) == ["0.25", "0.3", "10"])
    #expect(mode.levels.allSatisfy { $0.bounds == nil } && mode.missingLevels.isEmpty)
  }

  @Test func tooFewPresentationsAndIdentitiesAreSaid() throws {
    let level = try high(
      Samples.results(of: "screen", Samples.outcomes(0, of: 299, .live, else: .fake), subjects: 99)
        + Samples.results(of: "still-print", Samples.outcomes(0, of: 300, .live, else: .fake), subjects: 100)
        + Samples.results(of: nil, Samples.outcomes(0, of: 300, .fake, else: .live), subjects: 50))
    #expect(level.shortfalls.map(\.species) == ["screen", "screen", nil])
    #expect(level.shortfalls.map(\.has) == [299, 99, 50])
    #expect(level.shortfalls.map(\.needs) == [300, 100, 100])
  }

  /// Two matched and were live, one matched but was fake, one was live and did not match, one timed out; one
  /// was live and never compared.
  @Test func impostorsAcceptedAreThoseThatAreLiveAndMatch() throws {
    let level = try high(
      Samples.results(
        of: "screen", [.live, .live, .fake, .live, .timeout, .live],
        isMatch: [true, true, true, false, nil, nil]))
    let screen = try species("screen", level)
    #expect(screen.impostorAccepted?.counts == ErrorRate(errors: 2, trials: 5))
    #expect(screen.notCompared == 1)
  }

  @Test func whereOthersWereComparedOneThatIsNeverLiveHasAnImpostorRateOfNothing() throws {
    let level = try high(
      Samples.results(of: "screen", [.fake, .timeout])
        + Samples.results(of: "still-print", [.live], isMatch: [false]))
    #expect(try species("screen", level).impostorAccepted?.counts == ErrorRate(errors: 0, trials: 2))
  }

  @Test func withoutComparisonsThereIsNoImpostorRate() throws {
    let screen = try species("screen", high(Samples.results(of: "screen", [.live])))
    #expect(screen.impostorAccepted == nil && screen.notCompared == 0)
  }
}
