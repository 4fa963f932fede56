// SPDX-License-Identifier: Apache-2.0

/// Finds the similarities at which the FMR is 1e-1, 1e-2, and so on, as far as the data support.
public struct Calibrator: Sendable {
  let bootstrap: SubjectBootstrap

  public init(bootstrap: SubjectBootstrap = SubjectBootstrap(rounds: 200)) {
    self.bootstrap = bootstrap
  }

  /// - Parameters:
  ///   - impostors: every template against every template of another person, once each.
  ///   - templatesOfSubject: the number of templates of each subject; records refer to subjects by index into
  ///     it.
  /// - Returns: points by ascending similarity and descending rate, each measured with
  ///   ``ImprintModel/Calibration/errorsOfAPoint`` errors or more. Beyond the last nothing is claimed.
  /// - Throws: ``EvaluationError`` `tooFewComparisons` if not even two points are supported.
  /// - Complexity: O(n log n) in the comparisons, and the bootstrap's rounds over those above the lowest
  ///   point: one in ten.
  public func points(
    impostors: [ComparisonRecord], templatesOfSubject: [Int]
  ) throws(EvaluationError) -> [CalibrationPoint] {
    let distribution = SimilarityDistribution(impostors.map(\.similarity))
    var points: [CalibrationPoint] = []
    for (threshold, rate) in Self.supported(by: distribution) {
      try EvaluationError.checkCancellation()
      points.append(point(threshold, rate, impostors: impostors, templatesOfSubject: templatesOfSubject))
    }
    guard points.count >= 2 else {
      throw EvaluationError(
        .tooFewComparisons, place: "calibration",
        reason: "\(distribution.count) impostor comparisons carry \(points.count) points; two are needed.",
        remedy:
          "Use samples of more people: 300 comparisons carry 1e-1, ten times as many each further power.")
    }
    return points
  }

  /// The thresholds for 1e-1, 1e-2 and so on with as many errors as a point needs, and their rates.
  static func supported(by distribution: SimilarityDistribution) -> [(threshold: Float, rate: ErrorRate)] {
    var found: [(threshold: Float, rate: ErrorRate)] = []
    var target = 0.1
    while Double(distribution.count) * target >= Double(Calibration.errorsOfAPoint) {
      defer { target /= 10 }
      let allowed = Int((target * Double(distribution.count)).rounded(.down))
      guard let threshold = distribution.threshold(withAtMost: allowed) else { break }
      let rate = ErrorRate(errors: distribution.countAbove(threshold), trials: distribution.count)
      // With tied similarities a step of the rate may be large: too few are left above it.
      guard rate.meetsRuleOfThirty, threshold > found.last?.threshold ?? -.infinity else { continue }
      found.append((threshold, rate))
    }
    return found
  }

  private func point(
    _ threshold: Float, _ rate: ErrorRate, impostors: [ComparisonRecord], templatesOfSubject: [Int]
  ) -> CalibrationPoint {
    let errors = impostors.filter { $0.similarity > threshold }
    let exact = rate.interval()
    // Subjects recur, so comparisons are not independent: the wider interval at each end is used.
    let drawn =
      bootstrap.falseMatchRateInterval(errors: errors, templatesOfSubject: templatesOfSubject) ?? exact
    return CalibrationPoint(
      similarity: threshold, rate: rate.rate ?? 1, lower: min(exact.lowerBound, drawn.lowerBound),
      upper: max(exact.upperBound, drawn.upperBound), errors: rate.errors)
  }
}

/// A similarity and the FMR measured with it as threshold.
public struct CalibrationPoint: Sendable, Hashable {
  public let similarity: Float
  public let rate: Double
  /// Of the 95 % interval.
  public let lower: Double
  public let upper: Double
  /// Impostor comparisons above it: 30 or more.
  public let errors: Int
}
