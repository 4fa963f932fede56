// SPDX-License-Identifier: Apache-2.0

/// Which words somebody says who reads a phrase aloud, in English.
///
/// Words that the dictionary has are taken as they are, in whatever script, with what is written in them
/// (`a.m.`, `'cause`). Else punctuation is not said, numbers and a few signs are words, and an accent is left
/// off. What is neither is an error: nothing is left out silently.
struct PhraseReader {
  /// Whether a word, in lower case, has a pronunciation.
  let isKnown: (String) -> Bool

  /// What a phrase is read as.
  struct Reading: Sendable {
    var words: [String] = []
    /// Whether something was read otherwise than it is written: a number, a sign, an accent.
    var isRewritten = false
  }

  /// - Throws: ``SpeechError`` `empty-phrase`, `phrase-too-long`, `unspeakable`, `other-script`.
  func read(_ phrase: String, place: String) throws(SpeechError) -> Reading {
    guard phrase.utf8.count <= PhraseList.mostBytes else {
      throw Self.tooLong(place, "it has more than \(PhraseList.mostBytes) bytes.")
    }
    var reading = Reading()
    var token: [Unicode.Scalar] = []
    for scalar in WordForm.composed(phrase).unicodeScalars {
      if scalar.properties.isWhitespace {
        try read(token, into: &reading, place)
        token = []
      } else {
        token.append(Self.apostrophes.contains(scalar) ? "'" : scalar)
      }
    }
    try read(token, into: &reading, place)
    guard !reading.words.isEmpty else {
      throw SpeechError(
        .emptyPhrase, place: place, reason: "nothing in it is said.",
        remedy: "Write what is said in words, or leave the phrase out.")
    }
    guard reading.words.count <= PhraseList.mostWords else {
      throw Self.tooLong(
        place, "it is read as \(reading.words.count) words, and \(PhraseList.mostWords) are the most.")
    }
    return reading
  }

  /// As they are typeset.
  private static let apostrophes: Set<Unicode.Scalar> = ["\u{2019}", "\u{2018}", "\u{02BC}"]

  private static func tooLong(_ place: String, _ reason: String) -> SpeechError {
    SpeechError(.phraseTooLong, place: place, reason: reason, remedy: "Divide it into phrases that are said.")
  }

  // What stands between spaces.
  private func read(
    _ token: [Unicode.Scalar], into reading: inout Reading, _ place: String
  ) throws(SpeechError) {
    guard !token.isEmpty else { return }
    // With as much of the punctuation around it as a known word has.
    let end = token.lastIndex { !Self.isAround($0) }.map { $0 + 1 } ?? 0
    let start = token.firstIndex { !Self.isAround($0) } ?? token.count
    for first in 0...min(start, 3) {
      for last in (end...max(end, min(token.count, end + 3))).reversed() where first < last {
        if let word = known(token[first..<last]) { return reading.words.append(word) }
      }
    }
    var scanner = PhraseScanner(token: token, place: place)
    while let part = try scanner.next() {
      switch part {
      case .letters(let letters): try reading.append(word(of: letters, place))
      case .said(let words):
        reading.words += words
        reading.isRewritten = true
      }
    }
  }

  private func known(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
    let word = WordForm.folded(Self.text(scalars))
    return WordForm.isWord(word) && isKnown(word) ? word : nil
  }

  /// Letters, marks and apostrophes.
  private func word(
    of letters: ArraySlice<Unicode.Scalar>, _ place: String
  ) throws(SpeechError) -> (word: String?, isRewritten: Bool) {
    if let word = known(letters) { return (word, false) }
    // Quotation marks around it.
    let bare = letters.drop { $0 == "'" }
    let core = bare.prefix((bare.lastIndex { $0 != "'" } ?? bare.startIndex - 1) + 1 - bare.startIndex)
    guard !core.isEmpty else { return (nil, false) }
    if let word = known(core) { return (word, false) }
    var plain = ""
    var isRewritten = false
    for scalar in core {
      if scalar.isASCII {
        plain.unicodeScalars.append(scalar)
      } else if let without = LatinLetters.plain(scalar) {
        plain += without
        isRewritten = true
      } else {
        throw SpeechError(
          .otherScript, place: place,
          reason: "the dictionary does not have \(Self.shown(core)), and it has a letter that is not Latin: "
            + "\(Self.shown([scalar])).",
          remedy: "Give a dictionary, or pronunciations of your own, with words of this script.")
      }
    }
    // Accents alone.
    guard !plain.isEmpty else { return (nil, true) }
    let word = plain.lowercased()
    guard WordForm.isWord(word) else {
      throw Self.tooLong(place, "a word has more than \(WordForm.longest) bytes.")
    }
    return (word, isRewritten)
  }

  /// Punctuation that may stand around a word.
  static func isAround(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || PhraseScanner.isSilent(scalar)
  }

  static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    VisibleText.line(text(scalars), upTo: 40)
  }
}

extension PhraseReader.Reading {
  fileprivate mutating func append(_ read: (word: String?, isRewritten: Bool)) {
    if let word = read.word { words.append(word) }
    if read.isRewritten { isRewritten = true }
  }
}
