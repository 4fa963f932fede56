// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintRuntime
import Testing

@testable import ImprintMatching

/// Verification and search by options: what they take, what they pass over, and where they stop.
@Suite struct MatchingOptionsTests {
  private typealias Reference = BiometricReference<String>

  private func candidate(_ templates: Template...) -> BiometricCandidate {
    BiometricCandidate(templates: templates)
  }

  private func ada(_ templates: Template...) -> Reference { Reference(user: "ada", templates: templates) }

  private func authenticate(
    _ options: AuthenticationOptions = AuthenticationOptions(modality: .face),
    _ candidate: BiometricCandidate, _ reference: Reference
  ) throws -> AuthenticationResult {
    try fakeMatcher().authenticateBlocking(options, candidate: candidate, reference: reference)
  }

  // MARK: Strictly above

  /// Two that are equal have exactly the score 3500.
  @Test(arguments: [(3499, true), (3500, false), (3501, false)])
  func onlyAScoreAboveTheThresholdMatchesInEveryWay(threshold: Int, isMatch: Bool) throws {
    let matcher = try fakeMatcher()
    let policy = MatchPolicy.threshold(Score(Double(threshold)))
    let (probe, reference) = (candidate(try fakeTemplate(9)), ada(try fakeTemplate(9)))
    let one = try authenticate(
      AuthenticationOptions(modality: .face, threshold: threshold), probe, reference)
    #expect(one.score == Score(3500) && one.isMatch == isMatch && one.explanation.isMatch == isMatch)
    #expect(one.explanation.compared.map(\.isMatch) == [isMatch])
    let options = IdentificationOptions(modality: .face, policy: policy)
    let gallery = Gallery(
      reference.templates.map { (id: "ada", template: $0) }, for: matcher)
    for result in [
      try matcher.identifyBlocking(options, candidate: probe, references: [reference]),
      try matcher.identifyBlocking(options, candidate: probe, in: gallery),
    ] {
      // There is no cut-off: who does not match is returned all the same.
      #expect(result.candidates.map(\.id) == ["ada"] && result.candidates[0].isMatch == isMatch)
      #expect(result.matches.isEmpty != isMatch && result.search.matchCount == (isMatch ? 1 : 0))
      #expect(result.explanation.isMatch == isMatch)
      #expect(result.explanation.compared.map(\.isMatch) == [isMatch])
    }
    #expect(try matcher.compareBlocking(fakeTemplate(9), with: fakeTemplate(9)).isMatch(policy) == isMatch)
    let alike = try matcher.resemblanceBlocking(
      of: [fakeTemplate(9)], to: [fakeTemplate(9)], policy: policy)
    #expect((alike.verdict == .alike(lowest: Score(3500))) == isMatch)
  }

  @Test(arguments: [(47, true), (48, false), (49, false)])
  func thresholdsOfTheOtherScaleAreExceededToo(units: Int, isMatch: Bool) throws {
    let policy = MatchPolicy.matchingThreshold(try #require(MatchingThreshold(units)))
    let result = try authenticate(
      AuthenticationOptions(modality: .face, policy: policy), candidate(fakeTemplate(9)),
      ada(fakeTemplate(9)))
    #expect(result.isMatch == isMatch)
    #expect(result.explanation.asked.policy == .matchingThreshold)
    #expect(result.explanation.asked.value == Double(units))
    #expect(abs(result.explanation.threshold.matchingThreshold - Double(units)) < 1e-9)
  }

  @Test func theDefaultsAreThoseOfTheSeedAndOfTheGallerysSize() throws {
    #expect(AuthenticationOptions(modality: .face).threshold == 3500)
    #expect(AuthenticationOptions(modality: .face, threshold: 4000).policy == .threshold(Score(4000)))
    #expect(IdentificationOptions(modality: .face).policy == .standardSearch)
    let references = try (0..<1000).map { Reference(user: "\($0)", templates: [try fakeTemplate(9)]) }
    let result = try fakeMatcher().identifyBlocking(
      IdentificationOptions(modality: .face), candidate: candidate(fakeTemplate(9)), references: references)
    #expect(abs(result.search.falsePositiveIdentificationRate / 1e-3 - 1) < 1e-6)
    #expect(result.explanation.threshold.comparisons == 1000 && result.candidates.count == 10)
  }

  // MARK: Options that cannot be

  @Test(arguments: [-1, 101, .min, .max])
  func aQualityOutOfItsRangeIsRefused(quality: Int) throws {
    let error = #expect(throws: MatchingError.self) {
      try authenticate(
        AuthenticationOptions(modality: .face, minimumQuality: quality), candidate(fakeTemplate(9)),
        ada(fakeTemplate(9)))
    }
    #expect(error?.code == .badOptions && error?.place == "minimumQuality")
  }

  @Test(arguments: [0, -1, .min])
  func fewerThanOneCandidateIsRefused(count: Int) throws {
    let error = #expect(throws: MatchingError.self) {
      try fakeMatcher().identifyBlocking(
        IdentificationOptions(modality: .face, maximumCandidates: count),
        candidate: candidate(fakeTemplate(9)), references: [ada(fakeTemplate(9))])
    }
    #expect(error?.code == .badOptions && error?.place == "maximumCandidates")
  }

  @Test func anotherModalityOrFormatThanTheMatchersIsRefused() throws {
    for options in [
      AuthenticationOptions(modality: .finger), AuthenticationOptions(modality: .face, format: "acme.other"),
    ] {
      let error = #expect(throws: MatchingError.self) {
        try authenticate(options, candidate(fakeTemplate(9)), ada(fakeTemplate(9)))
      }
      #expect(error?.code == .badOptions)
    }
  }

  @Test func aPolicyThatMakesNoSenseIsRefused() throws {
    let error = #expect(throws: MatchingError.self) {
      try authenticate(
        AuthenticationOptions(modality: .face, policy: .falseMatchRate(0)), candidate(fakeTemplate(9)),
        ada(fakeTemplate(9)))
    }
    #expect(error?.code == .invalidPolicy)
  }

  @Test func nobodyToCompareIsAnError() throws {
    for (probe, reference) in [
      (candidate(), ada(try fakeTemplate(9))), (candidate(try fakeTemplate(9)), ada()),
    ] {
      let error = #expect(throws: MatchingError.self) {
        try authenticate(.init(modality: .face), probe, reference)
      }
      #expect(error?.code == .noTemplates)
    }
  }

  // MARK: What is passed over

  @Test func templatesOfEitherSideThatCannotBeComparedArePassedOverWithTheReason() throws {
    let probes = candidate(
      try fakeTemplate(9, algorithm: "acme.other"), try fakeTemplate(9, modality: .finger, site: .leftThumb),
      try fakeTemplate(9, quality: 20), try fakeTemplate(9, quality: 80), try fakeTemplate(9, version: 9))
    let reference = ada(
      try fakeTemplate(9, version: 9), try fakeTemplate(8, quality: 30), try fakeTemplate(0),
      try fakeTemplate(9, algorithm: "acme.other"), try fakeTemplate(9, modality: .voice, site: .voice),
      try fakeTemplate(9, samples: 3), try fakeTemplate(9, quality: 30 + 1))
    let result = try authenticate(
      AuthenticationOptions(modality: .face, threshold: 3000), probes, reference)
    // Without a least quality the poor are compared.
    #expect(
      result.comparison.pairs.map { [$0.candidate, $0.reference] } == [[2, 1], [2, 6], [3, 1], [3, 6]])
    let strict = try authenticate(
      AuthenticationOptions(modality: .face, policy: .threshold(Score(3000)), minimumQuality: 31), probes,
      reference)
    #expect(strict.isMatch && strict.comparison.best.candidate == 3 && strict.comparison.best.reference == 6)
    let told = strict.explanation.passedOver
    #expect(
      told.filter { $0.side == .candidate }.map { "\($0.code) \($0.candidates)" }
        == ["other-algorithm [0]", "other-modality [1]", "low-quality [2]", "other-version [4]"])
    #expect(
      told.filter { $0.side == .reference }.map { "\($0.code) \($0.references)" }
        == [
          "other-version [0]", "low-quality [1]", "damaged [2]", "other-algorithm [3]", "other-modality [4]",
        ])
    let pair = try #require(told.first { $0.side == .pair })
    #expect(pair.code == "not-calibrated" && pair.candidates == [3] && pair.references == [5])
    #expect(told.allSatisfy { !$0.reason.isEmpty && !$0.remedy.isEmpty && $0.count >= 1 })
  }

  @Test func aCandidateOfWhichNothingIsLeftIsRefusedWithTheReason() throws {
    let cases: [(Template, TemplateErrorCode)] = [
      (try fakeTemplate(9, algorithm: "acme.other"), .otherAlgorithm),
      (try fakeTemplate(9, version: 9), .otherVersion),
      (try fakeTemplate(9, modality: .voice, site: .voice), .otherModality),
      (try fakeTemplate(9, quality: 49), .lowQuality),
    ]
    for (template, code) in cases {
      let error = #expect(throws: TemplateError.self) {
        try authenticate(
          AuthenticationOptions(modality: .face, minimumQuality: 50), candidate(template),
          ada(fakeTemplate(9)))
      }
      #expect(error?.code == code)
    }
  }

  @Test func aReferenceOfWhichNothingIsLeftSaysEachReason() throws {
    let error = #expect(throws: MatchingError.self) {
      try authenticate(
        AuthenticationOptions(modality: .face, minimumQuality: 50), candidate(fakeTemplate(9)),
        ada(fakeTemplate(9, quality: 49), fakeTemplate(9, algorithm: "acme.other")))
    }
    #expect(error?.code == .nothingComparable)
    #expect(error?.reason.contains("its quality is 49") == true)
    #expect(error?.reason.contains("acme.other") == true)
  }

  @Test func aQualityThatWasNotMeasuredIsCompared() throws {
    let options = AuthenticationOptions(modality: .face, minimumQuality: 100)
    #expect(try authenticate(options, candidate(fakeTemplate(9)), ada(fakeTemplate(9))).score == Score(3500))
    let at = try authenticate(options, candidate(fakeTemplate(9, quality: 100)), ada(fakeTemplate(9)))
    #expect(at.explanation.candidates.map(\.quality) == [100])
  }

  // MARK: Sites

  @Test func otherSitesAreNeverComparedUnlessThatIsAsked() throws {
    let left = try fakeTemplate(9, site: .leftIndex)
    let right = try fakeTemplate(9, site: .rightIndex)
    let error = #expect(throws: MatchingError.self) {
      try authenticate(AuthenticationOptions(modality: .face), candidate(left), ada(right))
    }
    #expect(error?.code == .nothingComparable && error?.reason.contains("right-index") == true)
    let any = try authenticate(
      AuthenticationOptions(modality: .face, sites: .any), candidate(left), ada(right))
    #expect(any.comparison.pairs.count == 1)
    let unknown = try authenticate(
      AuthenticationOptions(modality: .face), candidate(left), ada(fakeTemplate(9, site: .unknown)))
    #expect(unknown.comparison.pairs.count == 1)
  }

  @Test func eachSiteIsComparedWithItsOwnAndTheRestIsTold() throws {
    let probes = candidate(
      try fakeTemplate(9, site: .leftIndex), try fakeTemplate(50, site: .leftThumb),
      try fakeTemplate(90, site: .rightIndex))
    let reference = ada(
      try fakeTemplate(9, site: .rightIndex), try fakeTemplate(9, site: .leftIndex),
      try fakeTemplate(9, site: .rightLittle))
    let result = try authenticate(AuthenticationOptions(modality: .face), probes, reference)
    #expect(result.comparison.pairs.map { [$0.candidate, $0.reference] } == [[0, 1], [2, 0]])
    let told = result.explanation.passedOver
    #expect(told.map(\.code) == ["other-site", "other-site"])
    #expect(told.map(\.candidates) == [[1], []] && told.map(\.references) == [[], [2]])
    // Fewer comparisons, and a rate of fewer.
    #expect(result.explanation.threshold.comparisons == 2)
  }

  @Test func aSearchComparesSitesWithTheirOwnAndItsThresholdIsOfThoseAlone() throws {
    let references = try (0..<20).map { index in
      Reference(
        user: "\(index)",
        templates: [try fakeTemplate(9, site: index < 5 ? .leftIndex : .rightIndex)])
    }
    func search(_ sites: SiteRule) throws -> IdentificationResult<String> {
      try fakeMatcher().identifyBlocking(
        IdentificationOptions(modality: .face, maximumCandidates: 50, sites: sites),
        candidate: candidate(fakeTemplate(9, site: .leftIndex)), references: references)
    }
    let same = try search(.same)
    #expect(same.candidates.map(\.id) == ["0", "1", "2", "3", "4"] && same.search.searched == 5)
    #expect(
      same.search.skipped.count == 15 && same.search.skipped.allSatisfy { $0.reason.code == .otherSite })
    #expect(same.search.otherSites.map(\.references) == [15])
    #expect(same.explanation.passedOver.map { "\($0.side) \($0.code) \($0.count)" } == ["pair other-site 15"])
    let any = try search(.any)
    #expect(any.search.searched == 20 && any.search.skipped.isEmpty)
    #expect(any.search.threshold > same.search.threshold)
    #expect(abs(same.search.falsePositiveIdentificationRate / 1e-3 - 1) < 1e-6)
  }

  // MARK: Galleries

  @Test func galleriesOfNobodyOfOneAndOfDuplicates() throws {
    let matcher = try fakeMatcher()
    let options = IdentificationOptions(modality: .face, policy: .threshold(Score(3000)))
    let probe = candidate(try fakeTemplate(9))
    let nobody = try matcher.identifyBlocking(options, candidate: probe, references: [Reference]())
    #expect(nobody.candidates.isEmpty && !nobody.explanation.isMatch)
    #expect(nobody.explanation.description.contains("nobody was compared"))
    let one = try matcher.identifyBlocking(options, candidate: probe, references: [ada(fakeTemplate(9))])
    #expect(one.matches.map(\.id) == ["ada"] && one.search.searched == 1)
    // One user twice is one, with the best; two users with one template are two, in their order.
    let many = try matcher.identifyBlocking(
      options, candidate: probe,
      references: [
        Reference(user: "bob", templates: [fakeTemplate(9)]), ada(fakeTemplate(9), fakeTemplate(9)),
        Reference(user: "bob", templates: [fakeTemplate(200)]), Reference(user: "eve", templates: []),
      ])
    #expect(many.candidates.map(\.id) == ["bob", "ada"] && many.search.matchCount == 2)
    #expect(many.search.searched == 4)
    #expect(many.explanation.passedOver.map(\.code) == ["no-templates"])
    #expect(many.explanation.passedOver.map(\.users) == [["eve"]])
  }

  @Test func galleriesOfMixedFormatsAreSearchedAsFarAsTheyGo() throws {
    let matcher = try fakeMatcher()
    let references = [
      ada(try fakeTemplate(9, quality: 80)),
      Reference(user: "bob", templates: [try fakeTemplate(9, version: 1)]),
      Reference(user: "new", templates: [try fakeTemplate(9, version: 9)]),
      Reference(user: "other", templates: [try fakeTemplate(9, algorithm: "acme.other")]),
      Reference(user: "voice", templates: [try fakeTemplate(9, modality: .voice, site: .voice)]),
      Reference(user: "poor", templates: [try fakeTemplate(9, quality: 10)]),
      Reference(user: "broken", templates: [try fakeTemplate(0)]),
      Reference(user: "fused", templates: [try fakeTemplate(9, samples: 3)]),
    ]
    let result = try matcher.identifyBlocking(
      IdentificationOptions(modality: .face, minimumQuality: 50), candidate: candidate(fakeTemplate(9)),
      references: references)
    #expect(Set(result.candidates.map(\.id)) == ["ada", "bob"])
    let told = Dictionary(
      result.explanation.passedOver.map { ($0.code, $0.users) }, uniquingKeysWith: +)
    #expect(
      told == [
        "other-version": ["new"], "other-algorithm": ["other"], "other-modality": ["voice"],
        "low-quality": ["poor"], "damaged": ["broken"], "not-calibrated": [],
      ])
    let qualities = Dictionary(
      uniqueKeysWithValues: result.explanation.compared.map { ($0.user ?? "", $0.qualities ?? []) })
    #expect(qualities == ["ada": [80], "bob": [nil]])
  }

  @Test func aGalleryIsOfAQualityWhereThatIsAsked() throws {
    let entries = [
      (id: "poor", template: try fakeTemplate(9, quality: 49)),
      (id: "good", template: try fakeTemplate(9, quality: 50)),
      (id: "unmeasured", template: try fakeTemplate(9)),
    ]
    let gallery = Gallery(entries, for: try fakeMatcher(), minimumQuality: 50)
    #expect(gallery.count == 2 && gallery.skipped.map(\.id) == ["poor"])
    #expect(gallery.skipped.map(\.reason.code) == [.lowQuality])
  }
}
