// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// A bundle of a speech recogniser: an acoustic model, the symbols of pronunciations and perhaps a dictionary
/// of one language.
public struct SpeechBundle: Sendable, Hashable {
  public let name: String
  /// A tag of BCP 47: `en-US`.
  public let language: String
  /// The sampling rate of the audio that it takes, in Hz: 8000...48000.
  public let rate: Int
  /// The longest utterance; one that is listened to for phrases has no end of its own.
  public let longest: Duration
  /// What its graphs may be like; `nil` where it takes none.
  public let graphs: Graphs?
  /// How many words its dictionary has; `nil` where it has none.
  public let dictionaryWords: Int?
  /// Whether it listens without a graph, for words of its own.
  public let hasOwnWords: Bool
  /// Whether each word of the best reading has a confidence; none has otherwise. Those of alternatives may
  /// lack theirs.
  public let tellsConfidence: Bool
  /// Whether results may have alternatives.
  public let tellsAlternatives: Bool
  /// Whether it tells when speech begins and ends.
  public let tellsActivity: Bool

  public struct Graphs: Sendable, Hashable {
    /// The symbols that pronunciations are written with: 1...255.
    public let symbols: [String]
    /// The most words: 1...200,000.
    public let words: Int
    /// The most n-grams of a model, and its highest order; `nil` where it takes no models.
    public let model: Model?
    /// The most phrases to be spotted; `nil` where it spots none.
    public let phrases: Int?

    public init(symbols: [String], words: Int, model: Model? = nil, phrases: Int? = nil) {
      self.symbols = symbols
      self.words = words
      self.model = model
      self.phrases = phrases
    }
  }

  public struct Model: Sendable, Hashable {
    /// Of all orders together: 3...4,000,000.
    public let ngrams: Int
    /// 1...5
    public let order: Int

    public init(ngrams: Int, order: Int) {
      self.ngrams = ngrams
      self.order = order
    }
  }

  public static let rates = 8000...48_000

  /// For what stands in for a recogniser; those of plugins are read from them, and judged.
  public init(
    name: String, language: String, rate: Int, longest: Duration, graphs: Graphs? = nil,
    dictionaryWords: Int? = nil, hasOwnWords: Bool = false, tellsConfidence: Bool = false,
    tellsAlternatives: Bool = false, tellsActivity: Bool = false
  ) {
    self.name = name
    self.language = language
    self.rate = rate
    self.longest = longest
    self.graphs = graphs
    self.dictionaryWords = dictionaryWords
    self.hasOwnWords = hasOwnWords
    self.tellsConfidence = tellsConfidence
    self.tellsAlternatives = tellsAlternatives
    self.tellsActivity = tellsActivity
  }
}

extension SpeechBundle {
  init(_ raw: imp_speech_bundle) throws(ContractBreach) {
    try checkSize(of: raw)
    let name = try FixedText.read(raw.name, "a bundle's name")
    guard name.isOneWord(in: 1...63) else { throw ContractBreach("a bundle has the name `\(name)`.") }
    func breach(_ what: String) -> ContractBreach { ContractBreach("the bundle \(name) \(what).") }
    let language = try FixedText.read(raw.language, "a bundle's language")
    let parts = language.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard language.utf8.count >= 2,
      parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isASCIILetterOrDigit) })
    else { throw breach("has the language `\(language)`, which is no tag of BCP 47") }
    guard Self.rates.contains(Int(raw.rate)), (1000...120_000).contains(raw.longest_ms) else {
      throw breach("takes \(raw.rate) frames per second for \(raw.longest_ms) ms")
    }
    func can(_ bit: UInt32) -> Bool { raw.can & bit != 0 }
    let (models, phrases) = (can(IMP_SPEECH_CAN_MODEL), can(IMP_SPEECH_CAN_PHRASES))
    guard raw.can < IMP_SPEECH_CAN_ACTIVITY << 1, models || phrases || can(IMP_SPEECH_CAN_OPEN) else {
      throw breach("can do \(raw.can), which this contract does not define, or listen for nothing")
    }
    guard models ? (3...4_000_000).contains(raw.ngrams) : raw.ngrams == 0,
      models ? (1...5).contains(raw.order) : raw.order == 0,
      phrases ? (1...1000).contains(raw.phrases) : raw.phrases == 0,
      models || phrases ? (1...200_000).contains(raw.words) : raw.words == 0,
      can(IMP_SPEECH_CAN_PRONOUNCE) ? models || phrases : raw.dictionary == 0
    else { throw breach("takes graphs, or has a dictionary, of sizes that the contract does not allow") }
    let list = try FixedText.read(raw.symbols, "a bundle's list of symbols")
    let symbols =
      list.isEmpty ? [] : list.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard symbols.isEmpty == !(models || phrases), symbols.count <= 255,
      symbols.allSatisfy({ $0.isOneWord(in: 1...16) }),
      Set(symbols.map { Array($0.utf8) }).count == symbols.count
    else { throw breach("has \(symbols.count) symbols that the contract does not allow") }
    self.init(
      name: name, language: language, rate: Int(raw.rate), longest: .milliseconds(raw.longest_ms),
      graphs: !models && !phrases
        ? nil
        : Graphs(
          symbols: symbols, words: Int(raw.words),
          model: models ? Model(ngrams: Int(raw.ngrams), order: Int(raw.order)) : nil,
          phrases: phrases ? Int(raw.phrases) : nil),
      dictionaryWords: can(IMP_SPEECH_CAN_PRONOUNCE) ? Int(raw.dictionary) : nil,
      hasOwnWords: can(IMP_SPEECH_CAN_OPEN), tellsConfidence: can(IMP_SPEECH_CAN_CONFIDENCE),
      tellsAlternatives: can(IMP_SPEECH_CAN_ALTERNATIVES), tellsActivity: can(IMP_SPEECH_CAN_ACTIVITY))
  }

  /// The most frames of an utterance.
  var longestFrames: UInt64 { UInt64(longest / .milliseconds(1)) * UInt64(rate) / 1000 }
}

extension String {
  /// Whether it has so many bytes, and neither white space, control characters nor a mark of byte order.
  func isOneWord(in lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(utf8.count)
      && unicodeScalars.allSatisfy {
        !$0.properties.isWhitespace && $0.properties.generalCategory != .control && $0 != "\u{FEFF}"
      }
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
