// SPDX-License-Identifier: Apache-2.0

/// The best result of each reference of a gallery. By similarity within one calibration, and by score across
/// calibrations.
struct SearchScores {
  struct Hit {
    let similarity: Float
    /// Index into the matcher's calibrations.
    let entry: Int
    let score: Score
  }

  private var best: [(similarity: Float, entry: Int)?]
  private let calibrations: CalibrationTable

  init(count: Int, calibrations: CalibrationTable) {
    best = Array(repeating: nil, count: count)
    self.calibrations = calibrations
  }

  mutating func meet(_ reference: Int, _ similarity: Float, by entry: Int) {
    guard let known = best[reference] else {
      best[reference] = (similarity, entry)
      return
    }
    let isBetter =
      known.entry == entry
      ? similarity > known.similarity : score(similarity, entry) > score(known.similarity, known.entry)
    if isBetter { best[reference] = (similarity, entry) }
  }

  func hasMet(_ reference: Int) -> Bool { best[reference] != nil }

  func entry(_ hit: Hit) -> CalibrationEntry { calibrations.entries[hit.entry] }

  /// Each id once, best first; ties within one calibration in the gallery's order.
  func ranking<ID: Hashable>(of ids: [ID]) -> [(id: ID, hit: Hit)] {
    var hits: [ID: (hit: Hit, first: Int)] = [:]
    var entries: Set<Int> = []
    for (index, met) in best.enumerated() {
      guard let met else { continue }
      entries.insert(met.entry)
      let hit = Hit(similarity: met.similarity, entry: met.entry, score: score(met.similarity, met.entry))
      guard let known = hits[ids[index]] else {
        hits[ids[index]] = (hit, index)
        continue
      }
      if Self.isBetter(hit, known.hit) { hits[ids[index]] = (hit, known.first) }
    }
    let isOne = entries.count <= 1
    return hits.sorted { left, right in
      let (one, other) = (left.value.hit, right.value.hit)
      if !isOne {
        if one.score != other.score { return one.score > other.score }
        if one.entry != other.entry { return one.entry < other.entry }
      }
      return (other.similarity, left.value.first) < (one.similarity, right.value.first)
    }.map { ($0.key, $0.value.hit) }
  }

  private static func isBetter(_ hit: Hit, _ known: Hit) -> Bool {
    hit.entry == known.entry ? hit.similarity > known.similarity : hit.score > known.score
  }

  private func score(_ similarity: Float, _ entry: Int) -> Score {
    calibrations.entries[entry].calibration.score(similarity: Double(similarity))
  }
}
