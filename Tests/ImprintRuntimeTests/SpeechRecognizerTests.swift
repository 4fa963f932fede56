// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintRuntime

@Suite(.timeLimit(.minutes(2)))
struct SpeechRecognizerTests {
  /// Of the words one, two and won, without a model; or of the phrases one and two, with the thresholds −20
  /// and 0. The fixture takes any.
  private static func graph(ofPhrases: Bool = false) -> [UInt8] {
    var bytes = Array("impgra\r\n".utf8) + [1, 0, ofPhrases ? 2 : 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0]
    bytes +=
      [ofPhrases ? 2 : 0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 0, 0] + Array("en".utf8) + [1, UInt8(ascii: "N")]
    for word in ["one", "two", "won"] { bytes += [3] + Array(word.utf8) + [1, 1, 0] }
    guard ofPhrases else { return bytes }
    return bytes + [0, 0, 0xA0, 0xC1, 1, 2, 0, 0, 0] + [0, 0, 0, 0, 1, 3, 0, 0, 0]
  }
  private static let second = [Float](repeating: 0.25, count: 8000)
  private static let begins =
    "if (call == 0) { happens(hearing, IMP_SPEECH_EVENT_SPEECH, 80);"
    + " happens(hearing, IMP_SPEECH_EVENT_PARTIAL, frames); say(hearing, 0, \"one\", 80, 160, -1); }"
  private static let ends =
    "happens(hearing, IMP_SPEECH_EVENT_SILENCE, frames); say(hearing, 0, \"one\", 80, 160, 0.5f);"
    + " say(hearing, 0, \"two\", 160, 400, 1); if (alternatives) say(hearing, 1, \"won\", 80, 400, 0.25f);"

  private func recognizer(
    step: String = "", finish: String = "", graph: [UInt8]? = graph(), bundle: String? = "en-us",
    _ options: SpeechRecognizerOptions = .init()
  ) async throws -> SpeechRecognizer {
    let plugin = try FixturePlugin.speech(["FIX_STEP": step, "FIX_FINISH": finish]).opened()
    return try await SpeechRecognizer.make(plugin, bundle: bundle, graph: graph, options: options)
  }

  private func code(_ body: () async throws -> Void) async -> PluginCallError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? PluginCallError)?.code
    }
  }

  @Test func bundlesAreListedAndSayWhatTheyCan() async throws {
    let plugin = try FixturePlugin.speech().opened()
    let bundles = try await PluginWork.run { () throws(PluginCallError) in
      try SpeechRecognizer.bundles(of: plugin)
    }
    let (english, own) = (bundles[0], bundles[1])
    #expect((english.name, english.language, english.rate) == ("en-us", "en-US", 8000))
    #expect(english.longest == .seconds(2))
    #expect(english.graphs?.symbols == ["AH", "N", "W"])
    #expect(english.graphs?.words == 100)
    #expect(english.graphs?.model == SpeechBundle.Model(ngrams: 1000, order: 3))
    #expect(english.graphs?.phrases == 2)
    #expect(english.dictionaryWords == 7)
    #expect(english.tellsConfidence && english.tellsAlternatives && english.tellsActivity)
    #expect(!english.hasOwnWords && own.hasOwnWords)
    #expect(own.graphs == nil && own.dictionaryWords == nil)
  }

  @Test(arguments: [
    "bundles[0].size = 0;", "bundles[0].can |= 128;", "bundles[1].can = 0;", "bundles[0].rate = 7999;",
    "bundles[0].longest_ms = 999;", "bundles[0].words = 0;", "bundles[0].words = 200001;",
    "bundles[0].ngrams = 0;", "bundles[0].ngrams = 2;", "bundles[1].can |= IMP_SPEECH_CAN_PRONOUNCE;",
    "strcpy(bundles[0].symbols, \"\\xEF\\xBB\\xBF\");", "bundles[0].order = 6;", "bundles[0].phrases = 1001;",
    "bundles[1].words = 1;",
    "bundles[1].dictionary = 1;", "bundles[0].name[0] = 0;", "strcpy(bundles[1].name, \"en-us\");",
    "strcpy(bundles[0].name, \"en us\");", "memset(bundles[0].name, 'a', 64);",
    "bundles[0].language[0] = 0;", "strcpy(bundles[0].language, \"en_US\");", "bundles[0].symbols[0] = 0;",
    "strcpy(bundles[0].symbols, \"AH  N\");", "strcpy(bundles[0].symbols, \"AH AH\");",
    "strcpy(bundles[0].symbols, \"ABCDEFGHIJKLMNOPQ\");", "bundles[0].symbols[0] = (char)0xFF;",
    "memset(bundles[0].symbols, 'a', 1024);", "*count = 3;", "*count = 0;",
  ])
  func aHostileListIsMisbehaviour(statement: String) async throws {
    let plugin = try FixturePlugin.speech(["FIX_BUNDLES": statement]).opened()
    let error = try await #require(throws: PluginCallError.self) {
      try await PluginWork.run { () throws(PluginCallError) in _ = try SpeechRecognizer.bundles(of: plugin) }
    }
    #expect(error.code == .internalDefect, "\(error)")
  }

  private func pronounced(_ word: String, _ statement: String = "") async throws -> [[UInt8]] {
    let plugin = try FixturePlugin.speech(["FIX_WORDS": statement]).opened()
    return try await PluginWork.run { () throws(PluginCallError) in
      try SpeechRecognizer.pronunciations(of: word, in: try SpeechRecognizer.bundles(of: plugin)[0], plugin)
    }
  }

  @Test func aDictionaryPronouncesWhatItKnows() async throws {
    #expect(try await pronounced("one") == [[2, 0, 1], [0, 1]])
    #expect(try await pronounced("two").isEmpty)
    for word in ["", "one two", "a\n", String(repeating: "a", count: 96)] {
      #expect(await code { _ = try await pronounced(word) } == .argument)
    }
  }

  @Test(arguments: [
    "entries[0].count = 0;", "entries[0].count = 65;", "entries[0].symbols[1] = 3;",
    "entries[1] = entries[0];",
    "entries[1].size = 8;", "*count = 9;",
  ])
  func hostilePronunciationsAreMisbehaviour(statement: String) async throws {
    #expect(await code { _ = try await pronounced("one", statement) } == .internalDefect)
  }

  @Test func anUtteranceIsHeardPieceByPiece() async throws {
    let recognizer = try await recognizer(step: Self.begins, finish: Self.ends, .init(alternatives: 1))
    let first = try await recognizer.step(Array(Self.second.prefix(400)))
    #expect(first.events == [.speech(at: 80)])
    #expect(first.partial == [SpeechWord(text: "one", frames: 80..<160)])
    let second = try await recognizer.step(Array(Self.second.prefix(400)))
    #expect(second == SpeechHearing(events: [], partial: nil))
    let result = try await recognizer.finish()
    #expect(result.events == [.silence(at: 800)])
    #expect(
      result.words == [
        SpeechWord(text: "one", frames: 80..<160, confidence: 0.5),
        SpeechWord(text: "two", frames: 160..<400, confidence: 1),
      ])
    #expect(result.text == "one two")
    #expect(result.alternatives == [[SpeechWord(text: "won", frames: 80..<400, confidence: 0.25)]])
    // The next one counts from 0.
    #expect(try await recognizer.step(Array(Self.second.prefix(400))) == first)
  }

  @Test func resetBeginsAnewAndGivesNothing() async throws {
    let recognizer = try await recognizer(step: Self.begins)
    let first = try await recognizer.step(Self.second)
    await recognizer.reset()
    #expect(try await recognizer.step(Self.second) == first)
  }

  @Test func severalListenAtOnce() async throws {
    let plugin = try FixturePlugin.speech(["FIX_STEP": Self.begins]).opened()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for count in 1...8 {
        group.addTask {
          let recognizer = try await SpeechRecognizer.make(plugin, bundle: "en-us", graph: Self.graph())
          let samples = [Float](repeating: 0, count: 160 * count)
          for time in 0..<4 { #expect(try await recognizer.step(samples).events.isEmpty == (time > 0)) }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func phrasesAreSpotted() async throws {
    let spots =
      "if (call == 1) { happens(hearing, IMP_SPEECH_EVENT_TRIGGER, frames)->begin = 8000;"
      + " hearing->events[0].phrase = 1; hearing->events[0].score = 2.5f; }"
    let recognizer = try await recognizer(step: spots, graph: Self.graph(ofPhrases: true))
    #expect(try await recognizer.step(Self.second).events.isEmpty)
    #expect(
      try await recognizer.step(Self.second).events == [
        .trigger(phrase: 1, score: 2.5, frames: 8000..<16_000)
      ])
    // It has no end of its own: the bundle's longest is 2 s.
    for _ in 0..<5 { #expect(try await recognizer.step(Self.second).events.isEmpty) }
    #expect(try await recognizer.finish() == SpeechResult(events: [], words: [], alternatives: []))
  }

  // a phrase that the graph lacks would be an index beyond its triggers.
  @Test(arguments: [
    "happens(hearing, IMP_SPEECH_EVENT_TRIGGER, 9)->phrase = 2;",
    "happens(hearing, IMP_SPEECH_EVENT_TRIGGER, 9)->phrase = 0xFFFFFFFF;",
    "happens(hearing, IMP_SPEECH_EVENT_TRIGGER, 9)->begin = 10;",
    "happens(hearing, IMP_SPEECH_EVENT_TRIGGER, 9); happens(hearing, IMP_SPEECH_EVENT_TRIGGER, 8);",
    "happens(hearing, IMP_SPEECH_EVENT_TRIGGER, 9)->score = -20.5f;",
    "happens(hearing, IMP_SPEECH_EVENT_TRIGGER, 9)->score = 100.5f;",
    "happens(hearing, IMP_SPEECH_EVENT_TRIGGER, 9)->score = __builtin_nanf(\"\");",
    "happens(hearing, IMP_SPEECH_EVENT_TRIGGER, frames + 1);",
    "happens(hearing, IMP_SPEECH_EVENT_SPEECH, 9)->score = 1;",
    "happens(hearing, IMP_SPEECH_EVENT_PARTIAL, 0); say(hearing, 0, \"one\", 0, 1, -1);",
  ])
  func aHostileTriggerIsMisbehaviour(statement: String) async throws {
    let recognizer = try await recognizer(step: statement, graph: Self.graph(ofPhrases: true))
    #expect(await code { _ = try await recognizer.step(Self.second) } == .internalDefect)
    #expect(await code { _ = try await recognizer.step(Self.second) } == .state)
  }

  @Test func aPartialResultOfTheSameWordsIsToldOnce() async throws {
    let same =
      "happens(hearing, IMP_SPEECH_EVENT_PARTIAL, frames); say(hearing, 0, \"one\", call, frames, -1);"
    let recognizer = try await recognizer(step: same)
    #expect(try await recognizer.step(Array(Self.second.prefix(400))).partial?.map(\.text) == ["one"])
    #expect(try await recognizer.step(Array(Self.second.prefix(400))).partial == nil)
    _ = try await recognizer.finish()
    #expect(try await recognizer.step(Array(Self.second.prefix(400))).partial?.map(\.text) == ["one"])
  }

  @Test func alternativesMayLackConfidences() async throws {
    let recognizer = try await recognizer(
      finish: "say(hearing, 0, \"one\", 0, 1, 0.5f); say(hearing, 1, \"two\", 0, 1, -1);",
      .init(alternatives: 1))
    _ = try await recognizer.step(Self.second)
    #expect(try await recognizer.finish().alternatives == [[SpeechWord(text: "two", frames: 0..<1)]])
  }

  @Test func anAnswerThatTheListIsTooShortIsMisbehaviour() async throws {
    let recognizer = try await recognizer(step: "return IMP_RETRY_SHORT_BUFFER;")
    #expect(await code { _ = try await recognizer.step(Self.second) } == .internalDefect)
    #expect(await code { _ = try await recognizer.step(Self.second) } == .state)
  }

  @Test func aGraphThatIsCutAnywhereIsMisbehaviourOfAPluginThatTakesIt() async throws {
    let plugin = try FixturePlugin.speech().opened()
    for graph in [Self.graph(), Self.graph(ofPhrases: true)] {
      for length in 1..<graph.count {
        #expect(
          await code {
            _ = try await SpeechRecognizer.make(plugin, bundle: "en-us", graph: Array(graph.prefix(length)))
          } == .internalDefect, "\(length)")
      }
    }
  }

  @Test func anUtteranceEndsWithTheLongest() async throws {
    let recognizer = try await recognizer()
    for _ in 0..<2 { _ = try await recognizer.step(Self.second) }
    #expect(await code { _ = try await recognizer.step([0]) } == .state)
    _ = try await recognizer.finish()
    _ = try await recognizer.step(Self.second)
  }

  @Test func soundThatIsNoneIsRefusedBeforeThePluginHearsIt() async throws {
    let recognizer = try await recognizer(step: "return IMP_E_INTERNAL;")
    let wrong: [[Float]] = [
      [], [Float](repeating: 0, count: 8001), [0, .nan], [.infinity], [0, -.infinity],
    ]
    for samples in wrong {
      #expect(await code { _ = try await recognizer.step(samples) } == .sample, "\(samples.prefix(3))")
    }
  }

  @Test(arguments: [
    ("IMP_E_GRAPH_FOREIGN", PluginCallError.Code.graphForeign), ("IMP_E_GRAPH_VERSION", .graphVersion),
    ("IMP_E_GRAPH_DAMAGED", .graphDamaged), ("IMP_E_GRAPH_SYMBOL", .graphSymbol),
    ("IMP_E_GRAPH_TOO_LARGE", .graphTooLarge), ("IMP_E_MODEL", .model),
  ])
  func aGraphIsRefusedWithItsReason(status: String, code: PluginCallError.Code) async throws {
    let plugin = try FixturePlugin.speech(["FIX_CREATE": "return \(status);"]).opened()
    let error = try await #require(throws: PluginCallError.self) {
      _ = try await SpeechRecognizer.make(plugin, bundle: "en-us", graph: Self.graph())
    }
    #expect(error.code == code)
    #expect(!error.reason.isEmpty && !error.remedy.isEmpty)
  }

  @Test func bundleAndOptionsAreChecked() async throws {
    let plugin = try FixturePlugin.speech().opened()
    func make(
      _ bundle: String?, _ options: SpeechRecognizerOptions = .init(), _ graph: [UInt8]? = Self.graph()
    )
      async -> PluginCallError.Code?
    {
      await code {
        _ = try await SpeechRecognizer.make(plugin, bundle: bundle, graph: graph, options: options)
      }
    }
    #expect(await make(nil) == .unsupported)
    #expect(await make("en") == .unsupported)
    #expect(await make("en-us", .init(alternatives: 10)) == .argument)
    #expect(await make("en-us", .init(alternatives: -1)) == .argument)
    #expect(await make("en-us", .init(threads: 0)) == .argument)
    #expect(await make("en-us", .init(threads: 99)) == .argument)
    // An empty graph would be none, to the plugin.
    #expect(await make("en-us", .init(), []) == .graphDamaged)
    #expect(await make("own", .init(), nil) == nil)
  }

  // nothing of what a recogniser says is believed, and it is not asked again.
  @Test(arguments: [
    "happens(hearing, 9, 0);", "happens(hearing, IMP_SPEECH_EVENT_SILENCE, 0);",
    "happens(hearing, IMP_SPEECH_EVENT_SPEECH, frames + 1);",
    "happens(hearing, IMP_SPEECH_EVENT_SPEECH, 0)->phrase = 1;",
    "happens(hearing, IMP_SPEECH_EVENT_SPEECH, 0)->size = 0;",
    "happens(hearing, IMP_SPEECH_EVENT_SPEECH, 0); happens(hearing, IMP_SPEECH_EVENT_SPEECH, 1);",
    "happens(hearing, IMP_SPEECH_EVENT_SPEECH, 9); happens(hearing, IMP_SPEECH_EVENT_SILENCE, 8);",
    "happens(hearing, IMP_SPEECH_EVENT_PARTIAL, 0); happens(hearing, IMP_SPEECH_EVENT_PARTIAL, 0);",
    "happens(hearing, IMP_SPEECH_EVENT_TRIGGER, 0);", "say(hearing, 0, \"one\", 0, 1, -1);",
    "hearing->event_count = 65;", "hearing->word_count = 1025;", "hearing->word_count = 0xFFFFFFFF;",
    "happens(hearing, IMP_SPEECH_EVENT_PARTIAL, 0); say(hearing, 0, \"one\", 0, 1, 0.5f);",
    "happens(hearing, IMP_SPEECH_EVENT_PARTIAL, 0); say(hearing, 1, \"one\", 0, 1, -1);",
  ])
  func aHostileStepIsMisbehaviour(statement: String) async throws {
    let recognizer = try await recognizer(step: statement)
    #expect(await code { _ = try await recognizer.step(Self.second) } == .internalDefect)
    #expect(await code { _ = try await recognizer.step(Self.second) } == .state)
    #expect(await code { _ = try await recognizer.finish() } == .state)
    await recognizer.reset()
    #expect(await code { _ = try await recognizer.finish() } == .state)
  }

  @Test(arguments: [
    "say(hearing, 0, \"one\", 2, 1, 1);", "say(hearing, 0, \"one\", 0, frames + 1, 1);",
    "say(hearing, 0, \"one\", 0, 0xFFFFFFFFFFFFFFFF, 1);",
    "say(hearing, 0, \"one\", 0, 9, 1); say(hearing, 0, \"two\", 8, 10, 1);",
    "say(hearing, 0, \"one\", 0, 1, 1.5f);", "say(hearing, 0, \"one\", 0, 1, -0.5f);",
    "say(hearing, 0, \"one\", 0, 1, __builtin_nanf(\"\"));", "say(hearing, 0, \"one\", 0, 1, -1);",
    "say(hearing, 0, \"\", 0, 1, 1);", "say(hearing, 0, \"one two\", 0, 1, 1);",
    "say(hearing, 0, \"one\\t\", 0, 1, 1);", "say(hearing, 0, \"three\", 0, 1, 1);",
    "say(hearing, 0, \"one\", 0, 1, 1)->text[0] = (char)0xC0;",
    "memset(say(hearing, 0, \"one\", 0, 1, 1)->text, 'a', 96);", "say(hearing, 2, \"one\", 0, 1, 1);",
    "say(hearing, 0, \"one\", 0, 1, 1); say(hearing, 2, \"two\", 0, 1, 1);",
    "say(hearing, 0, \"one\", 0, 1, 1); say(hearing, 1, \"two\", 0, 1, 1); say(hearing, 0, \"one\", 1, 2, 1);",
    "for (uint32_t i = 0; i < 3; i++) say(hearing, i, \"one\", 0, 1, 1);",
    "say(hearing, 0, \"one\", 0, 1, 1)->size = 4;", "happens(hearing, IMP_SPEECH_EVENT_PARTIAL, 0);",
    "happens(hearing, IMP_SPEECH_EVENT_SPEECH, 0x7FFFFFFFFFFFFFFF);",
  ])
  func aHostileResultIsMisbehaviour(statement: String) async throws {
    let recognizer = try await recognizer(finish: statement, .init(alternatives: 1))
    _ = try await recognizer.step(Self.second)
    #expect(await code { _ = try await recognizer.finish() } == .internalDefect)
    #expect(await code { _ = try await recognizer.step(Self.second) } == .state)
  }

  @Test func aBundleThatTellsNothingMoreSaysNothingMore() async throws {
    func result(_ statement: String) async throws -> PluginCallError.Code? {
      let recognizer = try await recognizer(
        finish: statement, graph: nil, bundle: "own", .init(alternatives: 3))
      _ = try await recognizer.step([Float](repeating: 0, count: 16_000))
      return await code { _ = try await recognizer.finish() }
    }
    #expect(try await result("say(hearing, 0, \"ja\", 0, 1, -1);") == nil)
    #expect(try await result("say(hearing, 0, \"ja\", 0, 1, 1);") == .internalDefect)
    #expect(try await result("happens(hearing, IMP_SPEECH_EVENT_SPEECH, 0);") == .internalDefect)
    #expect(
      try await result("say(hearing, 0, \"ja\", 0, 1, -1); say(hearing, 1, \"ja\", 0, 1, -1);")
        == .internalDefect)
  }

  @Test func aPluginWithoutTheAbilityIsRefused() async throws {
    let plugin = try FixturePlugin().opened()
    #expect(await code { _ = try await SpeechRecognizer.make(plugin, graph: nil) } == .unsupported)
  }
}
