// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Testing

@testable import ImprintSpeech

@Suite struct SpeechGraphTests {
  private func bytes(_ hex: String) throws -> [UInt8] {
    let digits = hex.filter(\.isHexDigit)
    return try stride(from: 0, to: digits.count, by: 2).map { place in
      let start = digits.index(digits.startIndex, offsetBy: place)
      return try #require(UInt8(digits[start...digits.index(after: start)], radix: 16))
    }
  }

  /// Two words and a bigram model of them, in the form that ``SpeechGraphForm`` says.
  private static let whole = """
    696d7067 72610d0a 01000100 ba000000 02000000 03000000 00000000 06000200
    05000000 656e2d55 53024148 02484801 4e015402 55570157 036f6e65 02030500
    02040105 00020374 776f0102 03040400 00000000 00000000 c6c20000 00000100
    00003d49 f4be0000 00000200 00003d49 f4be0000 00000300 00003d49 f4be0000
    00000400 00000000 00000200 00009b20 9abe0000 00000300 00009b20 9abe0200
    00000100 00000000 00000300 00000100 00000000 00006208 be29
    """

  private func model() throws -> SpeechGraph {
    let builder = try SpeechGraphBuilder(dictionary: SampleWords.dictionary(), bundle: "sample")
    return try builder.graph(of: PhraseList(["turn on the light", "turn off the light", "stop"])).graph
  }

  private func triggers() throws -> SpeechGraph {
    let builder = try SpeechGraphBuilder(dictionary: SampleWords.dictionary())
    return try builder.graph(spotting: [
      SpeechTrigger("hey computer", threshold: -12.5), SpeechTrigger("kitchen light"),
    ]).graph
  }

  /// Length and checksum as they have to be.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var sealed = Array(bytes.dropLast(4))
    var length: [UInt8] = []
    length.append(littleEndian: UInt32(bytes.count))
    sealed.replaceSubrange(12..<16, with: length)
    var checksum = CRC32C()
    checksum.add(sealed)
    sealed.append(littleEndian: checksum.value)
    return sealed
  }

  private func found(_ bytes: [UInt8]) -> SpeechErrorCode? {
    code { _ = try SpeechGraph(bytes, place: "graph") }
  }

  @Test func theExampleIsReadAndWritten() throws {
    let bytes = try bytes(Self.whole)
    let graph = try SpeechGraph(bytes, place: "graph")
    #expect(graph.bytes == bytes)
    #expect(
      graph.language == "en-US" && graph.bundle.isEmpty && graph.phones == ["AH", "HH", "N", "T", "UW", "W"])
    #expect(graph.words.map(\.text) == ["one", "two"])
    #expect(graph.words[0].pronunciations.map(\.description) == ["W AH N", "HH W AH N"])
    #expect(graph.model?.counts == [4, 4])
    #expect(try abs(#require(graph.model?.probability(of: "two", after: [])) + 0.301) < 0.001)
  }

  @Test func aGraphIsReadAsItIsWritten() throws {
    for graph in [try model(), try triggers()] {
      let again = try SpeechGraph(graph.bytes, place: "graph")
      #expect(again == graph && again.bytes == graph.bytes)
    }
    #expect(try triggers().triggers.map(\.threshold) == [-12.5, SpeechTrigger.usualThreshold])
    #expect(try model().kind == "model" && triggers().kind == "triggers")
  }

  @Test func aGraphThatIsCutOrChangedIsDamaged() throws {
    for bytes in [try model().bytes, try triggers().bytes] {
      for length in 0..<bytes.count { #expect(found(Array(bytes[..<length])) == .damaged) }
      for index in bytes.indices where !(8...9).contains(index) {
        var changed = bytes
        changed[index] ^= 0x41
        #expect(found(changed) == .damaged, "\(index)")
      }
      #expect(found(bytes + [0]) == .damaged)
    }
  }

  /// To Swift two such strings are one, and its bytes others.
  @Test func aPhoneOrWordWithAccentsApartIsDamaged() throws {
    let composed = try #require(Pronunciation("\u{E9}"))
    func graph(_ phones: [String], _ word: String) -> SpeechGraph {
      SpeechGraph(
        language: "fr", bundle: "", phones: phones,
        words: [SpeechGraph.Word(text: word, pronunciations: [composed])],
        content: .model(NgramModel(of: [[word]])))
    }
    #expect(found(graph(["\u{E9}"], "caf\u{E9}").bytes) == nil)
    #expect(found(graph(["e\u{301}", "\u{E9}"], "a").bytes) == .damaged)
    #expect(found(graph(["\u{E9}"], "cafe\u{301}").bytes) == .damaged)
  }

  @Test func aNewerGraphIsSaidToBeOne() throws {
    var bytes = try model().bytes
    bytes[8] = 2
    #expect(found(bytes) == .newer)
  }

  /// Whoever can write the file can write its checksum.
  @Test func contentThatIsNoneIsDamagedEvenWithItsChecksum() throws {
    for whole in [try model().bytes, try triggers().bytes] {
      for length in 40..<whole.count { #expect(found(sealed(Array(whole[..<length]))) == .damaged) }
      #expect(found(sealed(whole + [0])) == .damaged)
      for index in 8..<whole.count - 4 {
        for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
          var changed = whole
          changed[index] = value
          let sealed = sealed(changed)
          // It is another graph, whose bytes are these, or damaged: never a trap.
          if let graph = try? SpeechGraph(sealed, place: "graph") {
            #expect(graph.bytes == sealed, "\(index)")
          }
        }
      }
    }
  }

  /// One rule of the form at a time, each in a graph that is right but for it.
  @Test func eachRuleIsJudged() throws {
    let whole = try bytes(Self.whole)
    func changed(_ place: Int, _ value: UInt8) -> SpeechErrorCode? {
      var bytes = whole
      bytes[place] = value
      return found(sealed(bytes))
    }
    #expect(found(sealed(whole)) == nil)
    let rules: [(Int, UInt8, String)] = [
      (8, 0, "no version"), (10, 3, "kind"), (16, 3, "words"), (16, 0, "no words"), (20, 2, "pronunciations"),
      (24, 1, "phrases of a model"), (28, 5, "symbols"), (30, 3, "order"), (30, 0, "no order"),
      (31, 1, "zero"),
      (32, 1, "language's length"), (34, 1, "zero"), (36, 0x20, "language"), (38, 0x5F, "language's dash"),
      (42, 0x5A, "order of symbols"), (42, 0x09, "white space in a symbol"), (57, 0x7A, "order of words"),
      (56, 0x7A, "length of a word"), (60, 0, "no pronunciation"), (61, 0, "empty pronunciation"),
      (62, 9, "no such symbol"),
      (78, 3, "a word without n-gram"), (130, 5, "more n-grams than bytes"), (82, 1, "unigrams' order"),
      (89, 0x42, "probability above 1"), (89, 0xC3, "probability below never"), (93, 0x80, "minus zero"),
      (93, 0x7F, "back-off weight"), (134, 1, "an end before the last word"), (134, 9, "no such history"),
      (138, 0, "a beginning after the first word"), (138, 9, "no such word"), (138, 3, "n-gram twice"),
      (145, 0x3E, "probability above 1"), (169, 0x80, "minus zero"),
    ]
    for (place, value, what) in rules { #expect(changed(place, value) == .damaged, "\(what)") }
  }

  @Test func anNgramWhoseHistoryIsNoneIsDamaged() throws {
    let whole = try SpeechGraph(bytes(Self.whole), place: "graph")
    let model = try #require(whole.model)
    func graph(_ trigram: [UInt32]) -> SpeechGraph {
      let levels = [
        model.levels[0], NgramModel.Level(words: [0, 2], probabilities: [-0.5], backoffs: [0]),
        NgramModel.Level(words: trigram, probabilities: [-0.5]),
      ]
      return SpeechGraph(
        language: "en", bundle: "", phones: whole.phones, words: whole.words,
        content: .model(NgramModel(words: model.words, levels: levels)))
    }
    #expect(found(graph([0, 2, 1]).bytes) == nil && found(graph([2, 3, 1]).bytes) == .damaged)
  }

  /// One rule at a time, of the first trigger phrase: its threshold, how many words, and which.
  @Test func eachRuleOfTriggersIsJudged() throws {
    let whole = try triggers().bytes
    let place = try #require(whole.firstRange(of: [0x00, 0x00, 0x48, 0xC1])).lowerBound
    func changed(_ offset: Int, _ new: [UInt8]) -> SpeechErrorCode? {
      var bytes = whole
      bytes.replaceSubrange(place + offset..<place + offset + new.count, with: new)
      return found(sealed(bytes))
    }
    let rules: [(Int, [UInt8], String)] = [
      (0, [0, 0, 0xCA, 0x42], "a threshold of 101"), (0, [0, 0, 0xC0, 0x7F], "one that is no number"),
      (0, [0, 0, 0, 0x80], "minus zero"), (4, [0], "no word"), (4, [17], "too many words"),
      (5, [1], "an end"), (5, [0xFF], "no such word"),
      // Both threshold, count and words of the second are these of the first.
      (13, Array(whole[place..<place + 13]), "a phrase twice"),
    ]
    for (offset, new, what) in rules { #expect(changed(offset, new) == .damaged, "\(what)") }
    #expect(changed(0, [0, 0, 0, 0]) == nil)
  }

  /// It says that it has 200,000 words, which would take megabytes where room is made for them first.
  @Test func aGraphThatSaysTooMuchIsReadInNoMoreThanItIs() async throws {
    var bytes = try bytes(Self.whole)
    bytes.replaceSubrange(16..<24, with: [0x40, 0x0D, 0x03, 0, 0x40, 0x0D, 0x03, 0])
    await #expect(processExitsWith: .success) { [bytes = sealed(bytes) as [UInt8]] in
      try limitMemory(more: 3 << 20)
      guard code({ _ = try SpeechGraph(bytes, place: "graph") }) == .damaged else { exit(2) }
    }
  }
}
