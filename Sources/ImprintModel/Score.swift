// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// A calibrated comparison score, the same for every modality: `1500 − 500 · log10(FMR)`.
///
/// Higher is more alike. 3500 as threshold means a false match rate of 1 in 10,000.
public struct Score: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  public let value: Double

  public init(_ value: Double) {
    self.value = value
  }

  /// The score that, as threshold, has that false match rate. `rate` is in 0 exclusive ... 1.
  public init(falseMatchRate rate: Double) {
    value = 1500 - 500 * log10(rate)
  }

  /// The false match rate with this score as threshold; at most 1.
  public var falseMatchRate: Double { min(1, pow(10, (1500 - value) / 500)) }

  /// The rate of searches by somebody who is not enrolled that find anybody, with this score as threshold and
  /// so many comparisons in a search, if comparisons were independent: 1 − (1 − FMR)^n. 0 for none.
  public func falsePositiveIdentificationRate(comparisons: Int) -> Double {
    guard comparisons > 0 else { return 0 }
    // Without cancellation for small rates.
    return -expm1(Double(comparisons) * log1p(-falseMatchRate))
  }

  /// The same on the scale `−12 · log10(FMR)`, where 48 means 1 in 10,000 (F93).
  public var twelveLog: Double { (value - 1500) * 12 / 500 }

  /// The threshold used where none is stated.
  public static let defaultThreshold = Score(3500)

  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  /// Rounded to a whole number, as people read it.
  public var description: String {
    // An extrapolated score may be beyond every Int.
    Int(exactly: value.rounded()).map(String.init) ?? "\(value)"
  }
}

/// What a caller accepts. A match is a score strictly above the threshold.
public enum MatchPolicy: Sendable, Hashable {
  /// The score itself.
  case threshold(Score)
  /// One comparison in so many of different people matches: 0 exclusive ... 1.
  case falseMatchRate(Double)
  /// One search in so many, by somebody who is not enrolled, finds anybody among `gallery` references.
  case falsePositiveIdentificationRate(Double, gallery: Int)

  /// The default of a comparison with one person: ``Score/defaultThreshold``. In a search it is weak: among
  /// 1,000 references about one stranger in ten is found.
  public static let standard = MatchPolicy.threshold(.defaultThreshold)

  /// The default of a search: one stranger in a thousand is found. The search takes the rate for all the
  /// comparisons it makes.
  public static let standardSearch = MatchPolicy.falsePositiveIdentificationRate(1e-3, gallery: 1)

  /// The score that must be exceeded.
  public var threshold: Score {
    switch self {
    case .threshold(let score): score
    case .falseMatchRate(let rate): Score(falseMatchRate: rate)
    case .falsePositiveIdentificationRate(let rate, let gallery):
      // 1 − (1 − FMR)^N = FPIR, solved without cancellation for small rates.
      Score(falseMatchRate: -expm1(log1p(-min(rate, 1 - 1e-12)) / Double(max(gallery, 1))))
    }
  }

  /// Whether a score is a match.
  public func accepts(_ score: Score) -> Bool { score > threshold }
}
