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
  /// A phrase that sounds as others before it, however it is said.
  struct Same {
    /// One that has all its sounds; `nil`: several have them together.
    let first: Int?
    let second: Int
  }

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
    /// Ended where it had taken too long.
    case untilTooLong
  }

  /// More phrases are not compared each with each.
  static let most = 2000
  static let mostConfusions = 100_000
  /// The most phones that are looked at and compared.
  static let mostSteps = 1_000_000_000
  /// The most phones of all ways to say phrases.
  static let mostKept = 50_000_000

  private(set) var sameSounds: [Same] = []
  /// How many phrases have more than ``PhraseSounds/mostVariants`` ways to be said.
  private(set) var manyVariants = 0
  /// The most likely confused ones first.
  private(set) var confusions: [Pair] = []
  private(set) var extent = Extent.all

  init(
    _ phrases: [GraphWork.Phrase], _ sounds: PhraseSounds, mostSteps: Int = mostSteps,
    mostKept: Int = mostKept
  ) {
    // Each sequence of words once.
    var seen: Set<[String]> = []
    let different = phrases.indices.filter { seen.insert(phrases[$0].words).inserted }
    let same = Set(findSame(phrases, different, sounds, mostKept))
    guard extent == .all else { return }
    guard different.count <= Self.most else {
      extent = .sameSounds
      return
    }
    findConfused(
      different.filter { !same.contains($0) }.map { ($0, sounds.phones(of: phrases[$0].words)) },
      sounds.phones, mostSteps)
  }

  static func text(_ halves: Int) -> String { halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5" }

  private mutating func findSame(
    _ phrases: [GraphWork.Phrase], _ different: [Int], _ sounds: PhraseSounds, _ mostKept: Int
  ) -> [Int] {
    var firsts: [[UInt8]: Int] = [:]
    var kept = 0
    for place in different {
      guard let variants = sounds.variants(of: phrases[place].words) else {
        manyVariants += 1
        continue
      }
      let before = variants.map { firsts[$0] }
      if !before.contains(nil) {
        let all = Set(before)
        sameSounds.append(Same(first: all.count == 1 ? before[0] : nil, second: place))
      }
      kept += variants.reduce(0) { $0 + $1.count }
      for variant in variants where firsts[variant] == nil { firsts[variant] = place }
      guard kept <= mostKept else {
        extent = .untilTooLong
        break
      }
    }
    return sameSounds.map(\.second)
  }

  // Shortest first, so that those of a length too different are never compared; then by how often each phone
  // occurs, which is quick; then exactly.
  private mutating func findConfused(
    _ phrases: [(place: Int, phones: [UInt8])], _ phones: [String], _ mostSteps: Int
  ) {
    let costs = PhoneCosts(phones)
    let sorted = phrases.sorted { ($0.phones.count, $0.place) < ($1.phones.count, $1.place) }
    let bags = sorted.map { $0.phones.sorted() }
    var steps = 0
    comparing: for (index, one) in sorted.enumerated() {
      let limit = Self.limit(one.phones.count)
      for before in (0..<index).reversed() {
        let other = sorted[before]
        guard 2 * (one.phones.count - other.phones.count) <= limit else { break }
        steps += one.phones.count
        guard steps <= mostSteps else {
          extent = .untilTooLong
          break comparing
        }
        guard Self.areNear(bags[index], bags[before], limit),
          let halves = costs.halves(one.phones, other.phones, upTo: limit, &steps)
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
    var steps = 0
    return halves(left, right, upTo: limit, &steps)
  }

  /// - Parameter steps: How many pairs of phones are compared is added to it.
  func halves(_ left: [UInt8], _ right: [UInt8], upTo limit: Int, _ steps: inout Int) -> Int? {
    // What both begin and end with costs nothing.
    var (start, leftEnd, rightEnd) = (0, left.count, right.count)
    while start < leftEnd, start < rightEnd, left[start] == right[start] { start += 1 }
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      leftEnd -= 1
      rightEnd -= 1
    }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: rightEnd - start + 1) { row in
      halves(left[start..<leftEnd], right[start..<rightEnd], upTo: limit, row, &steps)
    }
  }

  /// - Parameter row: Room for one row, one longer than the right side.
  private func halves(
    _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, upTo limit: Int,
    _ row: UnsafeMutableBufferPointer<Int>, _ steps: inout Int
  ) -> Int? {
    for column in row.indices { row.initializeElement(at: column, to: 2 * column) }
    // Each phone more on one side costs 2: further from the diagonal everything is above the limit.
    let band = limit / 2
    guard abs(left.count - right.count) <= band else { return nil }
    for (number, one) in left.enumerated() {
      let columns = max(0, number - band)..<min(right.count, number + band + 1)
      steps += columns.count
      var diagonal = row[columns.lowerBound]
      // Outside of the band, or the left side alone.
      row[columns.lowerBound] = columns.lowerBound == 0 ? 2 * (number + 1) : limit + 1
      var least = row[columns.lowerBound]
      for column in columns {
        let other = right[right.startIndex + column]
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
