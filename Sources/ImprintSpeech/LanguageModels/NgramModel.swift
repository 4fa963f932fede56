// SPDX-License-Identifier: Apache-2.0

/// How likely words follow each other: a back-off model of words, by the logarithms to the base of 10.
///
/// It is what an ARPA file says, with numbers for words: 0 is the beginning of what is said (`<s>`), 1 its
/// end (`</s>`), and 2 + i the word i of ``words``.
public struct NgramModel: Sendable, Hashable {
  /// The highest order.
  public static let mostOrder = 5
  /// The most different words.
  public static let mostWords = 200_000
  /// The most n-grams of all orders together.
  public static let mostNgrams = 4_000_000
  /// What never happens.
  public static let never: Float = -99

  static let beginning: UInt32 = 0
  static let end: UInt32 = 1
  static let firstWord: UInt32 = 2

  /// The n-grams of one order, in increasing order of their words.
  struct Level: Sendable, Hashable {
    /// As many numbers for each n-gram as the order.
    var words: [UInt32] = []
    /// −99 to 0.
    var probabilities: [Float] = []
    /// −99 to 99; empty in the highest order.
    var backoffs: [Float] = []

    var count: Int { probabilities.count }
  }

  /// All words, in increasing order of their bytes.
  public let words: [String]
  /// From order 1 on.
  let levels: [Level]

  /// The highest order: 1 to ``mostOrder``.
  public var order: Int { levels.count }
  /// How many n-grams there are of each order, from 1 on; `<s>` and `</s>` are counted.
  public var counts: [Int] { levels.map(\.count) }

  init(words: [String], levels: [Level]) {
    self.words = words
    self.levels = levels
  }

  /// The logarithm of the probability of a word after others, with back-off.
  /// - Parameters:
  ///   - word: `nil`: the end.
  ///   - history: The words before, the last one last; a beginning comes before them.
  /// - Returns: `nil` where one is not the model's.
  /// - Complexity: O(order² × log(n-grams)).
  public func probability(of word: String?, after history: [String]) -> Float? {
    let numbers = history.map(number)
    guard let last = word.map(number) ?? Self.end, numbers.allSatisfy({ $0 != nil }) else { return nil }
    return probability(of: last, after: [Self.beginning] + numbers.compactMap { $0 })
  }

  func probability(of word: UInt32, after history: [UInt32]) -> Float {
    var known = Array(history.suffix(order - 1))
    var backoff: Float = 0
    while true {
      if let place = find(known + [word]) { return backoff + levels[known.count].probabilities[place] }
      guard !known.isEmpty else { return Self.never }
      if let place = find(known) { backoff += levels[known.count - 1].backoffs[place] }
      known.removeFirst()
    }
  }

  /// The number of a word.
  func number(of word: String) -> UInt32? {
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle].utf8.lexicographicallyPrecedes(word.utf8) { low = middle + 1 } else { high = middle }
    }
    return low < words.count && words[low].utf8.elementsEqual(word.utf8) ? Self.firstWord + UInt32(low) : nil
  }

  /// Whether it has an n-gram, and not with a probability of never.
  func has(_ ngram: [UInt32]) -> Bool {
    find(ngram).map { levels[ngram.count - 1].probabilities[$0] > Self.never } ?? false
  }

  /// The place of an n-gram in its level.
  private func find(_ ngram: [UInt32]) -> Int? {
    let level = levels[ngram.count - 1]
    var (low, high) = (0, level.count)
    while low < high {
      let middle = (low + high) / 2
      let there = level.words[middle * ngram.count..<(middle + 1) * ngram.count]
      if there.lexicographicallyPrecedes(ngram) { low = middle + 1 } else { high = middle }
    }
    guard low < level.count else { return nil }
    return level.words[low * ngram.count..<(low + 1) * ngram.count].elementsEqual(ngram) ? low : nil
  }

  /// Words as they are sorted.
  static func sorted(_ words: Set<String>) -> [String] {
    words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
