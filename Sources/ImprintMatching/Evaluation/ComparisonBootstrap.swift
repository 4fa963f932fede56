// SPDX-License-Identifier: Apache-2.0

/// Of comparisons: a genuine one counts once for each copy of its subject, an impostor one once for each pair
/// of copies.
extension SubjectBootstrap {
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
}
