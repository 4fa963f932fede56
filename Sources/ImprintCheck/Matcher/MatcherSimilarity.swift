// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension MatcherChecks {
  /// People compared with each other.
  private static let people = 8

  static let similarityInRange = check(
    "similarity-in-range", "Every similarity is finite and within the range stated by its format.",
    rules: ["R-16"]
  ) { probe, _ in
    try eachPair(probe) { first, second, similarity in
      try expectInRange(similarity, probe.format, "for the templates of pictures \(first) and \(second)")
    }
  }

  static let selfMatch = check(
    "most-like-itself", "No template is more similar to another one than to itself.", rules: ["R-16"]
  ) { probe, _ in
    var own: [Int: Float] = [:]
    try eachPair(probe) { first, second, similarity in
      guard first != second else { return own[first] = similarity }
      guard let itself = own[first], similarity > itself else { return }
      throw CheckFailure(
        "the template of picture \(first) has similarity \(similarity) with that of picture \(second), but "
          + "\(itself) with itself, which must be the highest.", place: "matcher.compare")
    }
  }

  static let symmetric = check(
    "symmetric-as-declared",
    "For a format declared symmetric, swapping probe and reference gives the bit-identical similarity.",
    of: SomeEntries("none of its formats is declared symmetric.") { $0.symmetric == 1 }
  ) { probe, _ in
    let templates = try probe.templates(people)
    for first in 0..<people {
      for second in 0..<first {
        let words = "for the templates of pictures \(first) and \(second)"
        let one = try probe.similarity(templates[first], templates[second], words)
        let other = try probe.similarity(templates[second], templates[first], words)
        try expect(
          one.bitPattern == other.bitPattern,
          "\(words) it gives \(one) in one order and \(other) in the other; it is declared symmetric.",
          place: "matcher.compare")
      }
    }
  }

  static let scoresDistinct = check(
    "similarities-tell-apart", "At least half of the similarities of different pictures are distinct."
  ) { probe, _ in
    var scores: [UInt32] = []
    try eachPair(probe) { first, second, similarity in
      if first < second { scores.append(similarity.bitPattern) }
    }
    let distinct = Set(scores).count
    try expect(
      distinct * 2 >= scores.count,
      "\(scores.count) pairs of different pictures got only \(distinct) distinct similarities; at least "
        + "half must be "
        + "distinct, or no threshold separates them.", place: "matcher.compare")
  }

  /// First each with itself, then with all others.
  private static func eachPair(_ probe: Probe, _ body: (Int, Int, Float) throws -> Void) throws {
    let templates = try probe.templates(people)
    for first in 0..<people {
      for second in [first] + (0..<people).filter({ $0 != first }) {
        let similarity = try probe.similarity(
          templates[first], templates[second], "for the templates of pictures \(first) and \(second)")
        try body(first, second, similarity)
      }
    }
  }
}
