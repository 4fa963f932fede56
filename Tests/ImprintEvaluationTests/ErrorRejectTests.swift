// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintEvaluation
@testable import ImprintMatching

@Suite struct ErrorRejectTests {
  private let bootstrap = SubjectBootstrap(rounds: 100)

  /// A comparison of each of so many people: 100 of them fail where `quality` has no say.
  private func curve(
    people: Int = 1000, unmeasured: Int = 0, _ quality: (_ number: Int, _ fails: Bool) -> Double
  ) throws -> ErrorRejectCurve {
    let all = (0..<people).map { number in
      let fails = number.isMultiple(of: 10)
      return RejectableComparison(
        subject: UInt32(number), similarity: fails ? 0.1 : 0.9,
        quality: number < people - unmeasured ? quality(number, fails) : nil)
    }
    return try #require(
      ErrorRejectCurve(
        "made", all, above: 0.5, score: nil, draws: bootstrap.draws(subjects: people), bootstrap))
  }

  @Test func aPerfectQualityRejectsErrorsFirst() throws {
    let curve = try curve { number, fails in fails ? 0 : Double(number + 1) }
    #expect(curve.comparisons == 1000 && curve.errors == 100 && curve.points[0].falseNonMatch == 0.1)
    #expect(abs((curve.gain?.value ?? 0) - 1) < 1e-9 && curve.verdict == .predicts)
    for point in curve.points {
      #expect(abs(point.falseNonMatch - curve.perfect(point.rejected)) < 1e-9)
    }
    // 50 of 1000 leave 50 of 950, 6 % leave 40 of 940: the first that is at most 5 %.
    #expect(curve.halved?.value == 0.06)
    #expect(curve.points.first { $0.rejected == 0.1 }?.falseNonMatch == 0)
  }

  @Test func aQualityOfChanceGainsNothing() throws {
    var generator = SeededGenerator(seed: 5)
    let curve = try curve { _, _ in .random(in: 0...1, using: &generator) }
    #expect(curve.verdict == .notShown && abs(curve.gain?.value ?? 9) < 0.2)
  }

  @Test func oneQualityForAllGainsNothingAtAll() throws {
    let curve = try curve { _, _ in 50 }
    #expect(curve.levels == 1 && abs(curve.gain?.value ?? 9) < 1e-9 && curve.verdict == .notShown)
    #expect(curve.points.allSatisfy { abs($0.falseNonMatch - 0.1) < 1e-9 } && curve.halved == nil)
  }

  @Test func theOppositeOfAQualityMisleads() throws {
    let curve = try curve { number, fails in fails ? 2000 : Double(number) }
    #expect(curve.verdict == .misleads && (curve.gain?.value ?? 0) < 0 && curve.halved == nil)
  }

  @Test func ofEqualQualitiesAPartIsRejectedAsChanceWould() throws {
    // Half have the low quality, and all errors: 20 % of those.
    let curve = try curve { number, fails in fails || number % 10 < 5 ? 1 : 2 }
    #expect(curve.levels == 2)
    let point = try #require(curve.points.first { $0.rejected == 0.1 })
    #expect(abs(point.falseNonMatch - (100.0 - 100 * 0.2) / 900) < 1e-9 && point.quality == 1)
    #expect(curve.points.last?.falseNonMatch == 0)
  }

  @Test func comparisonsWithoutTheQualityAreCountedAndLeftOut() throws {
    let curve = try curve(unmeasured: 300) { number, _ in Double(number) }
    #expect(curve.comparisons == 700 && curve.unmeasured == 300 && curve.errors == 70)
    #expect(
      ErrorRejectCurve(
        "none", [RejectableComparison(subject: 0, similarity: 1, quality: nil)], above: 0, score: nil,
        draws: [],
        bootstrap) == nil)
  }

  @Test func withoutErrorsThereIsNothingToGain() throws {
    let all = (0..<50).map { RejectableComparison(subject: $0, similarity: 1, quality: Double($0)) }
    let curve = try #require(
      ErrorRejectCurve(
        "made", all, above: 0.5, score: nil, draws: bootstrap.draws(subjects: 50), bootstrap))
    #expect(curve.gain == nil && curve.halved == nil && curve.verdict == nil)
    #expect(curve.points.allSatisfy { $0.falseNonMatch == 0 && $0.interval == nil })
  }

  @Test func fewErrorsSayNothingOfAQualityHoweverItLooks() throws {
    let perfect = try curve(people: 290) { number, fails in fails ? 0 : Double(number + 1) }
    #expect(perfect.errors == 29 && perfect.verdict == .notShown)
    #expect(perfect.gainText == "too few errors to tell: 29, and 30 are needed")
    #expect(try curve(people: 300) { number, fails in fails ? 0 : Double(number + 1) }.verdict == .predicts)
  }

  @Test func intervalsAreOfPeopleAndHoldTheValue() throws {
    var generator = SeededGenerator(seed: 6)
    let curve = try curve { _, fails in .random(in: fails ? 0...0.8 : 0...1, using: &generator) }
    for point in curve.points {
      let interval = try #require(point.interval)
      #expect(interval.contains(point.falseNonMatch))
    }
    #expect(curve.gain?.interval?.contains(curve.gain?.value ?? 9) == true)
  }

  // MARK: In a report

  /// 160 people with two templates each, one of which is poor and unlike the other for every fourth.
  private func run(qualities: Bool = true, people: Int = 160) throws -> EvaluationRun {
    let pairs = try EvaluationPairs(
      people: (0..<people).map { (name: "p\($0)", paths: ["p\($0)/a", "p\($0)/b"]) }, place: "p")
    let maker = try #require(
      TemplateMaker(id: "dev.example.extractor", version: SemanticVersion(major: 1, minor: 0, patch: 0)))
    let format = try #require(TemplateFormat(algorithm: "example.fake", version: 2))
    var templates: [Template?] = []
    var (records, pictures): ([ComparisonRecord], [EvaluationRun.PicturePair]) = ([], [])
    for number in 0..<2 * people {
      let isPoor = number.isMultiple(of: 8)
      let quality: UInt8? = qualities ? (isPoor ? 10 : UInt8(50 + number % 40)) : nil
      templates.append(
        Template(
          format: format, modality: .face, site: .face, quality: quality, maker: maker, samples: 1,
          payload: [1]))
      for other in 0..<number {
        let isGenuine = other / 2 == number / 2
        let value: Float =
          isGenuine ? (number / 2 % 4 == 0 ? 0.2 : 0.95) : Float((number * 7 + other) % 60) / 100
        records.append(
          ComparisonRecord(similarity: value, probe: UInt32(number / 2), reference: UInt32(other / 2)))
        if isGenuine { pictures.append(.init(probe: number, reference: other)) }
      }
    }
    return EvaluationRun(
      pairs: pairs, templates: templates, failures: [],
      accuracy: VerificationAccuracy(records: records, subjects: people), genuinePictures: pictures,
      measuredQualities: [
        .init(name: "Sharpness", values: (0..<2 * people).map { $0 % 3 == 0 ? nil : Double($0 % 7) })
      ])
  }

  private func report(_ run: EvaluationRun) -> AccuracyReport {
    AccuracyReport(
      run, nil, within: -1...2,
      AccuracyConditions(
        matcher: "dev.example.fake", versions: [], source: "p", dataSet: nil, population: nil,
        faceChoice: "central", processor: "a processor", date: "2026-11-28"), scores: [], parts: .init(),
      bootstrap: SubjectBootstrap(rounds: 60))
  }

  @Test func aReportHasTheTemplatesCurveAndThatOfEachComponent() throws {
    let report = report(try run())
    let template = try #require(report.errorRejects.first)
    #expect(template.name == "template" && template.comparisons == 160 && template.errors == 40)
    // The pair's quality is that of its poor picture.
    #expect(abs((template.gain?.value ?? 0) - 1) < 1e-9)
    let sharpness = try #require(report.errorRejects.last)
    #expect(sharpness.name == "Sharpness" && sharpness.unmeasured > 0)
    #expect(sharpness.comparisons + sharpness.unmeasured == 160)
    for text in [report.text, report.html] {
      #expect(text.contains("predicts errors") && text.contains("Sharpness"))
    }
    #expect(report.text.contains("Error against rejection at") && report.html.contains("(ERC)"))
    #expect(report.json.text.contains("\"errorReject\":[{\"quality\":\"template\""))
    for place in ["\"nan", "\"inf", ",nan", ",inf"] { #expect(!report.html.contains(place)) }
  }

  @Test func withoutQualitiesThereIsNoCurve() throws {
    let report = report(try run(qualities: false))
    #expect(report.errorRejects.map(\.name) == ["Sharpness"])
  }
}
