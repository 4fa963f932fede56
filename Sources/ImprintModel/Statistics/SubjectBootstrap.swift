// SPDX-License-Identifier: Apache-2.0

/// Confidence intervals for rates whose trials share subjects: resamples subjects, not trials.
///
/// In each round subjects are drawn with replacement, and a trial counts once for each copy of its subject.
/// The interval covers the middle 95 % of rounds (percentile bootstrap). Deterministic for a seed.
/// - SeeAlso: ISO/IEC 19795-1, uncertainty; Bolle, Ratha, Pankanti: Error analysis of pattern recognition
///   systems, the subsets bootstrap, 2004.
public struct SubjectBootstrap: Sendable {
  /// Rounds; more make the interval's ends steadier.
  public let rounds: Int
  public let seed: UInt64

  public init(rounds: Int = 500, seed: UInt64 = 1) {
    precondition(rounds >= 40)
    self.rounds = rounds
    self.seed = seed
  }

  /// The 95 % interval of a statistic of subjects.
  /// - Parameters:
  ///   - subjects: the number of subjects.
  ///   - statistic: the statistic where each subject, by its number, counts so many times; `nil` where a
  ///     round gives none.
  /// - Returns: `nil` for fewer than two subjects, and if fewer than half of the rounds give a value.
  /// - Complexity: O(rounds · subjects), and the statistic's own.
  public func interval(
    subjects: Int, _ statistic: (_ copies: [Double]) -> Double?
  ) -> ClosedRange<Double>? {
    guard subjects > 1 else { return nil }
    var generator = SeededGenerator(seed: seed)
    var values: [Double] = []
    var copies = [Double](repeating: 0, count: subjects)
    for _ in 0..<rounds {
      for index in copies.indices { copies[index] = 0 }
      for _ in 0..<subjects { copies[Int.random(in: 0..<subjects, using: &generator)] += 1 }
      if let value = statistic(copies) { values.append(value) }
    }
    return middle(of: values)
  }

  /// The middle 95 % of what the rounds gave; `nil` if fewer than half of them gave a value.
  package func middle(of values: [Double]) -> ClosedRange<Double>? {
    guard values.count * 2 >= rounds else { return nil }
    let sorted = values.sorted()
    let cut = Int((Double(sorted.count - 1) * 0.025).rounded(.down))
    return sorted[cut]...sorted[sorted.count - 1 - cut]
  }

  /// How many copies of each subject each round has: for many statistics of the same subjects.
  /// - Complexity: O(rounds · subjects), a byte each.
  package func draws(subjects: Int) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<rounds).map { _ in
      var copies = [UInt8](repeating: 0, count: subjects)
      for _ in 0..<subjects {
        let drawn = Int.random(in: 0..<subjects, using: &generator)
        // 256 copies of one come about once in 10^500 rounds.
        if copies[drawn] < .max { copies[drawn] += 1 }
      }
      return copies
    }
  }
}
