// SPDX-License-Identifier: Apache-2.0

/// Makes graphs of phrases, of language models and of trigger phrases, and says what it noticed.
///
/// A word has the caller's own pronunciations, else the dictionary's, else those that are made of its
/// letters. A word that has none is an error: no word and no phrase is left out silently.
public struct SpeechGraphBuilder: Sendable {
  /// The most findings of one kind that are told.
  public static let mostFindings = 100
  /// The most errors that are told.
  public static let mostProblems = 100

  public let dictionary: PronunciationDictionary
  /// What makes pronunciations of words that the dictionary lacks; `nil`: such a word is an error.
  public let letters: LetterToSound?
  /// The caller's own, by word in lower case. They are taken in place of the dictionary's.
  public let own: [String: [Pronunciation]]
  /// A tag of BCP 47.
  public let language: String
  /// The bundle that graphs are for; empty: any of that language that knows the phones.
  public let bundle: String

  /// - Throws: ``SpeechError`` `bad-option` for a language or bundle that is none, `bad-pronunciation` where
  ///   own ones are not 1 to 16 of phones that the dictionary uses.
  public init(
    dictionary: PronunciationDictionary, letters: LetterToSound? = nil, own: [String: [Pronunciation]] = [:],
    language: String = "en-US", bundle: String = ""
  ) throws(SpeechError) {
    guard SpeechGraph.isLanguage(language) else {
      throw SpeechError(
        .badOption, place: "language", reason: "it is no tag of BCP 47.", remedy: "Give one, such as en-US.")
    }
    guard bundle.utf8.count <= SpeechGraph.mostBundleBytes,
      bundle.unicodeScalars.allSatisfy(WordForm.isAllowed)
    else {
      throw SpeechError(
        .badOption, place: "bundle",
        reason:
          "its name has more than \(SpeechGraph.mostBundleBytes) bytes, white space or a control character.",
        remedy: "Give the bundle's name.")
    }
    let phones = Set(dictionary.phones)
    for (word, pronunciations) in own.sorted(by: { $0.key < $1.key }) {
      try Self.judge(word, pronunciations, phones)
    }
    (self.dictionary, self.letters, self.own) = (dictionary, letters, own)
    (self.language, self.bundle) = (language, bundle)
  }

  private static func judge(
    _ word: String, _ pronunciations: [Pronunciation], _ phones: Set<String>
  ) throws(SpeechError) {
    func bad(_ reason: String) -> SpeechError {
      SpeechError(
        .badPronunciation, place: VisibleText.line(word, upTo: 60), reason: reason,
        remedy: "Give phones of the dictionary: \(phones.sorted().prefix(60).joined(separator: " ")).")
    }
    guard WordForm.isWord(word) else { throw bad("it is no word.") }
    guard (1...PronunciationDictionary.mostPronunciations).contains(pronunciations.count),
      Set(pronunciations).count == pronunciations.count
    else { throw bad("it has no pronunciation, more than 16, or one twice.") }
    for phone in pronunciations.lazy.flatMap(\.phones) where !phones.contains(phone) {
      throw bad("\(phone) is no phone of the dictionary.")
    }
  }

  /// A graph of what people are going to say: an n-gram model of the phrases, so that what is said need not
  /// be one of them to the letter.
  /// - Throws: ``SpeechErrors``: all that is wrong with the phrases, ``mostProblems`` at most; `too-large`.
  /// - Complexity: 400 phrases take 3 ms, and comparing each with each 60 ms more, which takes the square of
  ///   their number.
  public func graph(of phrases: PhraseList) throws(SpeechErrors) -> BuiltSpeechGraph {
    var work = GraphWork(self)
    let read = try work.read(zip(phrases.phrases, phrases.places))
    let model = NgramModel(of: read.map(\.words))
    let words = try work.words(model.words)
    work.compare(read, words)
    return try work.finish(words, .model(model))
  }

  /// A graph of a language model. Its words are looked up as they are written, then in lower case.
  /// - Parameter hadUnknown: Whether it had `<unk>`, as ``NgramModel/readingARPA(path:)`` says.
  /// - Throws: ``SpeechErrors``: words without pronunciation; `too-large`.
  public func graph(of model: NgramModel, hadUnknown: Bool = false) throws(SpeechErrors) -> BuiltSpeechGraph {
    var work = GraphWork(self)
    if hadUnknown { work.noteUnknownToken() }
    work.noteUnreachable(model)
    let words = try work.words(model.words)
    return try work.finish(words, .model(model))
  }

  /// A graph of trigger phrases.
  /// - Throws: ``SpeechErrors``: `no-phrases`, `too-many-phrases`, all that is wrong with the phrases;
  ///   `exists` where two are read as the same words.
  public func graph(spotting triggers: [SpeechTrigger]) throws(SpeechErrors) -> BuiltSpeechGraph {
    guard (1...SpeechTrigger.most).contains(triggers.count) else {
      throw SpeechErrors(
        SpeechError(
          triggers.isEmpty ? .noPhrases : .tooManyPhrases, place: "triggers",
          reason: "there are \(triggers.count) trigger phrases.",
          remedy: "Give 1 to \(SpeechTrigger.most)."))
    }
    var work = GraphWork(self)
    let read = try work.read(triggers.map { ($0.phrase, $0.place) }, mostWords: SpeechTrigger.mostWords)
    try work.judgeTriggers(read)
    let words = try work.words(NgramModel.sorted(Set(read.lazy.flatMap(\.words))))
    work.compare(read, words)
    work.noteTriggers(read, words)
    let content = zip(read, triggers).map {
      SpeechGraph.Trigger(words: $0.words, threshold: $1.threshold)
    }
    return try work.finish(words, .triggers(content))
  }

  /// What a word is said as, and whether that was made of its letters.
  func pronunciations(of word: String) -> (pronunciations: [Pronunciation], areMade: Bool) {
    for form in [word, word.lowercased()] {
      if let own = own[form] { return (own, false) }
      let known = dictionary.pronunciations(of: form)
      if !known.isEmpty { return (known, false) }
    }
    return (letters?.pronunciations(of: word.lowercased()) ?? [], true)
  }

  func isKnown(_ word: String) -> Bool { own[word] != nil || dictionary.contains(word) }
}
