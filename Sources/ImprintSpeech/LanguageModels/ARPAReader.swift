// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

extension NgramModel {
  /// The longest ARPA file, in bytes.
  public static let mostBytes = 256 << 20

  /// Reads an ARPA file.
  /// - Returns: The model; whether it had `<unk>`, which nobody can say and was left out with all that has
  ///   it.
  /// - Throws: ``SpeechError`` `missing`, `damaged` where it is no file of at most ``mostBytes``; `bad-model`
  ///   and `bad-weight`, with the line.
  /// - Complexity: O(n log n) in its n-grams.
  public static func readingARPA(
    path: String
  ) throws(SpeechError) -> (model: NgramModel, hadUnknown: Bool) {
    let bytes = try SpeechError.at(path) { () throws(FileProblem) in
      try RegularFile(path).bytes(upTo: mostBytes)
    }
    return try readingARPA(bytes, place: path)
  }

  /// The same of untrusted bytes.
  public static func readingARPA(
    _ bytes: [UInt8], place: String
  ) throws(SpeechError) -> (model: NgramModel, hadUnknown: Bool) {
    var reader = ARPAReader(bytes: bytes, place: place)
    return try reader.read()
  }
}

/// Reads the ARPA form: a header with counts, then the n-grams of each order.
struct ARPAReader {
  private let bytes: [UInt8]
  private let place: String
  private var position = 0
  private var line = 0

  private static let unknown = "<unk>"
  /// In bytes, as it is encoded: composed it has no more than ``WordForm/longest``.
  private static let longestWord = 4 * WordForm.longest
  /// How far above 1 the probabilities of all words together may be: they are rounded.
  private static let mostTogether = 1.1

  init(bytes: [UInt8], place: String) {
    self.bytes = bytes
    self.place = place
    position = WordForm.start(of: bytes)
  }

  mutating func read() throws(SpeechError) -> (model: NgramModel, hadUnknown: Bool) {
    let counts = try header()
    let single = try unigrams(counts[0], isHighest: counts.count == 1)
    var levels = [single.level]
    for order in 1..<max(1, counts.count) {
      levels.append(
        try ngrams(
          counts[order], order: order + 1, single.numbers, levels[order - 1], counts.count == order + 1))
    }
    guard let end = nextLine(), text(end) == "\\end\\" else { throw cut("\\end\\") }
    return (NgramModel(words: single.words, levels: levels), single.numbers[Self.unknown] != nil)
  }

  /// What stands before `\data\` is a comment.
  private mutating func header() throws(SpeechError) -> [Int] {
    repeat {
      guard let line = nextLine() else { throw cut("\\data\\") }
      if text(line) == "\\data\\" { break }
    } while true
    var counts: [Int] = []
    while let line = nextLine() {
      let said = text(line)
      if said == "\\1-grams:" { break }
      let parts = said.dropFirst("ngram".count).split(separator: "=").map {
        $0.filter { $0 != " " && $0 != "\t" }
      }
      guard said.hasPrefix("ngram"), parts.count == 2, Int(parts[0]) == counts.count + 1,
        let count = Int(parts[1]), count >= 0
      else { throw bad("it is no `ngram \(counts.count + 1)=COUNT`.") }
      guard counts.count < NgramModel.mostOrder else {
        throw bad("its order is above \(NgramModel.mostOrder).")
      }
      counts.append(count)
      guard counts.reduce(0, { $0.addingReportingOverflow($1).partialValue }) <= NgramModel.mostNgrams,
        count <= NgramModel.mostNgrams
      else { throw bad("it has more than \(NgramModel.mostNgrams) n-grams.") }
    }
    guard !counts.isEmpty else { throw bad("it says of no order how many n-grams there are.") }
    guard counts[0] <= NgramModel.mostWords + 3 else {
      throw bad("it has more than \(NgramModel.mostWords) words.")
    }
    return counts
  }

  private struct Unigrams {
    var words: [String]
    /// With `<s>`, `</s>` and, where there is one, `<unk>`, whose number is that of no word.
    var numbers: [String: UInt32]
    var level: NgramModel.Level
  }

  private mutating func unigrams(_ count: Int, isHighest: Bool) throws(SpeechError) -> Unigrams {
    var weights: [String: (Float, Float)] = [:]
    var together = 0.0
    for _ in 0..<count {
      let entry = try entry(1, isHighest)
      let word = entry.words[0]
      guard WordForm.isWord(word) || ["<s>", "</s>"].contains(word) else {
        throw bad("a word has 1 to \(WordForm.longest) bytes, and no control character.")
      }
      let key = word.lowercased() == Self.unknown ? Self.unknown : word
      guard weights.updateValue((entry.probability, entry.backoff), forKey: key) == nil else {
        throw bad(
          key.utf8.allSatisfy { $0 < 0x80 }
            ? "the word stands there twice."
            : "the word stands there twice: it counts as one however its accents are encoded.")
      }
      if word != "<s>" { together += pow(10, Double(entry.probability)) }
    }
    guard together <= Self.mostTogether else {
      throw weight(
        "the words' probabilities are \(Float(together)) together, and no more than 1 is possible.")
    }
    guard weights["<s>"] != nil, weights["</s>"] != nil else {
      throw bad("it has no `<s>` and `</s>`: nothing could begin or end.")
    }
    let hasUnknown = weights[Self.unknown] != nil
    let words = NgramModel.sorted(Set(weights.keys).subtracting(["<s>", "</s>", Self.unknown]))
    guard !words.isEmpty else { throw bad("it has no word.") }
    guard words.count <= NgramModel.mostWords else {
      throw bad("it has more than \(NgramModel.mostWords) words.")
    }
    let all = ["<s>", "</s>"] + words
    var numbers = Dictionary(
      all.enumerated().map { ($1, UInt32($0)) }, uniquingKeysWith: { first, _ in first })
    if hasUnknown { numbers[Self.unknown] = .max }
    var level = NgramModel.Level()
    for (number, word) in all.enumerated() {
      let (probability, backoff) = weights[word] ?? (NgramModel.never, 0)
      level.words.append(UInt32(number))
      level.probabilities.append(probability)
      if !isHighest { level.backoffs.append(backoff) }
    }
    return Unigrams(words: words, numbers: numbers, level: level)
  }

  private mutating func ngrams(
    _ count: Int, order: Int, _ numbers: [String: UInt32], _ below: NgramModel.Level, _ isHighest: Bool
  ) throws(SpeechError) -> NgramModel.Level {
    guard let heading = nextLine() else { throw cut("\\\(order)-grams:") }
    guard text(heading) == "\\\(order)-grams:" else {
      throw bad("`\\\(order)-grams:` is expected here: are there as many n-grams as the header says?")
    }
    struct Ngram {
      var words: [UInt32]
      var probability: Float
      var backoff: Float
      var line: Int
    }
    var found: [Ngram] = []
    for _ in 0..<count {
      let entry = try entry(order, isHighest)
      var words: [UInt32] = []
      for word in entry.words {
        let known = word.lowercased() == Self.unknown ? Self.unknown : word
        guard let number = numbers[known] else { throw bad("a word of it is not among the 1-grams.") }
        words.append(number)
      }
      guard !words.contains(.max) else { continue }
      guard !words.dropFirst().contains(NgramModel.beginning), !words.dropLast().contains(NgramModel.end)
      else {
        throw bad("`<s>` stands only first, and `</s>` only last.")
      }
      found.append(
        Ngram(words: words, probability: entry.probability, backoff: entry.backoff, line: line))
    }
    found.sort { $0.words.lexicographicallyPrecedes($1.words) }
    var level = NgramModel.Level()
    var history = 0
    let end = line
    for (number, ngram) in found.enumerated() {
      line = ngram.line
      if number > 0, found[number - 1].words == ngram.words { throw bad("the n-gram stands there twice.") }
      // Both are sorted: what is before the last word is found by going on.
      let before = ngram.words.dropLast()
      while history < below.count,
        below.words[history * (order - 1)..<(history + 1) * (order - 1)].lexicographicallyPrecedes(before)
      { history += 1 }
      guard history < below.count,
        below.words[history * (order - 1)..<(history + 1) * (order - 1)].elementsEqual(before)
      else { throw bad("its words but the last are no \(order - 1)-gram.") }
      level.words += ngram.words
      level.probabilities.append(ngram.probability)
      if !isHighest { level.backoffs.append(ngram.backoff) }
    }
    // Errors are of the last n-gram no more.
    line = end
    return level
  }

  private struct Entry {
    var words: [String]
    var probability: Float
    var backoff: Float
  }

  private mutating func entry(_ order: Int, _ isHighest: Bool) throws(SpeechError) -> Entry {
    guard let found = nextLine() else { throw cut("an n-gram of order \(order)") }
    // A line may be as long as the file: what is too much is one part more.
    let parts = bytes[found].split(maxSplits: order + 2, whereSeparator: DictionaryText.isSpace)
    guard parts.first?.first != UInt8(ascii: "\\") else {
      throw bad("an n-gram is expected here: there are fewer than the header says.")
    }
    guard parts.count == order + 1 || parts.count == order + 2 && !isHighest else {
      throw bad(
        "it is no probability with \(order) words\(isHighest ? "" : " and, if any, a back-off weight").")
    }
    var words: [String] = []
    for part in parts[1...order] {
      guard part.count <= Self.longestWord, let word = String(validating: part, as: UTF8.self) else {
        throw bad("a word is not UTF-8, or has more than \(Self.longestWord) bytes.")
      }
      words.append(WordForm.composed(word))
    }
    let probability = try number(parts[0])
    guard probability <= 0 else { throw weight("the probability is above 1: \(probability).") }
    let backoff = parts.count == order + 2 ? try number(parts[order + 1]) : 0
    guard abs(backoff) <= -NgramModel.never else { throw weight("the back-off weight is \(backoff).") }
    // Some programs write −99.999 or less for what never happens.
    return Entry(words: words, probability: max(probability, NgramModel.never), backoff: backoff)
  }

  /// A decimal number; no `nan`, `inf` or hexadecimal one.
  private func number(_ bytes: ArraySlice<UInt8>) throws(SpeechError) -> Float {
    let isDecimal = bytes.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    guard isDecimal, let number = Float(String(decoding: bytes, as: UTF8.self)), number.isFinite else {
      throw weight("\(VisibleText.line(utf8: bytes, upTo: 24)) is no decimal number.")
    }
    // Minus zero is another number of the same value: a graph has one form.
    return number == 0 ? 0 : number
  }

  private func text(_ range: Range<Int>) -> String {
    // Longer than anything that is looked for.
    String(decoding: bytes[range].prefix(64), as: UTF8.self)
  }

  /// The next line that is not empty, without spaces around it.
  private mutating func nextLine() -> Range<Int>? {
    while position < bytes.count {
      line += 1
      var start = position
      var end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      position = end + 1
      func isBlank(_ place: Int) -> Bool { DictionaryText.isSpace(bytes[place]) || bytes[place] == 0x0D }
      while start < end, isBlank(start) { start += 1 }
      while end > start, isBlank(end - 1) { end -= 1 }
      if start < end { return start..<end }
    }
    return nil
  }

  private func bad(_ reason: String) -> SpeechError {
    SpeechError(
      .badModel, place: "\(place):\(line)", reason: reason,
      remedy: "Make the file again with the program that wrote it, as an ARPA model of order 1 to "
        + "\(NgramModel.mostOrder).")
  }

  private func weight(_ reason: String) -> SpeechError {
    SpeechError(
      .badWeight, place: "\(place):\(line)", reason: reason,
      remedy: "Make the file again: probabilities are logarithms to the base of 10, −99 to 0.")
  }

  private func cut(_ expected: String) -> SpeechError {
    SpeechError(
      .badModel, place: "\(place):\(line)", reason: "it ends where \(expected) is expected.",
      remedy: "Copy the whole file again.")
  }
}
