// SPDX-License-Identifier: Apache-2.0
import CImprint

/// Reads a graph's bytes, which anybody may have made: each length is compared with what is left, and each
/// rule of `docs/reference/speech-graph.md` is judged.
struct SpeechGraphReader {
  /// Without the checksum.
  private let bytes: UnsafeRawBufferPointer
  private var at = 0

  private static let magic = Array("impgra\r\n".utf8)
  private static let headBytes = 36

  /// What a graph's head says of the rest.
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

  /// The graph for a bundle.
  /// - Throws: `.graphDamaged`, `.graphVersion`, `.graphForeign`, `.unsupported`, `.graphSymbol`,
  ///   `.graphTooLarge`, in that order.
  static func read(
    _ bytes: UnsafeRawBufferPointer, for bundle: SpeechBundle
  ) throws(PluginFailure) -> SpeechGraph {
    guard bytes.count >= headBytes, bytes.starts(with: magic) else {
      throw damaged("has \(bytes.count) bytes, or does not begin as one.")
    }
    let version = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
    guard version <= 1 else {
      throw PluginFailure(.graphVersion, "The graph has version \(version); this reads 1.")
    }
    guard (headBytes + 4...Int(IMP_SPEECH_GRAPH_BYTES)).contains(bytes.count) else {
      throw damaged("has \(bytes.count) bytes.")
    }
    let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(4))
    let sum = bytes.loadUnaligned(fromByteOffset: content.count, as: UInt32.self)
    guard version == 1, UInt32(littleEndian: sum) == CRC32C.sum(of: content) else {
      throw damaged("has another checksum than it says, or no version.")
    }
    var reader = SpeechGraphReader(bytes: content)
    return try reader.graph(for: bundle)
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func graph(for bundle: SpeechBundle) throws(PluginFailure) -> SpeechGraph {
    let head = try head()
    let language = try text(head.language, "language")
    guard language.isLanguageTag else { throw Self.damaged("has a language that is no tag.") }
    let name = try text(head.bundle, "bundle")
    let symbols = try symbols(head.symbols)
    var (words, pronunciations) = ([(text: String, spoken: [[UInt8]])](), 0)
    words.reserveCapacity(head.words)
    for _ in 0..<head.words {
      let word = try word(symbols: symbols.count, after: words.last?.text)
      pronunciations += word.spoken.count
      words.append(word)
    }
    guard pronunciations == head.pronunciations else {
      throw Self.damaged("has \(pronunciations) pronunciations; its head says \(head.pronunciations).")
    }
    let content: SpeechGraph.Content =
      if head.kind == 1 {
        .model(try model(order: head.order, words: head.words))
      } else {
        .phrases(try phrases(head.phrases, words: head.words))
      }
    guard at == bytes.count else { throw Self.damaged("has \(bytes.count - at) bytes too many.") }
    try bundle.check(language: language, name: name, content)
    let places = try bundle.places(of: symbols)
    try bundle.check(words: words.count, content)
    return SpeechGraph(
      words: words.map { word in
        SpeechGraph.Word(text: word.text, pronunciations: word.spoken.map { $0.map { places[Int($0)] } })
      }, content: content)
  }

  private mutating func head() throws(PluginFailure) -> Head {
    at = 10
    let kind = try number(UInt16.self)
    let length = try number(UInt32.self)
    let (words, pronunciations, phrases) = (
      try number(UInt32.self), try number(UInt32.self), try number(UInt32.self)
    )
    let symbols = try number(UInt16.self)
    let (order, zero) = (try number(UInt8.self), try number(UInt8.self))
    let (language, bundle) = (try number(UInt8.self), try number(UInt8.self))
    let zeros = try number(UInt16.self)
    let isModel = kind == 1
    guard isModel || kind == 2, Int(length) == bytes.count + 4, (1...200_000).contains(words),
      pronunciations >= words, pronunciations <= 400_000, (1...255).contains(symbols),
      isModel ? phrases == 0 : (1...1000).contains(phrases), isModel ? (1...5).contains(order) : order == 0,
      (2...35).contains(language), bundle <= 63, zero == 0, zeros == 0
    else { throw Self.damaged("has a head that no graph has.") }
    // Nothing is reserved for words that cannot be there: each takes 5 bytes at least.
    guard Int(words) * 5 <= bytes.count else { throw Self.damaged("is too short for its words.") }
    return Head(
      kind: kind, words: Int(words), pronunciations: Int(pronunciations), phrases: Int(phrases),
      symbols: Int(symbols), order: Int(order), language: Int(language), bundle: Int(bundle))
  }

  private mutating func symbols(_ count: Int) throws(PluginFailure) -> [String] {
    var symbols: [String] = []
    for _ in 0..<count {
      let symbol = try text(Int(try number(UInt8.self)), in: 1...16, "symbol")
      try Self.checkOrder(symbols.last, symbol)
      symbols.append(symbol)
    }
    return symbols
  }

  private mutating func word(
    symbols: Int, after last: String?
  ) throws(PluginFailure) -> (text: String, spoken: [[UInt8]]) {
    let word = try text(Int(try number(UInt8.self)), in: 1...95, "word")
    try Self.checkOrder(last, word)
    guard word != "<s>", word != "</s>" else { throw Self.damaged("has a word '\(word)'.") }
    let count = Int(try number(UInt8.self))
    guard (1...16).contains(count) else { throw Self.damaged("has a word of \(count) pronunciations.") }
    var spoken: [[UInt8]] = []
    for _ in 0..<count {
      let length = Int(try number(UInt8.self))
      guard (1...64).contains(length) else { throw Self.damaged("pronounces a word by \(length) symbols.") }
      let places = [UInt8](try take(length))
      guard places.allSatisfy({ $0 < symbols }), !spoken.contains(places) else {
        throw Self.damaged("pronounces a word the same way twice, or by symbols that it does not have.")
      }
      spoken.append(places)
    }
    return (word, spoken)
  }

  private mutating func phrases(_ count: Int, words: Int) throws(PluginFailure) -> [SpeechGraph.Phrase] {
    var phrases: [SpeechGraph.Phrase] = []
    var known: Set<[Int]> = []
    for _ in 0..<count {
      let threshold = try value(in: -100...100)
      let length = Int(try number(UInt8.self))
      guard (1...16).contains(length) else { throw Self.damaged("has a phrase of \(length) words.") }
      var said: [Int] = []
      for _ in 0..<length {
        let word = Int(try number(UInt32.self)) - Int(SpeechGraph.firstWord)
        guard (0..<words).contains(word) else { throw Self.damaged("has a phrase of words that it lacks.") }
        said.append(word)
      }
      guard known.insert(said).inserted else { throw Self.damaged("has a phrase twice.") }
      phrases.append(SpeechGraph.Phrase(threshold: threshold, words: said))
    }
    return phrases
  }

  // MARK: N-grams

  private mutating func model(order: Int, words: Int) throws(PluginFailure) -> [SpeechGraph.NGrams] {
    var model: [SpeechGraph.NGrams] = []
    var left = 4_000_000
    for n in 1...order {
      let count = Int(try number(UInt32.self))
      let each = 4 * n + (n < order ? 8 : 4)
      guard count <= left, count * each <= bytes.count - at, n > 1 || count == words + 2 else {
        throw Self.damaged("has \(count) n-grams of order \(n).")
      }
      left -= count
      let grams = try ngrams(count, of: n, hasBackoff: n < order, words: UInt32(words) + 2)
      if let shorter = model.last { try Self.check(grams, continue: shorter) }
      model.append(grams)
    }
    return model
  }

  private mutating func ngrams(
    _ count: Int, of order: Int, hasBackoff: Bool, words: UInt32
  ) throws(PluginFailure) -> SpeechGraph.NGrams {
    var (said, probabilities, backoffs) = ([UInt32](), [Float](), [Float]())
    said.reserveCapacity(count * order)
    probabilities.reserveCapacity(count)
    backoffs.reserveCapacity(hasBackoff ? count : 0)
    for index in 0..<count {
      for place in 0..<order {
        let word = try number(UInt32.self)
        let isPlaced =
          order == 1
          || (word != SpeechGraph.begin || place == 0) && (word != SpeechGraph.end || place == order - 1)
        guard word < words, isPlaced else { throw Self.damaged("has an n-gram of words in a wrong place.") }
        said.append(word)
      }
      if index > 0 {
        let (last, this) = (said[(index - 1) * order..<index * order], said[(index * order)...])
        guard last.lexicographicallyPrecedes(this) else {
          throw Self.damaged("has n-grams of order \(order) in another order, or twice.")
        }
      }
      probabilities.append(try value(in: -99...0))
      if hasBackoff { backoffs.append(try value(in: -99...99)) }
    }
    return SpeechGraph.NGrams(order: order, words: said, probabilities: probabilities, backoffs: backoffs)
  }

  /// Whether all words of each but the last are an n-gram of the order below. Both are sorted.
  private static func check(
    _ grams: SpeechGraph.NGrams, continue shorter: SpeechGraph.NGrams
  ) throws(PluginFailure) {
    var below = 0
    for index in 0..<grams.count {
      let history = grams.words(of: index).dropLast()
      while below < shorter.count, shorter.words(of: below).lexicographicallyPrecedes(history) { below += 1 }
      guard below < shorter.count, shorter.words(of: below).elementsEqual(history) else {
        throw damaged("has an n-gram of order \(grams.order) that continues none.")
      }
    }
  }

  // MARK: Bytes

  private mutating func take(_ count: Int) throws(PluginFailure) -> UnsafeRawBufferPointer {
    guard count <= bytes.count - at else { throw Self.damaged("ends too early.") }
    defer { at += count }
    return UnsafeRawBufferPointer(rebasing: bytes[at..<at + count])
  }

  private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type
  ) throws(PluginFailure) -> Number {
    Number(littleEndian: try take(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
  }

  private mutating func value(in range: ClosedRange<Float>) throws(PluginFailure) -> Float {
    let value = Float(bitPattern: try number(UInt32.self))
    // A graph has one form: there is no minus zero.
    guard range.contains(value), value != 0 || value.sign == .plus else {
      throw Self.damaged("has the weight \(value); \(range) is allowed.")
    }
    return value
  }

  private mutating func text(
    _ length: Int, in lengths: ClosedRange<Int> = 0...63, _ name: String
  ) throws(PluginFailure) -> String {
    guard lengths.contains(length) else { throw Self.damaged("has a \(name) of \(length) bytes.") }
    guard let text = String(validating: try take(length), as: UTF8.self), text.isOneWord else {
      throw Self.damaged("has a \(name) that is not UTF-8, or has white space, control codes or U+FEFF.")
    }
    return text
  }

  private static func checkOrder(_ last: String?, _ next: String) throws(PluginFailure) {
    guard let last, !last.utf8.lexicographicallyPrecedes(next.utf8) else { return }
    throw damaged("has words or symbols in another order, or twice.")
  }

  private static func damaged(_ reason: String) -> PluginFailure {
    PluginFailure(.graphDamaged, "The graph \(reason) Build it anew.")
  }
}

extension String {
  /// Whether it has neither white space nor control characters, nor the mark of byte order.
  var isOneWord: Bool {
    unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control && $0 != "\u{FEFF}"
    }
  }

  /// Whether it is a tag of BCP 47: parts of 1 to 8 ASCII letters or digits, with `-` between them.
  var isLanguageTag: Bool {
    utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(\.isASCIILetterOrDigit) }
  }
}

extension UInt8 {
  var isASCIILetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

extension SpeechBundle {
  /// Whether a graph is for it at all.
  fileprivate func check(
    language spoken: String, name meant: String, _ content: SpeechGraph.Content
  ) throws(PluginFailure) {
    guard spoken.lowercased() == language.lowercased() else {
      throw PluginFailure(.graphForeign, "The graph is of '\(spoken)'; \(name) is of '\(language)'.")
    }
    guard meant.isEmpty || meant.utf8.elementsEqual(name.utf8) else {
      throw PluginFailure(.graphForeign, "The graph is for the bundle '\(meant)', and this is \(name).")
    }
    switch content {
    case .model where models == nil, .phrases where phrases == 0:
      throw PluginFailure(.unsupported, "\(name) takes no graphs of this kind.")
    case .model, .phrases: break
    }
  }

  /// Where each of a graph's symbols is among its own.
  fileprivate func places(of symbols: [String]) throws(PluginFailure) -> [UInt8] {
    var places: [UInt8] = []
    for symbol in symbols {
      guard let place = self.symbols.firstIndex(where: { $0.utf8.elementsEqual(symbol.utf8) }) else {
        throw PluginFailure(
          .graphSymbol, "The graph has the symbol '\(symbol)', which \(name) does not know.")
      }
      places.append(UInt8(place))
    }
    return places
  }

  /// Whether it is small enough.
  fileprivate func check(words count: Int, _ content: SpeechGraph.Content) throws(PluginFailure) {
    let isSmall =
      switch content {
      case .model(let orders):
        orders.count <= Int(models?.order ?? 0)
          && orders.reduce(0) { $0 + $1.count } <= Int(models?.ngrams ?? 0)
      case .phrases(let list): list.count <= Int(phrases)
      }
    guard count <= Int(words), isSmall else {
      throw PluginFailure(.graphTooLarge, "The graph is larger than \(name) can take: see its facts.")
    }
  }
}

/// The checksum of Castagnoli's polynomial.
enum CRC32C {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in (sum >> 1) ^ (sum & 1 == 0 ? 0 : 0x82F6_3B78) }
  }

  static func sum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      ~bytes.reduce(~0) { ($0 >> 8) ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
  }
}
