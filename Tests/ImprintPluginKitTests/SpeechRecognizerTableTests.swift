// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Synchronization
import Testing

@testable import ImprintPluginKit

@Suite(.serialized)
struct SpeechRecognizerTableTests {
  let opened: OpenedEntry
  let table: imp_speech_recognizer_ability

  init() throws {
    opened = try OpenedEntry(speechExport.entry)
    table = try opened.table(IMP_SPEECH_RECOGNIZER_ID)
  }

  // MARK: Bundles

  @Test func bundlesAreListedWithWhatTheyCan() {
    // R-01, R-20
    var count = 1
    var bundles = room(imp_speech_bundle(), \.size, 2)
    #expect(table.bundles(opened.plugin, &bundles, &count) == IMP_RETRY_SHORT_BUFFER)
    #expect(count == 2 && bundles[0].can == 0)
    #expect(table.bundles(opened.plugin, &bundles, &count) == IMP_OK)
    #expect([text(bundles[0].name), text(bundles[0].language)] == ["en", "en-US"])
    #expect(text(bundles[0].symbols) == "W AH N T UW HH")
    #expect((bundles[0].can, bundles[1].can) == (123, 4))
    #expect((bundles[0].words, bundles[0].ngrams, bundles[0].order, bundles[0].phrases) == (2, 8, 2, 2))
    #expect((bundles[0].rate, bundles[0].longest_ms, bundles[0].dictionary) == (8000, 1000, 1))
    #expect((bundles[1].words, bundles[1].order, bundles[1].phrases, bundles[1].dictionary) == (0, 0, 0, 0))
    bundles[1].size = 4
    #expect(table.bundles(opened.plugin, &bundles, &count) == IMP_E_ABI)
  }

  struct Bundle: Sendable {
    var name = "en"
    var language = "en-US"
    var models: SpeechBundle.Models? = SpeechBundle.Models(ngrams: 3, order: 1)
    var words: UInt32 = 1
    var symbols = ["A"]
    var dictionary: UInt32?
    var features: SpeechBundle.Features = []

    var stated: SpeechBundle {
      SpeechBundle(
        name: name, language: language, rate: 8000, longestMilliseconds: 1000, models: models, words: words,
        symbols: symbols, dictionary: dictionary, features: features)
    }
  }

  private func isStated(_ bundle: Bundle) -> Bool {
    var raw = imp_speech_bundle()
    do throws(PluginFailure) {
      try bundle.stated.state(in: &raw)
      return true
    } catch {
      #expect(error.status == .internal)
      return false
    }
  }

  @Test(arguments: [
    Bundle(), Bundle(language: "zh-Hant-TW"), Bundle(dictionary: 0),
    // Other bytes are another symbol, whatever they look like.
    Bundle(symbols: ["\u{E9}", "e\u{301}"]),
    Bundle(models: nil, words: 0, symbols: [], features: [.open]),
  ])
  func aBundleWithinTheContractIsStated(_ bundle: Bundle) { #expect(isStated(bundle)) }

  @Test(arguments: [
    Bundle(name: ""), Bundle(name: "e n"), Bundle(name: "en\u{FEFF}"),
    Bundle(name: String(repeating: "a", count: 64)), Bundle(language: "e"), Bundle(language: "en_US"),
    Bundle(language: "en-"), Bundle(language: "abcdefghi"), Bundle(language: "fran\u{E7}ais"),
    Bundle(models: SpeechBundle.Models(ngrams: 2, order: 1)), Bundle(symbols: ["A", "A"]),
    Bundle(symbols: ["A\u{FEFF}"]),
    Bundle(models: nil, words: 0, symbols: [], dictionary: 1, features: [.open]),
  ])
  func aBundleBeyondTheContractIsADefect(_ bundle: Bundle) { #expect(!isStated(bundle)) }

  private func pronunciations(_ word: String, of bundle: String = "en") -> (imp_status, [[UInt8]]) {
    var entries = room(imp_speech_pronunciation(), \.size, 3)
    var count = 3
    let status = bundle.lent { bundle in
      word.lent { table.pronunciations(opened.plugin, bundle, $0, &entries, &count) }
    }
    guard status == IMP_OK else { return (status, []) }
    return (
      status,
      entries.prefix(count).map { entry in
        withUnsafeBytes(of: entry.symbols) { Array($0.prefix(Int(entry.count))) }
      }
    )
  }

  @Test func aWordIsLookedUp() {
    #expect(pronunciations("one") == (IMP_OK, [[0, 1, 2], [5, 0, 1, 2]]))
    #expect(pronunciations("none") == (IMP_OK, []))
    #expect(pronunciations("one", of: "own").0 == IMP_E_UNSUPPORTED)
    #expect(pronunciations("one", of: "fr").0 == IMP_E_UNSUPPORTED)
    for word in ["", "a b", "a\u{85}", String(repeating: "a", count: 96)] {
      #expect(pronunciations(word).0 == IMP_E_ARGUMENT)
    }
    // What the author got wrong is a defect.
    #expect(pronunciations("twice").0 == IMP_E_INTERNAL)
    #expect(pronunciations("foreign").0 == IMP_E_INTERNAL)
  }

  // MARK: Graphs

  /// The example of docs/reference/speech-graph.md, with a change before length and checksum are set.
  static func graph(
    phrases: Bool = false, _ change: (inout [UInt8]) -> Void = { _ in }
  ) -> [UInt8] {
    func little(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }
    var bytes = Array("impgra\r\n".utf8) + [1, 0, phrases ? 2 : 1, 0] + little(0) + little(2) + little(3)
    bytes += little(phrases ? 2 : 0) + [6, 0, phrases ? 0 : 2, 0, 5, 0, 0, 0] + Array("en-US".utf8)
    bytes += ["AH", "HH", "N", "T", "UW", "W"].flatMap(text)
    bytes += text("one") + [2, 3, 5, 0, 2, 4, 1, 5, 0, 2] + text("two") + [1, 2, 3, 4]
    if phrases {
      bytes += little(Float(-30).bitPattern) + [1] + little(2)
      bytes += little(Float(-40).bitPattern) + [2] + little(2) + little(3)
    } else {
      let third = Float(-0.47712126).bitPattern
      bytes += little(4)
      for (word, weight) in [(0, Float(-99).bitPattern), (1, third), (2, third), (3, third)]
        as [(UInt32, UInt32)]
      {
        bytes += little(word) + little(weight) + little(0)
      }
      bytes += little(4)
      for (first, second, weight) in [(0, 2, -0.30103), (0, 3, -0.30103), (2, 1, 0), (3, 1, 0)]
        as [(UInt32, UInt32, Float)]
      {
        bytes += little(first) + little(second) + little(weight.bitPattern)
      }
    }
    change(&bytes)
    if bytes.count >= 16 { bytes.replaceSubrange(12..<16, with: little(UInt32(bytes.count + 4))) }
    return bytes + little(bytes.withUnsafeBytes { CRC32C.sum(of: $0) })
  }

  private func make(
    _ graph: [UInt8] = graph(), bundle: String = "en",
    change: (inout imp_speech_recognizer_options) -> Void = { _ in }
  ) -> (status: imp_status, recognizer: OpaquePointer?) {
    var options = room(imp_speech_recognizer_options(), \.size, 1)[0]
    options.threads = 1
    var made: OpaquePointer?
    let status = bundle.lent { name in
      options.bundle = name
      change(&options)
      return withBytes(graph) { table.create(opened.plugin, &options, $0, &made) }
    }
    return (status, made)
  }

  private func recognizer(_ graph: [UInt8] = graph(), alternatives: UInt32 = 0) throws -> OpaquePointer {
    let made = make(graph) { $0.alternatives = alternatives }
    try #require(made.status == IMP_OK)
    return try #require(made.recognizer)
  }

  @Test func theSumIsThatOfTheStandard() {
    #expect(Array("123456789".utf8).withUnsafeBytes { CRC32C.sum(of: $0) } == 0xE306_9283)
  }

  @Test func theExampleOfThePageIsItsOwnBytes() {
    let page =
      "696d706772610d0a01000100ba000000020000000300000000000000060002000500000065"
      + "6e2d5553024148024848014e0154025557"
    #expect(
      Self.graph().prefix(54).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == page
    )
    #expect(Self.graph().count == 186 && Self.graph().suffix(4) == [0x62, 0x08, 0xbe, 0x29])
  }

  @Test func aModelArrivesWithTheBundlesSymbols() throws {
    table.destroy(try recognizer())
    let graph = try #require(SampleSpeechPlugin.graph.withLock { $0 })
    #expect(graph.words.map(\.text) == ["one", "two"])
    #expect(graph.words[0].pronunciations == [[0, 1, 2], [5, 0, 1, 2]])
    guard case .model(let orders) = graph.content else { throw StatusError(status: 0, words: "no model") }
    #expect(orders.map(\.count) == [4, 4])
    #expect(Array(orders[1].words(of: 3)) == [3, SpeechGraph.end])
    #expect((orders[0].probabilities[0], orders[0].backoffs.count, orders[1].backoffs.count) == (-99, 4, 0))
  }

  @Test func phrasesArriveInTheirOrder() throws {
    table.destroy(try recognizer(Self.graph(phrases: true)))
    let graph = try #require(SampleSpeechPlugin.graph.withLock { $0 })
    #expect(
      graph.content
        == .phrases([
          SpeechGraph.Phrase(threshold: -30, words: [0]), SpeechGraph.Phrase(threshold: -40, words: [0, 1]),
        ]))
  }

  @Test func noGraphIsTheBundlesOwnWords() throws {
    let own = make([], bundle: "own")
    #expect(own.status == IMP_OK && SampleSpeechPlugin.graph.withLock { $0 } == nil)
    table.destroy(try #require(own.recognizer))
    #expect(make([]).status == IMP_E_UNSUPPORTED)
    #expect(make(bundle: "own").status == IMP_E_GRAPH_FOREIGN)
  }

  struct Wrong: Sendable {
    let status: imp_status
    let phrases: Bool
    let change: @Sendable (inout [UInt8]) -> Void

    init(_ status: imp_status, phrases: Bool = false, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
      (self.status, self.phrases, self.change) = (status, phrases, change)
    }
  }

  // R-22, R-52
  @Test(arguments: [
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[0] = 0x49 }, Wrong(IMP_E_GRAPH_VERSION) { $0[8] = 2 },
    Wrong(IMP_E_GRAPH_VERSION) { $0[9] = 1 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[8] = 0 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[10] = 3 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[16] = 3 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[16] = 0 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[19] = 255 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[20] = 2 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[24] = 1 },
    Wrong(IMP_E_GRAPH_DAMAGED, phrases: true) { $0[24] = 3 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[28] = 5 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[30] = 0 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[30] = 6 },
    Wrong(IMP_E_GRAPH_DAMAGED, phrases: true) { $0[30] = 1 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[31] = 1 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[32] = 1 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[33] = 64 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[35] = 1 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[38] = 0x5f },
    Wrong(IMP_E_GRAPH_FOREIGN) { $0[37] = 0x6f },
    // Its language in another case is the same.
    Wrong(IMP_OK) { $0[36] = 0x45 },
    // Symbols and words: out of order, white space, no UTF-8, of 0 bytes.
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[42] = 0x5a }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[42] = 0x20 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[42] = 0xff }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[41] = 0 },
    Wrong(IMP_E_GRAPH_SYMBOL) { $0[43] = 0x47 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[57] = 0x7a },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[57] = 0x09 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[57] = 0x80 },
    // The mark of byte order stands nowhere; the character before it may.
    Wrong(IMP_E_GRAPH_DAMAGED) { $0.replaceSubrange(71..<74, with: [0xef, 0xbb, 0xbf]) },
    Wrong(IMP_OK) { $0.replaceSubrange(71..<74, with: [0xef, 0xbb, 0xbc]) },
    // Pronunciations: none, of none, of what there is not, twice.
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[60] = 0 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[61] = 0 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[62] = 6 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0.replaceSubrange(61..<70, with: [3, 5, 0, 2, 3, 5, 0, 2]) },
    // N-grams: a word there is not, another order, a weight that is none, a history that is none.
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[$0.count - 12] = 4 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[$0.count - 12] = 2 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[$0.count - 1] = 0x7f },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[$0.count - 1] = 0x43 },
    // A back-off weight and a probability of minus zero.
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[93] = 0x80 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0[$0.count - 1] = 0x80 },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0[$0.count - 8] = 0 }, Wrong(IMP_E_GRAPH_DAMAGED) { $0.append(0) },
    Wrong(IMP_E_GRAPH_DAMAGED) { $0.removeLast() },
    // Phrases: none, a word there is not, twice.
    Wrong(IMP_E_GRAPH_DAMAGED, phrases: true) { $0[$0.count - 9] = 0 },
    Wrong(IMP_E_GRAPH_DAMAGED, phrases: true) { $0[$0.count - 4] = 4 },
    Wrong(IMP_E_GRAPH_DAMAGED, phrases: true) { $0[$0.count - 4] = 1 },
    Wrong(IMP_E_GRAPH_DAMAGED, phrases: true) {
      $0[$0.count - 9] = 1
      $0.removeLast(4)
    },
    Wrong(IMP_E_GRAPH_DAMAGED, phrases: true) { $0[$0.count - 10] = 0x7f },
    // Thresholds of zero, and of minus zero.
    Wrong(IMP_OK, phrases: true) { $0.replaceSubrange($0.count - 13..<$0.count - 9, with: [0, 0, 0, 0]) },
    Wrong(IMP_E_GRAPH_DAMAGED, phrases: true) {
      $0.replaceSubrange($0.count - 13..<$0.count - 9, with: [0, 0, 0, 0x80])
    },
  ])
  func aWrongGraphIsRefusedWithItsStatus(_ wrong: Wrong) {
    let made = make(Self.graph(phrases: wrong.phrases, wrong.change))
    #expect(made.status == wrong.status, "\(opened.host.last?.words ?? "")")
    #expect((made.recognizer == nil) == (wrong.status != IMP_OK))
    if let recognizer = made.recognizer { table.destroy(recognizer) }
  }

  @Test func aCutGraphIsRefusedWhereverItEnds() {
    for phrases in [false, true] {
      let whole = Self.graph(phrases: phrases)
      for count in 1..<whole.count {
        #expect(make(Array(whole.prefix(count))).status == IMP_E_GRAPH_DAMAGED)
        if count < whole.count - 4 {
          #expect(
            make(Self.graph(phrases: phrases) { $0.removeSubrange(count...) }).status != IMP_OK, "\(count)")
        }
      }
    }
  }

  // R-52: whatever else it has.
  @Test func aNewerGraphIsForOthersToRead() {
    var newer = Self.graph()
    newer[8] = 2
    #expect(make(newer).status == IMP_E_GRAPH_VERSION)
    for count in 36...40 { #expect(make(Array(newer.prefix(count))).status == IMP_E_GRAPH_VERSION) }
    #expect(make(Array(newer.prefix(35))).status == IMP_E_GRAPH_DAMAGED)
    newer += [UInt8](repeating: 0, count: Int(IMP_SPEECH_GRAPH_BYTES) + 1 - newer.count)
    #expect(make(newer).status == IMP_E_GRAPH_VERSION)
    newer[8] = 1
    #expect(make(newer).status == IMP_E_GRAPH_DAMAGED)
  }

  @Test func whatTheBundleOrItsDecoderCannotTakeIsTooLarge() {
    // An n-gram more of order 2: the bundle takes 8.
    let larger = Self.graph { bytes in
      bytes[bytes.count - 52] = 5
      bytes.replaceSubrange(bytes.count - 24..<bytes.count - 24, with: [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
      bytes[bytes.count - 20] = 2
    }
    #expect(make(larger).status == IMP_E_GRAPH_TOO_LARGE, "\(opened.host.last?.words ?? "")")
    #expect(make { $0.threads = 9 }.status == IMP_E_GRAPH_TOO_LARGE)
  }

  @Test(
    arguments: [
      Change(IMP_E_ABI) { $0.size = 0 }, Change(IMP_E_ARGUMENT) { $0.threads = 0 },
      Change(IMP_E_ARGUMENT) { $0.alternatives = 10 }, Change(IMP_E_ARGUMENT) { $0.bundle = imp_text() },
    ] as [Change<imp_speech_recognizer_options>])
  func optionOutsideItsRangeIsRefused(change: Change<imp_speech_recognizer_options>) {
    let made = make(change: change.make)
    #expect(made.status == change.status)
    #expect(made.recognizer == nil)
  }

  // MARK: Listening

  struct Heard {
    let status: imp_status
    let events: [imp_speech_event]
    let words: [imp_speech_word]
    let counts: [UInt32]
  }

  private func hear(
    events: Int = 64, words: Int = 1024, _ call: (UnsafeMutablePointer<imp_speech_hearing>) -> imp_status
  ) -> Heard {
    var (eventRoom, wordRoom) = (room(imp_speech_event(), \.size, 64), room(imp_speech_word(), \.size, 1024))
    return eventRoom.withUnsafeMutableBufferPointer { eventRoom in
      wordRoom.withUnsafeMutableBufferPointer { wordRoom in
        var hearing = room(imp_speech_hearing(), \.size, 1)[0]
        (hearing.event_capacity, hearing.word_capacity) = (UInt32(events), UInt32(words))
        (hearing.events, hearing.words) = (eventRoom.baseAddress, words == 0 ? nil : wordRoom.baseAddress)
        (hearing.event_count, hearing.word_count) = (7, 8)
        let status = call(&hearing)
        let isFull = status == IMP_OK
        return Heard(
          status: status, events: isFull ? Array(eventRoom.prefix(Int(hearing.event_count))) : [],
          words: isFull ? Array(wordRoom.prefix(Int(hearing.word_count))) : [],
          counts: [hearing.event_count, hearing.word_count])
      }
    }
  }

  private func step(
    _ recognizer: OpaquePointer, _ samples: [Float], events: Int = 64, words: Int = 1024,
    change: (inout imp_sound) -> Void = { _ in }
  ) -> Heard {
    samples.withUnsafeBytes { bytes in
      var sound = imp_sound(
        size: UInt32(MemoryLayout<imp_sound>.size), format: UInt32(IMP_AUDIO_FLOAT32), rate: 8000,
        channels: 1,
        samples: imp_bytes(data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes.count))
      change(&sound)
      return hear(events: events, words: words) { table.step(recognizer, &sound, $0) }
    }
  }

  private func says(_ commands: Int...) -> [Float] { commands.map { Float($0) / 16 } }

  @Test func partialResultsComeWhereWordsChanged() throws {
    let recognizer = try recognizer()
    defer { table.destroy(recognizer) }
    let first = step(recognizer, says(3, 1))
    #expect(first.events.map(\.kind) == [1, 3])
    #expect(first.events.map(\.at) == [0, 2])
    #expect(first.words.map { text($0.text) } == ["one"])
    #expect((first.words[0].begin, first.words[0].end, first.words[0].confidence) == (1, 2, -1))
    let second = step(recognizer, says(0, 0))
    #expect(second.events.isEmpty && second.words.isEmpty)
    let third = step(recognizer, says(2, 4))
    #expect(third.events.map(\.kind) == [2, 3])
    #expect(third.words.map { text($0.text) } == ["one", "two"])
    let result = hear { table.finish(recognizer, $0) }
    #expect(result.words.map { text($0.text) } == ["one", "two"])
    #expect(result.words.map(\.confidence) == [0.5, 0.25])
    #expect(result.events.isEmpty)
    // The next utterance counts from 0.
    #expect(step(recognizer, says(1)).words.map(\.end) == [1])
    table.reset(recognizer)
    #expect(step(recognizer, says(1)).words.map(\.end) == [1])
  }

  @Test func alternativesAreAsManyAsWereAskedFor() throws {
    for (asked, expected) in [(0, [0, 0]), (1, [0, 0, 1]), (9, [0, 0, 1, 2])] as [(UInt32, [UInt32])] {
      let recognizer = try recognizer(alternatives: asked)
      defer { table.destroy(recognizer) }
      _ = step(recognizer, says(1, 2))
      let result = hear { table.finish(recognizer, $0) }
      #expect(result.words.map(\.alternative) == expected)
      // Those of an alternative may be missing.
      let confidences: [Float] = [0.5, 0.25, 0.25, -1]
      #expect(result.words.map(\.confidence) == Array(confidences.prefix(expected.count)))
    }
  }

  @Test func integersAreTheSameSound() throws {
    let recognizer = try recognizer()
    defer { table.destroy(recognizer) }
    let samples: [Int16] = [3 * 2048, 2048]
    let heard = samples.withUnsafeBytes { bytes in
      var sound = imp_sound(
        size: UInt32(MemoryLayout<imp_sound>.size), format: UInt32(IMP_AUDIO_S16), rate: 8000, channels: 1,
        samples: imp_bytes(data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes.count))
      return hear { table.step(recognizer, &sound, $0) }
    }
    #expect(heard.events.map(\.kind) == [1, 3])
  }

  @Test(
    arguments: [
      Change(IMP_E_SAMPLE) { $0.rate = 16_000 }, Change(IMP_E_SAMPLE) { $0.channels = 2 },
      Change(IMP_E_SAMPLE) { $0.format = UInt32(IMP_AUDIO_S32) }, Change(IMP_E_ABI) { $0.size = 1 },
      Change(IMP_E_SAMPLE) { $0.samples = imp_bytes() }, Change(IMP_E_ARGUMENT) { $0.samples.length = 3 },
      Change(IMP_E_ARGUMENT) { $0.samples.data = nil },
    ] as [Change<imp_sound>])
  func soundOfAnotherFormIsNotHeard(change: Change<imp_sound>) throws {
    let recognizer = try recognizer()
    defer { table.destroy(recognizer) }
    #expect(step(recognizer, says(3, 1), change: change.make).status == change.status)
    #expect(step(recognizer, [0, .nan]).status == IMP_E_SAMPLE)
    #expect(step(recognizer, [Float](repeating: 0, count: 8001)).status == IMP_E_SAMPLE)
    #expect(step(recognizer, says(3, 1)).events.map(\.at) == [0, 2])
  }

  @Test func anUtteranceEndsWithTheLongestAndOneOfPhrasesDoesNot() throws {
    let second = [Float](repeating: 0, count: 8000)
    for phrases in [false, true] {
      let recognizer = try recognizer(Self.graph(phrases: phrases))
      defer { table.destroy(recognizer) }
      #expect(step(recognizer, second).status == IMP_OK)
      #expect(step(recognizer, [0]).status == (phrases ? IMP_OK : IMP_E_STATE))
      #expect(hear { table.finish(recognizer, $0) }.status == IMP_OK)
      #expect(step(recognizer, second).status == IMP_OK)
    }
  }

  // R-01: the session is not asked before there is room.
  @Test func shortListsAreRefusedBeforeItListens() throws {
    let recognizer = try recognizer()
    defer { table.destroy(recognizer) }
    for (events, words) in [(63, 1024), (64, 1023), (64, 0)] {
      let short = step(recognizer, says(3, 1), events: events, words: words)
      #expect(short.status == IMP_RETRY_SHORT_BUFFER)
      #expect(short.counts == [64, 1024])
    }
    #expect(step(recognizer, says(3, 1)).events.map(\.at) == [0, 2])
    #expect(hear(events: 1) { table.finish(recognizer, $0) }.status == IMP_RETRY_SHORT_BUFFER)
    #expect(hear { table.finish(recognizer, $0) }.words.count == 1)
  }

  @Test func aFailureOfTheSessionLeavesTheUtterance() throws {
    let recognizer = try recognizer()
    defer { table.destroy(recognizer) }
    let failed = step(recognizer, says(11))
    #expect(failed.status == IMP_E_MEMORY && failed.counts == [7, 8])
    #expect(step(recognizer, says(0)).status == IMP_OK)
  }

  // What the author got wrong never reaches the host, and the recogniser is over.
  @Test(arguments: [
    (false, [4]), (false, [3, 3]), (false, [5]), (true, [6]), (true, [1]), (false, [7]), (false, [8]),
    (false, [1, 9]), (false, [10]),
  ])
  func aSessionThatMisbehavesIsADefect(phrases: Bool, commands: [Int]) throws {
    let recognizer = try recognizer(Self.graph(phrases: phrases))
    defer { table.destroy(recognizer) }
    let samples = commands.map { Float($0) / 16 }
    #expect(step(recognizer, samples).status == IMP_E_INTERNAL)
    #expect(step(recognizer, [0]).status == IMP_E_INTERNAL)
    #expect(hear { table.finish(recognizer, $0) }.status == IMP_E_INTERNAL)
  }

  @Test func aPhraseIsSpotted() throws {
    let recognizer = try recognizer(Self.graph(phrases: true))
    defer { table.destroy(recognizer) }
    let heard = step(recognizer, says(0, 0, 5))
    #expect(heard.events.map(\.kind) == [4] && heard.words.isEmpty)
    #expect((heard.events[0].phrase, heard.events[0].begin, heard.events[0].at) == (1, 0, 3))
  }

  @Test func triggersBeyondTheMostEventsAreLeftOut() throws {
    let recognizer = try recognizer(Self.graph(phrases: true))
    defer { table.destroy(recognizer) }
    let heard = step(recognizer, says(3, 12, 4))
    #expect(heard.status == IMP_OK)
    #expect(heard.events.map(\.kind) == [1] + [UInt32](repeating: 4, count: 62) + [2])
    // The next utterance is whole.
    #expect(hear { table.finish(recognizer, $0) }.status == IMP_OK)
    #expect(step(recognizer, says(3, 5)).events.map(\.kind) == [1, 4])
  }

  @Test func speechAndSilenceAreNeverLeftOut() throws {
    let recognizer = try recognizer(Self.graph(phrases: true))
    defer { table.destroy(recognizer) }
    let turns = (0..<66).map { $0 % 2 == 0 ? Float(3) / 16 : Float(4) / 16 }
    #expect(step(recognizer, Array(turns.prefix(64))).events.count == 64)
    table.reset(recognizer)
    #expect(step(recognizer, turns).status == IMP_E_INTERNAL)
  }

  // The bundle says that each word of the best reading has a confidence.
  @Test func aWordOfTheResultWithoutConfidenceIsADefect() throws {
    let recognizer = try recognizer()
    defer { table.destroy(recognizer) }
    #expect(step(recognizer, says(13)).words.map(\.confidence) == [-1])
    #expect(hear { table.finish(recognizer, $0) }.status == IMP_E_INTERNAL)
    #expect(opened.host.last?.words.contains("has no confidence of 'one'") == true)
    #expect(step(recognizer, [0]).status == IMP_E_INTERNAL)
  }

  // Texts that look the same are other words where their bytes differ.
  @Test func wordsAreComparedByteForByte() throws {
    let accented = Self.graph { $0.replaceSubrange(71..<74, with: Array("\u{E9}a".utf8)) }
    let recognizer = try recognizer(accented)
    defer { table.destroy(recognizer) }
    #expect(step(recognizer, says(14)).words.map { text($0.text) } == ["\u{E9}a"])
    #expect(step(recognizer, says(15)).status == IMP_E_INTERNAL)
  }
}
