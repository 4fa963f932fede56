// SPDX-License-Identifier: Apache-2.0
import Testing
import TestSupport

@testable import ImprintSpeech

@Suite struct PronunciationDictionaryTests {
  private func code(_ text: String) -> SpeechErrorCode? {
    ImprintSpeechTests.code { _ = try SampleWords.dictionary(text) }
  }

  @Test func alternativesStandWithTheirWordInTheirOrder() throws {
    let dictionary = try SampleWords.dictionary(
      "read R EH D\nred R EH D\nread(2) R IY D\nREAD(3)\tR  EY D \r\n")
    #expect(dictionary.pronunciations(of: "read").map(\.description) == ["R EH D", "R IY D", "R EY D"])
    #expect(dictionary.wordCount == 2 && dictionary.pronunciationCount == 4)
    #expect(dictionary.phones == ["D", "EH", "EY", "IY", "R"])
    #expect(dictionary.contains("red") && !dictionary.contains("read(2)") && !dictionary.contains("re"))
    #expect(dictionary.pronunciations(of: "write").isEmpty)
  }

  @Test func commentsAndEmptyLinesAreNoWords() throws {
    let dictionary = try SampleWords.dictionary(";;; old\n# new\n\na AH # weak\n  \nb B IY")
    #expect(dictionary.wordCount == 2)
    #expect(dictionary.pronunciations(of: "a").map(\.description) == ["AH"])
  }

  @Test func aWordMayHaveMoreThanLetters() throws {
    let dictionary = try SampleWords.dictionary(
      "'cause K AH Z\na.m. EY EH M\n)paren P\nprivé P R\nпривет P R\n(2) T\n")
    for word in ["'cause", "a.m.", ")paren", "privé", "привет", "(2)"] { #expect(dictionary.contains(word)) }
  }

  @Test func aWordInCapitalsIsFoundInAnyScript() throws {
    let dictionary = try SampleWords.dictionary("ПРИВЕТ P R\nÉCOLE(2) EY K\nТы T\nİ IY\nstop S\n")
    for word in ["привет", "école", "ты", "i\u{307}", "stop"] {
      #expect(dictionary.contains(word), "\(word)")
    }
    // Lines are as they were, though a word has other bytes.
    let error = #expect(throws: SpeechError.self) { try SampleWords.dictionary("İ IY\nÉ EY\nÀ\n") }
    #expect(error?.place == "words.dict:3")
  }

  @Test func aWordIsOneHoweverItsAccentsAreEncoded() throws {
    let dictionary = try SampleWords.dictionary("caf\u{E9} K\ncafe\u{301} AH\nи\u{306} Y\n")
    #expect(dictionary.wordCount == 2 && dictionary.pronunciationCount == 3)
    #expect(dictionary.all["caf\u{E9}"]?.count == 2 && dictionary.contains("\u{439}"))
  }

  @Test func aByteOrderMarkIsNoPartOfTheFirstLine() throws {
    #expect(try SampleWords.dictionary("\u{FEFF}turn T ER N\n").contains("turn"))
    let commented = try SampleWords.dictionary("\u{FEFF};;; Version of 2024\na AH\n")
    #expect(commented.wordCount == 1 && commented.phones == ["AH"])
  }

  /// Persian and Hindi join and divide letters by what is not seen.
  @Test func whatJoinsLettersBelongsToTheWord() throws {
    #expect(try SampleWords.dictionary("می\u{200C}خواهم M IY\n").contains("می\u{200C}خواهم"))
  }

  @Test func onePronunciationTwiceIsOne() throws {
    let dictionary = try SampleWords.dictionary("a AH\na AH\na(2)  AH\n")
    #expect(dictionary.pronunciationCount == 1)
  }

  @Test func stressStaysPartOfAPhone() throws {
    let dictionary = try SampleWords.dictionary("AH0 AH0\n")
    #expect(dictionary.pronunciations(of: "ah0").map(\.description) == ["AH0"])
  }

  @Test func everyWordIsToldOnce() throws {
    let dictionary = try SampleWords.dictionary()
    var words: [String] = []
    dictionary.forEach { word, pronunciations in
      words.append(word)
      #expect(pronunciations == dictionary.pronunciations(of: word))
    }
    #expect(Set(words).count == words.count && words.count == dictionary.wordCount)
    #expect(dictionary.all.count == dictionary.wordCount)
  }

  @Test(arguments: [
    "", "\n\n", ";;; nothing", " AH\n", "a AH\n\ta AH\n", "word\n", "a AH\nword   \n", "<s> SIL\n",
    "a \u{85}\n", "a\u{7} AH\n", "a AH\nb \0AH\n", "a e\u{301}\n", "a AH\n\u{FEFF}b B\n",
    "a ABCDEFGHIJKLMNOPQ\n", "a AH" + String(repeating: " AH", count: 64) + "\n",
    String(repeating: "a", count: 96) + " AH\n", "a" + String(repeating: " ", count: 5000) + "AH\n",
    (0..<17).map { "a\($0 == 0 ? "" : "(\($0 + 1))") AH B\($0)\n" }.joined(),
    (0...127).map { "w\($0) P\($0)\n" }.joined(),
  ]) func aTextThatIsNoDictionaryIsRefused(_ text: String) { #expect(code(text) == .badDictionary) }

  @Test func bytesThatAreNoTextAreRefusedWithTheirLine() {
    let bytes = Array("a AH\nb B\n".utf8) + [0xFF, 0x20, 0x41, 0x0A]
    let error = #expect(throws: SpeechError.self) { try PronunciationDictionary(bytes, place: "d") }
    #expect(error?.code == .badDictionary && error?.place == "d:3")
    #expect(
      ImprintSpeechTests.code { _ = try PronunciationDictionary([0x61, 0x20, 0xC3, 0x28, 0x0A], place: "d") }
        == .badDictionary)
  }

  @Test func aCutTextIsReadToItsLastWholeWordOrRefused() {
    let bytes = Array(SampleWords.english.utf8)
    for length in 0..<bytes.count {
      let found = ImprintSpeechTests.code {
        _ = try PronunciationDictionary(Array(bytes[..<length]), place: "d")
      }
      #expect(found == nil || found == .badDictionary)
    }
  }

  @Test func aFileThatIsNotThereIsMissing() throws {
    let folder = try TemporaryFolder()
    #expect(
      ImprintSpeechTests.code { _ = try PronunciationDictionary(path: folder.path + "/no") } == .missing)
    #expect(ImprintSpeechTests.code { _ = try PronunciationDictionary(path: folder.path) } == .damaged)
    let path = try folder.write(SampleWords.english.utf8, to: "words.dict")
    #expect(try PronunciationDictionary(path: path).contains("kitchen"))
  }

  @Test func aPronunciationIsReadAsItIsWritten() {
    #expect(Pronunciation("K  AE\tT")?.phones == ["K", "AE", "T"])
    #expect(Pronunciation("K \u{30A}")?.phones == ["K", "\u{30A}"])
    #expect(Pronunciation("")?.phones == nil && Pronunciation(phones: ["K A"]) == nil)
    #expect(Pronunciation(phones: [String](repeating: "K", count: 65)) == nil)
  }
}
