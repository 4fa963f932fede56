// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// Words with their pronunciations, in the form of the CMU Pronouncing Dictionary:
///
///     ;;; a comment
///     read R EH D
///     read(2) R IY D
///
/// Words are found in lower case and in Unicode's form C, however they are written here. The text is judged
/// as a whole when it is read, and a word's phones are taken from it when they are asked for: so a large
/// dictionary is ready at once.
public struct PronunciationDictionary: Sendable {
  /// The most bytes of a dictionary.
  public static let mostBytes = 64 << 20
  /// The most lines with a pronunciation.
  public static let mostEntries = 1_000_000
  /// The most different phones.
  public static let mostPhones = 127
  /// Of one word: more are refused.
  public static let mostPronunciations = 16

  /// The phones that occur, sorted by their bytes.
  public let phones: [String]
  /// How many words there are.
  public var wordCount: Int { text.wordCount }
  /// How many pronunciations they have together.
  public var pronunciationCount: Int { text.entries.count }
  /// SHA-256 of the text, which says what was read.
  public let hash: ContentHash

  private let text: DictionaryText

  /// Reads a file.
  /// - Throws: ``SpeechError`` `missing`, `damaged` (no file, or longer than ``mostBytes``), and as
  ///   ``init(_:place:)``.
  /// - Complexity: O(bytes): a tenth of a second for 134,000 pronunciations.
  public init(path: String) throws(SpeechError) {
    let bytes = try SpeechError.at(path) { () throws(FileProblem) in
      try RegularFile(path).bytes(upTo: Self.mostBytes)
    }
    try self.init(bytes, place: path)
  }

  /// Reads untrusted bytes.
  /// - Parameter place: What they are called in errors.
  /// - Throws: ``SpeechError`` `bad-dictionary`, with the line: not UTF-8, a word without phones, more than
  ///   there may be, or no word at all.
  public init(_ bytes: [UInt8], place: String) throws(SpeechError) {
    var reader = DictionaryReader(bytes, place: place)
    try reader.read()
    text = reader.text
    phones = reader.phones.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    hash = ContentHash(of: bytes)
  }

  /// Of one word, the most usual first; empty where it is not there. O(1).
  /// - Parameter word: In lower case and form C.
  public func pronunciations(of word: String) -> [Pronunciation] {
    text.entries(of: word).map { Pronunciation(judged: text.phones(of: $0)) }
  }

  /// O(1).
  public func contains(_ word: String) -> Bool { text.first(of: word) != nil }

  /// All words with their pronunciations: for those of a caller's own, which are few.
  /// - Complexity: O(bytes).
  public var all: [String: [Pronunciation]] {
    var all: [String: [Pronunciation]] = [:]
    forEach { all[$0] = $1 }
    return all
  }

  /// All words with their pronunciations, in the order of the text.
  /// - Complexity: O(bytes).
  public func forEach(_ take: (String, [Pronunciation]) -> Void) {
    for (place, entry) in text.entries.enumerated() where entry.isFirst {
      let word = text.word(of: place)
      take(word, pronunciations(of: word))
    }
  }
}
