// SPDX-License-Identifier: Apache-2.0

/// One letter with the phones that it is said as: none, one or two. Numbers of an alphabet and of a list of
/// phones, from 0.
struct LetterUnit: Hashable, Comparable, Sendable {
  static let none = UInt8.max

  let letter: UInt8
  /// ``none`` where there is none.
  let first: UInt8
  let second: UInt8

  var phones: [UInt8] { first == Self.none ? [] : second == Self.none ? [first] : [first, second] }

  static func < (left: Self, right: Self) -> Bool {
    (left.letter, left.first, left.second) < (right.letter, right.first, right.second)
  }
}

/// A word that is learned from: its letters and phones, as numbers.
struct LetterExample: Sendable {
  let letters: [UInt8]
  let phones: [UInt8]

  /// Each letter has two phones at most.
  var canBeAligned: Bool { phones.count <= 2 * letters.count }
}
