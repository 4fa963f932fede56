// SPDX-License-Identifier: Apache-2.0
internal import Glibc

extension NgramModel {
  /// Of each count of two or three words so much is left for what was not seen.
  static let discount = 0.5

  /// A trigram model of phrases: absolute discounting with interpolation, written as back-off. A phrase that
  /// stands several times is so much likelier.
  ///
  /// Each word is as likely by itself as it is frequent; after one or two others what followed them is
  /// likelier, less a discount of 0.5 that is shared among all words.
  /// - Parameter phrases: Words; no phrase is empty.
  /// - SeeAlso: Ney, Essen, Kneser: On structuring probabilistic dependences in stochastic language
  ///   modelling, 1994.
  init(of phrases: [[String]]) {
    let words = Self.sorted(Set(phrases.joined()))
    let numbers = Dictionary(
      words.enumerated().map { ($1, UInt64($0) + UInt64(Self.firstWord)) },
      uniquingKeysWith: { first, _ in first })
    // A number has 18 bits, and three of them with the number of words before fit.
    var grams: [[UInt64]] = [[], [], []]
    for phrase in phrases {
      let sequence =
        [UInt64(Self.beginning)] + phrase.map { numbers[$0] ?? 0 } + [UInt64(Self.end)]
      for length in 1...3 where sequence.count >= length {
        for start in 0...sequence.count - length {
          grams[length - 1].append(
            sequence[start..<start + length].reduce(0) { $0 << Self.bits | $1 })
        }
      }
    }
    let counted = grams.map { Self.counted($0) }
    self.init(words: words, levels: Self.levels(counted, wordCount: words.count))
  }

  private static let bits: UInt64 = 21

  private static func counted(_ grams: [UInt64]) -> (keys: [UInt64], counts: [Int]) {
    var keys: [UInt64] = []
    var counts: [Int] = []
    for gram in grams.sorted() {
      if keys.last == gram {
        counts[counts.count - 1] += 1
      } else {
        keys.append(gram)
        counts.append(1)
      }
    }
    return (keys, counts)
  }

  private static func levels(_ counted: [(keys: [UInt64], counts: [Int])], wordCount: Int) -> [Level] {
    var levels: [Level] = []
    // Of the order below: by key, and its probability.
    var below: [UInt64: Double] = [:]
    for length in 1...counted.count {
      let (keys, counts) = counted[length - 1]
      var level = Level()
      var probabilities: [UInt64: Double] = [:]
      probabilities.reserveCapacity(keys.count)
      // How often each history was seen, and with how many different words.
      var totals: [UInt64: (times: Int, kinds: Int)] = [:]
      for (key, count) in zip(keys, counts) where length > 1 || key != beginning {
        let history = key >> bits
        let seen = totals[history, default: (0, 0)]
        totals[history] = (seen.times + count, seen.kinds + 1)
      }
      for (key, count) in zip(keys, counts) {
        let (times, kinds) = totals[key >> bits] ?? (1, 0)
        var probability = 0.0
        if length == 1 {
          probability = key == beginning ? 0 : Double(count) / Double(times)
        } else {
          let left = discount * Double(kinds) / Double(times)
          let shorter = below[key & (1 << (bits * UInt64(length - 1)) - 1)] ?? 0
          probability = (Double(count) - discount) / Double(times) + left * shorter
        }
        probabilities[key] = probability
        for place in (0..<UInt64(length)).reversed() {
          level.words.append(UInt32(truncatingIfNeeded: key >> (bits * place) & (1 << bits - 1)))
        }
        level.probabilities.append(probability > 0 ? min(0, Float(log10(probability))) : never)
      }
      if length > 1 {
        // The order below goes on with fewer words where it is a history.
        let keysBelow = counted[length - 2].keys
        levels[length - 2].backoffs = keysBelow.map { key in
          guard let (times, kinds) = totals[key] else { return 0 }
          return Float(log10(discount * Double(kinds) / Double(times)))
        }
      }
      levels.append(level)
      below = probabilities
    }
    return levels
  }
}
