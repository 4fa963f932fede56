// SPDX-License-Identifier: Apache-2.0
import ImprintAttackEvaluation
import Testing

@Suite struct ResultsFileTests {
  private let results =
    Samples.results(
      of: "still-print",
      [.live, .fake, .noDecision, .unknown, .timeout, .noFace, .failed(code: "camera-lost")],
      isMatch: [true, false, nil], seconds: 1.0 / 3, measures: [0.1, 1e-12, -5])
    + Samples.results(of: nil, [.live, .fake])

  private func read(_ bytes: [UInt8]) throws -> AttackResultsFile {
    try AttackResultsFile(parsing: bytes, place: "results.jsonl")
  }

  private func error(_ bytes: [UInt8]) throws -> AttackEvaluationError {
    try #require(throws: AttackEvaluationError.self) { try read(bytes) }
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let file = try read(Samples.file(results))
    #expect(file.evaluation.results == results)
    #expect(file.evaluation.runs == [Samples.run])
    #expect(!file.isCut && file.repeated == 0)
    #expect(file.wholeBytes == (try Samples.file(results)).count)
  }

  @Test func wordsOfTheFormatStay() throws {
    let line = AttackResultsFile.line(
      Samples.results(of: "screen", [.failed(code: "timeout")], isMatch: [false], measures: [0.5])[0])
    let expected =
      #"{"id":"screen-0","kind":"attack","species":"screen","subject":"subject-0","session":"0","#
      + #""mode":"passive","level":"high","outcome":"failed","error":"timeout","frames":60,"seconds":2.0,"#
      + #""findings":[{"method":"shape","verdict":"fake","measure":0.5,"limit":1.0}],"match":false}"#
    #expect(line == expected + "\n")
  }

  /// Wherever its writer ends, the evaluation goes on and comes to the same.
  @Test func aFileThatIsCutAnywhereIsResumed() throws {
    let whole = try Samples.file(results)
    let header = try AttackResultsFile.header(Samples.run).utf8.count
    for length in stride(from: header, through: whole.count, by: 7) {
      let cut = try read(Array(whole[..<length]))
      #expect(cut.isCut == (cut.wholeBytes < length))
      var bytes = Array(whole[..<cut.wholeBytes])
      for result in results
      where !cut.evaluation.hasResult(of: result.presentation.id, mode: result.mode, level: result.level) {
        bytes += Array(AttackResultsFile.line(result).utf8)
      }
      #expect(bytes == whole)
    }
  }

  @Test func aFileThatWasCutInItsFirstLineSaysNothing() throws {
    #expect(try error([]).code == .noHeader)
    #expect(try error(Array(try AttackResultsFile.header(Samples.run).utf8.dropLast())).code == .noHeader)
  }

  @Test func aResultThatIsThereTwiceCountsOnce() throws {
    let file = try read(Samples.file(results + [results[3], results[0]]))
    #expect(file.evaluation.results == results && file.repeated == 2)
  }

  @Test func anotherResultOfTheSamePresentationIsRefusedWithItsLine() throws {
    let other = Samples.results(of: "still-print", [.fake])
    let error = try error(Samples.file(results + other))
    #expect(error.code == .contradiction && error.place == "results.jsonl:11")
  }

  @Test func anIdOfTwoPresentationsIsRefused() throws {
    let same = Presentation(id: "person-0", kind: .bonaFide, subject: "somebody else", session: "0")
    let other = PresentationResult(
      same, mode: "passive", level: "low", outcome: .live, frames: 1, seconds: 1)
    #expect(try error(Samples.file(results + [other])).code == .contradiction)
  }

  @Test(
    arguments: [
      "", "{", "null", "[]", "7", "{}", #"{"id":1}"#, "\u{0}", "{\"a\":1,\"a\":2}",
      String(repeating: "[", count: 5000), #"{"id":"a"}{"id":"b"}"#,
    ])
  func aLineThatIsNoResultIsRefusedWithItsNumber(line: String) throws {
    let bytes = try Samples.file(results) + Array((line + "\n").utf8)
    let error = try error(bytes)
    #expect(error.code == .brokenResults)
    #expect(error.place.hasPrefix("results.jsonl:11"))
  }

  /// Each is a right line with one member replaced.
  @Test(
    arguments: [
      (#""outcome":"live""#, #""outcome":"alive""#), (#""outcome":"live""#, #""outcome":"failed""#),
      (#""outcome":"live","#, ""), (#""kind":"bona-fide""#, #""kind":"attack""#),
      (#""kind":"bona-fide""#, #""kind":"bona-fide","species":"screen""#),
      (#""kind":"bona-fide""#, #""kind":"other""#), (#""id":"person-0""#, #""id":"""#),
      (#""frames":60"#, #""frames":-1"#), (#""frames":60"#, #""frames":1.5"#),
      (#""frames":60"#, #""frames":9223372036854775807"#), (#""frames":60"#, #""frames":1e3"#),
      (#""seconds":2.0"#, #""seconds":-1"#), (#""seconds":2.0"#, #""seconds":1e300"#),
      (#""seconds":2.0"#, #""seconds":"2""#), (#""findings":[]"#, #""findings":{}"#),
      (#""findings":[]"#, #""findings":[1]"#),
      (#""findings":[]"#, #""findings":[{"method":"shape","verdict":"maybe"}]"#),
      (
        #""findings":[]"#,
        #""findings":[{"method":"a","verdict":"live"},{"method":"a","verdict":"live"}]"#
      ),
      (#""findings":[]"#, #""findings":[{"method":"a","verdict":"live","measure":1e308}]"#),
      (#""findings":[]"#, #""match":1"#),
    ])
  func aMemberThatIsNotWhatItMayBeIsRefused(right: String, wrong: String) throws {
    let line = AttackResultsFile.line(Samples.results(of: nil, [.live])[0])
    #expect(line.contains(right))
    let changed = line.replacing(right, with: wrong)
    let error = try error(Samples.file([]) + Array(changed.utf8))
    #expect(error.code == .brokenResults && error.place.hasPrefix("results.jsonl:2"))
  }

  @Test func aMemberThatIsNotKnownIsPassedOver() throws {
    let line = AttackResultsFile.line(results[0]).replacing("{\"id\"", with: "{\"new\":[1],\"id\"")
    #expect(try read(Samples.file([]) + Array(line.utf8)).evaluation.results == [results[0]])
  }

  @Test func bytesThatAreNoTextAreRefused() throws {
    let error = try error(Samples.file([]) + [0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D, 0x0A])
    #expect(error.code == .brokenResults)
  }

  @Test func aLineThatIsTooLongIsRefusedBeforeItIsRead() throws {
    let long = [UInt8](repeating: UInt8(ascii: " "), count: AttackResultsFile.maximumLineBytes + 1)
    #expect(try error(Samples.file([]) + long + [0x0A]).code == .limit)
  }

  @Test func namesThatAreTooLongAreRefused() throws {
    var evaluation = try AttackEvaluation(Samples.run)
    let results = Samples.results(of: String(repeating: "a", count: 129), [.live])
    #expect(
      try #require(throws: AttackEvaluationError.self) { try evaluation.add(results[0]) }.code
        == .brokenResults)
    let last = Samples.results(of: String(repeating: "\u{1}", count: 120), [.live])
    try evaluation.add(last[0])
    #expect(try read(Samples.file(last)).evaluation.results == last)
  }

  /// The longest result that is accepted is read back.
  @Test func theLongestResultFitsALine() throws {
    let name = String(repeating: "\u{1}", count: 128)
    let findings = (0..<32).map {
      MethodFinding(
        method: name.dropLast(2) + "\($0 + 10)", verdict: .noDecision, measure: -1.234_567_890_123_456_7e-300,
        limit: -1.234_567_890_123_456_7e-300)
    }
    let result = PresentationResult(
      Presentation(id: name, kind: .attack(species: name), subject: name, session: name), mode: name,
      level: name, outcome: .failed(code: name), frames: 1_000_000, seconds: 86_399.123_456_789_01,
      findings: findings, isMatch: false)
    #expect(try read(Samples.file([result])).evaluation.results == [result])
  }

  @Test func speciesWithoutEndAreRefused() throws {
    var evaluation = try AttackEvaluation(Samples.run)
    for number in 0..<AttackEvaluation.maximumSpecies {
      try evaluation.add(Samples.results(of: "species \(number)", [.live])[0])
    }
    let one = Samples.results(of: "one more", [.live])[0]
    #expect(throws: AttackEvaluationError.self) { try evaluation.add(one) }
    #expect(evaluation.results.count == AttackEvaluation.maximumSpecies)
  }

  @Test(
    arguments: [
      (#""format":"imprint.attack-results""#, #""format":"other""#, AttackEvaluationErrorCode.noHeader),
      (#""version":1"#, #""version":2"#, .otherVersion), (#""synthetic":true,"#, "", .brokenResults),
      (#""date":"2026-11-24""#, #""date":"""#, .brokenResults),
      (#""dataSet":{"#, #""data":{"#, .brokenResults),
      (#""versions":["#, #""versions":[{"name":"a"},"#, .brokenResults),
    ])
  func aFirstLineThatDoesNotSayWhatItIsOfIsRefused(
    right: String, wrong: String, code: AttackEvaluationErrorCode
  ) throws {
    let header = try AttackResultsFile.header(Samples.run)
    #expect(header.contains(right))
    let error = try error(Array(header.replacing(right, with: wrong).utf8))
    #expect(error.code == code && error.place == "results.jsonl:1")
  }

  @Test func resultsOfSeveralProcessesAreMergedInAnyOrder() throws {
    let halves = [Array(results[..<5]), Array(results[3...])]
    var one = try read(Samples.file(halves[0])).evaluation
    try one.merge(try read(Samples.file(halves[1])).evaluation, place: "b.jsonl")
    var other = try read(Samples.file(halves[1])).evaluation
    try other.merge(try read(Samples.file(halves[0])).evaluation, place: "a.jsonl")
    #expect(Set(one.results) == Set(results) && one.results.count == results.count)
    let bootstrap = SubjectBootstrap(rounds: 40)
    #expect(
      AttackReport(one, criteria: Samples.criteria, bootstrap: bootstrap).json.text
        == AttackReport(other, criteria: Samples.criteria, bootstrap: bootstrap).json.text)
  }

  @Test func anotherDayAndProcessorMayBeMergedAndAreTold() throws {
    var evaluation = try Samples.evaluation(Array(results[..<2]))
    let run = Samples.run
    let later = AttackRun(
      dataSet: run.dataSet, versions: run.versions, species: run.species, isSynthetic: true,
      sharesFaceMesh: true, noDecisionPolicy: run.noDecisionPolicy, processor: "family 26",
      date: "2026-11-25")
    try evaluation.merge(try AttackEvaluation(later), place: "b.jsonl")
    let text = AttackReport(evaluation, bootstrap: SubjectBootstrap(rounds: 40)).text
    #expect(text.contains("family 25; family 26") && text.contains("2026-11-24; 2026-11-25"))
    var other = try AttackEvaluation(later)
    try other.merge(evaluation, place: "a.jsonl")
    #expect(AttackReport(other, bootstrap: SubjectBootstrap(rounds: 40)).text == text)
  }

  @Test func resultsOfAnotherVersionAreNotMerged() throws {
    var evaluation = try Samples.evaluation(Array(results[..<2]))
    let run = Samples.run
    let other = AttackRun(
      dataSet: run.dataSet, versions: [.init(name: "imprint", version: "0.2.0")], species: run.species,
      isSynthetic: true, sharesFaceMesh: true, noDecisionPolicy: run.noDecisionPolicy,
      processor: run.processor, date: run.date)
    let another = try AttackEvaluation(other)
    let error = try #require(throws: AttackEvaluationError.self) {
      try evaluation.merge(another, place: "b.jsonl")
    }
    #expect(error.code == .differentRuns && error.place == "b.jsonl")
    #expect(evaluation.runs == [run])
  }

  @Test func aMergeThatContradictsChangesNothing() throws {
    var evaluation = try Samples.evaluation(Samples.results(of: "screen", [.live]))
    let other = try Samples.evaluation(
      Samples.results(of: nil, [.live]) + Samples.results(of: "screen", [.fake]))
    #expect(throws: AttackEvaluationError.self) { try evaluation.merge(other, place: "b.jsonl") }
    #expect(evaluation.results.count == 1)
  }
}
