// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintEvaluation
@testable import ImprintMatching

@Suite struct AccuracyReportTests {
  private static let hostile = "<script>alert('1')</script>\u{202E}&\"><img src=x onerror=alert(1)>\u{0}"

  /// 30 people with three templates each. Impostors lie evenly between 0 and 1, genuine pairs above.
  private func run(
    name: String = "data", genuine: (Float) -> Float = { 0.6 + $0 * 0.6 }, impostor: (Float) -> Float = { $0 }
  ) throws -> EvaluationRun {
    var generator = SeededGenerator(seed: 3)
    let people = (0..<30).map { person in
      (name: "\(name)\(person)", paths: (0..<3).map { "\(name)\(person)/\($0).png" })
    }
    let pairs = try EvaluationPairs(people: people, place: name)
    let maker = try #require(
      TemplateMaker(id: "dev.example.extractor", version: SemanticVersion(major: 1, minor: 0, patch: 0)))
    let format = try #require(TemplateFormat(algorithm: "example.fake", version: 2))
    let template = try #require(
      Template(
        format: format, modality: .face, site: .face, quality: nil, maker: maker, samples: 1, payload: [1]))
    var templates = [Template?](repeating: template, count: 90)
    templates[5] = nil
    templates[8] = nil
    var records: [ComparisonRecord] = []
    for (index, one) in pairs.images.enumerated() {
      for (offset, other) in pairs.images[(index + 1)...].enumerated()
      where templates[index] != nil && templates[index + 1 + offset] != nil {
        let drawn = Float.random(in: 0..<1, using: &generator)
        records.append(
          ComparisonRecord(
            similarity: one.subject == other.subject ? genuine(drawn) : impostor(drawn), probe: one.subject,
            reference: other.subject))
      }
    }
    return EvaluationRun(
      pairs: pairs, templates: templates,
      failures: [
        .init(picture: 5, reason: "no-face", isUnread: false),
        .init(picture: 8, reason: "unreadable", isUnread: true),
      ], accuracy: VerificationAccuracy(records: records, subjects: 30))
  }

  /// What evenly distributed impostors keep: a similarity of 0.9 for an FMR of 1e-1, 0.99 for 1e-2.
  private func entry() throws -> CalibrationEntry {
    let side = CalibratedTemplates(
      version: 2, extractor: "dev.example.extractor",
      extractorVersions: SemanticVersion(
        major: 1, minor: 0, patch: 0)...SemanticVersion(
          major: 1, minor: 0, patch: 0), samples: 1...1)
    let calibration = try #require(
      Calibration(
        points: [.init(similarity: 0.9, falseMatchRate: 0.1), .init(similarity: 0.99, falseMatchRate: 0.01)],
        population: Self.hostile, impostorComparisons: 5000, subjects: 30, date: "2026-11-28"))
    return CalibrationEntry(
      number: 0,
      pair: CalibratedPair(
        format: "example.fake", probe: side, reference: side, includesUnmarked: false),
      calibration: calibration)
  }

  private func report(
    _ run: EvaluationRun, isCalibrated: Bool = true, parts: AccuracyReport.Parts = .init()
  ) throws -> AccuracyReport {
    AccuracyReport(
      run, isCalibrated ? try entry() : nil, within: -1...2,
      AccuracyConditions(
        matcher: "dev.example.fake", versions: [.init(name: Self.hostile, version: "1")],
        source: Self.hostile,
        dataSet: nil, population: Self.hostile, faceChoice: "central", processor: "a processor",
        date: "2026-11-28"), scores: AccuracyReport.usualScores, parts: parts,
      bootstrap: SubjectBootstrap(rounds: 60))
  }

  private func verdicts(_ report: AccuracyReport) -> [PromiseVerdict?] {
    report.scores.map { $0.promise?.verdict }
  }

  @Test func aCalibrationOfSuchImpostorsIsKept() throws {
    let report = try report(try run())
    #expect(verdicts(report).prefix(2) == [.kept, .kept])
    #expect(verdicts(report).suffix(2) == [.notShown, .notShown])
    #expect(report.scores.map { $0.promise?.isExtrapolated } == [false, false, true, true, true, true])
    #expect(report.verdict == .kept || report.verdict == .undercut)
    #expect(report.failureToAcquire.counts == ErrorRate(errors: 1, trials: 89))
    #expect(report.failureToEnrol.counts == ErrorRate(errors: 0, trials: 30))
  }

  @Test func impostorsWhoAreMoreAlikeExceedThePromise() throws {
    let report = try report(try run(impostor: { $0 * 1.2 }))
    #expect(report.verdict == .exceeded && verdicts(report).first == .exceeded)
    #expect(report.text.contains("MORE than promised") && report.html.contains("MORE than promised"))
  }

  @Test func impostorsWhoAreLessAlikeUndercutIt() throws {
    #expect(try report(try run(impostor: { $0 * 0.9 })).verdict == .undercut)
  }

  @Test func withoutACalibrationThereAreRatesAndNoScores() throws {
    let report = try report(try run(), isCalibrated: false)
    #expect(report.scores.isEmpty && report.verdict == nil)
    #expect(report.targets.map(\.target) == [1e-1, 1e-2, 1e-3])
    #expect(report.text.contains("no calibration") && !report.text.contains("At scores"))
  }

  @Test func whatNamesHoldIsNoMarkupAndNoControl() throws {
    let run = try run(name: Self.hostile)
    let groups = try SubjectGroups(csv: "person,\(Self.hostile)\n\(Self.hostile)0,<i>\n", place: "g")
    let report = try report(run, parts: .init(groups: groups))
    for hostile in ["<script", "<img", "<i>", "\u{202E}", "\u{0}"] {
      #expect(!report.html.contains(hostile), "\(hostile)")
    }
    #expect(report.html.contains("&lt;script&gt;") && report.html.contains("&lt;i&gt;"))
    #expect(!report.text.unicodeScalars.contains { $0 != "\n" && !VisibleText.isVisible($0) })
  }

  @Test func theFormsSayTheSameFigures() throws {
    let report = try report(try run())
    let falseMatch = report.scores[0].falseMatch
    let words = "\(falseMatch.counts.errors) of \(falseMatch.counts.trials)"
    #expect(report.text.contains(words) && report.html.contains(words))
    #expect(
      report.json.text.contains(
        "\"errors\":\(falseMatch.counts.errors),\"trials\":\(falseMatch.counts.trials)"))
    #expect(report.text.contains("1 picture that could not be read"))
  }

  @Test(arguments: [Float(0), 1, 5]) func drawingsHaveFinitePlacesWhateverIsMeasured(factor: Float) throws {
    // All impostors alike; as usual; none like another.
    let report = try report(try run(impostor: { $0 * factor }))
    for place in ["\"nan", "\"inf", "\"-inf", ",nan", ",inf", ",-inf"] {
      #expect(!report.html.contains(place))
    }
    #expect(report.html.ranges(of: "<svg").count > 1)
  }

  @Test func ofOneKindOfComparisonAloneThereIsAReportToo() throws {
    let pairs = try EvaluationPairs(csv: "pathA,pathB,same\na/1,b/1,0\n", place: "p")
    let run = EvaluationRun(
      pairs: pairs, templates: [nil, nil], failures: [],
      accuracy: VerificationAccuracy(
        records: [ComparisonRecord(similarity: 0.5, probe: 0, reference: 1)], subjects: 2))
    let report = try report(run)
    #expect(report.equalError == nil && report.text.contains("one kind of comparison is missing"))
    #expect(report.html.contains("no trials") || report.html.contains("<td>-</td>"))
  }

  @Test func aPersonWhoIsInNoTableIsAGroupOfItsOwn() throws {
    let lines = (0..<20).map { "data\($0),\($0 < 10 ? "x" : "y")\n" }.joined()
    let groups = try SubjectGroups(csv: "person,kind\n" + lines, place: "g")
    let report = try report(try run(), parts: .init(groups: groups))
    #expect(report.groups.map(\.value) == ["x", "y", nil])
    #expect(report.groups.map(\.people) == [10, 10, 10])
    // 28 templates of ten people: two lack one. Each with those of the others.
    #expect(report.groups[0].points[0].falseMatch.counts.trials == 352)
    #expect(report.groups[0].points[0].falseNonMatch.counts.trials == 26)
    #expect(report.groups[0].failureToAcquire.counts == ErrorRate(errors: 1, trials: 29))
  }
}
