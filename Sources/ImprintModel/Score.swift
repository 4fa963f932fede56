// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// A calibrated comparison score, the same for every modality: `1500 − 500 · log10(FMR)`.
///
/// Higher is more similar. A threshold of 3500 means a false match rate of 1 in 10,000.
public struct Score: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  public let value: Double

  public init(_ value: Double) {
    self.value = value
  }

  /// The threshold with that false match rate. `rate` is in 0 exclusive ... 1.
  public init(falseMatchRate rate: Double) {
    value = 1500 - 500 * log10(rate)
  }

  /// The false match rate with this score as threshold; at most 1.
  public var falseMatchRate: Double { min(1, pow(10, (1500 - value) / 500)) }

  /// The false positive identification rate with this score as threshold and `n` comparisons per search,
  /// assuming they are independent: 1 − (1 − FMR)^n. 0 for none.
  public func falsePositiveIdentificationRate(comparisons: Int) -> Double {
    guard comparisons > 0 else { return 0 }
    // Avoids cancellation for small rates.
    return -expm1(Double(comparisons) * log1p(-falseMatchRate))
  }

  /// The same on the scale `−12 · log10(FMR)`, where 48 means 1 in 10,000 (F93).
  public var twelveLog: Double { (value - 1500) * 12 / 500 }

  /// The score as a whole number, rounded up: it is above a whole threshold exactly where the score is.
  /// `nil` for one that no `Int` holds, as extrapolated ones may be.
  public var whole: Int? { Int(exactly: value.rounded(.up)) }

  /// The default threshold.
  public static let defaultThreshold = Score(3500)

  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  /// Rounded to a whole number, for people.
  public var description: String {
    // An extrapolated score may exceed the range of Int.
    Int(exactly: value.rounded()).map(String.init) ?? "\(value)"
  }
}

/// The decision policy. A match is a score strictly above the threshold.
public enum MatchPolicy: Sendable, Hashable {
  /// The score itself.
  case threshold(Score)
  /// On the scale of 12 units for each decade of the false match rate: 0...72.
  case matchingThreshold(MatchingThreshold)
  /// By the rate of impostor comparisons that match: 0 exclusive ... 1.
  case falseMatchRate(Double)
  /// By the rate of searches of people who are not enrolled that return any candidate among `gallery`
  /// references.
  case falsePositiveIdentificationRate(Double, gallery: Int)

  /// The default of a verification: ``Score/defaultThreshold``. Weak for a search: among 1,000 references
  /// about one search in ten by somebody not enrolled returns a candidate.
  public static let standard = MatchPolicy.threshold(.defaultThreshold)

  /// The default of a search: an FPIR of 1 in 1,000, over all the comparisons that the search makes.
  public static let standardSearch = MatchPolicy.falsePositiveIdentificationRate(1e-3, gallery: 1)

  /// The score that a match must exceed.
  public var threshold: Score {
    switch self {
    case .threshold(let score): score
    case .matchingThreshold(let threshold): threshold.score
    case .falseMatchRate(let rate): Score(falseMatchRate: rate)
    case .falsePositiveIdentificationRate(let rate, let gallery):
      // 1 − (1 − FMR)^N = FPIR, solved so as to avoid cancellation for small rates.
      Score(falseMatchRate: -expm1(log1p(-min(rate, 1 - 1e-12)) / Double(max(gallery, 1))))
    }
  }

  /// Whether a score is a match.
  public func accepts(_ score: Score) -> Bool { score > threshold }
}
