// SPDX-License-Identifier: Apache-2.0

/// Divides what stands between two spaces into words, numbers and signs.
struct PhraseScanner {
  enum Part {
    /// Letters with their marks, and apostrophes.
    case letters(ArraySlice<Unicode.Scalar>)
    /// Words that stand for a number or a sign.
    case said([String])
  }

  private let token: [Unicode.Scalar]
  private let place: String
  private var position = 0

  /// - Parameter place: For errors.
  init(token: [Unicode.Scalar], place: String) {
    self.token = token
    self.place = place
  }

  /// Punctuation that is not said.
  static func isSilent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", ",", ";", ":", "!", "?", "\"", "(", ")", "[", "]", "{", "}", "/", "-", "_": true
    // Dashes, quotation marks, the ellipsis and the points of Spanish.
    case "\u{2010}"..."\u{2015}", "\u{201A}"..."\u{201F}", "\u{2039}", "\u{203A}", "\u{00AB}", "\u{00BB}",
      "\u{2026}", "\u{00BF}", "\u{00A1}":
      true
    default: false
    }
  }

  private static let signs: [Unicode.Scalar: String] = [
    "&": "and", "%": "percent", "+": "plus", "@": "at", "=": "equals", "\u{00B0}": "degrees",
  ]

  /// `nil` at the end.
  mutating func next() throws(SpeechError) -> Part? {
    while position < token.count {
      let scalar = token[position]
      if Self.digit(scalar) != nil { return .said(try number()) }
      if scalar == "'" || Self.isLetter(scalar) { return .letters(letters()) }
      position += 1
      if let sign = try numeric(scalar) { return .said([sign]) }
      if let word = Self.signs[scalar] { return .said([word]) }
      guard Self.isSilent(scalar) else { throw unspeakable(scalar) }
    }
    return nil
  }

  /// A sign right before a digit that is part of the number; the sign was passed already.
  private func numeric(_ sign: Unicode.Scalar) throws(SpeechError) -> String? {
    guard position < token.count, Self.digit(token[position]) != nil else { return nil }
    let before = position > 1 ? token[position - 2] : nil
    let isAfterLetter = before.map(Self.isLetter) ?? false
    let isAfterDigit = before.map { Self.digit($0) != nil } ?? false
    switch sign {
    case "-", "\u{2013}", "\u{2212}": return isAfterLetter || isAfterDigit ? nil : "minus"
    // An ellipsis is none.
    case ".": return isAfterLetter || before == "." ? nil : "point"
    // A half, a date, or one number and another.
    case "/": if isAfterDigit { throw unspeakable(sign) } else { return nil }
    default: return nil
    }
  }

  private func unspeakable(_ scalar: Unicode.Scalar) -> SpeechError {
    SpeechError(
      .unspeakable, place: place,
      reason:
        "it is not known how \(PhraseReader.shown([scalar])) (U+\(Self.number(of: scalar))) is said there.",
      remedy: "Write it in words, or leave it out.")
  }

  private static func number(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.properties.isAlphabetic }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark:
      return VisibleText.isVisible(scalar)
    default: return false
    }
  }

  private mutating func letters() -> ArraySlice<Unicode.Scalar> {
    let start = position
    while position < token.count, token[position] == "'" || Self.isLetter(token[position]) { position += 1 }
    return token[start..<position]
  }

  /// The value of a digit in any script.
  private static func digit(_ scalar: Unicode.Scalar) -> Int? {
    guard scalar.properties.numericType == .decimal else { return nil }
    return scalar.properties.numericValue.map { Int($0) }
  }

  private mutating func digits() -> [Int] {
    var digits: [Int] = []
    while position < token.count, let digit = Self.digit(token[position]) {
      digits.append(digit)
      position += 1
    }
    return digits
  }

  private mutating func number() throws(SpeechError) -> [String] {
    var whole = digits()
    // Groups of three, after one to three: 10,000.
    let mayHaveGroups = whole.count <= 3
    while mayHaveGroups, whole.count <= 12, position + 3 < token.count, token[position] == ",",
      hasGroup(at: position + 1),
      !whole.isEmpty
    {
      position += 1
      whole += digits()
    }
    if let ordinal = NumberWords.ordinal(whole, suffix: suffix()) {
      position += 2
      return ordinal
    }
    var words = NumberWords.cardinal(whole)
    if position + 1 < token.count, token[position] == ".", Self.digit(token[position + 1]) != nil {
      position += 1
      words += ["point"] + digits().map { NumberWords.digits[$0] }
    }
    guard words.count <= PhraseList.mostWords else {
      throw SpeechError(
        .phraseTooLong, place: place, reason: "a number is read as \(words.count) words.",
        remedy: "Write it as it is said.")
    }
    return words
  }

  /// Exactly three digits.
  private func hasGroup(at start: Int) -> Bool {
    guard start + 3 <= token.count, token[start..<start + 3].allSatisfy({ Self.digit($0) != nil }) else {
      return false
    }
    return start + 3 == token.count || Self.digit(token[start + 3]) == nil
  }

  /// The two letters that follow, where no third does.
  private func suffix() -> String? {
    guard position + 2 <= token.count, token[position..<position + 2].allSatisfy(Self.isLetter),
      position + 2 == token.count || !Self.isLetter(token[position + 2])
    else { return nil }
    return PhraseReader.text(token[position..<position + 2]).lowercased()
  }
}
