// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// The error rates at a threshold, as measured for the matcher.
struct ThresholdAccuracy: Sendable {
  let threshold: Score
  /// The FMR, with its 95 % interval; `nil` beyond what was measured.
  let falseMatchRate: (rate: Double, interval: ClosedRange<Double>)?
  /// The FNMR; `nil` where none is published for this threshold.
  let falseNonMatchRate: PublishedRefusals.Row?

  init(_ threshold: Score, of matcher: CalibrationDeclaration) {
    self.threshold = threshold
    falseMatchRate = Self.interpolated(threshold, matcher.points)
    falseNonMatchRate = PublishedRefusals.of(matcher)?.first { abs($0.threshold - threshold.value) < 0.5 }
  }

  /// Between two measured points, rates and their bounds are interpolated as scores are: log-linearly.
  private static func interpolated(
    _ threshold: Score, _ points: [CalibrationDeclaration.Point]
  ) -> (Double, ClosedRange<Double>)? {
    let scores = points.map { Score(falseMatchRate: $0.falseMatchRate).value }
    // A threshold differs from its source point by the rounding of rates.
    if let at = scores.firstIndex(where: { abs($0 - threshold.value) < 0.5 }) {
      return (points[at].falseMatchRate, points[at].interval)
    }
    guard let after = scores.firstIndex(where: { $0 > threshold.value }), after > 0 else { return nil }
    let (low, high) = (points[after - 1], points[after])
    let part = (threshold.value - scores[after - 1]) / (scores[after] - scores[after - 1])
    func between(_ one: Double, _ other: Double) -> Double {
      one > 0 && other > 0 ? pow(10, log10(one) + part * (log10(other) - log10(one))) : min(one, other)
    }
    let bounds = (
      between(low.interval.lowerBound, high.interval.lowerBound),
      between(low.interval.upperBound, high.interval.upperBound)
    )
    return (between(low.falseMatchRate, high.falseMatchRate), bounds.0...bounds.1)
  }
}

/// The FNMR of the bundled matcher: docs/reference/accuracy.md, as `scripts/evaluate` measured it. The
/// manifest's calibration has no such rates; a test compares these with the page.
enum PublishedRefusals {
  struct Row: Sendable, Hashable {
    let threshold: Double
    /// In percent.
    let percent: Double
    /// 95 %: the wider of Clopper and Pearson's and that of drawing people again.
    let interval: ClosedRange<Double>
  }

  private static let dataSet = "Labeled Faces in the Wild (deep-funneled), folds 1-5"
  private static let date = "2026-11-28"
  static let rows = [
    Row(threshold: 2500, percent: 1.1, interval: 0.6...1.7),
    Row(threshold: 3000, percent: 5.3, interval: 4.0...6.5),
    Row(threshold: 3500, percent: 13.8, interval: 12.0...15.8),
    Row(threshold: 4000, percent: 27.0, interval: 24.7...29.4),
  ]

  /// `nil` where the matcher was measured on other data, another day, or other pairs than the page says:
  /// those of two templates of one sample each.
  static func of(_ matcher: CalibrationDeclaration) -> [Row]? {
    guard matcher.pair.probe == matcher.pair.reference, matcher.pair.probe.samples == 1...1 else {
      return nil
    }
    return matcher.dataSet == dataSet && matcher.calibration.date == date ? rows : nil
  }
}
