// SPDX-License-Identifier: Apache-2.0

/// What phrases sound like, with words as numbers of phones.
struct PhraseSounds {
  private var pronunciations: [String: [[UInt8]]] = [:]
  private(set) var phones: [String] = []
  /// Of how a phrase may be said so many are looked at.
  static let mostVariants = 16

  init(_ words: [SpeechGraph.Word]) {
    var numbers: [String: UInt8] = [:]
    for word in words {
      pronunciations[word.text] = word.pronunciations.map { pronunciation in
        pronunciation.phones.map { phone in
          if let number = numbers[phone] { return number }
          let number = UInt8(phones.count)
          numbers[phone] = number
          phones.append(phone)
          return number
        }
      }
    }
  }

  /// As it is most usually said.
  func phones(of words: [String]) -> [UInt8] { words.flatMap { pronunciations[$0]?.first ?? [] } }

  /// All ways to say it, the most usual first; `nil` where there are more than ``mostVariants``.
  func variants(of words: [String]) -> [[UInt8]]? {
    var variants: [[UInt8]] = [[]]
    for word in words {
      let said = pronunciations[word] ?? []
      guard variants.count * said.count <= Self.mostVariants else { return nil }
      variants = variants.flatMap { before in said.map { before + $0 } }
    }
    return variants
  }
}

/// Which phrases sound the same, or nearly so.
///
/// The rule is ours, and chosen, not measured: phones that are put in or left out count 1, replaced ones too,
/// but for phones that differ in voice or length alone, or are of one vowel's neighbourhood, which count a
/// half. Two phrases are likely confused where that is 1 at most, or less than 15 % of the phones of the
/// longer one. Compared is how they are most usually said.
struct PhraseComparison {
  struct Pair {
    let first: Int
    let second: Int
    /// Twice the distance.
    let halves: Int
    /// Of the longer one.
    let phones: Int
  }

  /// What was compared.
  enum Extent {
    case all
    /// Too many phrases to compare each with each.
    case sameSounds
    /// Ended where too many pairs were found.
    case untilTooMany
  }

  /// More phrases are not compared each with each.
  static let most = 2000
  static let mostConfusions = 100_000

  private(set) var sameSounds: [Pair] = []
  /// The most likely confused ones first.
  private(set) var confusions: [Pair] = []
  private(set) var extent = Extent.all

  init(_ phrases: [GraphWork.Phrase], _ sounds: PhraseSounds) {
    // Each sequence of words once.
    var seen: Set<[String]> = []
    let different = phrases.indices.filter { seen.insert(phrases[$0].words).inserted }
    let same = Set(findSame(phrases, different, sounds))
    guard different.count <= Self.most else {
      extent = .sameSounds
      return
    }
    findConfused(
      different.filter { !same.contains($0) }.map { ($0, sounds.phones(of: phrases[$0].words)) },
      sounds.phones)
  }

  static func text(_ halves: Int) -> String { halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5" }

  private mutating func findSame(
    _ phrases: [GraphWork.Phrase], _ different: [Int], _ sounds: PhraseSounds
  ) -> [Int] {
    var firsts: [[UInt8]: Int] = [:]
    for place in different {
      guard let variants = sounds.variants(of: phrases[place].words) else { continue }
      let before = variants.map { firsts[$0] }
      if !before.contains(nil), let first = before.first ?? nil {
        sameSounds.append(
          Pair(first: first, second: place, halves: 0, phones: variants.first?.count ?? 0))
      }
      for variant in variants where firsts[variant] == nil { firsts[variant] = place }
    }
    return sameSounds.map(\.second)
  }

  // Shortest first, so that those of a length too different are never compared; then by how often each phone
  // occurs, which is quick; then exactly.
  private mutating func findConfused(_ phrases: [(place: Int, phones: [UInt8])], _ phones: [String]) {
    let costs = PhoneCosts(phones)
    let sorted = phrases.sorted { ($0.phones.count, $0.place) < ($1.phones.count, $1.place) }
    let bags = sorted.map { $0.phones.sorted() }
    comparing: for (index, one) in sorted.enumerated() {
      let limit = Self.limit(one.phones.count)
      for before in (0..<index).reversed() {
        let other = sorted[before]
        guard 2 * (one.phones.count - other.phones.count) <= limit else { break }
        guard Self.areNear(bags[index], bags[before], limit),
          let halves = costs.halves(one.phones, other.phones, upTo: limit)
        else { continue }
        guard confusions.count < Self.mostConfusions else {
          extent = .untilTooMany
          break comparing
        }
        let (first, second) = (min(one.place, other.place), max(one.place, other.place))
        confusions.append(
          Pair(first: first, second: second, halves: halves, phones: one.phones.count))
      }
    }
    confusions.sort {
      ($0.halves * $1.phones, $0.first, $0.second) < ($1.halves * $0.phones, $1.first, $1.second)
    }
  }

  /// Whether sorted phones differ in no more than twice as many as may be replaced by a half each: else the
  /// distance is above the limit.
  private static func areNear(_ left: [UInt8], _ right: [UInt8], _ limit: Int) -> Bool {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        var (one, other, different) = (0, 0, 0)
        while one < left.count, other < right.count, different <= 2 * limit {
          if left[one] == right[other] {
            one += 1
            other += 1
          } else {
            different += 1
            if left[one] < right[other] { one += 1 } else { other += 1 }
          }
        }
        return different + (left.count - one) + (right.count - other) <= 2 * limit
      }
    }
  }

  /// In halves, for the longer one's phones: 1, or less than 15 %.
  static func limit(_ phones: Int) -> Int { max(2, (30 * phones - 1) / 100) }
}

/// What it costs to take one phone for another, in halves.
struct PhoneCosts {
  private let width: Int
  private var costs: [UInt8]

  /// Of the phones of American English; others are all equally far.
  private static let alike: [[String]] = [
    ["P", "B"], ["T", "D"], ["K", "G"], ["F", "V"], ["TH", "DH"], ["S", "Z"], ["SH", "ZH"], ["CH", "JH"],
    ["M", "N"], ["N", "NG"], ["IH", "IY"], ["UH", "UW"], ["EH", "AE"], ["AA", "AO"], ["AH", "UH"],
    ["AH", "IH"],
    ["AH", "AA"], ["EH", "IH"], ["ER", "R"], ["TH", "F"], ["AO", "OW"],
  ]

  init(_ phones: [String]) {
    width = phones.count
    costs = [UInt8](repeating: 2, count: width * width)
    for phone in 0..<width { costs[phone * width + phone] = 0 }
    for pair in Self.alike {
      // Without the marks of stress that some dictionaries have.
      let places = pair.map { name in
        phones.indices.filter {
          phones[$0] == name || phones[$0].dropLast() == name && phones[$0].last?.isNumber == true
        }
      }
      for one in places[0] {
        for other in places[1] {
          costs[one * width + other] = 1
          costs[other * width + one] = 1
        }
      }
    }
  }

  /// The distance in halves; `nil` where it is above the limit.
  func halves(_ left: [UInt8], _ right: [UInt8], upTo limit: Int) -> Int? {
    // What both begin and end with costs nothing.
    var (start, leftEnd, rightEnd) = (0, left.count, right.count)
    while start < leftEnd, start < rightEnd, left[start] == right[start] { start += 1 }
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      leftEnd -= 1
      rightEnd -= 1
    }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: rightEnd - start + 1) { row in
      halves(left[start..<leftEnd], right[start..<rightEnd], upTo: limit, row)
    }
  }

  /// - Parameter row: Room for one row, one longer than the right side.
  private func halves(
    _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, upTo limit: Int,
    _ row: UnsafeMutableBufferPointer<Int>
  ) -> Int? {
    for column in row.indices { row.initializeElement(at: column, to: 2 * column) }
    for (number, one) in left.enumerated() {
      var diagonal = row[0]
      row[0] = 2 * (number + 1)
      var least = row[0]
      for (column, other) in right.enumerated() {
        let replaced = diagonal + Int(costs[Int(one) * width + Int(other)])
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 2, row[column] + 2)
        least = min(least, row[column + 1])
      }
      guard least <= limit else { return nil }
    }
    return row[right.count] <= limit ? row[right.count] : nil
  }
}
