// SPDX-License-Identifier: Apache-2.0

/// Confidence intervals for rates whose comparisons share subjects: resamples subjects, not comparisons.
///
/// In each round subjects are drawn with replacement; a genuine comparison counts once for each copy, an
/// impostor comparison once for each pair of copies. The interval covers the middle 95 % of rounds
/// (percentile bootstrap). Deterministic for a seed.
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

  /// The 95 % interval of the equal error rate.
  /// - Parameter subjects: the number of subjects; records refer to them by 0..<subjects.
  /// - Returns: `nil` if fewer than half of the rounds have both kinds of comparison.
  /// - Complexity: O(rounds · records), after one sort.
  public func equalErrorRateInterval(
    genuine: [ComparisonRecord], impostor: [ComparisonRecord], subjects: Int
  ) -> ClosedRange<Double>? {
    let genuine = genuine.sorted { $0.similarity < $1.similarity }
    let impostor = impostor.sorted { $0.similarity < $1.similarity }
    return interval(subjects: subjects) { copies in
      EqualErrorRate.of(
        genuine: genuine.map { ($0.similarity, copies[Int($0.probe)]) },
        impostor: impostor.map { ($0.similarity, copies[Int($0.probe)] * copies[Int($0.reference)]) }
      )?.rate
    }
  }

  /// The 95 % interval of a false match rate over all-against-all comparisons.
  /// - Parameters:
  ///   - errors: the impostor comparisons that matched.
  ///   - templatesOfSubject: the number of templates of each subject: every template was compared with every
  ///     template of another subject, once.
  public func falseMatchRateInterval(
    errors: [ComparisonRecord], templatesOfSubject: [Int]
  ) -> ClosedRange<Double>? {
    interval(subjects: templatesOfSubject.count) { copies in
      var (all, same) = (0.0, 0.0)
      for (count, copy) in zip(templatesOfSubject, copies) {
        let weight = Double(count) * copy
        all += weight
        same += weight * weight
      }
      let trials = (all * all - same) / 2
      guard trials > 0 else { return nil }
      let wrong = errors.reduce(0) { $0 + copies[Int($1.probe)] * copies[Int($1.reference)] }
      return wrong / trials
    }
  }

  private func interval(
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
    guard values.count * 2 >= rounds else { return nil }
    values.sort()
    let cut = Double(values.count - 1) * 0.025
    return values[Int(cut.rounded(.down))]...values[values.count - 1 - Int(cut.rounded(.down))]
  }
}
