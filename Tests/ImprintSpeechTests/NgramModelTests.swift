// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import Testing

@testable import ImprintSpeech

@Suite struct NgramModelTests {
  private static let phrases = [
    ["turn", "on", "the", "light"], ["turn", "off", "the", "light"],
    ["turn", "on", "the", "kitchen", "light"],
    ["stop"], ["stop"],
  ]

  @Test func afterEachHistoryProbabilitiesAddUpToOne() {
    let model = NgramModel(of: Self.phrases)
    let histories = [
      [], ["turn"], ["turn", "on"], ["on", "the"], ["light"], ["kitchen", "stop"], ["stop", "stop"],
    ]
    for history in histories {
      let all = model.words.map(Optional.some) + [nil]
      let sum = all.reduce(0.0) { $0 + pow(10, Double(model.probability(of: $1, after: history) ?? -99)) }
      #expect(abs(sum - 1) < 0.0001, "\(history): \(sum)")
    }
  }

  /// By hand: `turn` begins three of five phrases, `stop` two; of the history of the beginning two kinds of
  /// five times are seen, so that 0.5 · 2 / 5 is left for all words by their frequency among 20.
  @Test func aProbabilityIsWhatTheRecipeSays() throws {
    let model = NgramModel(of: Self.phrases)
    #expect(model.counts[0] == 9 && model.order == 3)
    let turn = try #require(model.probability(of: "turn", after: []))
    #expect(abs(pow(10, Double(turn)) - (2.5 / 5 + 0.2 * 3 / 20)) < 0.0001)
    // Never seen after the beginning: the back-off weight and the word's own frequency.
    let light = try #require(model.probability(of: "light", after: []))
    #expect(abs(pow(10, Double(light)) - 0.2 * 3 / 20) < 0.0001)
    #expect(model.probability(of: "zebra", after: []) == nil)
    #expect(model.probability(of: "light", after: ["zebra"]) == nil)
  }

  @Test func aWholePhraseIsOneOfTheModelFromItsBeginningToItsEnd() {
    let model = NgramModel(of: Self.phrases)
    for phrase in Self.phrases { #expect(model.isWholePhrase(phrase), "\(phrase)") }
    for words in [
      [], ["turn"], ["turn", "on"], ["the", "light"], ["turn", "on", "the", "light", "stop"], ["zebra"],
    ] {
      #expect(!model.isWholePhrase(words), "\(words)")
    }
    // Made up of triples that others have.
    #expect(!model.isWholePhrase(["turn", "off", "the", "kitchen", "light"]))
  }

  @Test func whatStandsTwiceIsLikelier() throws {
    let model = NgramModel(of: [["yes"], ["yes"], ["no"]])
    let yes = try #require(model.probability(of: "yes", after: []))
    let no = try #require(model.probability(of: "no", after: []))
    #expect(yes > no)
  }

  @Test func aPhraseOfOneWordMakesAModel() throws {
    let model = NgramModel(of: [["stop"]])
    #expect(model.counts == [3, 2, 1])
    let stop = try #require(model.probability(of: "stop", after: []))
    #expect(stop < 0 && stop > -1)
  }
}

@Suite struct ARPATests {
  private static let text = """
    a comment of any length

    \\data\\
    ngram 1=5
    ngram 2=4

    \\1-grams:
    -99\t<s>\t-0.3
    -0.6\t</s>
    -0.6\tone\t-0.2
    -0.6\ttwo\t0.1
    -2\t<unk>

    \\2-grams:
    -0.3\t<s> one
    -0.3 <s> two
    -0.1\tone </s>
    -99.9\ttwo one

    \\end\\

    """

  private func read(_ text: String) throws -> (model: NgramModel, hadUnknown: Bool) {
    try NgramModel.readingARPA(Array(text.utf8), place: "model.arpa")
  }

  private func failure(_ text: String) -> SpeechError? {
    do {
      _ = try read(text)
      return nil
    } catch { return error as? SpeechError }
  }

  private func replacing(_ old: String, _ new: String) -> String {
    Self.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0 == old ? new : String($0) }.joined(separator: "\n")
  }

  @Test func aFileIsReadWithItsWeights() throws {
    let (model, hadUnknown) = try read(Self.text)
    #expect(model.words == ["one", "two"] && model.counts == [4, 4] && hadUnknown)
    #expect(model.probability(of: "one", after: []) == -0.3)
    // Backed off: the weight of `two`, and the word's own.
    #expect(try abs(#require(model.probability(of: "two", after: ["two"])) - (0.1 - 0.6)) < 0.0001)
    // Less than never is never.
    #expect(model.probability(of: "one", after: ["two"]) == NgramModel.never)
  }

  @Test func linesMayEndAsOnOtherSystems() throws {
    let other = Self.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    #expect(try read(other).model == read(Self.text).model)
  }

  @Test func aModelIsReadAsItIsWritten() throws {
    for phrases in [[["stop"]], [["turn", "on"], ["turn", "off", "the", "light"], ["ä", "b"]]] {
      let model = NgramModel(of: phrases)
      let again = try NgramModel.readingARPA(model.arpa, place: "again.arpa")
      #expect(again.model == model && !again.hadUnknown)
    }
  }

  @Test func aFileThatIsCutAnywhereIsRefused() {
    let bytes = Array(Self.text.utf8)
    // But for the last line end.
    for length in 0..<bytes.count - 1 {
      let cut = Array(bytes[..<length])
      let found = code { _ = try NgramModel.readingARPA(cut, place: "model.arpa") }
      #expect(found == .badModel || found == .badWeight, "\(length)")
    }
  }

  @Test(arguments: [
    ("-0.6\tone\t-0.2", "nan\tone\t-0.2", SpeechErrorCode.badWeight, 10),
    ("-0.6\tone\t-0.2", "-inf\tone\t-0.2", .badWeight, 10),
    ("-0.6\tone\t-0.2", "0.6\tone\t-0.2", .badWeight, 10),
    ("-0.6\tone\t-0.2", "-0x1p3\tone\t-0.2", .badWeight, 10),
    ("-0.6\tone\t-0.2", "-0.6\tone\t1e9", .badWeight, 10),
    ("-0.6\tone\t-0.2", "-0.6\tone\tinf", .badWeight, 10),
    ("-0.6\tone\t-0.2", "-1e999\tone\t-0.2", .badWeight, 10),
    ("-0.6\tone\t-0.2", "one\t-0.6\t-0.2", .badWeight, 10),
    // More than 1 together.
    ("-0.6\tone\t-0.2", "-0.01\tone\t-0.2", .badWeight, 12),
    ("-0.6\tone\t-0.2", "-0.6\ttwo\t-0.2", .badModel, 11),
    ("-0.6\tone\t-0.2", "-0.6\tone\t-0.2\t7", .badModel, 10),
    ("-0.6\tone\t-0.2", "-0.6", .badModel, 10),
    ("-0.6\t</s>", "-0.6\tend", .badModel, 12),
    ("-0.3 <s> two", "-0.3 <s> three", .badModel, 16),
    ("-0.3 <s> two", "-0.3 <s> one", .badModel, 16),
    ("-0.3 <s> two", "-0.3 two <s>", .badModel, 16),
    ("-0.3 <s> two", "-0.3 </s> two", .badModel, 16),
    ("-0.3 <s> two", "-0.3 <s> two -0.5", .badModel, 16),
    ("-0.3 <s> two", "", .badModel, 20),
    ("ngram 1=5", "ngram 1=6", .badModel, 14),
    ("ngram 1=5", "ngram 1=-5", .badModel, 4),
    ("ngram 1=5", "ngram 1=99999999999999999999", .badModel, 4),
    ("ngram 1=5", "ngram 1=300000", .badModel, 7),
    ("ngram 1=5", "ngram 2=5", .badModel, 4),
    ("ngram 2=4", "ngram 2=4000001", .badModel, 5),
    ("ngram 2=4", "ngram 2=9223372036854775807", .badModel, 5),
    ("\\2-grams:", "\\3-grams:", .badModel, 14),
    ("\\end\\", "\\done\\", .badModel, 20),
  ]) func aFileThatSaysWhatCannotBeIsRefusedWithItsLine(
    _ old: String, _ new: String, _ expected: SpeechErrorCode, _ line: Int
  ) {
    let error = failure(replacing(old, new))
    #expect(error?.code == expected && error?.place == "model.arpa:\(line)", "\(String(describing: error))")
  }

  @Test func anNgramWhoseBeginningIsNoneIsRefused() {
    let text = """
      \\data\\
      ngram 1=4
      ngram 2=1
      ngram 3=1

      \\1-grams:
      -99\t<s>\t0
      -0.5\t</s>
      -0.5\ta\t0
      -0.5\tb\t0

      \\2-grams:
      -0.5\ta b\t0

      \\3-grams:
      -0.5\tb a b

      \\end\\
      """
    #expect(failure(text)?.code == .badModel && failure(text)?.place == "model.arpa:16")
  }

  /// Sorted, the one of line 12 is the last: what is wrong after both is said where it stands.
  @Test func anErrorAfterUnsortedNgramsIsPlacedWhereItIs() {
    let text = """
      \\data\\
      ngram 1=4
      ngram 2=2

      \\1-grams:
      -99\t<s>\t0
      -0.5\t</s>
      -0.5\ta\t0
      -0.5\tb\t0

      \\2-grams:
      -0.5\tb a
      -0.5\ta b

      \\done\\
      """
    #expect(failure(text)?.place == "model.arpa:15")
  }

  @Test func aByteOrderMarkIsNoPartOfTheFile() throws {
    let bare = Self.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
      .joined(separator: "\n")
    #expect(try read("\u{FEFF}" + bare).model == read(bare).model)
  }

  @Test func aWordIsOneHoweverItsAccentsAreEncoded() throws {
    let apart = try read(
      replacing("-0.6\tone\t-0.2", "-0.6\te\u{301}te\u{301}\t-0.2")
        .replacingOccurrences(of: " one", with: " \u{E9}t\u{E9}")
        .replacingOccurrences(of: "\tone ", with: "\t\u{E9}te\u{301} "))
    #expect(apart.model.words.map { Array($0.utf8) } == [Array("two".utf8), Array("\u{E9}t\u{E9}".utf8)])
    let both = replacing("-2\t<unk>", "-2\te\u{301}").replacingOccurrences(
      of: "-0.6\ttwo", with: "-0.6\t\u{E9}")
    #expect(failure(both)?.code == .badModel && failure(both)?.reason.contains("encoded") == true)
  }

  /// 32 bytes for each of four million words, where all of a line are looked for.
  @Test func aLineOfMillionsOfWordsIsRefusedInLittleMemory() async {
    await #expect(processExitsWith: .success) {
      let head = Array("\\data\\\nngram 1=3\n\n\\1-grams:\n-1".utf8)
      let bytes =
        head
        + [UInt8](unsafeUninitializedCapacity: 8 << 20) { buffer, count in
          for place in 0..<8 << 20 { buffer[place] = place % 2 == 0 ? 0x20 : 0x61 }
          count = 8 << 20
        }
      try limitMemory(more: 64 << 20)
      guard code({ _ = try NgramModel.readingARPA(bytes, place: "model.arpa") }) == .badModel else { exit(2) }
    }
  }

  @Test(arguments: [
    [0xFF, 0xFE], Array("\\data\\\nngram 1=1\n\n\\1-grams:\n-1 \u{202E}\n\\end\\\n".utf8),
    Array("\\data\\\nngram 1=1\n\n\\1-grams:\n-1 ".utf8) + [0xC3, 0x28, 0x0A],
    Array("\\data\\\n\\1-grams:\n\\end\\\n".utf8), [UInt8](repeating: 0x0A, count: 100_000),
  ]) func bytesThatAreNoModelAreRefused(_ bytes: [UInt8]) {
    #expect(code { _ = try NgramModel.readingARPA(bytes, place: "model.arpa") } == .badModel)
  }
}
