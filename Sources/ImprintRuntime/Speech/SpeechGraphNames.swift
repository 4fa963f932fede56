// SPDX-License-Identifier: Apache-2.0

/// What a recogniser may name of a graph that it has taken: its words, and its phrases with their thresholds.
/// Whether a graph is right, the plugin judges; this believes no length and no count of it either.
struct SpeechGraphNames {
  /// The words as they are in the graph, each behind its length.
  private let words: [UInt8]
  /// Where each begins there, in increasing order of their bytes.
  private let places: [Int]
  /// Of each phrase, from 0; `nil` of a model.
  let thresholds: [Float]?

  private static let mostWords = 200_000
  private static let mostPhrases = 1000

  /// - Parameter graph: as `docs/reference/speech-graph.md` says.
  /// - Returns: `nil` where it ends before its words and phrases do, or has more of them than a graph may.
  init?(_ graph: [UInt8]) {
    var reader = Reader(bytes: graph[...])
    guard reader.skip(10), let kind = reader.number(2), reader.skip(4), let count = reader.number(4),
      reader.skip(4), let phrases = reader.number(4), let symbols = reader.number(2), reader.skip(2),
      let language = reader.number(1), let bundle = reader.number(1), reader.skip(2 + language + bundle),
      count <= Self.mostWords, phrases <= Self.mostPhrases
    else { return nil }
    for _ in 0..<symbols { guard let length = reader.number(1), reader.skip(length) else { return nil } }
    var words: [UInt8] = []
    var places: [Int] = []
    for _ in 0..<count {
      guard let length = reader.number(1), let text = reader.take(length), let spoken = reader.number(1)
      else {
        return nil
      }
      places.append(words.count)
      words.append(UInt8(length))
      words += text
      for _ in 0..<spoken { guard let phones = reader.number(1), reader.skip(phones) else { return nil } }
    }
    self.words = words
    self.places = places
    guard kind == 2 else {
      thresholds = nil
      return
    }
    var thresholds: [Float] = []
    for _ in 0..<phrases {
      guard let bits = reader.number(4), let said = reader.number(1), reader.skip(4 * said) else {
        return nil
      }
      thresholds.append(Float(bitPattern: UInt32(bits)))
    }
    self.thresholds = thresholds
  }

  /// Whether it is one of the words, byte for byte.
  func contains(_ word: String) -> Bool {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      let at = places[middle]
      let other = words[(at + 1)..<(at + 1 + Int(words[at]))]
      if other.elementsEqual(word.utf8) { return true }
      if other.lexicographicallyPrecedes(word.utf8) { low = middle + 1 } else { high = middle }
    }
    return false
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    /// Of at most 4 bytes, little-endian.
    mutating func number(_ count: Int) -> Int? {
      take(count).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }
  }
}
