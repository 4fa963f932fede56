// SPDX-License-Identifier: Apache-2.0

/// Finds the valid word that was probably meant (spelling suggestion).
public enum NearestWord {
  /// Longer words are not compared, as the cost is the product of the lengths.
  private static let longest = 128

  /// The nearest of `words` if near enough: at most a third of its letters wrong, and at least one right. The
  /// first of equally near ones.
  public static func to(_ word: String, among words: some Sequence<String>) -> String? {
    let sought = Array(word.lowercased().utf8)
    guard !sought.isEmpty, sought.count <= longest else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in words {
      let letters = Array(candidate.lowercased().utf8)
      let limit = max(1, max(letters.count, sought.count) / 3)
      guard letters.count <= longest, abs(letters.count - sought.count) <= limit else { continue }
      let distance = distance(sought, letters)
      if distance <= limit, distance < letters.count, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.word
  }

  /// Edit distance with insertions, deletions, substitutions and adjacent transpositions (optimal string
  /// alignment).
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let same = left[row] == right[column]
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (same ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
