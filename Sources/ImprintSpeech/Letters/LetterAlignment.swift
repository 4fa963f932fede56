// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Which letter stands for which phones: found by expectation maximization over all ways to divide a word's
/// phones among its letters, none to two for each.
struct LetterAlignment {
  private let letterCount: Int
  private let phoneCount: Int
  /// Of each ``LetterUnit``, by letter, first and second phone.
  private var probabilities: [Double]

  private static let rounds = 8
  /// Before anything is known: one letter is one phone.
  private static let beginnings: [Double] = [0.2, 1, 0.05]

  /// Learns.
  /// - Throws: ``SpeechError`` `cancelled`.
  /// - Complexity: O(letters of all examples × phones of a word × rounds).
  init(_ examples: [LetterExample], letters: Int, phones: Int) throws(SpeechError) {
    letterCount = letters
    phoneCount = phones
    let width = phones + 1
    probabilities = [Double](repeating: 0, count: letters * width * width)
    for letter in 0..<letters {
      for first in 0..<width {
        for second in 0..<width where first < phones || second == phones {
          let count = first == phones ? 0 : second == phones ? 1 : 2
          probabilities[(letter * width + first) * width + second] = Self.beginnings[count]
        }
      }
    }
    for _ in 0..<Self.rounds {
      guard !Task.isCancelled else { throw .interrupted }
      learn(examples)
    }
  }

  private func place(_ letter: UInt8, _ phones: ArraySlice<UInt8>) -> Int {
    let width = phoneCount + 1
    let first = phones.first.map(Int.init) ?? phoneCount
    let second = phones.count < 2 ? phoneCount : Int(phones[phones.startIndex + 1])
    return (Int(letter) * width + first) * width + second
  }

  private mutating func learn(_ examples: [LetterExample]) {
    var counts = [Double](repeating: 0, count: probabilities.count)
    var forward: [Double] = []
    var backward: [Double] = []
    for example in examples {
      let (letters, phones) = (example.letters, example.phones)
      let width = phones.count + 1
      forward.removeAll(keepingCapacity: true)
      backward.removeAll(keepingCapacity: true)
      forward.append(contentsOf: repeatElement(0, count: (letters.count + 1) * width))
      backward.append(contentsOf: repeatElement(0, count: (letters.count + 1) * width))
      forward[0] = 1
      for letter in letters.indices {
        for phone in 0..<width where forward[letter * width + phone] > 0 {
          for taken in 0...min(2, phones.count - phone) {
            forward[(letter + 1) * width + phone + taken] +=
              forward[letter * width + phone]
              * probabilities[place(letters[letter], phones[phone..<phone + taken])]
          }
        }
      }
      let whole = forward[letters.count * width + phones.count]
      guard whole > 0, whole.isFinite else { continue }
      backward[letters.count * width + phones.count] = 1
      for letter in letters.indices.reversed() {
        for phone in 0..<width {
          for taken in 0...min(2, phones.count - phone) {
            let after = backward[(letter + 1) * width + phone + taken]
            guard after > 0 else { continue }
            let unit = place(letters[letter], phones[phone..<phone + taken])
            let through = probabilities[unit] * after
            backward[letter * width + phone] += through
            counts[unit] += forward[letter * width + phone] * through / whole
          }
        }
      }
    }
    // Together, not of each letter: so a silent letter costs what it is worth.
    let all = counts.reduce(0, +)
    guard all > 0 else { return }
    probabilities = counts.map { $0 / all }
  }

  /// The likeliest division; `nil` where there is none.
  func units(of example: LetterExample) -> [LetterUnit]? {
    let (letters, phones) = (example.letters, example.phones)
    let width = phones.count + 1
    var best = [Double](repeating: -.infinity, count: (letters.count + 1) * width)
    var taken = [Int](repeating: 0, count: best.count)
    best[0] = 0
    for letter in letters.indices {
      for phone in 0..<width where best[letter * width + phone] > -.infinity {
        for count in 0...min(2, phones.count - phone) {
          let probability = probabilities[place(letters[letter], phones[phone..<phone + count])]
          guard probability > 0 else { continue }
          let score = best[letter * width + phone] + log(probability)
          let target = (letter + 1) * width + phone + count
          if score > best[target] { (best[target], taken[target]) = (score, count) }
        }
      }
    }
    guard best[best.count - 1] > -.infinity else { return nil }
    var units: [LetterUnit] = []
    var phone = phones.count
    for letter in letters.indices.reversed() {
      let count = taken[(letter + 1) * width + phone]
      let said = phones[phone - count..<phone]
      units.append(
        LetterUnit(
          letter: letters[letter], first: said.first ?? LetterUnit.none,
          second: count == 2 ? phones[phone - 1] : LetterUnit.none))
      phone -= count
    }
    return units.reversed()
  }
}
