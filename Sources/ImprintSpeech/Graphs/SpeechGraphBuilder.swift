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
  /// The caller's own, by word in lower case and in Unicode's form C. They are taken in place of the
  /// dictionary's.
  public let own: [String: [Pronunciation]]
  /// A tag of BCP 47.
  public let language: String
  private let phones: Set<String>
  /// The bundle that graphs are for; empty: any of that language that knows the phones.
  public let bundle: String

  /// - Throws: ``SpeechError`` `bad-option` for a language or bundle that is none, `bad-pronunciation` where
  ///   own ones are not 1 to 16 of phones that the dictionary uses, or their word is not in lower case.
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
    (self.language, self.bundle, self.phones) = (language, bundle, phones)
  }

  private static func judge(
    _ word: String, _ pronunciations: [Pronunciation], _ phones: Set<String>
  ) throws(SpeechError) {
    func bad(_ reason: String) -> SpeechError {
      SpeechError(
        .badPronunciation, place: VisibleText.line(word, upTo: 60), reason: reason,
        remedy: "Give phones of the dictionary: \(phones.sorted().prefix(60).joined(separator: " ")).")
    }
    let folded = WordForm.folded(word)
    guard folded.utf8.elementsEqual(word.utf8) else {
      throw SpeechError(
        .badPronunciation, place: VisibleText.line(word, upTo: 60),
        reason: "the word is not in lower case and form C, and would never be found.",
        remedy: "Write it as \(VisibleText.line(folded, upTo: 60)).")
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
    try GraphWork.judge(wordsOf: read)
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
          triggers.isEmpty ? .noPhrases : .tooManyPhrases,
          place: triggers.isEmpty ? "triggers" : triggers[SpeechTrigger.most].place,
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

  /// What a word is said as.
  struct Said {
    var pronunciations: [Pronunciation]
    /// Whether they were made of its letters.
    var areMade = false
    /// A phone that the rules of letters make of it and the dictionary does not have.
    var strange: String?
  }

  func pronunciations(of word: String) -> Said {
    let folded = WordForm.folded(word)
    for form in [word, folded] {
      if let own = own[form] { return Said(pronunciations: own) }
      let known = dictionary.pronunciations(of: form)
      if !known.isEmpty { return Said(pronunciations: known) }
    }
    // Rules that were learned from another dictionary may have phones that the recogniser does not know.
    let made = letters?.pronunciations(of: folded) ?? []
    return Said(
      pronunciations: made.filter { phones.isSuperset(of: $0.phones) }, areMade: true,
      strange: made.lazy.flatMap(\.phones).first { !phones.contains($0) })
  }

  func isKnown(_ word: String) -> Bool { own[word] != nil || dictionary.contains(word) }
}
