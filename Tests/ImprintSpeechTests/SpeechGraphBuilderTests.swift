// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintSpeech

@Suite struct SpeechGraphBuilderTests {
  private func builder(
    letters: Bool = false, own: [String: [Pronunciation]] = [:]
  ) throws -> SpeechGraphBuilder {
    let madeUp = try SampleWords.dictionary(SampleWords.madeUp)
    // One alphabet of phones: the words of English have all that is made up.
    let dictionary = try SampleWords.dictionary(SampleWords.english + SampleWords.madeUp)
    return try SpeechGraphBuilder(
      dictionary: dictionary, letters: letters ? LetterToSound(learningFrom: madeUp) : nil, own: own)
  }

  private func build(_ phrases: [String], own: [String: [Pronunciation]] = [:]) throws -> BuiltSpeechGraph {
    try builder(own: own).graph(of: PhraseList(phrases))
  }

  private func kinds(_ built: BuiltSpeechGraph) -> [GraphFinding.Kind] { built.findings.map(\.kind) }

  @Test func aGraphHasTheWordsOfItsPhrasesAndNoOthers() throws {
    let built = try build(["Turn on the light", "Turn off the light!", "Stop"])
    #expect(built.graph.words.map(\.text) == ["light", "off", "on", "stop", "the", "turn"])
    #expect(built.graph.words[2].pronunciations.map(\.description) == ["AA N", "AO N"])
    #expect(built.size.words == 6 && built.size.pronunciations == 8)
    #expect(built.size.ngrams == built.graph.model?.counts && built.size.bytes == built.graph.bytes.count)
    // L AY T, AO F, AA N, N (after AO), S T AA P, DH AH, IY, T ER N.
    #expect(built.size.searchedPhones == 3 + 2 + 2 + 1 + 4 + 2 + 1 + 3)
  }

  @Test func noPhraseAndTooManyAreRefused() {
    #expect(code { _ = try PhraseList([]) } == .noPhrases)
    #expect(
      code { _ = try PhraseList([String](repeating: "stop", count: PhraseList.most + 1)) } == .tooManyPhrases)
  }

  @Test func onePhraseIsAGraph() throws {
    let built = try build(["stop"])
    #expect(built.graph.words.map(\.text) == ["stop"] && built.findings.isEmpty)
    #expect(try SpeechGraph(built.graph.bytes, place: "graph") == built.graph)
  }

  @Test func twentyThousandPhrasesAreAGraph() throws {
    let words = try SampleWords.dictionary(SampleWords.madeUp).all.keys.sorted()
    let phrases = (0..<20_000).map { number in
      "\(words[number % words.count]) \(words[number / words.count]) \(words[number * 7 % words.count])"
    }
    let built = try build(phrases)
    #expect(built.graph.words.count == words.count)
    // More than are compared each with each: that is said, and what sounds the same is found all the same.
    #expect(kinds(built).contains(.notCompared) && !kinds(built).contains(.likelyConfused))
    #expect(try SpeechGraph(built.graph.bytes, place: "graph").model == built.graph.model)
  }

  @Test func anUnknownWordIsProposedAndNeverDropped() throws {
    let built = try builder(letters: true).graph(of: PhraseList(["turn on the mashoxa", "stop"]))
    let proposal = try #require(built.proposals.first)
    #expect(built.proposals.count == 1 && proposal.word == "mashoxa")
    let word = try #require(built.graph.words.first { $0.text == "mashoxa" })
    #expect(word.pronunciations == Array(proposal.pronunciations.prefix(1)))
    let finding = try #require(built.findings.first { $0.kind == .unknownWord })
    #expect(finding.isWarning && finding.place == "mashoxa")
    #expect(finding.reason.contains(proposal.pronunciations[0].description))
  }

  @Test func anUnknownWordIsSaidToBeFirstWhereItWasRead() throws {
    let phrases = try PhraseList(Array("stop\nturn on the mashoxa\nmashoxa\n".utf8), place: "phrases.txt")
    let errors = #expect(throws: SpeechErrors.self) { try builder().graph(of: phrases) }
    #expect(errors?.problems.count == 1 && errors?.problems[0].place == "mashoxa")
    #expect(errors?.problems[0].reason.contains("(first in phrases.txt:2)") == true)
    let built = try builder(letters: true).graph(of: phrases)
    let finding = built.findings.first { $0.kind == .unknownWord }
    #expect(finding?.reason.contains("(first in phrases.txt:2)") == true)
  }

  /// The rules know phones that the dictionary, and so the recogniser, does not.
  @Test func aWordThatRulesSayWithPhonesOfAnotherDictionaryIsUnknown() throws {
    let letters = try LetterToSound(learningFrom: SampleWords.dictionary(SampleWords.madeUp))
    let builder = try SpeechGraphBuilder(dictionary: SampleWords.dictionary(), letters: letters)
    let errors = #expect(throws: SpeechErrors.self) { try builder.graph(of: PhraseList(["mashoxa"])) }
    #expect(errors?.problems.map(\.code) == [.unknownWord])
    #expect(errors?.problems.first?.reason.contains("no phone of the dictionary") == true)
  }

  /// Before they are looked up: that would say of them that they are unknown.
  @Test func moreWordsThanThereMayBeAreRefusedBeforeTheyAreLookedUp() throws {
    let words = (0...NgramModel.mostWords).map { number in
      String([17_576, 676, 26, 1].map { Character(Unicode.Scalar(UInt8(97 + number / $0 % 26))) })
    }
    let phrases = stride(from: 0, to: words.count, by: 64).map {
      words[$0..<min($0 + 64, words.count)].joined(separator: " ")
    }
    let errors = #expect(throws: SpeechErrors.self) { try build(phrases) }
    #expect(errors?.problems.map(\.code) == [.tooLarge])
  }

  @Test func unknownWordsWithoutRulesAreAllErrors() throws {
    let errors = #expect(throws: SpeechErrors.self) { try build(["turn on the mashoxa", "zebra crossing"]) }
    #expect(errors?.problems.map(\.code) == [.unknownWord, .unknownWord, .unknownWord])
    #expect(errors?.problems.map(\.place) == ["crossing", "mashoxa", "zebra"])
    // A letter that the rules do not know.
    let without = try builder(letters: true)
    #expect(code { _ = try without.graph(of: PhraseList(["qqq"])) } == .unknownWord)
  }

  @Test func theCallersOwnPronunciationIsTaken() throws {
    let own = try [
      "mashoxa": [#require(Pronunciation("M AH S"))], "stop": [#require(Pronunciation("S T AH P"))],
    ]
    let built = try build(["mashoxa", "stop"], own: own)
    #expect(built.proposals.isEmpty && built.findings.isEmpty)
    #expect(built.graph.words.map { $0.pronunciations[0].description } == ["M AH S", "S T AH P"])
  }

  @Test func anOwnPronunciationThatIsNoneIsRefused() throws {
    let strange = try #require(Pronunciation("Q X"))
    let known = try #require(Pronunciation("S T AA P"))
    for own in [
      ["stop": [strange]], ["stop": []], ["stop": [known, known]], ["<s>": [known]], ["a b": [known]],
      // Phrases are looked up in lower case, and composed.
      ["Stop": [known]], ["caf\u{65}\u{301}": [known]],
    ] {
      #expect(code { _ = try builder(own: own) } == .badPronunciation)
    }
  }

  @Test func allThatIsWrongWithPhrasesIsTold() throws {
    let errors = #expect(throws: SpeechErrors.self) { try build(["turn on", "5 €", "...", "стоп", "stop"]) }
    #expect(errors?.problems.map(\.code) == [.unspeakable, .emptyPhrase, .otherScript])
    #expect(errors?.problems.map(\.place) == ["phrase 2", "phrase 3", "phrase 4"])
    let many = [String](repeating: "€", count: 500)
    let first = #expect(throws: SpeechErrors.self) { try build(many) }
    #expect(first?.problems.count == SpeechGraphBuilder.mostProblems)
  }

  @Test func aPhraseThatStandsTwiceIsNoted() throws {
    let built = try build(["stop", "turn on", "STOP!"])
    #expect(kinds(built) == [.repeatedPhrase] && built.findings[0].place == "phrase 3")
    #expect(!built.findings[0].isWarning && built.findings[0].reason.contains("phrase 1"))
  }

  @Test func aNumberIsSaidToBeReadAsWords() throws {
    let built = try build(["turn on 20 light", "minus 5"])
    #expect(kinds(built) == [.readAs, .readAs])
    #expect(built.findings[0].reason.contains("turn on twenty light"))
  }

  @Test func phrasesThatSoundTheSameCannotBeReached() throws {
    let built = try build(["two lights", "turn on", "too lights"])
    #expect(kinds(built) == [.sameSound] && built.findings[0].place == "phrase 3")
    #expect(built.findings[0].reason.contains("phrase 1") && built.findings[0].isWarning)
  }

  /// `on` has two pronunciations: one of them is no other phrase's.
  @Test func aPhraseWithAPronunciationOfItsOwnCanBeReached() throws {
    let own = try ["ann": [#require(Pronunciation("AA N"))]]
    #expect(try kinds(build(["ann", "on"], own: own)) == [.likelyConfused])
    #expect(try kinds(build(["on", "ann"], own: own)) == [.sameSound])
  }

  /// Each of its ways to be said is another phrase's: it sounds as both, and as neither alone.
  @Test func aPhraseThatSoundsAsSeveralOthersIsSaidToSoundAsThem() throws {
    let own = try ["ann": [#require(Pronunciation("AA N"))], "awn": [#require(Pronunciation("AO N"))]]
    let built = try build(["ann", "awn", "on"], own: own)
    let finding = try #require(built.findings.first { $0.kind == .sameSound })
    #expect(finding.place == "phrase 3" && finding.reason.contains("others before it"))
  }

  @Test func aPhraseOfMoreWaysThanAreLookedAtIsNoted() throws {
    let built = try build(["on on on on the"])
    #expect(kinds(built) == [.notCompared] && built.findings[0].reason.hasPrefix("1 can be said"))
  }

  /// They differ in their first and last phones alone: the whole table would be sixteen million steps.
  @Test func longPhrasesAreComparedInNoMoreStepsThanTheirLimitTakes() {
    let costs = PhoneCosts((0..<32).map { "P\($0)" })
    let one = (0..<4096).map { UInt8($0 % 32) }
    let other = [31] + one[1..<4095] + [0]
    var steps = 0
    #expect(costs.halves(one, other, upTo: 20, &steps) == 4 && steps <= 4096 * 21)
  }

  @Test func comparingEndsWhereItTakesTooLong() throws {
    let words = try SampleWords.dictionary(SampleWords.madeUp).all.keys.sorted()
    let graph = try build(words).graph
    let phrases = words.map { GraphWork.Phrase(text: $0, place: $0, words: [$0]) }
    let sounds = PhraseSounds(graph.words)
    #expect(PhraseComparison(phrases, sounds, mostSteps: 10_000).extent == .untilTooLong)
    #expect(PhraseComparison(phrases, sounds, mostKept: 100).extent == .untilTooLong)
    #expect(PhraseComparison(phrases, sounds).extent == .all)
  }

  /// Against the whole table, without a band.
  @Test func theDistanceWithinItsLimitIsThatOfTheWholeTable() {
    let costs = PhoneCosts(["T", "D", "AA", "AO"])
    var random = SystemRandomNumberGenerator()
    func phones() -> [UInt8] {
      (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 0...3) }
    }
    for _ in 0..<2000 {
      let (one, other) = (phones(), phones())
      let whole = costs.halves(one, other, upTo: 1000) ?? -1
      for limit in 2...12 { #expect(costs.halves(one, other, upTo: limit) == (whole <= limit ? whole : nil)) }
    }
  }

  @Test func phrasesThatDifferInFewPhonesAreLikelyConfused() throws {
    let built = try build(["turn on the light", "turn on the lights", "stop", "candle", "handle"])
    #expect(kinds(built) == [.likelyConfused, .likelyConfused])
    // The nearest first: one of eleven phones, then one of six.
    #expect(built.findings.map(\.place) == ["phrase 2", "phrase 5"])
    #expect(built.findings[0].reason.contains("1 of 11 phones"))
  }

  /// Without the quick judgement before it: all pairs are found, and no others.
  @Test func theQuickJudgementLosesNoPair() throws {
    let words = try SampleWords.dictionary(SampleWords.madeUp)
    let names = words.all.keys.sorted().enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
    let graph = try build(names).graph
    let sounds = PhraseSounds(graph.words)
    let phrases = names.map { GraphWork.Phrase(text: $0, place: $0, words: [$0]) }
    let found = PhraseComparison(phrases, sounds).confusions.map { [$0.first, $0.second] }
    let costs = PhoneCosts(sounds.phones)
    var expected: Set<[Int]> = []
    for second in names.indices {
      for first in 0..<second {
        let (one, other) = (sounds.phones(of: [names[first]]), sounds.phones(of: [names[second]]))
        let limit = PhraseComparison.limit(max(one.count, other.count))
        if costs.halves(one, other, upTo: limit) != nil { expected.insert([first, second]) }
      }
    }
    #expect(!expected.isEmpty && Set(found) == expected && found.count == expected.count)
  }

  @Test func phonesThatAreAlikeAreHalfAsFar() {
    let costs = PhoneCosts(["T", "D", "AA", "AH0"])
    #expect(costs.halves([0], [1], upTo: 9) == 1 && costs.halves([0], [2], upTo: 9) == 2)
    #expect(costs.halves([2], [3], upTo: 9) == 1 && costs.halves([0, 2], [2], upTo: 9) == 2)
    #expect(costs.halves([0, 0, 0], [2, 2, 2], upTo: 5) == nil)
    #expect(PhoneDistance.edits(["a", "b", "c"], ["a", "c", "d"]) == 2)
    #expect(PhoneDistance.edits([], ["a", "c"]) == 2 && PhoneDistance.edits(["a"], [String]()) == 1)
  }

  @Test func aLanguageOrBundleThatIsNoneIsRefused() throws {
    let words = try SampleWords.dictionary()
    for language in ["", "e", "en_US", "en--US", "en-", "abcdefghi", "en-US\0"] {
      #expect(code { _ = try SpeechGraphBuilder(dictionary: words, language: language) } == .badOption)
    }
    for bundle in [String(repeating: "a", count: 64), "a\nb"] {
      #expect(code { _ = try SpeechGraphBuilder(dictionary: words, bundle: bundle) } == .badOption)
    }
  }
}

// Language models and triggers.
extension SpeechGraphBuilderTests {
  @Test func aLanguageModelsWordsAreFoundInLowerCaseToo() throws {
    let model = NgramModel(of: [["TURN", "on"], ["Stop"]])
    let built = try builder().graph(of: model, hadUnknown: true)
    #expect(built.graph.words.map(\.text) == ["Stop", "TURN", "on"] && built.graph.model == model)
    #expect(kinds(built) == [.unknownToken])
    #expect(code { _ = try builder().graph(of: NgramModel(of: [["zebra"]])) } == .unknownWord)
  }

  @Test func aWordThatAModelNeverExpectsCannotBeReached() throws {
    let text = """
      \\data\\
      ngram 1=4

      \\1-grams:
      -99\t<s>
      -0.3\t</s>
      -0.3\tstop
      -99\tturn

      \\end\\
      """
    let model = try NgramModel.readingARPA(Array(text.utf8), place: "model.arpa").model
    let built = try builder().graph(of: model)
    #expect(kinds(built) == [.unreachableWord] && built.findings[0].place == "turn")
  }

  @Test func triggersKeepTheirOrderAndThresholds() throws {
    let built = try builder().graph(spotting: [
      SpeechTrigger("stop the kitchen light", threshold: -30), SpeechTrigger("hey computer"),
    ])
    #expect(
      built.graph.triggers.map(\.words) == [["stop", "the", "kitchen", "light"], ["hey", "computer"]])
    #expect(built.graph.triggers.map(\.threshold) == [-30, -20] && built.findings.isEmpty)
    #expect(built.size.triggers == 2 && built.size.ngrams.isEmpty)
  }

  @Test func aShortTriggerAndOneWithinAnotherAreWarnings() throws {
    let built = try builder().graph(spotting: [
      SpeechTrigger("stop"), SpeechTrigger("hey computer"), SpeechTrigger("hey computer stop"),
    ])
    #expect(Set(kinds(built)) == [.shortTrigger, .containedTrigger])
    #expect(built.findings.count { $0.kind == .containedTrigger } == 2)
    #expect(built.findings.first { $0.kind == .shortTrigger }?.place == "trigger stop")
  }

  @Test func triggersThatCannotBeAreRefused() throws {
    let builder = try builder()
    #expect(code { _ = try builder.graph(spotting: []) } == .noPhrases)
    #expect(code { _ = try SpeechTrigger("stop", threshold: .nan) } == .badOption)
    #expect(code { _ = try SpeechTrigger("stop", threshold: -101) } == .badOption)
    let twice = try [SpeechTrigger("stop", threshold: -10), SpeechTrigger("Stop!")]
    #expect(code { _ = try builder.graph(spotting: twice) } == .exists)
    let many = try [SpeechTrigger](repeating: SpeechTrigger("stop"), count: SpeechTrigger.most + 1)
    let tooMany = #expect(throws: SpeechErrors.self) { try builder.graph(spotting: many) }
    #expect(tooMany?.code == .tooManyPhrases && tooMany?.problems.first?.place == "trigger stop")
    let long = try SpeechTrigger([String](repeating: "on", count: 17).joined(separator: " "))
    #expect(code { _ = try builder.graph(spotting: [long]) } == .phraseTooLong)
  }

  @Test func aFileOfTriggersHasThresholdsBetweenSlashes() throws {
    let list = try PhraseList(["hey computer /1e-20/", "stop", "on /0.001/ ", "and/or"])
    let triggers = try SpeechTrigger.from(list)
    #expect(triggers.map(\.phrase) == ["hey computer ", "stop", "on ", "and/or"])
    #expect(
      zip(triggers.map(\.threshold), [-20, -20, -3, -20] as [Float]).allSatisfy { abs($0 - $1) < 0.0001 })
    for wrong in ["stop /x/", "stop /0/", "stop /-1/", "stop /1e-500/", "stop /nan/", "stop //"] {
      #expect(code { _ = try SpeechTrigger.from(PhraseList([wrong])) } == .badOption, "\(wrong)")
    }
    for wrong in ["stop /1e-120/", "stop /-100/"] {
      let error = #expect(throws: SpeechError.self) { try SpeechTrigger.from(PhraseList([wrong])) }
      #expect(error?.code == .badOption && error?.remedy.contains("1e-100 to 1e100") == true)
    }
  }

  /// 16 bytes and more for each of four million lines, where all are looked for first.
  @Test func aFileOfLineEndsHasNoPhraseInLittleMemory() async {
    await #expect(processExitsWith: .success) {
      let bytes = [UInt8](repeating: 0x0A, count: 4 << 20)
      try limitMemory(more: 48 << 20)
      guard code({ _ = try PhraseList(bytes, place: "p") }) == .noPhrases else { exit(2) }
    }
  }

  @Test func aFileOfPhrasesHasOneALine() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("# commands\nturn on\r\n\n  stop\n5 €\n".utf8, to: "phrases.txt")
    let list = try PhraseList(path: path)
    #expect(list.phrases.count == 3)
    let errors = #expect(throws: SpeechErrors.self) { try builder().graph(of: list) }
    #expect(errors?.problems.map(\.place) == ["\(path):5"])
    let marked = try PhraseList(Array("\u{FEFF}# commands\nstop\n".utf8), place: "p")
    #expect(marked.phrases == ["stop"] && marked.places == ["p:2"])
    #expect(code { _ = try PhraseList([0xFF, 0x0A], place: "p") } == .damaged)
    #expect(code { _ = try PhraseList(Array("\n# none\n".utf8), place: "p") } == .noPhrases)
    #expect(code { _ = try PhraseList(path: folder.path + "/no") } == .missing)
  }
}
