// SPDX-License-Identifier: Apache-2.0
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

  /// The example of docs/reference/speech-graph.md.
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

  @Test func theExampleOfThePageIsReadAndWritten() throws {
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

  /// One rule of the page at a time, each in a graph that is right but for it.
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
    ]
    for (place, value, what) in rules { #expect(changed(place, value) == .damaged, "\(what)") }
  }

  @Test func aThousandWordsAreReadInNoMoreThanTheyAre() throws {
    // Says that it has 200,000 words, in as many bytes as it has.
    var bytes = try bytes(Self.whole)
    bytes.replaceSubrange(16..<24, with: [0x40, 0x0D, 0x03, 0, 0x40, 0x0D, 0x03, 0])
    #expect(found(sealed(bytes)) == .damaged)
  }
}
