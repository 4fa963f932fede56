// SPDX-License-Identifier: Apache-2.0

/// How far apart two sequences are.
enum PhoneDistance {
  /// How many have to be replaced, put in or left out (Levenshtein).
  static func edits<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
    var row = Array(0...right.count)
    for (number, one) in left.enumerated() {
      var diagonal = row[0]
      row[0] = number + 1
      for (place, other) in right.enumerated() {
        let replaced = diagonal + (one == other ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(replaced, diagonal + 1, row[place] + 1)
      }
    }
    return row[right.count]
  }
}
