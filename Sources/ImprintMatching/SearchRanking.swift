// SPDX-License-Identifier: Apache-2.0

/// The best people of a search, each once: as many as are wanted, whatever the gallery holds. By similarity
/// within one calibration, and by score across calibrations.
///
/// People are numbers, in the gallery's order.
struct SearchRanking {
  struct Hit {
    let person: UInt32
    let similarity: Float
    /// Index into the matcher's calibrations.
    let entry: Int
    let score: Score
  }

  private let most: Int
  private let threshold: Score
  private let calibrations: CalibrationTable
  /// One for each calibration.
  private var best: [BestPeople]
  /// For each calibration a similarity below which none matches.
  private let bars: [Float]
  private var matched: Set<UInt32> = []

  /// - Parameters:
  ///   - most: the people wanted, at least one.
  ///   - similarities: the range of the algorithm.
  init(
    most: Int, threshold: Score, calibrations: CalibrationTable, similarities: ClosedRange<Float>
  ) {
    self.most = most
    self.threshold = threshold
    self.calibrations = calibrations
    best = calibrations.entries.map { _ in BestPeople(most: most) }
    bars = calibrations.entries.map { $0.calibration.bar(of: threshold, within: similarities) }
  }

  /// The number of people who match.
  var matchCount: Int { matched.count }

  func calibration(of hit: Hit) -> CalibrationEntry { calibrations.entries[hit.entry] }

  /// Takes the similarities of one call: element i is of a template of `people[i]`.
  /// - Parameter unread: told the index of each that is NaN.
  /// - Complexity: O(n), and some ten thousandths of that for those that may be among the best.
  mutating func take(
    _ similarities: [Float], of people: [UInt32], by entry: Int, unread: (Int) -> Void
  ) {
    similarities.withUnsafeBytes { bytes in
      for first in stride(from: 0, to: similarities.count, by: Self.piece) {
        let piece = first..<min(first + Self.piece, similarities.count)
        guard Self.matters(bytes, piece, from: min(best[entry].bound, bars[entry])) else { continue }
        for index in piece {
          let similarity = similarities[index]
          if similarity.isNaN { unread(index) } else { take(similarity, of: people[index], by: entry) }
        }
      }
    }
  }

  /// Takes one similarity, a number.
  mutating func take(_ similarity: Float, of person: UInt32, by entry: Int) {
    best[entry].take(similarity, of: person)
    if similarity >= bars[entry], score(similarity, entry) > threshold { matched.insert(person) }
  }

  /// Best first; of one calibration equals are in the gallery's order.
  var ranking: ArraySlice<Hit> {
    var hits: [UInt32: Hit] = [:]
    var entries: Set<Int> = []
    for (entry, best) in best.enumerated() {
      for (person, similarity) in best.people {
        entries.insert(entry)
        let hit = Hit(
          person: person, similarity: similarity, entry: entry, score: score(similarity, entry))
        if hits[person].map({ hit.score > $0.score }) ?? true { hits[person] = hit }
      }
    }
    let isOne = entries.count <= 1
    return hits.values.sorted { left, right in
      if !isOne {
        if left.score != right.score { return left.score > right.score }
        if left.entry != right.entry { return left.entry < right.entry }
      }
      return (right.similarity, left.person) < (left.similarity, right.person)
    }.prefix(most)
  }

  func score(_ similarity: Float, _ entry: Int) -> Score {
    calibrations.entries[entry].calibration.score(similarity: Double(similarity))
  }

  /// Similarities that are looked at together.
  private static let piece = 256

  /// Whether one of a piece is at least `bound`, or NaN. Without a branch, so that several are compared at
  /// once.
  private static func matters(
    _ bytes: UnsafeRawBufferPointer, _ piece: Range<Int>, from bound: Float
  ) -> Bool {
    guard piece.count == Self.piece else { return true }
    let bounds = SIMD16<Float>(repeating: bound)
    // Not less: true for NaN too.
    var less = SIMDMask<SIMD16<Int32>>(repeating: true)
    for index in stride(from: piece.lowerBound, to: piece.upperBound, by: 16) {
      less .&= bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD16<Float>.self) .< bounds
    }
    return !all(less)
  }
}

/// The most alike people of one calibration, each once with the best similarity; of equals the lower number.
struct BestPeople {
  private let most: Int
  /// A few more than are wanted, in no order.
  private var found: [(person: UInt32, similarity: Float)] = []
  /// What is less cannot be among the best.
  private(set) var bound = -Float.infinity

  init(most: Int) { self.most = most }

  /// - Parameter similarity: a number.
  mutating func take(_ similarity: Float, of person: UInt32) {
    guard similarity >= bound else { return }
    found.append((person, similarity))
    // Rarely, so that a search with many wanted costs little for each.
    if found.count / 2 - 32 > most { shorten() }
  }

  private mutating func shorten() {
    found = people
    if found.count == most, let last = found.last { bound = last.similarity }
  }

  /// Best first.
  var people: [(person: UInt32, similarity: Float)] {
    var eachOnce: [(person: UInt32, similarity: Float)] = []
    for one in found.sorted(by: { ($0.person, $1.similarity) < ($1.person, $0.similarity) })
    where eachOnce.last?.person != one.person {
      eachOnce.append(one)
    }
    eachOnce.sort { ($1.similarity, $0.person) < ($0.similarity, $1.person) }
    return Array(eachOnce.prefix(most))
  }
}

extension Calibration {
  /// A similarity below which no score exceeds the threshold; just above it, one may or may not.
  func bar(of threshold: Score, within range: ClosedRange<Float>) -> Float {
    var (low, high) = (Double(range.lowerBound), Double(range.upperBound))
    guard score(similarity: high) > threshold else { return .infinity }
    guard score(similarity: low) <= threshold else { return -.infinity }
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if score(similarity: middle) > threshold { high = middle } else { low = middle }
    }
    // Interpolation rounds: it is monotonic but for the last digits.
    let bar = Float(low)
    return bar - 8 * bar.ulp
  }
}
