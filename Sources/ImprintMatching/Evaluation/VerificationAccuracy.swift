// SPDX-License-Identifier: Apache-2.0

/// The verification performance of one algorithm on one set of comparisons (ISO/IEC 19795-1).
///
/// Every rate is per comparison: FMR and FNMR. Not per transaction (FAR, FRR).
public struct VerificationAccuracy: Sendable {
  /// The rates at one threshold.
  public struct Point: Sendable, Hashable {
    /// A match is a similarity strictly above it.
    public let threshold: Float
    public let falseMatch: ErrorRate
    public let falseNonMatch: ErrorRate
  }

  public let genuine: [ComparisonRecord]
  public let impostor: [ComparisonRecord]
  /// The number of subjects; records refer to them by 0..<subjects.
  public let subjects: Int

  private let genuineDistribution: SimilarityDistribution
  private let impostorDistribution: SimilarityDistribution

  /// - Parameter records: any order; similarities are not NaN.
  public init(records: [ComparisonRecord], subjects: Int) {
    genuine = records.filter(\.isGenuine)
    impostor = records.filter { !$0.isGenuine }
    self.subjects = subjects
    genuineDistribution = SimilarityDistribution(genuine.map(\.similarity))
    impostorDistribution = SimilarityDistribution(impostor.map(\.similarity))
  }

  /// Both rates at that threshold.
  public func point(threshold: Float) -> Point {
    Point(
      threshold: threshold,
      falseMatch: ErrorRate(
        errors: impostorDistribution.countAbove(threshold), trials: impostor.count),
      falseNonMatch: ErrorRate(
        errors: genuine.count - genuineDistribution.countAbove(threshold), trials: genuine.count))
  }

  /// Both rates at the lowest threshold with an FMR of at most `rate`; `nil` without impostor comparisons.
  public func point(falseMatchRate rate: Double) -> Point? {
    let allowed = Int((rate * Double(impostor.count)).rounded(.down))
    return impostorDistribution.threshold(withAtMost: min(allowed, impostor.count)).map {
      point(threshold: $0)
    }
  }

  public var equalErrorRate: EqualErrorRate? {
    EqualErrorRate.of(genuine: genuineDistribution, impostor: impostorDistribution)
  }

  /// Its 95 % interval, by bootstrap over subjects.
  /// - Parameter templatesOfSubject: where all were compared with all, the number of templates of each.
  public func equalErrorRateInterval(
    _ bootstrap: SubjectBootstrap = SubjectBootstrap(), templatesOfSubject: [Int]? = nil
  ) -> ClosedRange<Double>? {
    bootstrap.equalErrorRateInterval(
      genuine: genuine, impostor: impostor, subjects: subjects, templatesOfSubject: templatesOfSubject)
  }

  /// The detection error trade-off (DET): a point at every threshold where a rate changes, thinned evenly to
  /// at most `maximum`; by ascending threshold. The last has no false match.
  public func tradeOff(maximum: Int = 200) -> [Point] {
    var thresholds: [Float] = []
    for similarity in (genuineDistribution.sorted + impostorDistribution.sorted).sorted()
    where thresholds.last != similarity { thresholds.append(similarity) }
    guard thresholds.count > maximum, maximum > 1 else { return thresholds.map { point(threshold: $0) } }
    return (0..<maximum).map { step in
      point(threshold: thresholds[step * (thresholds.count - 1) / (maximum - 1)])
    }
  }
}
