// SPDX-License-Identifier: Apache-2.0

/// Of comparisons: a genuine one counts once for each copy of its subject, an impostor one once for each pair
/// of copies.
extension SubjectBootstrap {
  /// The 95 % interval of the equal error rate.
  /// - Parameters:
  ///   - subjects: the number of subjects; records refer to them by 0..<subjects.
  ///   - templatesOfSubject: where all were compared with all, the number of templates of each subject, which
  ///     gives a round's impostor comparisons without counting them.
  /// - Returns: `nil` if fewer than half of the rounds have both kinds of comparison.
  /// - Complexity: O(rounds · records), after one sort. Impostor comparisons that are far below the threshold
  ///   are counted, and not looked at again.
  public func equalErrorRateInterval(
    genuine: [ComparisonRecord], impostor: [ComparisonRecord], subjects: Int,
    templatesOfSubject: [Int]? = nil
  ) -> ClosedRange<Double>? {
    let genuine = genuine.sorted { $0.similarity < $1.similarity }
    var impostor = impostor.sorted { $0.similarity < $1.similarity }[...]
    guard
      let observed = EqualErrorRate.of(
        genuine: genuine.map { ($0.similarity, 1) }, impostor: impostor.map { ($0.similarity, 1) })
    else { return nil }
    var cut = -Float.infinity
    if templatesOfSubject != nil {
      // No round comes near a rate of that height.
      let kept = min(1, 4 * observed.rate + 0.02)
      impostor = impostor.suffix(Int((kept * Double(impostor.count)).rounded(.up)))
      cut = impostor.first?.similarity ?? cut
    }
    return interval(subjects: subjects) { copies in
      let weighted = impostor.map { one -> (similarity: Float, weight: Double) in
        (one.similarity, copies[Int(one.probe)] * copies[Int(one.reference)])
      }
      let equal = EqualErrorRate.of(
        genuine: genuine.map { ($0.similarity, copies[Int($0.probe)]) }, impostor: weighted,
        impostorTotal: templatesOfSubject.map { Self.impostorPairs($0, copies) })
      return equal.flatMap { Float($0.threshold) < cut ? nil : $0.rate }
    }
  }

  /// A round's impostor comparisons, where every template is compared with every template of another subject.
  package static func impostorPairs(_ templatesOfSubject: [Int], _ copies: [Double]) -> Double {
    var (all, same) = (0.0, 0.0)
    for (count, copy) in zip(templatesOfSubject, copies) {
      let weight = Double(count) * copy
      all += weight
      same += weight * weight
    }
    return (all * all - same) / 2
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
      let trials = Self.impostorPairs(templatesOfSubject, copies)
      guard trials > 0 else { return nil }
      let wrong = errors.reduce(0) { $0 + copies[Int($1.probe)] * copies[Int($1.reference)] }
      return wrong / trials
    }
  }
}
