// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintRuntime

/// A graph that checks lend to recognisers: `docs/reference/speech-graph.md`.
struct CheckGraph {
  enum Content {
    /// The order of a model in which every word may follow every other.
    case model(order: Int)
    /// Each of words, by their places.
    case phrases([(threshold: Float, words: [Int])])
  }

  var language: String
  var bundle = ""
  /// In increasing order of their bytes, as the words.
  var symbols: [String]
  var words: [(text: String, spoken: [[UInt8]])]
  var content: Content
  var version: UInt16 = 1
  /// The logarithm of each n-gram's probability, but of the beginning's.
  var weight: Float = -1
  /// The logarithm of each back-off weight: a weight of 1.
  var backoff: Float = 0
  /// A change of the n-grams of order 2: the words of each.
  var changePairs: @Sendable (inout [[UInt32]]) -> Void = { _ in }
  /// The kind that its head says; `nil`: its own.
  var kind: UInt16?

  /// Words of a bundle's own symbols: `a`, `b`, ... of two symbols each.
  init(_ bundle: SpeechFacts, words count: Int, _ content: Content) {
    self.init(language: bundle.language, bundle.symbols, words: count, content)
  }

  private init(language: String, _ symbols: [String], words count: Int, _ content: Content) {
    self.language = language
    let sorted = symbols.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.symbols = sorted
    words = (0..<count).map { number in
      let (high, low) = (number / sorted.count % sorted.count, number % sorted.count)
      return (CheckGraph.name(number), [[UInt8(low), UInt8(high)]])
    }
    self.content = content
  }

  /// Texts whose order is that of their numbers.
  private static func name(_ number: Int) -> String {
    let letters = Array("abcdefghij")
    return String(String(number).count.description + String(number)).map { character in
      character.wholeNumberValue.map { String(letters[$0]) } ?? ""
    }.joined()
  }

  var texts: [String] { words.map(\.text) }
  var phrases: Int? {
    guard case .phrases(let list) = content else { return nil }
    return list.count
  }

  var thresholds: [Float] {
    guard case .phrases(let list) = content else { return [] }
    return list.map(\.threshold)
  }

  /// For people.
  var what: String {
    switch content {
    case .model(let order): "a model of order \(order) of \(words.count) words"
    case .phrases(let list): "\(list.count) phrases"
    }
  }

  // MARK: Bytes

  var bytes: [UInt8] { CheckGraph.sealed(head + body) }

  /// With the length and checksum that it should have.
  static func sealed(_ content: [UInt8]) -> [UInt8] {
    var bytes = content
    if bytes.count >= 16 { bytes.replaceSubrange(12..<16, with: little(UInt32(bytes.count + 4))) }
    return bytes + little(sum(of: bytes))
  }

  private var head: [UInt8] {
    let (kind, order, phrases): (UInt16, UInt8, UInt32) =
      switch content {
      case .model(let order): (1, UInt8(order), 0)
      case .phrases(let list): (2, 0, UInt32(list.count))
      }
    let pronunciations = words.reduce(0) { $0 + $1.spoken.count }
    return Array("impgra\r\n".utf8) + Self.little(version) + Self.little(self.kind ?? kind)
      + Self.little(UInt32(0))
      + Self.little(UInt32(words.count)) + Self.little(UInt32(pronunciations)) + Self.little(phrases)
      + Self.little(UInt16(symbols.count)) + [
        order, 0, UInt8(language.utf8.count), UInt8(bundle.utf8.count), 0, 0,
      ]
  }

  private var body: [UInt8] {
    var made = Array(language.utf8) + Array(bundle.utf8)
    for symbol in symbols { made += [UInt8(symbol.utf8.count)] + Array(symbol.utf8) }
    for word in words {
      made += [UInt8(word.text.utf8.count)] + Array(word.text.utf8) + [UInt8(word.spoken.count)]
      for places in word.spoken { made += [UInt8(places.count)] + places }
    }
    switch content {
    case .model(let order): return made + ngrams(order)
    case .phrases(let list):
      for phrase in list {
        made += Self.little(phrase.threshold.bitPattern) + [UInt8(phrase.words.count)]
        // Also what is no word: -2 is the beginning, -1 the end.
        for word in phrase.words { made += Self.little(UInt32(truncatingIfNeeded: word + 2)) }
      }
      return made
    }
  }

  /// Of an order above 2 there is one n-gram each, so that the graph stays small.
  private func ngrams(_ order: Int) -> [UInt8] {
    let last = UInt32(words.count) + 2
    func gram(_ said: [UInt32], _ probability: Float) -> [UInt8] {
      var made: [UInt8] = []
      for word in said { made += Self.little(word) }
      made += Self.little(probability.bitPattern)
      if said.count < order { made += Self.little(backoff.bitPattern) }
      return made
    }
    var made = Self.little(last)
    for word in 0..<last { made += gram([word], word == 0 ? -99 : weight) }
    if order > 1 {
      var pairs: [[UInt32]] = []
      for first in 0..<last where first != 1 {
        for second in (first == 0 ? 2 : 1)..<last { pairs.append([first, second]) }
      }
      changePairs(&pairs)
      made += Self.little(UInt32(pairs.count)) + pairs.flatMap { gram($0, weight) }
    }
    for n in stride(from: 3, through: order, by: 1) {
      made += Self.little(UInt32(1)) + gram([0] + [UInt32](repeating: 2, count: n - 1), weight)
    }
    return made
  }

  static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// CRC-32C.
  private static func sum(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
  }
}

/// What a bundle states, with its texts read.
struct SpeechFacts {
  let raw: imp_speech_bundle
  let name: String
  let language: String
  let symbols: [String]

  init(_ raw: imp_speech_bundle) throws {
    let place = "speech-recognizer.bundles"
    self.raw = raw
    name = try FixedText.read(raw.name, "a bundle's name", place: place)
    language = try FixedText.read(raw.language, "a bundle's language", place: place)
    let list = try FixedText.read(raw.symbols, "a bundle's list of symbols", place: place)
    // By bytes: a mark that combines with the space between would hide it.
    symbols =
      list.isEmpty
      ? []
      : list.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
  }

  /// Whether sounds and graphs can be made for it; what else is wrong with it is for its listing.
  var isWithinContract: Bool {
    (8000...48_000).contains(raw.rate) && (1000...120_000).contains(raw.longest_ms)
      && raw.words <= 200_000 && raw.ngrams <= 4_000_000 && raw.order <= 5 && raw.phrases <= 1000
      && symbols.count <= 255 && symbols.allSatisfy { (1...16).contains($0.utf8.count) }
  }

  /// - Throws: ``CheckSkip`` for one that there is nothing to make for.
  func expectWithinContract() throws {
    guard isWithinContract else {
      throw CheckSkip("what it states of \(name) is out of range: see speech.lists-its-bundles.")
    }
  }

  func can(_ bit: UInt32) -> Bool { raw.can & bit != 0 }
  var rate: Int { Int(raw.rate) }
  /// Frames of the longest utterance.
  var longest: Int { Int(raw.longest_ms) * Int(raw.rate) / 1000 }

  /// A graph of each kind that it takes, small enough for it; `nil` for the bundle's own words. None where
  /// what it states is out of range.
  var graphs: [CheckGraph?] {
    guard isWithinContract else { return [] }
    return CheckGraph.all(
      language: language, symbols, words: Int(raw.words),
      model: can(IMP_SPEECH_CAN_MODEL) ? (Int(raw.ngrams), Int(raw.order)) : nil,
      phrases: can(IMP_SPEECH_CAN_PHRASES) ? Int(raw.phrases) : nil, isOpen: can(IMP_SPEECH_CAN_OPEN))
  }
}

extension CheckGraph {
  /// The same of a bundle as the runtime has read it.
  static func all(for bundle: SpeechBundle) -> [CheckGraph?] {
    let graphs = bundle.graphs
    return all(
      language: bundle.language, graphs?.symbols ?? [], words: graphs?.words ?? 0,
      model: graphs?.model.map { ($0.ngrams, $0.order) }, phrases: graphs?.phrases, isOpen: bundle.hasOwnWords
    )
  }

  fileprivate static func all(
    language: String, _ symbols: [String], words: Int, model: (ngrams: Int, order: Int)?, phrases: Int?,
    isOpen: Bool
  ) -> [CheckGraph?] {
    var made: [CheckGraph?] = []
    let count = min(words, 3)
    if let model, count > 0, !symbols.isEmpty {
      // Of all words, and of all pairs of them with the beginning and the end.
      func size(_ words: Int) -> Int { words + 2 + words + words * (words + 1) }
      let few = (1...count).last { size($0) <= model.ngrams } ?? 1
      let order = size(few) <= model.ngrams ? min(model.order, 2) : 1
      made.append(CheckGraph(language: language, symbols, words: few, .model(order: order)))
    }
    if let phrases, count > 0, !symbols.isEmpty {
      let list = (0..<min(count, phrases)).map { (threshold: Float(-30), words: [$0]) }
      made.append(CheckGraph(language: language, symbols, words: count, .phrases(list)))
    }
    if isOpen { made.append(nil) }
    return made
  }
}
