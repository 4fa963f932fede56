// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintSpeech

@Suite struct PhraseReaderTests {
  private let reader = PhraseReader(
    isKnown: Set(["don't", "'cause", "a.m.", "e-mail", "привет", "dogs'"]).contains)

  private func words(_ phrase: String) throws -> String {
    try reader.read(phrase, place: "phrase 1").words.joined(separator: " ")
  }

  private func code(_ phrase: String) -> SpeechErrorCode? {
    ImprintSpeechTests.code { _ = try reader.read(phrase, place: "phrase 1") }
  }

  @Test(arguments: [
    ("Turn ON the light!", "turn on the light"),
    ("  two\tspaces\u{00A0}and a tab ", "two spaces and a tab"),
    ("\u{201C}Stop\u{201D}, (please) \u{2026} now\u{2014}or never?", "stop please now or never"),
    ("Don\u{2019}t \u{2018}quote\u{2019} 'me'", "don't quote me"),
    ("'cause it's 5 a.m.", "'cause it's five a.m."),
    ("(a.m.), e-mail", "a.m. e-mail"),
    ("well-known and/or under_score", "well known and or under score"),
    ("Café Zürich, naïve Straße", "cafe zurich naive strasse"),
    ("cafe\u{301}", "cafe"),
    ("Привет, world", "привет world"),
    ("rock & roll +1 @home 20 %", "rock and roll plus one at home twenty percent"),
  ]) func aPhraseIsReadAsItIsSaid(_ phrase: String, _ expected: String) throws {
    #expect(try words(phrase) == expected)
  }

  @Test func whatADictionaryIsAskedForIsAllThatPhrasesMayBeReadAs() throws {
    let list = try PhraseList(["Turn on 5!", "€", "a.m."])
    let first = list.words(knowing: [])
    #expect(first.isSuperset(of: ["turn", "on", "five", "a.m", "a.m."]))
    // What is known as it is written is taken so.
    #expect(!list.words(knowing: ["turn", "on", "five", "a.m."]).contains("a.m"))
    #expect(list.words(knowing: first).isSubset(of: first))
  }

  @Test(arguments: [
    ("0", "zero"), ("7", "seven"), ("10", "ten"), ("13", "thirteen"), ("40", "forty"), ("99", "ninety nine"),
    ("100", "one hundred"), ("1984", "one thousand nine hundred eighty four"), ("10,000", "ten thousand"),
    ("1,000,001", "one million one"),
    (
      "999999999999",
      "nine hundred ninety nine billion nine hundred ninety nine million nine hundred ninety nine thousand nine hundred ninety nine"
    ),
    ("1000000000000", "one zero zero zero zero zero zero zero zero zero zero zero zero"),
    ("007", "zero zero seven"),
    ("3.14", "three point one four"), (".5", "point five"), ("-5", "minus five"), ("(-5)", "minus five"),
    ("\u{2212}12", "minus twelve"), ("5:30", "five thirty"),
    ("555-1234", "five hundred fifty five one thousand two hundred thirty four"),
    ("1st", "first"), ("2nd", "second"), ("3RD", "third"), ("11th", "eleventh"), ("12th", "twelfth"),
    ("21st", "twenty first"), ("30th", "thirtieth"), ("100th", "one hundredth"), ("21th", "twenty one th"),
    ("mp3", "mp three"), ("\u{0665}", "five"), ("1,5", "one five"), ("\u{2013}5", "minus five"),
    ("3\u{2013}5", "three five"),
    ("wait...5", "wait five"), ("...5", "five"),
    ("1234,567", "one thousand two hundred thirty four five hundred sixty seven"),
  ]) func aNumberIsReadAsItIsSaid(_ phrase: String, _ expected: String) throws {
    #expect(try words(phrase) == expected)
  }

  @Test func whatIsReadOtherwiseThanWrittenIsSaidToBeSo() throws {
    for phrase in ["5", "20 %", "Zürich"] { #expect(try reader.read(phrase, place: "p").isRewritten) }
    for phrase in ["Stop!", "don't", "привет"] { #expect(try !reader.read(phrase, place: "p").isRewritten) }
  }

  @Test(arguments: ["мой", "МО\u{418}\u{306}", "мо\u{438}\u{306}", "caf\u{E9}", "Cafe\u{301}!", "ÄPFEL"])
  func aKnownWordIsFoundHoweverItsAccentsAreEncoded(_ phrase: String) throws {
    for text in ["мой M\ncaf\u{E9} K\näpfel P\n", "мо\u{438}\u{306} M\ncafe\u{301} K\nA\u{308}PFEL P\n"] {
      let dictionary = try SampleWords.dictionary(text)
      let reading = try PhraseReader(isKnown: dictionary.contains).read(phrase, place: "p")
      #expect(reading.words.allSatisfy(dictionary.contains) && !reading.isRewritten)
    }
  }

  @Test(arguments: ["\u{301}", "", "   ", "...", "\u{201C}\u{201D} - !", "'", "''"])
  func aPhraseOfNothingThatIsSaidIsRefused(_ phrase: String) { #expect(code(phrase) == .emptyPhrase) }

  @Test(arguments: [
    "$5", "5 €", "a * b", "<s>", "C#", "half 1/2", "smile \u{1F600}", "zero\u{200B}width", "bell\u{7}", "x²",
    "right\u{202E}left", "~", "a=b|c",
  ]) func aSignThatNobodyKnowsToSayIsRefused(_ phrase: String) { #expect(code(phrase) == .unspeakable) }

  @Test(arguments: ["Здравствуй", "こんにちは", "مرحبا", "hello мир"])
  func aWordOfAnotherScriptThatIsNotInTheDictionaryIsRefused(_ phrase: String) {
    #expect(code(phrase) == .otherScript)
  }

  @Test func aPhraseThatIsTooLongIsRefused() throws {
    let most = [String](repeating: "on", count: PhraseList.mostWords)
    #expect(try reader.read(most.joined(separator: " "), place: "p").words.count == PhraseList.mostWords)
    #expect(code((most + ["on"]).joined(separator: " ")) == .phraseTooLong)
    #expect(code(String(repeating: "a", count: PhraseList.mostBytes + 1)) == .phraseTooLong)
    #expect(code(String(repeating: "a", count: 96)) == .phraseTooLong)
    #expect(code(String(repeating: "7", count: 65)) == .phraseTooLong)
  }

  @Test func anErrorSaysWhichPhraseAndWhichCharacter() {
    let error = #expect(throws: SpeechError.self) { try reader.read("5 €", place: "phrases.txt:7") }
    #expect(error?.place == "phrases.txt:7" && error?.reason.contains("U+20AC") == true)
  }

  /// However much punctuation stands around a word, it does not take long.
  @Test func aWordInManyMarksIsRead() throws {
    let marks = String(repeating: "(\"", count: 1000)
    #expect(try words(marks + "stop" + marks) == "stop")
  }
}
