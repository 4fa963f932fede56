// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintMatching

@Suite struct IdentificationTests {
  private func gallery(_ values: [(String, UInt8)]) throws -> [(id: String, template: Template)] {
    try values.map { (id: $0.0, template: try fakeTemplate($0.1)) }
  }

  @Test func candidatesAreRankedByScoreWithTheBestOfEachId() throws {
    let result = try fakeMatcher().identifyBlocking(
      candidates: [fakeTemplate(100)],
      gallery: gallery([("ada", 150), ("bob", 101), ("ada", 103), ("eve", 240)]),
      policy: .threshold(Score(3000)))
    #expect(result.candidates.map(\.id) == ["bob", "ada", "eve"])
    #expect(result.searched == 4)
    #expect(result.matches.map(\.id) == ["bob", "ada"])
    #expect(zip(result.candidates, result.candidates.dropFirst()).allSatisfy { $0.score >= $1.score })
  }

  @Test func equalScoresKeepTheGallerysOrder() throws {
    let entries = try gallery((0..<20).map { ("user\($0)", UInt8(77)) })
    let result = try fakeMatcher().identifyBlocking(
      candidates: [fakeTemplate(77)], gallery: entries, maximumCandidates: 20)
    #expect(result.candidates.map(\.id) == entries.map(\.id))
  }

  @Test func noMoreCandidatesAreGivenThanWereAskedFor() throws {
    let result = try fakeMatcher().identifyBlocking(
      candidates: [fakeTemplate(1)], gallery: gallery((1...50).map { ("\($0)", UInt8($0)) }),
      maximumCandidates: 3)
    #expect(result.candidates.map(\.id) == ["1", "2", "3"])
  }

  @Test func aGalleryOfOneGivesWhatAComparisonGives() throws {
    let matcher = try fakeMatcher()
    let found = try matcher.identifyBlocking(candidates: [fakeTemplate(9)], gallery: gallery([("ada", 14)]))
    let compared = try matcher.compareBlocking(fakeTemplate(9), with: fakeTemplate(14))
    #expect(found.candidates.first?.similarity == compared.similarity)
    #expect(found.candidates.first?.score == compared.calibrated)
  }

  @Test func referencesThatCannotBeComparedAreListedWithTheReason() throws {
    let entries = [
      (id: "new", template: try fakeTemplate(100, version: 9)),
      (id: "ada", template: try fakeTemplate(100)),
      (id: "foreign", template: try fakeTemplate(100, algorithm: "acme.other")),
      (id: "broken", template: try fakeTemplate(0)),
      (id: "old", template: try fakeTemplate(100, version: 1)),
    ]
    let result = try fakeMatcher().identifyBlocking(candidates: [fakeTemplate(100)], gallery: entries)
    #expect(Set(result.candidates.map(\.id)) == ["ada", "old"])
    #expect(result.searched == 2)
    #expect(result.skipped.map(\.id) == ["new", "foreign", "broken"])
    #expect(result.skipped.map(\.reason.code) == [.otherVersion, .otherAlgorithm, .damaged])
    #expect(result.skipped.map(\.entry) == [0, 2, 3])
  }

  @Test func anEmptyGalleryHasNobody() throws {
    let result = try fakeMatcher().identifyBlocking(
      candidates: [fakeTemplate(9)], gallery: gallery([]),
      policy: .falsePositiveIdentificationRate(1e-3, gallery: 0))
    #expect(result.candidates.isEmpty && result.searched == 0)
  }

  @Test func theThresholdRisesWithTheComparisonsOfTheSearch() throws {
    let matcher = try fakeMatcher()
    func threshold(_ count: Int, probes: Int) throws -> Double {
      try matcher.identifyBlocking(
        candidates: Array(repeating: fakeTemplate(9), count: probes),
        gallery: gallery((0..<count).map { ("\($0)", 9) }),
        policy: .falsePositiveIdentificationRate(1e-2, gallery: 1)
      ).threshold.value
    }
    let one = try threshold(1, probes: 1)
    // Ten times the comparisons: nearly a whole power of ten, 500 points, and less by the exact formula.
    #expect(abs(try threshold(10, probes: 1) - one - 500) < 2)
    #expect(try threshold(10, probes: 1) == threshold(5, probes: 2))
  }

  @Test func aSearchIsByDefaultForOneStrangerInAThousand() throws {
    let entries = try gallery((0..<1000).map { ("\($0)", 9) })
    let result = try fakeMatcher().identifyBlocking(candidates: [fakeTemplate(9)], gallery: entries)
    #expect(abs(result.falsePositiveIdentificationRate / 1e-3 - 1) < 1e-6)
    #expect(abs(result.falseMatchRate / 1.000_499_833_6e-6 - 1) < 1e-6)
    // All similarities are 1, score 3500: enough for one comparison, not for a thousand.
    #expect(result.isThresholdExtrapolated && result.matches.isEmpty)
  }

  @Test func aThresholdIsTakenAsItIsAndSaysWhatItMakesOfTheSearch() throws {
    let entries = try gallery((0..<500).map { ("\($0)", 9) })
    let result = try fakeMatcher().identifyBlocking(
      candidates: [fakeTemplate(9), fakeTemplate(9)], gallery: entries, policy: .falseMatchRate(1e-4))
    #expect(result.threshold == Score(falseMatchRate: 1e-4))
    #expect(abs(result.falsePositiveIdentificationRate - 0.095_167_1) < 1e-6)
  }

  @Test func aForeignProbeIsRefused() throws {
    let error = #expect(throws: TemplateError.self) {
      try fakeMatcher().identifyBlocking(
        candidates: [fakeTemplate(9, algorithm: "acme.other")], gallery: gallery([("ada", 9)]))
    }
    #expect(error?.code == .otherAlgorithm)
  }

  @Test func anUncalibratedPluginCannotIdentify() throws {
    let error = #expect(throws: MatchingError.self) {
      try fakeMatcher(calibrated: false).identifyBlocking(
        candidates: [fakeTemplate(9)], gallery: gallery([("ada", 9)]))
    }
    #expect(error?.code == .notCalibrated)
  }
}
