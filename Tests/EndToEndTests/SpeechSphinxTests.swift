// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// The bundled recogniser hears what a person says, in the process and in a worker.
@Suite(
  .enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE is not set: no recogniser with its model"))
struct SpeechSphinxTests {
  private let plugin: OpenPlugin

  init() async throws { plugin = try await Self.open(.inProcess) }

  private static func stage() throws -> URL {
    guard let stage = BuiltProducts.stage else { throw MissingForTest("IMPRINT_STAGE is not set") }
    return stage
  }

  private static func open(_ isolation: Isolation) async throws -> OpenPlugin {
    let system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage().path, origin: .explicit)]),
        variant: "speech", trust: .off, entitlements: EverythingGranted(), quarantine: nil,
        isolation: isolation, logger: CollectedLog().logger()))
    return try await system.plugin(providing: .speechRecognizer)
  }

  private static func builder() throws -> SpeechGraphBuilder {
    let models = try stage().appending(path: "plugins/dev.imprint.speech-sphinx/models")
    return try SpeechGraphBuilder(
      dictionary: PronunciationDictionary(path: models.appending(path: "en-us.dict").path))
  }

  /// Of all that is said.
  private static func words() throws -> [UInt8] {
    try builder().graph(of: PhraseList(SpokenSound.all)).graph.bytes
  }

  private static func phrases(_ phrases: [String], threshold: Float = -20) throws -> [UInt8] {
    try builder().graph(spotting: phrases.map { try SpeechTrigger($0, threshold: threshold) }).graph.bytes
  }

  /// What one utterance is heard as: of its steps, and at the end.
  private func heard(
    _ sound: SpokenSound, by recognizer: SpeechRecognizer, pieces: Int = 1600
  ) async throws -> (steps: [SpeechHearing], result: SpeechResult) {
    var steps: [SpeechHearing] = []
    for piece in sound.pieces(of: pieces) { steps.append(try await recognizer.step(piece)) }
    return (steps, try await recognizer.finish())
  }

  // MARK: Words

  @Test(arguments: Isolation.allCases)
  func whatIsSaidIsHeardWithTimesAndConfidences(isolation: Isolation) async throws {
    let recognizer = try await SpeechRecognizer.make(Self.open(isolation), graph: Self.words())
    for said in SpokenSound.all {
      let sound = try SpokenSound(said)
      let (steps, result) = try await heard(sound, by: recognizer)
      #expect(result.text == said)
      #expect(result.words.allSatisfy { ($0.confidence ?? 0) > 0.9 }, "\(result.words)")
      // The two words are apart, and nobody speaks at the recording's end.
      #expect(
        result.words.count == 2 && result.words[0].frames.upperBound <= result.words[1].frames.lowerBound)
      #expect(result.words.allSatisfy { (2000..<14_000).contains($0.frames.count) }, "\(result.words)")
      // The first word is told before all is said.
      let partial = try #require(steps.first { $0.partial?.isEmpty == false })
      let place = try #require(steps.firstIndex(of: partial))
      #expect(place < steps.count - 2, "\(said): first told in step \(place) of \(steps.count)")
    }
  }

  @Test func noiseAndSilenceHaveNoWords() async throws {
    let recognizer = try await SpeechRecognizer.make(plugin, graph: Self.words())
    let silence = SpokenSound(samples: [Float](repeating: 0, count: 48_000))
    for sound in [try SpokenSound("noise"), silence] {
      let (_, result) = try await heard(sound, by: recognizer)
      #expect(result.words.isEmpty, "\(result.text)")
    }
    #expect(try await recognizer.finish().words.isEmpty, "of no sound at all")
  }

  @Test func speechIsToldWhereItBegins() async throws {
    let recognizer = try await SpeechRecognizer.make(plugin, graph: Self.words())
    let pause = [Float](repeating: 0, count: 16_000)
    let sound = SpokenSound(samples: pause + (try SpokenSound("front left")).samples + pause + pause)
    let (steps, result) = try await heard(sound, by: recognizer)
    let events = steps.flatMap(\.events) + result.events
    guard case .speech(let begin) = events.first, case .silence(let end) = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 2 && (14_000...19_000).contains(begin), "\(events)")
    #expect((34_000...44_000).contains(end), "\(events)")
    #expect(result.text == "front left")
    let first = try #require(result.words.first)
    #expect((15_000...18_500).contains(first.frames.lowerBound), "\(first.frames)")
  }

  /// The model knows sound up to 6.8 kHz; without help, what has only half of it is heard as something else.
  @Test func soundOfATelephoneIsHeardToo() async throws {
    let recognizer = try await SpeechRecognizer.make(plugin, graph: Self.words())
    var right = 0
    for said in SpokenSound.all {
      await recognizer.reset()
      if try await heard(SpokenSound(said).narrow, by: recognizer).result.text == said { right += 1 }
    }
    #expect(right >= 6, "\(right) of \(SpokenSound.all.count)")
  }

  @Test func alternativesAreOtherWordsAndNoneIsTwice() async throws {
    // Of what is said alone, all is sure.
    let like = [
      "rare center", "rear lift", "side ride", "front lift", "year right", "font center", "side lift",
      "front ride",
    ]
    let graph = try Self.builder().graph(of: PhraseList(SpokenSound.all + like)).graph.bytes
    let recognizer = try await SpeechRecognizer.make(plugin, graph: graph, options: .init(alternatives: 3))
    var found = 0
    for said in SpokenSound.all {
      let (_, result) = try await heard(SpokenSound(said), by: recognizer)
      let readings = [result.words] + result.alternatives
      #expect(Set(readings.map { $0.map(\.text) }).count == readings.count, "\(readings)")
      #expect(result.alternatives.joined().allSatisfy { $0.confidence != nil })
      found += result.alternatives.count
    }
    #expect(found > 0)
  }

  // MARK: Always the same

  @Test func aWorkerAndAnyPiecesHearTheSameToTheBit() async throws {
    let graph = try Self.words()
    let here = try await SpeechRecognizer.make(plugin, graph: graph, options: .init(alternatives: 2))
    let there = try await SpeechRecognizer.make(
      Self.open(.process), graph: graph, options: .init(alternatives: 2))
    let sound = try SpokenSound("rear right")
    let expected = try await heard(sound, by: here)
    let other = try await heard(sound, by: there)
    #expect(expected.result == other.result && expected.steps == other.steps)
    for pieces in [1, 160, 777, 16_000] {
      await here.reset()
      #expect(try await heard(sound, by: here, pieces: pieces).result == expected.result, "\(pieces)")
    }
  }

  @Test func whatWasHeardBeforeAResetChangesNothing() async throws {
    let (graph, sound) = (try Self.words(), try SpokenSound("side left"))
    let new = try await heard(sound, by: SpeechRecognizer.make(plugin, graph: graph))
    let used = try await SpeechRecognizer.make(plugin, graph: graph)
    for said in SpokenSound.all {
      _ = try await heard(SpokenSound(said), by: used)
      for piece in try SpokenSound("noise").pieces(of: 1000).prefix(9) { _ = try await used.step(piece) }
      await used.reset()
      let again = try await heard(sound, by: used)
      #expect(again.result == new.result && again.steps == new.steps, "after \(said)")
      await used.reset()
    }
  }

  @Test func severalHearTheirOwnAtOnce() async throws {
    let graph = try Self.words()
    let plugin = plugin
    try await withThrowingTaskGroup(of: (String, String).self) { group in
      for said in SpokenSound.all.prefix(4) {
        group.addTask {
          let recognizer = try await SpeechRecognizer.make(plugin, graph: graph)
          for piece in try SpokenSound(said).pieces(of: 1600) { _ = try await recognizer.step(piece) }
          return (said, try await recognizer.finish().text)
        }
      }
      for try await (said, text) in group { #expect(text == said) }
    }
  }

  // MARK: Phrases

  @Test(arguments: Isolation.allCases)
  func aPhraseIsSpottedWhereItIsSaidAndNotElsewhere(isolation: Isolation) async throws {
    let asked = ["front center", "side right"]
    let recognizer = try await SpeechRecognizer.make(
      Self.open(isolation), graph: Self.phrases(asked))
    for said in SpokenSound.all {
      let sound = try SpokenSound(said)
      let (steps, result) = try await heard(sound, by: recognizer)
      let hits = (steps.flatMap(\.events) + result.events).compactMap { event in
        if case .trigger(let phrase, let score, let frames) = event {
          (phrase: phrase, score: score, frames: frames)
        } else {
          nil
        }
      }
      #expect(hits.map { asked[$0.phrase] } == asked.filter { $0 == said }, "in \(said)")
      #expect(hits.allSatisfy { (9000..<UInt64(sound.samples.count)).contains(UInt64($0.frames.count)) })
      #expect(hits.allSatisfy { (-20...100).contains($0.score) }, "\(hits)")
      #expect(result.words.isEmpty)
    }
  }

  @Test func aPhraseIsSpottedAgainAndAgainInOneUtterance() async throws {
    let recognizer = try await SpeechRecognizer.make(plugin, graph: Self.phrases(["side right"]))
    let pause = [Float](repeating: 0, count: 12_000)
    let one = pause + (try SpokenSound("side right")).samples
    // A minute and a half: longer than an utterance of words may be, and past where the search begins anew.
    let sound = SpokenSound(samples: (0..<40).flatMap { _ in one } + pause)
    let (steps, result) = try await heard(sound, by: recognizer)
    let hits = (steps.flatMap(\.events) + result.events).filter {
      if case .trigger = $0 { true } else { false }
    }
    #expect(hits.count >= 38 && hits.count <= 40, "\(hits.count)")
  }

  // MARK: The bundle

  @Test func theDictionarySaysHowAWordIsPronounced() async throws {
    let plugin = plugin
    try await plugin.withoutBlocking { plugin in
      let bundle = try #require(try SpeechRecognizer.bundles(of: plugin).first)
      let symbols = try #require(bundle.graphs?.symbols)
      func said(_ word: String) throws -> [String] {
        try SpeechRecognizer.pronunciations(of: word, in: bundle, plugin).map { spoken in
          spoken.map { symbols[Int($0)] }.joined(separator: " ")
        }
      }
      #expect(try said("one") == ["W AH N", "HH W AH N"])
      #expect(try said("a") == ["AH", "EY"])
      #expect(try said("one's") == ["W AH N Z"] && said("a's") == ["EY Z"])
      #expect(try said("'bout") == ["B AW T"] && said("zywicki") != [])
      for word in ["One", "xqzt", "one(2)", "(", "\u{fc}ber"] { #expect(try said(word).isEmpty, "\(word)") }
    }
  }

  @Test func theDictionaryHasAsManyWordsAsTheBundleSays() async throws {
    let dictionary = try Self.builder().dictionary
    let bundle = try await plugin.withoutBlocking { try SpeechRecognizer.bundles(of: $0) }.first
    #expect(bundle?.dictionaryWords == dictionary.wordCount)
    let symbols = Set(try #require(bundle?.graphs).symbols)
    #expect(symbols.isSuperset(of: dictionary.phones))
  }

  @Test func aGraphOfTooManyPhrasesIsRefused() async throws {
    let words = try Self.builder().dictionary.all.keys.sorted().filter { $0.count > 8 }.prefix(101)
    await Self.expectTooLarge(plugin, try Self.phrases(Array(words)))
    _ = try await SpeechRecognizer.make(plugin, graph: Self.phrases(Array(words.dropLast())))
  }

  @Test func aGraphOfTooManyWordsIsRefused() async throws {
    let words = try Self.builder().dictionary.all.keys.filter { $0.allSatisfy(\.isLetter) }.sorted()
    let graph = try Self.builder().graph(of: PhraseList(Array(words.prefix(5001)))).graph.bytes
    await Self.expectTooLarge(plugin, graph)
  }

  /// Words of one phone follow each other in each frame.
  @Test func aGraphOfTooManyWordsOfOnePhoneIsRefused() async throws {
    let short = (0..<65).map { number in
      let letters = [number / 26, number % 26].map { Character(UnicodeScalar(UInt8(97 + $0))) }
      return "q" + String(letters)
    }
    let text = short.map { "\($0) AH" }.joined(separator: "\n") + "\n"
    let dictionary = try PronunciationDictionary(Array(text.utf8), place: "short.dict")
    let graph = try SpeechGraphBuilder(dictionary: dictionary).graph(spotting: [
      SpeechTrigger(short.prefix(16).joined(separator: " "), threshold: -20)
    ])
    _ = try await SpeechRecognizer.make(plugin, graph: graph.graph.bytes)
    let all = try SpeechGraphBuilder(dictionary: dictionary).graph(
      spotting: short.map {
        try SpeechTrigger($0, threshold: -20)
      })
    await Self.expectTooLarge(plugin, all.graph.bytes)
  }

  private static func expectTooLarge(_ plugin: OpenPlugin, _ graph: [UInt8]) async {
    do {
      _ = try await SpeechRecognizer.make(plugin, graph: graph)
      Issue.record("it was taken")
    } catch {
      #expect(error.code == .graphTooLarge, "\(error)")
    }
  }

  /// Words of so many phones, each in so many pronunciations, which end otherwise.
  private static func made(_ count: Int, phones: Int, pronunciations: Int = 1) throws -> (
    words: [String], builder: SpeechGraphBuilder
  ) {
    let sounds = ["AA", "B", "EH", "D", "IY", "K", "OW", "L", "UW", "M"]
    let digits = { (number: Int) in [number / 1000 % 10, number / 100 % 10, number / 10 % 10, number % 10] }
    let letters = Array("abcdefghij")
    let words = (0..<count).map { "q" + String(digits($0).map { letters[$0] }) }
    let lines = words.enumerated().flatMap { number, word in
      (0..<pronunciations).map { variant in
        let start = (0..<phones - 1).map { sounds[digits(number)[$0 % 4]] }
        return (variant == 0 ? word : "\(word)(\(variant + 1))") + " "
          + (start + [sounds[variant]]).joined(separator: " ") + "\n"
      }
    }
    let dictionary = try PronunciationDictionary(Array(lines.joined().utf8), place: "made.dict")
    return (words, try SpeechGraphBuilder(dictionary: dictionary))
  }

  @Test func aGraphOfTooManyPronunciationsIsRefused() async throws {
    let (words, builder) = try Self.made(4_001, phones: 5, pronunciations: 5)
    await Self.expectTooLarge(plugin, try builder.graph(of: PhraseList(words)).graph.bytes)
  }

  @Test func aGraphOfTooManyPhonesIsRefused() async throws {
    let (words, builder) = try Self.made(4_001, phones: 25, pronunciations: 2)
    await Self.expectTooLarge(plugin, try builder.graph(of: PhraseList(words)).graph.bytes)
  }

  /// Each is said in two ways, with pauses and without.
  @Test func phrasesOfTooManyPhonesAreRefused() async throws {
    let (words, builder) = try Self.made(16, phones: 9)
    let phrases = try (0..<100).map { turn in
      let turned = words[(turn % 16)...] + words[..<(turn % 16)]
      return try SpeechTrigger((turned.dropLast(turn / 16)).joined(separator: " "), threshold: -20)
    }
    await Self.expectTooLarge(plugin, try builder.graph(spotting: phrases).graph.bytes)
    let fewer = try builder.graph(spotting: Array(phrases.prefix(70)))
    _ = try await SpeechRecognizer.make(plugin, graph: fewer.graph.bytes)
  }

  /// A click has all of the band, and comes before a word is said.
  @Test func aClickBeforeSoundOfATelephoneDecidesNothing() async throws {
    let recognizer = try await SpeechRecognizer.make(plugin, graph: Self.words())
    let click = (0..<800).map { index -> Float in index % 2 == 0 ? 0.5 : -0.5 }
    let pause = [Float](repeating: 0, count: 4800)
    var right = 0
    for said in SpokenSound.all {
      await recognizer.reset()
      let sound = SpokenSound(samples: click + pause + (try SpokenSound(said).narrow.samples))
      if try await heard(sound, by: recognizer).result.text.hasSuffix(said) { right += 1 }
    }
    #expect(right >= 5, "\(right) of \(SpokenSound.all.count)")
  }

  @Test func anUtteranceOfAMinuteIsHeardAndALongerOneIsNot() async throws {
    let recognizer = try await SpeechRecognizer.make(plugin, graph: Self.words())
    let one = (try SpokenSound("rear left")).samples
    let pause = [Float](repeating: 0, count: 16_000)
    var samples: [Float] = []
    while samples.count + one.count + pause.count <= 60 * 16_000 { samples += one + pause }
    samples += [Float](repeating: 0, count: 60 * 16_000 - samples.count)
    let times = samples.count / (one.count + pause.count)
    for piece in SpokenSound(samples: samples).pieces(of: 16_000) { _ = try await recognizer.step(piece) }
    do {
      _ = try await recognizer.step([0])
      Issue.record("it was heard")
    } catch {
      #expect(error.code == .state)
    }
    let result = try await recognizer.finish()
    let right = result.words.filter { ["rear", "left"].contains($0.text) }.count
    #expect(right >= 2 * times - 2 && result.words.count <= 2 * times + 2, "\(result.text)")
    // The times are those of the sound, though pauses are left out of what is searched.
    let last = try #require(result.words.last)
    #expect(
      last.frames.upperBound > UInt64(times * (one.count + pause.count) - pause.count - one.count / 2),
      "\(last.frames)")
  }
}
