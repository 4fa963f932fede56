// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// A rate among comparisons, searches or pictures, with what is known of the true one.
public struct ComparisonRate: Sendable, Hashable {
  /// Errors among trials; the observed rate is its ``ImprintModel/ErrorRate/rate``.
  public let counts: ErrorRate
  /// Trials that can be independent of each other: as many as there are people, or pairs of people that share
  /// nobody.
  public let independent: Int
  /// The 95 % interval of Clopper and Pearson, which takes trials for independent.
  public let exact: ClosedRange<Double>
  /// The 95 % interval by drawing people again. `nil` where it has no width, as without an error or with
  /// nothing else: it would claim certainty.
  public let drawn: ClosedRange<Double>?

  init(_ counts: ErrorRate, independent: Int, drawn: ClosedRange<Double>?) {
    self.counts = counts
    self.independent = independent
    exact = counts.interval()
    let hasBoth = counts.errors > 0 && counts.errors < counts.trials
    self.drawn = hasBoth ? drawn.flatMap { $0.lowerBound < $0.upperBound ? $0 : nil } : nil
  }

  /// The observed rate, 0...1; `nil` without trials.
  public var rate: Double? { counts.rate }

  /// What reports state: from the lower of both intervals' lower ends to the higher of their upper ends. It
  /// always has a width. It begins at 0 although there are errors where they are of so few people that a draw
  /// of people is often without one.
  public var interval: ClosedRange<Double> {
    guard let drawn else { return exact }
    return min(exact.lowerBound, drawn.lowerBound)...max(exact.upperBound, drawn.upperBound)
  }

  /// The rule of 3 where there was no error: the most that the rate is with 95 % confidence, if all trials
  /// are independent, and if only those are that share nobody. `nil` with errors or without trials.
  public var ruleOfThree: (independent: Double, people: Double)? {
    guard counts.errors == 0, counts.trials > 0 else { return nil }
    return (ErrorRate.ruleOfThree(trials: counts.trials), ErrorRate.ruleOfThree(trials: independent))
  }
}

/// Whether a promised false match rate was kept.
public enum PromiseVerdict: String, Sendable, Hashable {
  /// The promise lies within the interval of the observed rate.
  case kept
  /// The whole interval is above it: more false matches than promised.
  case exceeded
  /// The whole interval is below it: fewer than promised. Nobody gets in who should not; genuine people are
  /// refused for nothing.
  case undercut
  /// There are fewer than 3 / promise trials: whatever they say is compatible with it.
  case notShown = "not-shown"

  /// - Returns: `nil` without trials.
  init?(_ rate: ComparisonRate, promised: Double) {
    guard rate.counts.trials > 0 else { return nil }
    if rate.interval.lowerBound > promised {
      self = .exceeded
    } else if promised < ErrorRate.ruleOfThree(trials: rate.counts.trials) {
      self = .notShown
    } else {
      self = rate.interval.upperBound < promised ? .undercut : .kept
    }
  }

  var words: String {
    switch self {
    case .kept: "as promised"
    case .exceeded: "MORE than promised"
    case .undercut: "fewer than promised"
    case .notShown: "too few to tell"
    }
  }
}
