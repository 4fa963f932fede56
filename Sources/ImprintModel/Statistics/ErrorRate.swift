// SPDX-License-Identifier: Apache-2.0

/// Errors among trials, and inferences about the true rate (ISO/IEC 19795-1).
public struct ErrorRate: Sendable, Hashable {
  /// The number of errors.
  public let errors: Int
  /// The number of trials.
  public let trials: Int

  /// - Precondition: 0 ≤ `errors` ≤ `trials`.
  public init(errors: Int, trials: Int) {
    precondition(errors >= 0 && errors <= trials)
    self.errors = errors
    self.trials = trials
  }

  /// The observed rate, 0...1; `nil` without trials.
  public var rate: Double? { trials == 0 ? nil : Double(errors) / Double(trials) }

  /// The exact Clopper-Pearson interval, which covers the true rate with at least that confidence if the
  /// trials are independent. Comparisons that share subjects are not: see ``SubjectBootstrap``. 0...1 without
  /// trials.
  public func interval(confidence: Double = 0.95) -> ClosedRange<Double> {
    let tail = (1 - confidence) / 2
    let (wrong, right) = (Double(errors), Double(trials - errors))
    let lower = errors == 0 ? 0 : BetaDistribution(alpha: wrong, beta: right + 1).quantile(tail)
    let upper = errors == trials ? 1 : BetaDistribution(alpha: wrong + 1, beta: right).quantile(1 - tail)
    return lower...max(lower, upper)
  }

  /// The rule of 3: after so many independent trials without error the rate is, with 95 % confidence, no
  /// higher than 3 / trials. 1 for fewer than three trials. Comparisons that share subjects are not
  /// independent: for them it is a lower bound on such a bound.
  public static func ruleOfThree(trials: Int) -> Double { min(1, 3 / Double(max(trials, 1))) }

  /// The rule of 30: with at least 30 errors the true rate lies, with 90 % confidence, within ±30 % of the
  /// measured one.
  public var meetsRuleOfThirty: Bool { errors >= Calibration.errorsOfAPoint }

  /// The evidence for a claimed rate.
  public func verdict(on claim: Double) -> RateClaim {
    let bound = Self.ruleOfThree(trials: trials)
    if claim < bound { return .unsupported(atMost: max(bound, interval().upperBound)) }
    let upper = interval().upperBound
    return upper <= claim ? .supported : .notShown(upper: upper)
  }
}

/// Whether the data support the claim that the rate is at most a given value.
public enum RateClaim: Sendable, Hashable {
  /// The upper end of the 95 % interval is not above it.
  case supported
  /// There are enough trials, but the interval extends above it.
  case notShown(upper: Double)
  /// Fewer than 3 / claim trials: whatever the outcome, only this bound is supported.
  case unsupported(atMost: Double)
}
