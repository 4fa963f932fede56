// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintMatching

@Suite struct EvaluatorTests {
  /// Two pictures of ada (10, 12), two of bob (200, 0: no face), one of eve (90).
  private let values: [String: UInt8] = ["ada/1": 10, "ada/2": 12, "bob/1": 200, "bob/2": 0, "eve/1": 90]
  private let list = """
    pathA,pathB,same
    ada/1,ada/2,1
    bob/1,bob/2,1
    ada/1,bob/1,0
    ada/2,eve/1,0
    bob/2,eve/1,0
    """

  private func run() async throws -> (Evaluator, EvaluationRun) {
    let matcher = try fakeMatcher(calibrated: false)
    let evaluator = Evaluator(matcher)
    let run = try await evaluator.evaluate(
      try EvaluationPairs(csv: list, place: "list.csv"),
      acquire: { picture in
        let value = try #require(values[picture.path])
        if value == 0 { return .failure(reason: "no-face") }
        return .template(try fakeTemplate(value))
      })
    return (evaluator, run)
  }

  @Test func everyPictureIsExtractedOnceAndEveryPairCompared() async throws {
    let (_, run) = try await run()
    #expect(run.templates.count == 5)
    #expect(run.accuracy.genuine.map(\.similarity) == [1 - Float(2) / 255])
    #expect(run.accuracy.impostor.map(\.similarity) == [1 - Float(190) / 255, 1 - Float(78) / 255])
  }

  @Test func picturesWithoutATemplateAreCountedNotDropped() async throws {
    let (_, run) = try await run()
    #expect(run.failures.map(\.reason) == ["no-face"])
    // With ada/1, bob/1, ada/2, bob/2 people are enrolled. As probe: ada/2, bob/2, bob/1, eve/1.
    #expect(run.failureToEnrol == ErrorRate(errors: 0, trials: 2))
    #expect(run.failureToAcquire == ErrorRate(errors: 1, trials: 4))
    #expect(run.genuineLost == 1 && run.impostorLost == 1)
    #expect(run.falseNonMatchWithFailures(threshold: 0.5) == ErrorRate(errors: 1, trials: 2))
  }

  @Test func calibrationComparesEveryTemplateWithEveryOtherPersons() async throws {
    let (evaluator, run) = try await run()
    let impostors = try await evaluator.impostorsAllAgainstAll(run)
    // ada, ada, bob and eve: six pairs, one of them of ada with herself.
    #expect(impostors.count == 5)
    #expect(impostors.allSatisfy { !$0.isGenuine })
    // Apart: as one expression it takes the compiler seconds.
    let distances: [Float] = [190, 188, 110, 80, 78]
    let similarities = distances.map { 1 - $0 / 255 }
    #expect(impostors.map(\.similarity).sorted() == similarities)
    #expect(run.templatesOfSubject == [2, 1, 1])
  }

  @Test func aCalibrationCountsWhatItWasMeasuredOn() async throws {
    // 100 people with two pictures each: 19,900 pairs, 100 of them of one person.
    let list = (0..<100).map { "p\($0)/1,p\($0)/2,1" }.joined(separator: "\n")
    let matcher = try fakeMatcher(calibrated: false)
    let evaluator = Evaluator(matcher)
    var number = 0
    let run = try await evaluator.evaluate(
      try EvaluationPairs(csv: "pathA,pathB,same\n" + list, place: "list.csv"),
      acquire: { _ in
        number += 1
        return .template(try fakeTemplate(UInt8(number)))
      })
    let measured = try await evaluator.calibrate(
      run, population: "numbers", dataSet: "made up, 1", date: "2026-11-21",
      by: Calibrator(bootstrap: SubjectBootstrap(rounds: 40)))
    #expect(measured.impostorComparisons == 19_800)
    #expect(measured.genuineComparisons == 100 && measured.subjects == 100)
    #expect(try measured.pair == fakeEntry().pair)
    #expect(measured.date == "2026-11-21")
    #expect(measured.points.count == 2 && measured.points.allSatisfy { $0.errors >= 30 })
    #expect(measured.calibration != nil)
  }

  @Test func ofSeveralMakersOrNobodysTemplatesNoCalibrationIsMeasured() async throws {
    let other = TemplateMaker(id: "dev.example.other", version: SemanticVersion(major: 1, minor: 0, patch: 0))
    for makers in [[fakeMaker, other], [nil, nil]] {
      var number = 0
      let evaluator = Evaluator(try fakeMatcher(calibrated: false))
      let run = try await evaluator.evaluate(
        try EvaluationPairs(csv: "pathA,pathB,same\na/1,b/1,0\n", place: "list.csv"),
        acquire: { _ in
          number += 1
          return .template(try fakeTemplate(UInt8(number), maker: makers[number - 1]))
        })
      let error = await #expect(throws: EvaluationError.self) {
        try await evaluator.calibrate(run, population: "numbers", dataSet: "made up, 1", date: "2026-11-21")
      }
      #expect(error?.code == .mixedTemplates)
    }
  }

  @Test func whatThePictureSourceThrowsEndsTheEvaluation() async throws {
    let matcher = try fakeMatcher()
    let error = await #expect(throws: MatchingError.self) {
      _ = try await Evaluator(matcher).evaluate(
        try EvaluationPairs(csv: list, place: "list.csv"),
        acquire: { _ in throw MatchingError.noTemplates("disk") })
    }
    #expect(error?.place == "disk")
  }

  @Test func cancellingEndsTheEvaluation() async throws {
    let pairs = try EvaluationPairs(csv: list, place: "list.csv")
    let matcher = try fakeMatcher()
    let task = Task {
      try await Evaluator(matcher).evaluate(
        pairs,
        acquire: { _ in
          withUnsafeCurrentTask { $0?.cancel() }
          return .template(try fakeTemplate(9))
        })
    }
    let error = await #expect(throws: EvaluationError.self) { _ = try await task.value }
    #expect(error?.code == .cancelled)
  }

  /// The same people, each picture with each other one.
  private let people: [(name: String, paths: [String])] = [
    ("ada", ["ada/1", "ada/2"]), ("bob", ["bob/1", "bob/2", "bob/3"]), ("eve", ["eve/1"]),
  ]

  private func allAgainstAll(width: Int) async throws -> (Evaluator, EvaluationRun) {
    let evaluator = Evaluator(try fakeMatcher(calibrated: false))
    let values = self.values
    let acquire: @Sendable (EvaluationPairs.Picture) async throws -> Evaluator.Acquisition = { picture in
      guard let value = values[picture.path] else { return .unread(reason: "unreadable") }
      return value == 0 ? .failure(reason: "no-face") : .template(try fakeTemplate(value))
    }
    let run = try await evaluator.evaluate(
      try EvaluationPairs(people: people, place: "people"),
      acquirers: Array(repeating: acquire, count: width))
    return (evaluator, run)
  }

  @Test(arguments: [1, 3]) func allAgainstAllComparesEachPairOnce(width: Int) async throws {
    let (evaluator, run) = try await allAgainstAll(width: width)
    #expect(run.templates.map { $0 == nil } == [false, false, false, true, true, false])
    #expect(run.accuracy.genuine.map(\.similarity) == [1 - Float(2) / 255])
    let distances: [Float] = [190, 188, 110, 80, 78]
    let similarities = distances.map { 1 - $0 / 255 }
    #expect(run.accuracy.impostor.map(\.similarity).sorted() == similarities)
    #expect(try await evaluator.impostorsAllAgainstAll(run) == run.accuracy.impostor)
  }

  @Test func aQualityThatIsNoNumberIsNone() async throws {
    let values = self.values
    let run = try await Evaluator(try fakeMatcher()).evaluate(
      try EvaluationPairs(people: people, place: "people"),
      acquire: { picture in
        .template(
          try fakeTemplate(max(values[picture.path] ?? 1, 1)),
          qualities: ["light": picture.path == "ada/1" ? .nan : 3, "size": .nan])
      })
    #expect(run.measuredQualities == [.init(name: "light", values: [nil, 3, 3, 3, 3, 3])])
  }

  @Test func aMissingPictureIsListedAndInNoRate() async throws {
    let (_, run) = try await allAgainstAll(width: 2)
    #expect(run.unread.map(\.picture) == [4])
    #expect(run.failures.map(\.reason) == ["no-face", "unreadable"])
    // bob/2 alone; bob is enrolled with bob/1.
    #expect(run.failureToAcquire == ErrorRate(errors: 1, trials: 5))
    #expect(run.failureToEnrol == ErrorRate(errors: 0, trials: 3))
    // Of bob/2 with the four others, and of bob/3 with all five.
    #expect(run.genuineLost == 1 && run.impostorLost == 3)
    #expect(run.pairsUnread == 5)
  }

  @Test func searchesAreOfTheEnrolledAndOfStrangers() async throws {
    let (evaluator, run) = try await allAgainstAll(width: 1)
    let searches = try await evaluator.searches(run)
    // Only ada has two templates: ada/1 is the gallery, and the others search it.
    #expect(searches.enrolled == 1)
    #expect(searches.searches.map(\.subject) == [0, 1, 2])
    #expect(searches.mated == [.init(subject: 0, mate: 1 - Float(2) / 255, rank: 1, best: nil)])
    #expect(searches.searches[1].best == 1 - Float(190) / 255 && searches.searches[1].mate == nil)
  }

  @Test func othersThatAreAsAlikeComeFirst() {
    let search = EvaluationSearches.Search(
      subject: 1, [0.5, 0.7, 0.7, nil, 0.6], of: [0, 1, 2, 3, 1])
    #expect(search.mate == 0.7 && search.rank == 2 && search.best == 0.7)
    let stranger = EvaluationSearches.Search(subject: 9, [0.5], of: [0])
    #expect(stranger.mate == nil && stranger.rank == 0 && stranger.best == 0.5)
  }
}
