// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintMatching

/// Each pair of templates has its own calibration or none, and never another pair's.
@Suite struct CalibratedPairsTests {
  private static let other = TemplateMaker(
    id: "dev.example.other", version: SemanticVersion(major: 1, minor: 0, patch: 0))
  private static let newer = TemplateMaker(
    id: "dev.example.extractor", version: SemanticVersion(major: 2, minor: 0, patch: 0))

  /// Similarity 1 has score 2500 by this one, and is not carried beyond 2500.
  private func weak() throws -> Calibration {
    try #require(
      Calibration(
        points: [.init(similarity: 0.9, falseMatchRate: 1e-1), .init(similarity: 1, falseMatchRate: 1e-2)],
        population: "others", impostorComparisons: 4000, subjects: 10, date: "2026-12-01"))
  }

  /// Own templates with each other; own with fused ones; the other extractor's with each other.
  private func matcher(inEitherOrder: Bool = true) throws -> TemplateMatcher {
    fakeMatcher(
      [
        try fakeEntry(0), try fakeEntry(1, fakeSide(), fakeSide(samples: 2...5), try weak()),
        try fakeEntry(2, fakeSide(by: "dev.example.other"), nil, try weak()),
      ], inEitherOrder: inEitherOrder)
  }

  @Test func aScoreIsOfThePairsOwnCalibrationAndSaysWhich() throws {
    let own = try matcher().compareBlocking(fakeTemplate(9), with: fakeTemplate(9))
    let fused = try matcher().compareBlocking(fakeTemplate(9), with: fakeTemplate(9, samples: 3))
    #expect([own, fused].map { $0.calibration?.number } == [0, 1])
    #expect(abs(try own.score.value - 3500) < 1e-6)
    #expect(abs(try fused.score.value - 2500) < 1e-6)
    #expect(own.uncalibrated == nil && own.similarity == fused.similarity)
  }

  @Test func anotherMakersPairAnotherReleasesAndAFusedOneHaveASimilarityAndNoScore() throws {
    let own = try fakeTemplate(9)
    let probes = [
      try fakeTemplate(9, maker: Self.other), try fakeTemplate(9, maker: Self.newer),
      try fakeTemplate(9, maker: nil), try fakeTemplate(9, samples: 6), try fakeTemplate(9, version: 1),
    ]
    for probe in probes {
      let comparison = try matcher().compareBlocking(probe, with: own)
      #expect(comparison.similarity == 1)
      #expect(comparison.calibrated == nil && comparison.calibration == nil)
      let error = #expect(throws: MatchingError.self) { try comparison.score }
      #expect(error?.code == .notCalibrated && error == comparison.uncalibrated)
      #expect(error?.reason.contains("\(probe.origin)") == true)
      #expect(error?.reason.contains("\(own.origin)") == true)
    }
  }

  @Test func whatToDoGoesByWhatIsMissing() throws {
    func remedy(_ probe: Template, _ reference: Template) throws -> String? {
      try matcher().compareBlocking(probe, with: reference).uncalibrated?.remedy
    }
    let newer = try fakeTemplate(9, maker: Self.newer)
    #expect(try remedy(newer, newer)?.contains("sdkctl evaluate") == true)
    #expect(try remedy(newer, fakeTemplate(9))?.contains("sdkctl enroll") == true)
    #expect(try remedy(fakeTemplate(9, maker: nil), fakeTemplate(9))?.contains("sdkctl enroll") == true)
    #expect(try remedy(fakeTemplate(9), fakeTemplate(9, samples: 9))?.contains("one sample") == true)
  }

  @Test func whatMeasuresAPairIsACommandThatCanBeRun() throws {
    let newer = try fakeTemplate(9, maker: Self.newer)
    let command =
      "sdkctl evaluate --pairs FILE.csv --plugin dev.example.fake --plugin dev.example.extractor "
      + "--calibrate MANIFEST --population TEXT --data-set TEXT."
    #expect(try matcher().compareBlocking(newer, with: newer).uncalibrated?.remedy.hasSuffix(command) == true)
    // Where nothing is calibrated too, of one pair and of all of them.
    let none = fakeMatcher([])
    #expect(try none.compareBlocking(newer, with: newer).uncalibrated?.remedy.hasSuffix(command) == true)
    let error = #expect(throws: MatchingError.self) {
      try none.authenticateBlocking(candidates: [newer], references: [newer])
    }
    #expect(error?.remedy.hasSuffix(command) == true)
    let far = #expect(throws: MatchingError.self) {
      try matcher().authenticateBlocking(
        candidates: [fakeTemplate(9)], references: [fakeTemplate(9)], policy: .falseMatchRate(1e-9),
        requireCalibrated: true)
    }
    #expect(far?.code == .extrapolatedThreshold && far?.remedy.hasSuffix(command) == true)
    // A plugin that does both is named once.
    let own = try none.compareBlocking(
      fakeTemplate(9, maker: fakeFuser), with: fakeTemplate(9, maker: fakeFuser))
    #expect(own.uncalibrated?.remedy.contains("--plugin dev.example.fake --calibrate") == true)
  }

  @Test func nobodyIsSentToACommandThatIsForFacesAlone() throws {
    let format = try #require(TemplateFormat(algorithm: "example.fake", version: 2))
    let origin = TemplateOrigin(format: format, maker: Self.other)
    let others = TemplateOrigin(format: format, maker: Self.newer)
    for (reference, hasOthers) in [(origin, false), (origin, true), (others, true)] {
      let error = MatchingError.notCalibrated(
        plugin: "dev.example.fake", of: .voice, probe: origin, reference: reference, hasOthers: hasOthers)
      #expect(!error.remedy.contains("--") && !error.remedy.contains("PICTURE"), "\(error.remedy)")
      #expect(error.remedy.contains("Evaluator.calibrate") != (reference == others))
    }
    let nothing = MatchingError.nothingComparable(
      found: TemplateFormatCount.of([format]), of: .voice, algorithm: "example.fake", reads: 1...1)
    #expect(!nothing.remedy.contains("sdkctl"))
  }

  @Test func theOrderOfTheTwoIsTheSameForASymmetricFormatAlone() throws {
    let (single, fused) = (try fakeTemplate(9), try fakeTemplate(9, samples: 3))
    #expect(try matcher().compareBlocking(fused, with: single).calibration?.number == 1)
    #expect(try matcher(inEitherOrder: false).compareBlocking(single, with: fused).calibration?.number == 1)
    #expect(try matcher(inEitherOrder: false).compareBlocking(fused, with: single).calibration == nil)
  }

  @Test func templatesOfTheFirstEnvelopeHaveAScoreWhereTheEntrySaysSo() throws {
    let unmarked = try fakeTemplate(9, maker: nil)
    let matcher = fakeMatcher([try fakeEntry(0, unmarked: true)])
    #expect(try matcher.compareBlocking(unmarked, with: fakeTemplate(9)).isCalibrated)
    #expect(try matcher.compareBlocking(unmarked, with: unmarked).isCalibrated)
    // Fused of several makers, they name nobody either.
    let fused = try matcher.fuseBlocking([fakeTemplate(9), fakeTemplate(9, maker: Self.other)])
    #expect(try !matcher.compareBlocking(fused, with: fakeTemplate(9)).isCalibrated)
  }

  @Test func pairsWithoutACalibrationAreComparedAndDecideNothing() throws {
    let result = try matcher().authenticateBlocking(
      candidates: [fakeTemplate(90), fakeTemplate(9, maker: Self.newer)],
      references: [fakeTemplate(60), fakeTemplate(9, maker: Self.newer)], policy: .falseMatchRate(1e-3))
    // The second of both are equal, and nobody knows what that means.
    #expect(result.pairs.map { [$0.candidate, $0.reference] } == [[0, 0]])
    #expect(result.uncalibrated.map { [$0.candidate, $0.reference] } == [[0, 1], [1, 0], [1, 1]])
    #expect(result.uncalibrated.last?.similarity == 1 && !result.isMatch && result.skipped.isEmpty)
    #expect(result.uncalibrated.allSatisfy { $0.reason.code == .notCalibrated })
    #expect(result.best.calibration.number == 0)
  }

  @Test func whereNoPairHasACalibrationNobodyIsVerified() throws {
    let error = #expect(throws: MatchingError.self) {
      try matcher().authenticateBlocking(
        candidates: [fakeTemplate(9, maker: Self.newer)], references: [fakeTemplate(9)])
    }
    #expect(error?.code == .notCalibrated && error?.reason.contains("2.0.0") == true)
  }

  @Test func aThresholdIsExtrapolatedWhereOneOfTheCalibrationsUsedDoesNotCarryIt() throws {
    let (probe, references) = (try fakeTemplate(9), [try fakeTemplate(9), try fakeTemplate(9, samples: 2)])
    func authenticate(_ references: [Template], require: Bool = false) throws -> Authentication {
      try matcher().authenticateBlocking(
        candidates: [probe], references: references, policy: .falseMatchRate(1e-3), requireCalibrated: require
      )
    }
    #expect(try !authenticate([references[0]], require: true).isThresholdExtrapolated)
    #expect(try authenticate(references).isThresholdExtrapolated)
    let error = #expect(throws: MatchingError.self) { try authenticate(references, require: true) }
    #expect(error?.code == .extrapolatedThreshold)
  }

  private func mixedGallery() throws -> [(id: String, template: Template)] {
    [
      (id: "fused", template: try fakeTemplate(100, samples: 3)),
      (id: "newer", template: try fakeTemplate(100, maker: Self.newer)),
      (id: "own", template: try fakeTemplate(110)),
      (id: "both", template: try fakeTemplate(105, samples: 2)),
      (id: "both", template: try fakeTemplate(112)),
      (id: "foreign", template: try fakeTemplate(100, maker: Self.other)),
    ]
  }

  @Test func aMixedGalleryIsRankedByScoreAndTellsWhatItDidNotSearch() throws {
    let result = try matcher().identifyBlocking(
      candidates: [fakeTemplate(100)], gallery: mixedGallery(), policy: .threshold(Score(2000)))
    // Fused: similarity 1, score 2500. Own: less alike, and a higher score.
    #expect(result.candidates.map(\.id) == ["own", "both", "fused"])
    #expect(result.candidates.map(\.calibration.number) == [0, 0, 1])
    #expect(zip(result.candidates, result.candidates.dropFirst()).allSatisfy { $0.score >= $1.score })
    #expect(result.candidates[2].similarity == 1 && result.candidates[0].similarity < 1)
    #expect(result.searched == 4)
    #expect(result.skipped.map(\.id) == ["newer", "foreign"])
    #expect(result.skipped.allSatisfy { $0.reason.code == .notCalibrated })
    #expect(result.uncalibrated.map(\.references) == [1, 1])
  }

  @Test func onlyComparisonsThatHaveAScoreRaiseTheThreshold() throws {
    let result = try matcher().identifyBlocking(candidates: [fakeTemplate(100)], gallery: mixedGallery())
    #expect(result.threshold == MatchPolicy.falsePositiveIdentificationRate(1e-3, gallery: 4).threshold)
  }

  @Test func oneCandidateThatHasNoCalibrationTakesNothingFromAnother() throws {
    let gallery = [(id: "own", template: try fakeTemplate(100))]
    let result = try matcher().identifyBlocking(
      candidates: [fakeTemplate(100, maker: Self.newer), fakeTemplate(120)], gallery: gallery)
    #expect(result.candidates.map(\.similarity) == [1 - Float(20) / 255])
    #expect(result.skipped.isEmpty && result.uncalibrated.map(\.candidate) == [0])
  }

  @Test func aGalleryWithoutACalibratedPairIsNoSearch() throws {
    let gallery = [(id: "newer", template: try fakeTemplate(100, maker: Self.newer))]
    let error = #expect(throws: MatchingError.self) {
      try matcher().identifyBlocking(candidates: [fakeTemplate(100)], gallery: gallery)
    }
    #expect(error?.code == .notCalibrated)
  }

  @Test func aSearchByOneCalibrationIsRankedBySimilarityToTheLastBit() throws {
    // Three points on one line: scores may be equal where similarities are not.
    let entries = try (0..<200).map { (id: "\($0)", template: try fakeTemplate(UInt8(200 - $0))) }
    let result = try matcher().identifyBlocking(
      candidates: [fakeTemplate(1)], gallery: entries, maximumCandidates: 200)
    #expect(result.candidates.map(\.id) == entries.map(\.id).reversed())
  }

  @Test func anEarlierTemplateWithoutACalibrationSaysNothingOfWhoItIs() throws {
    func verdict(_ new: [UInt8], _ earlier: [Template]) throws -> Resemblance {
      try matcher().resemblanceBlocking(
        of: new.map { try fakeTemplate($0) }, to: earlier, policy: .threshold(Score(3000)))
    }
    let newer = try fakeTemplate(9, maker: Self.newer)
    let open = try verdict([9], [newer])
    #expect(open.verdict == .notCalibrated && open.uncalibrated.map(\.count) == [1] && open.skipped.isEmpty)
    // Alike among themselves they may be of somebody else, and two people are noticed all the same.
    #expect(try verdict([9, 9], [newer]).verdict == .notCalibrated)
    guard case .unlike(let strangers, _) = try verdict([9, 200], [newer]).verdict else {
      Issue.record("alike")
      return
    }
    #expect(strangers.map(\.template) == [1])
    // One that can be judged is enough.
    guard case .alike = try verdict([9], [newer, fakeTemplate(9)]).verdict else {
      Issue.record("not alike")
      return
    }
  }

  @Test func aNewTemplateThatNothingCanBeSaidOfKeepsAllFromBeingAlike() throws {
    let templates = [try fakeTemplate(9), try fakeTemplate(9, maker: Self.newer)]
    let found = try matcher().resemblanceBlocking(
      of: templates, to: [fakeTemplate(9)], policy: .threshold(Score(3000)))
    #expect(found.verdict == .notCalibrated)
  }
}
