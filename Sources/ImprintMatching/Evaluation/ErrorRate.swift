// SPDX-License-Identifier: Apache-2.0

/// Errors among trials, with what may be said about the true rate (ISO/IEC 19795-1).
public struct ErrorRate: Sendable, Hashable {
  /// How many went wrong.
  public let errors: Int
  /// Out of how many.
  public let trials: Int

  /// - Precondition: 0 ≤ `errors` ≤ `trials`.
  public init(errors: Int, trials: Int) {
    precondition(errors >= 0 && errors <= trials)
    self.errors = errors
    self.trials = trials
  }

  /// The share, 0...1; `nil` where there was no trial.
  public var rate: Double? { trials == 0 ? nil : Double(errors) / Double(trials) }

  /// The exact interval of Clopper and Pearson, which holds the true rate with at least that confidence
  /// if the trials are independent. Comparisons that share people are not: see ``SubjectBootstrap``.
  /// Without trials it is all of 0...1.
  public func interval(confidence: Double = 0.95) -> ClosedRange<Double> {
    let tail = (1 - confidence) / 2
    let (wrong, right) = (Double(errors), Double(trials - errors))
    let lower = errors == 0 ? 0 : BetaDistribution(alpha: wrong, beta: right + 1).quantile(tail)
    let upper = errors == trials ? 1 : BetaDistribution(alpha: wrong + 1, beta: right).quantile(1 - tail)
    return lower...max(lower, upper)
  }

  /// The rule of 3: after so many independent trials without error the rate is, with 95 % confidence, no
  /// higher than 3 / trials. 1 where there are fewer than three trials. Comparisons that share people are
  /// not independent: for them it is the least that a bound can be.
  public static func ruleOfThree(trials: Int) -> Double { min(1, 3 / Double(max(trials, 1))) }

  /// The rule of 30: with at least 30 errors the true rate lies, with 90 % confidence, within ±30 % of the
  /// measured one.
  public var meetsRuleOfThirty: Bool { errors >= Calibration.errorsOfAPoint }

  /// What the trials say about a claimed rate.
  public func verdict(on claim: Double) -> RateClaim {
    let bound = Self.ruleOfThree(trials: trials)
    if claim < bound { return .unsupported(atMost: max(bound, interval().upperBound)) }
    let upper = interval().upperBound
    return upper <= claim ? .supported : .notShown(upper: upper)
  }
}

/// Whether data carry the claim "the rate is at most so much".
public enum RateClaim: Sendable, Hashable {
  /// The upper end of the 95 % interval is not above it.
  case supported
  /// There are trials enough to show it, and the interval reaches above it all the same.
  case notShown(upper: Double)
  /// Fewer than 3 / claim trials: whatever came out, all that can be said is this bound.
  case unsupported(atMost: Double)
}
