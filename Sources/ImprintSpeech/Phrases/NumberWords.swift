// SPDX-License-Identifier: Apache-2.0

/// Numbers as they are said in English.
enum NumberWords {
  static let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
  private static let teens = [
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
  ]
  private static let tens = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]
  private static let powers = ["", "thousand", "million", "billion"]
  private static let ordinals = [
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
  ]

  /// A number of at most twelve digits; a longer one, and one that begins with a zero, digit by digit.
  static func cardinal(_ digits: [Int]) -> [String] {
    guard digits.count <= 12, digits.count == 1 || digits.first != 0 else {
      return digits.map { Self.digits[$0] }
    }
    guard digits != [0] else { return ["zero"] }
    var words: [String] = []
    let padded = [Int](repeating: 0, count: (3 - digits.count % 3) % 3) + digits
    for start in stride(from: 0, to: padded.count, by: 3) {
      let group = hundreds(padded[start], padded[start + 1], padded[start + 2])
      guard !group.isEmpty else { continue }
      words += group
      let power = powers[padded.count / 3 - start / 3 - 1]
      if !power.isEmpty { words.append(power) }
    }
    return words
  }

  private static func hundreds(_ hundred: Int, _ ten: Int, _ one: Int) -> [String] {
    var words: [String] = []
    if hundred > 0 { words += [digits[hundred], "hundred"] }
    if ten == 1 {
      words.append(teens[one])
    } else {
      if ten > 1 { words.append(tens[ten]) }
      if one > 0 { words.append(digits[one]) }
    }
    return words
  }

  /// As 21st; `nil` where the suffix is not the number's.
  static func ordinal(_ digits: [Int], suffix: String?) -> [String]? {
    guard let suffix, digits.count <= 12, let last = digits.last, digits.count == 1 || digits.first != 0
    else {
      return nil
    }
    let isTeen = digits.count > 1 && digits[digits.count - 2] == 1
    let fitting = isTeen || !(1...3).contains(last) ? "th" : ["st", "nd", "rd"][last - 1]
    guard suffix == fitting else { return nil }
    var words = cardinal(digits)
    let end = words.removeLast()
    let ordinal = ordinals[end] ?? (end.hasSuffix("y") ? end.dropLast() + "ieth" : end + "th")
    return words + [ordinal]
  }
}
