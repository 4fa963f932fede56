// SPDX-License-Identifier: Apache-2.0

extension SpeechGraph {
  /// Reads a graph of untrusted bytes.
  /// - Parameter place: What they are called in errors.
  /// - Throws: ``SpeechError`` `damaged`, with what is wrong, and `newer`.
  /// - Complexity: O(bytes).
  public init(_ bytes: [UInt8], place: String) throws(SpeechError) {
    var reader = SpeechGraphReader(bytes: bytes, place: place)
    self = try reader.read()
  }
}

/// Reads the form of graphs: every length is compared with what is left before anything is reserved.
struct SpeechGraphReader {
  private let bytes: [UInt8]
  private let place: String
  private var numbers: NumberReader

  init(bytes: [UInt8], place: String) {
    self.bytes = bytes
    self.place = place
    numbers = NumberReader(bytes[...])
  }

  mutating func read() throws(SpeechError) -> SpeechGraph {
    let head = try head()
    guard let language = text(head.language), SpeechGraph.isLanguage(language) else {
      throw damaged("its language is none.")
    }
    guard let bundle = text(head.bundle), bundle.unicodeScalars.allSatisfy(WordForm.isAllowed) else {
      throw damaged("its bundle is not UTF-8, or has white space or a control character.")
    }
    let symbols = try symbols(head.symbols)
    let words = try words(head.words, pronunciations: head.pronunciations, symbols)
    let content: SpeechGraph.Content =
      head.kind == SpeechGraphForm.model
      ? .model(try model(words.map(\.text), order: head.order))
      : .triggers(try triggers(head.phrases, words))
    guard numbers.rest.isEmpty else { throw damaged("\(numbers.rest.count) bytes follow its content.") }
    return SpeechGraph(language: language, bundle: bundle, phones: symbols, words: words, content: content)
  }

  private struct Head {
    let kind: UInt16
    let words: Int
    let pronunciations: Int
    let phrases: Int
    let symbols: Int
    let order: Int
    let language: Int
    let bundle: Int
  }

  private mutating func head() throws(SpeechError) -> Head {
    guard bytes.count >= SpeechGraphForm.headBytes, bytes.starts(with: SpeechGraphForm.magic) else {
      throw damaged("it does not begin as a graph does.")
    }
    _ = numbers.bytes(SpeechGraphForm.magic.count)
    let version = try take(UInt16.self)
    guard version <= SpeechGraphForm.version else {
      throw SpeechError(
        .newer, place: place, reason: "it has version \(version); this reads \(SpeechGraphForm.version).",
        remedy: "Update Imprint, or build the graph again.")
    }
    let kind = try take(UInt16.self)
    guard version > 0, [SpeechGraphForm.model, SpeechGraphForm.phrases].contains(kind) else {
      throw damaged("its version is \(version) and its kind \(kind).")
    }
    guard try take(UInt32.self) == bytes.count, bytes.count <= SpeechGraph.mostBytes else {
      throw damaged("its length is another than it says, or above \(SpeechGraph.mostBytes) bytes.")
    }
    var checksum = CRC32C()
    bytes.withUnsafeBytes { checksum.add(UnsafeRawBufferPointer(rebasing: $0.dropLast(4))) }
    var last = NumberReader(bytes.suffix(4))
    guard last.take(UInt32.self) == checksum.value else { throw damaged("its checksum does not match.") }
    let words = Int(try take(UInt32.self))
    let pronunciations = Int(try take(UInt32.self))
    let phrases = Int(try take(UInt32.self))
    let symbols = Int(try take(UInt16.self))
    let order = Int(try take(UInt8.self))
    let zero = try take(UInt8.self)
    let language = Int(try take(UInt8.self))
    let bundle = Int(try take(UInt8.self))
    guard zero == 0, try take(UInt16.self) == 0 else { throw damaged("what is to be zero is not.") }
    guard (1...NgramModel.mostWords).contains(words),
      (words...max(words, SpeechGraph.mostPronunciations)).contains(pronunciations),
      pronunciations <= SpeechGraph.mostPronunciations,
      (1...SpeechGraphForm.mostSymbols).contains(symbols), bundle <= SpeechGraph.mostBundleBytes
    else { throw damaged("a count of its head is outside of its range.") }
    let isModel = kind == SpeechGraphForm.model
    guard isModel ? phrases == 0 : (1...SpeechTrigger.most).contains(phrases),
      isModel ? (1...NgramModel.mostOrder).contains(order) : order == 0
    else { throw damaged("its counts are not those of its kind.") }
    // The checksum is no content.
    numbers = NumberReader(numbers.rest.dropLast(4))
    return Head(
      kind: kind, words: words, pronunciations: pronunciations, phrases: phrases, symbols: symbols,
      order: order, language: language, bundle: bundle)
  }

  private mutating func symbols(_ count: Int) throws(SpeechError) -> [String] {
    var symbols: [String] = []
    for _ in 0..<count {
      guard let symbol = text(Int(try take(UInt8.self))), Pronunciation.isPhone(symbol),
        Self.isBefore(symbols.last, symbol)
      else { throw damaged("a phone is none, or not in its order.") }
      symbols.append(symbol)
    }
    return symbols
  }

  private mutating func words(
    _ count: Int, pronunciations: Int, _ symbols: [String]
  ) throws(SpeechError) -> [SpeechGraph.Word] {
    var words: [SpeechGraph.Word] = []
    var total = 0
    for _ in 0..<count {
      guard let text = text(Int(try take(UInt8.self))), WordForm.isWord(text),
        Self.isBefore(words.last?.text, text)
      else { throw damaged("a word is none, or not in its order.") }
      let kinds = Int(try take(UInt8.self))
      guard (1...PronunciationDictionary.mostPronunciations).contains(kinds) else {
        throw damaged("a word has \(kinds) pronunciations.")
      }
      var said: [Pronunciation] = []
      for _ in 0..<kinds {
        let length = Int(try take(UInt8.self))
        guard (1...Pronunciation.most).contains(length), let places = numbers.bytes(length),
          places.allSatisfy({ Int($0) < symbols.count })
        else { throw damaged("a pronunciation is none.") }
        let pronunciation = Pronunciation(judged: places.map { symbols[Int($0)] })
        guard !said.contains(pronunciation) else { throw damaged("a word has a pronunciation twice.") }
        said.append(pronunciation)
      }
      total += kinds
      words.append(SpeechGraph.Word(text: text, pronunciations: said))
    }
    guard total == pronunciations else {
      throw damaged("it has another number of pronunciations than it says.")
    }
    return words
  }

  private mutating func triggers(
    _ count: Int, _ words: [SpeechGraph.Word]
  ) throws(SpeechError) -> [SpeechGraph.Trigger] {
    var triggers: [SpeechGraph.Trigger] = []
    var seen: Set<[UInt32]> = []
    for _ in 0..<count {
      let threshold = Float(bitPattern: try take(UInt32.self))
      // No minus zero, as of weights.
      guard SpeechTrigger.thresholds.contains(threshold), threshold != 0 || threshold.sign == .plus else {
        throw damaged("a threshold is out of its range.")
      }
      let length = Int(try take(UInt8.self))
      guard (1...SpeechTrigger.mostWords).contains(length) else {
        throw damaged("a phrase has \(length) words.")
      }
      var places: [UInt32] = []
      for _ in 0..<length {
        let word = try take(UInt32.self)
        guard word >= NgramModel.firstWord, Int(word - NgramModel.firstWord) < words.count else {
          throw damaged("a phrase has a word that is not there.")
        }
        places.append(word - NgramModel.firstWord)
      }
      guard seen.insert(places).inserted else { throw damaged("a phrase stands there twice.") }
      triggers.append(
        SpeechGraph.Trigger(words: places.map { words[Int($0)].text }, threshold: threshold))
    }
    return triggers
  }

  private mutating func model(_ words: [String], order: Int) throws(SpeechError) -> NgramModel {
    var levels: [NgramModel.Level] = []
    var all = 0
    for length in 1...order {
      let count = Int(try take(UInt32.self))
      let size = 4 * length + (length == order ? 4 : 8)
      all += count
      guard count <= numbers.rest.count / size, all <= NgramModel.mostNgrams,
        length > 1 || count == words.count + Int(NgramModel.firstWord)
      else { throw damaged("it has \(count) n-grams of order \(length).") }
      levels.append(try level(count, length, isHighest: length == order, levels.last, words.count))
    }
    return NgramModel(words: words, levels: levels)
  }

  private mutating func level(
    _ count: Int, _ length: Int, isHighest: Bool, _ below: NgramModel.Level?, _ wordCount: Int
  ) throws(SpeechError) -> NgramModel.Level {
    var level = NgramModel.Level()
    level.words.reserveCapacity(count * length)
    var history = 0
    for place in 0..<count {
      for position in 0..<length {
        let word = try take(UInt32.self)
        guard word < UInt32(wordCount) + NgramModel.firstWord,
          length == 1 || position == 0 || word != NgramModel.beginning,
          length == 1 || position == length - 1 || word != NgramModel.end
        else { throw damaged("an n-gram has a word that is not there, or not in that place.") }
        level.words.append(word)
      }
      let this = level.words[place * length..<(place + 1) * length]
      guard
        place == 0
          || level.words[(place - 1) * length..<place * length].lexicographicallyPrecedes(this),
        length > 1 || this.first == UInt32(place)
      else { throw damaged("n-grams are not in their order.") }
      if let below {
        let before = this.dropLast()
        let size = length - 1
        while history < below.count,
          below.words[history * size..<(history + 1) * size].lexicographicallyPrecedes(before)
        { history += 1 }
        guard history < below.count, below.words[history * size..<(history + 1) * size].elementsEqual(before)
        else { throw damaged("an n-gram's words but the last are none.") }
      }
      level.probabilities.append(try weight(NgramModel.never...0))
      if !isHighest { level.backoffs.append(try weight(NgramModel.never...(-NgramModel.never))) }
    }
    return level
  }

  private mutating func weight(_ range: ClosedRange<Float>) throws(SpeechError) -> Float {
    let weight = Float(bitPattern: try take(UInt32.self))
    // No minus zero: one value has one form.
    guard range.contains(weight), weight != 0 || weight.sign == .plus else {
      throw damaged("a weight is outside of its range.")
    }
    return weight
  }

  private static func isBefore(_ last: String?, _ next: String) -> Bool {
    last.map { $0.utf8.lexicographicallyPrecedes(next.utf8) } ?? true
  }

  private mutating func text(_ length: Int) -> String? {
    numbers.bytes(length).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) throws(SpeechError) -> Number {
    guard let number = numbers.take(type) else { throw damaged("it ends too early.") }
    return number
  }

  private func damaged(_ reason: String) -> SpeechError {
    SpeechError(
      .damaged, place: place, reason: reason,
      remedy: "Build the graph again, or restore the file from a copy.")
  }
}
