// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Both error rates of comparisons at one threshold.
public struct OperatingPoint: Sendable, Hashable {
  /// What a score promises, where the matcher is calibrated for these templates.
  public struct Promise: Sendable, Hashable {
    public let score: Score
    /// The score lies beyond what the calibration measured.
    public let isExtrapolated: Bool
    /// `nil` without impostor comparisons.
    public let verdict: PromiseVerdict?

    /// The false match rate that the score stands for.
    public var falseMatchRate: Double { score.falseMatchRate }
  }

  /// A match is a similarity strictly above it.
  public let threshold: Float
  public let falseMatch: ComparisonRate
  public let falseNonMatch: ComparisonRate
  /// The same, with pairs that could not be compared as non-matches; `nil` of groups.
  public let falseNonMatchWithLost: ErrorRate?
  public let promise: Promise?
}

/// Searches at one threshold.
public struct SearchPoint: Sendable, Hashable {
  /// What the threshold comes from: a false positive identification rate that is promised for a gallery of
  /// this size, or the observed one.
  public enum Origin: String, Sendable, Hashable {
    case promised
    case observed
  }

  public let origin: Origin
  /// The rate that is promised, or that is not to be exceeded.
  public let target: Double
  public let threshold: Float
  /// The threshold as score, where the matcher is calibrated.
  public let score: Score?
  /// The score lies beyond what the calibration measured.
  public let isExtrapolated: Bool
  /// FPIR: searches of somebody not enrolled that return a candidate.
  public let falsePositive: ComparisonRate
  /// FNIR: searches of somebody enrolled that do not return them, among as many candidates as are returned.
  public let falseNegative: ComparisonRate
  /// Of a promised rate.
  public let verdict: PromiseVerdict?
}

/// Open-set identification.
public struct SearchSummary: Sendable, Hashable {
  public let enrolled: Int
  /// References of each person.
  public let references: Int
  /// The share of searches of enrolled people whose own reference is the most alike.
  public let rankOne: ComparisonRate
  /// The shares of those that have it among the first so many, from 1: the cumulative match characteristic.
  public let ranks: [Double]
  public let points: [SearchPoint]
  /// FPIR and FNIR at falling thresholds.
  public let tradeOff: [Curve]

  public struct Curve: Sendable, Hashable {
    public let threshold: Float
    public let falsePositive: Double
    public let falseNegative: Double
  }

  /// The most candidates that count as returned, as `identify` returns by default.
  public static let candidates = 10
}

/// The rates of some people.
public struct GroupSummary: Sendable, Hashable {
  /// What people are told apart by: a column of the table.
  public let attribute: String
  /// `nil`: not stated.
  public let value: String?
  public let people: Int
  /// Pictures that were read.
  public let pictures: Int
  /// FTA among them.
  public let failureToAcquire: ComparisonRate
  /// Comparisons among these people, at the thresholds that all people are judged at.
  public let points: [OperatingPoint]
}
