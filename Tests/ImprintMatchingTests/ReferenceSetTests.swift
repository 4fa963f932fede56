// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintMatching

@Suite struct ReferenceSetTests {
  /// Of ada four pictures, of bob three that are far apart, of eve two.
  private static let values: [(path: String, value: UInt8)] = [
    ("ada/1", 10), ("ada/2", 14), ("ada/3", 18), ("ada/4", 30), ("bob/1", 100), ("bob/2", 160),
    ("bob/3", 220),
    ("eve/1", 90), ("eve/2", 94),
  ]

  private func run(version: UInt32 = 2, maker: TemplateMaker? = fakeFuser) async throws -> EvaluationRun {
    let paths = Self.values.map(\.path)
    let list = zip(paths, paths.dropFirst()).map { "\($0),\($1),\($0.prefix(3) == $1.prefix(3) ? 1 : 0)" }
    let values = Dictionary(uniqueKeysWithValues: Self.values.map { ($0.path, $0.value) })
    return try await Evaluator(fakeMatcher(calibrated: false)).evaluate(
      try EvaluationPairs(csv: "pathA,pathB,same\n" + list.joined(separator: "\n"), place: "list.csv"),
      acquire: { picture in
        .template(try fakeTemplate(try #require(values[picture.path]), version: version, maker: maker))
      })
  }

  private let evaluator: Evaluator

  init() throws { evaluator = Evaluator(try fakeMatcher(calibrated: false)) }

  @Test func firstPicturesOfEachPersonAreFused() async throws {
    let references = try await evaluator.fusedReferences(of: 2, from: run())
    // bob's 100 and 160 do not agree.
    #expect(references.entries.map(\.template.payload) == [[12], [92]])
    #expect(references.entries.map(\.template.samples) == [2, 2])
    #expect(references.entries.map { $0.pictures.count } == [2, 2] && references.left == 1)
  }

  @Test func peopleWithFewerPicturesHaveNoReference() async throws {
    let references = try await evaluator.fusedReferences(of: 4, from: run())
    #expect(references.entries.map(\.template.payload) == [[18]] && references.left == 0)
    let error = await #expect(throws: EvaluationError.self) {
      try await evaluator.fusedReferences(of: 5, from: run())
    }
    #expect(error?.code == .tooFewComparisons)
  }

  @Test func picturesOfAReferenceAreNoProbesOfIt() async throws {
    let run = try await run()
    let found = try await evaluator.evaluate(
      try await evaluator.fusedReferences(of: 2, from: run), with: run)
    // ada's other two; all of bob's and eve's with ada's, and of ada's and bob's with eve's.
    #expect(found.accuracy.genuine.map(\.similarity) == [6, 18].map { 1 - Float($0) / 255 })
    #expect(found.accuracy.impostor.count == 5 + 7)
    #expect(found.probesOfSubject == [4, 3, 2] && found.referencesOfSubject == [1, 0, 1])
    let pair = try #require(found.pair)
    #expect(pair.probe.samples == 1...1 && pair.reference.samples == 2...2)
  }

  @Test func templatesOfAnotherReleaseAreReadBackAndCompared() async throws {
    let (old, new) = (try await run(version: 1, maker: fakeMaker), try await run())
    let references = try ReferenceSet(list: old.templateList, place: "old", of: new.pairs)
    #expect(references.entries.map(\.template) == old.templates.compactMap { $0 } && references.left == 0)
    let found = try await evaluator.evaluate(references, with: new)
    // Nine references with eight other pictures each; pairs of one person count in both orders.
    #expect(found.accuracy.genuine.count == 12 + 6 + 2)
    #expect(found.accuracy.impostor.count == 72 - 20)
    let pair = try #require(found.pair)
    #expect(pair.probe.version == 2 && pair.reference.version == 1)
    #expect(pair.reference.extractor == "dev.example.extractor")
  }

  @Test(arguments: ["ada/1", "ada/1\t", "ada/1\tabc", "ada/1\tzz", "ada/1\tAA", "ada/1\tab\tcd"])
  func aBrokenLineIsToldWithItsNumber(line: String) async throws {
    let run = try await run()
    let lines = run.templateList.split(separator: "\n")
    let place = #expect(throws: (any Error).self) {
      try ReferenceSet(list: "\(lines[3])\n\(line)\n", place: "old", of: run.pairs)
    }.map { "\($0)" }
    #expect(place?.contains("old:2") == true)
  }

  @Test func aPictureThatIsNotOfTheListOrStandsTwiceIsRefused() async throws {
    let run = try await run()
    let line = String(try #require(run.templateList.split(separator: "\n").first))
    for list in [line + "\n" + line, "x" + line] {
      let error = #expect(throws: EvaluationError.self) {
        try ReferenceSet(list: list, place: "old", of: run.pairs)
      }
      #expect(error?.code == .brokenTemplates)
    }
  }

  @Test func aCalibrationIsOfThePairThatWasMeasured() async throws {
    // 150 people with three pictures each.
    let list = (0..<150).map { "p\($0)/1,p\($0)/2,1\np\($0)/1,p\($0)/3,1" }.joined(separator: "\n")
    var number = 0
    let run = try await evaluator.evaluate(
      try EvaluationPairs(csv: "pathA,pathB,same\n" + list, place: "list.csv"),
      acquire: { _ in
        number += 1
        return .template(try fakeTemplate(UInt8(1 + number / 3 % 250), maker: fakeFuser))
      })
    let found = try await evaluator.evaluate(try await evaluator.fusedReferences(of: 2, from: run), with: run)
    let measured = try evaluator.calibrate(
      found, population: "numbers", dataSet: "made up, 1", date: "2026-11-28",
      by: Calibrator(bootstrap: SubjectBootstrap(rounds: 40)))
    #expect(measured.impostorComparisons == 150 * 447 && measured.genuineComparisons == 150)
    #expect(measured.subjects == 150)
    #expect(measured.pair.reference.samples == 2...2 && measured.pair.probe.samples == 1...1)
    #expect(measured.yaml().contains("reference: {version: 2"))
    for point in measured.points { #expect(point.lower <= point.rate && point.rate <= point.upper) }
  }

  @Test func templatesThatSayNoMakerAreNotCalibrated() async throws {
    let run = try await run(maker: nil)
    let found = try await evaluator.evaluate(try await evaluator.fusedReferences(of: 2, from: run), with: run)
    let error = #expect(throws: EvaluationError.self) {
      try evaluator.calibrate(found, population: "numbers", dataSet: "1", date: "2026-11-28")
    }
    #expect(error?.code == .mixedTemplates)
  }

  @Test func anIntervalOverPeopleCountsReferencesAndProbes() throws {
    // All of one's references match all probes of another: the rate goes with how often both are drawn.
    let errors = (0..<20).map { _ in ComparisonRecord(similarity: 1, probe: 0, reference: 1) }
    let interval = try #require(
      SubjectBootstrap(rounds: 200).falseMatchRateInterval(
        errors: errors, probesOfSubject: [20] + [Int](repeating: 1, count: 49),
        referencesOfSubject: [Int](repeating: 1, count: 50)))
    #expect(interval.lowerBound == 0 && interval.upperBound > 20.0 / (69 * 50))
  }
}
