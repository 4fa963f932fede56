// SPDX-License-Identifier: Apache-2.0

/// Reads a dictionary's text, line by line.
struct DictionaryReader {
  private(set) var text: DictionaryText
  private(set) var phones: Set<String> = []
  /// The bytes of those that were judged, the last in the lowest place.
  private var known: Set<UInt128> = []
  private let place: String
  private var line = 0
  /// As given: words in lower case may have more.
  private let byteCount: Int

  init(_ bytes: [UInt8], place: String) {
    byteCount = bytes.count
    text = DictionaryText(
      bytes: byteCount > PronunciationDictionary.mostBytes ? bytes : Self.folded(bytes))
    self.place = place
  }

  /// With words as they are looked up, to the first space of each line: phones are symbols of their own.
  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(bytes.count)
    var word = 0
    var (isWord, isPlain) = (true, true)
    func end(_ folded: inout [UInt8]) {
      guard isWord, !isPlain, let text = String(validating: folded[word...], as: UTF8.self) else { return }
      folded.replaceSubrange(word..., with: WordForm.folded(text).utf8)
    }
    for byte in bytes[WordForm.start(of: bytes)...] {
      if byte == 0x0A || DictionaryText.isSpace(byte) {
        end(&folded)
        isWord = byte == 0x0A
        isPlain = true
      }
      folded.append(isWord && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      if byte == 0x0A { word = folded.count } else if byte >= 0x80 { isPlain = false }
    }
    end(&folded)
    return folded
  }

  mutating func read() throws(SpeechError) {
    let count = text.bytes.count
    guard byteCount <= PronunciationDictionary.mostBytes else {
      throw bad("it has \(byteCount) bytes, and \(PronunciationDictionary.mostBytes) are read at most.")
    }
    var start = 0
    while start < count {
      line += 1
      let end = text.bytes[start...].firstIndex(of: 0x0A) ?? count
      try take(start..<end)
      start = end + 1
    }
    line = 0
    guard text.wordCount > 0 else { throw bad("there is no word in it.") }
  }

  private mutating func take(_ whole: Range<Int>) throws(SpeechError) {
    // What follows a ` #` is a comment in newer dictionaries, and a line that begins with `;;;` in older
    // ones.
    let bytes = text.bytes[whole]
    guard !bytes.starts(with: Self.comment) else { return }
    let marked = bytes.indices.first {
      bytes[$0] == UInt8(ascii: "#") && ($0 == whole.lowerBound || DictionaryText.isSpace(bytes[$0 - 1]))
    }
    var end = marked ?? whole.upperBound
    while end > whole.lowerBound, DictionaryText.isSpace(bytes[end - 1]) || bytes[end - 1] == 0x0D {
      end -= 1
    }
    guard end > whole.lowerBound else { return }
    guard end - whole.lowerBound <= Self.longestLine else {
      throw bad("the line has more than \(Self.longestLine) bytes.")
    }
    let wordEnd = bytes[..<end].firstIndex(where: DictionaryText.isSpace) ?? end
    guard wordEnd > whole.lowerBound else { throw bad("the line begins with a space, and not with a word.") }
    let word = try judge(word: whole.lowerBound..<wordEnd)
    try judge(phones: wordEnd..<end, of: word)
    guard text.entries.count < PronunciationDictionary.mostEntries else {
      throw bad("there are more than \(PronunciationDictionary.mostEntries) pronunciations.")
    }
    // The same one twice says nothing more: some dictionaries have that.
    guard let number = text.add(word: word, phones: wordEnd..<end) else { return }
    guard number <= PronunciationDictionary.mostPronunciations else {
      throw bad("a word has more than \(PronunciationDictionary.mostPronunciations) pronunciations.")
    }
  }

  /// - Returns: Without the number of an alternative, `(2)`.
  private mutating func judge(word range: Range<Int>) throws(SpeechError) -> Range<Int> {
    var end = range.upperBound
    if text.bytes[end - 1] == UInt8(ascii: ")") {
      let digits = text.bytes[range].dropLast().reversed().prefix { (0x30...0x39).contains($0) }.count
      let open = end - 2 - digits
      if digits > 0, open > range.lowerBound, text.bytes[open] == UInt8(ascii: "(") { end = open }
    }
    let word = text.bytes[range.lowerBound..<end]
    // The common case, without making a string of it.
    if word.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x27 }), word.count <= WordForm.longest {
      return range.lowerBound..<end
    }
    guard let text = String(validating: word, as: UTF8.self), WordForm.isWord(text) else {
      throw bad(
        "it begins with no word: one has 1 to \(WordForm.longest) bytes of UTF-8, without control characters."
      )
    }
    return range.lowerBound..<end
  }

  private mutating func judge(phones range: Range<Int>, of word: Range<Int>) throws(SpeechError) {
    var place = range.lowerBound
    var count = 0
    while true {
      while place < range.upperBound, DictionaryText.isSpace(text.bytes[place]) { place += 1 }
      guard place < range.upperBound else { break }
      let start = place
      var key: UInt128 = 0
      while place < range.upperBound, !DictionaryText.isSpace(text.bytes[place]) {
        key = key << 8 | UInt128(text.bytes[place])
        place += 1
      }
      count += 1
      // One that is longer or begins with a null has lost its beginning: it is judged each time, and refused.
      if place - start > Pronunciation.longestPhone || text.bytes[start] == 0 || !known.contains(key) {
        try judge(phone: start..<place)
        known.insert(key)
      }
    }
    guard (1...Pronunciation.most).contains(count) else {
      throw bad("the word has \(count) phones, and there may be 1 to \(Pronunciation.most).")
    }
  }

  private mutating func judge(phone range: Range<Int>) throws(SpeechError) {
    guard let phone = String(validating: text.bytes[range], as: UTF8.self), Pronunciation.isPhone(phone)
    else {
      throw bad(
        "a phone is no UTF-8 of form C, longer than \(Pronunciation.longestPhone) bytes, or has a control "
          + "character.")
    }
    guard phones.count < PronunciationDictionary.mostPhones else {
      throw bad("there are more than \(PronunciationDictionary.mostPhones) different phones.")
    }
    phones.insert(phone)
  }

  private static let comment = Array(";;;".utf8)
  private static let longestLine = 4096

  private func bad(_ reason: String) -> SpeechError {
    SpeechError(
      .badDictionary, place: line == 0 ? place : "\(place):\(line)", reason: reason,
      remedy: "Give a dictionary in the form of the CMU Pronouncing Dictionary: a word and its phones a line."
    )
  }
}
