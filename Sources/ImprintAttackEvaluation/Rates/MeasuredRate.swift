// SPDX-License-Identifier: Apache-2.0

/// A rate among presentations, with what is known of the true one.
public struct MeasuredRate: Sendable, Hashable {
  /// Errors among trials; the observed rate is its ``ImprintModel/ErrorRate/rate``.
  public let counts: ErrorRate
  /// Subjects that the trials are of.
  public let subjects: Int
  /// The 95 % interval of Clopper and Pearson, which takes presentations for independent.
  public let exact: ClosedRange<Double>
  /// The 95 % interval by drawing subjects again. `nil` where every subject has one trial, where there is one
  /// subject, and where every round gave the same rate: an interval without width would claim certainty.
  public let drawn: ClosedRange<Double>?

  /// - Parameter trials: each with its subject and whether it is an error.
  init(_ trials: some Sequence<(subject: String, isError: Bool)>, _ bootstrap: SubjectBootstrap) {
    var bySubject: [String: (errors: Double, trials: Double)] = [:]
    for trial in trials {
      bySubject[trial.subject, default: (0, 0)].trials += 1
      if trial.isError { bySubject[trial.subject, default: (0, 0)].errors += 1 }
    }
    // In an order of their own, so that the order of results changes nothing.
    let tallies = bySubject.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
    let sum = Self.sum(tallies) { _ in 1 }
    counts = ErrorRate(errors: Int(sum.errors), trials: Int(sum.trials))
    subjects = tallies.count
    exact = counts.interval()
    let isShared = tallies.contains { $0.trials > 1 }
    let hasBoth = counts.errors > 0 && counts.errors < counts.trials
    let interval =
      isShared && hasBoth
      ? bootstrap.interval(subjects: tallies.count) { copies in
        let sum = Self.sum(tallies) { copies[$0] }
        return sum.trials > 0 ? sum.errors / sum.trials : nil
      } : nil
    drawn = interval.flatMap { $0.lowerBound < $0.upperBound ? $0 : nil }
  }

  /// The observed rate, 0...1; `nil` without trials.
  public var rate: Double? { counts.rate }

  /// What reports state: from the lower of both intervals' lower ends to the higher of their upper ends. It
  /// always has a width, and ends at 0 or 1 only where no error was observed, or nothing else.
  public var interval: ClosedRange<Double> {
    guard let drawn else { return exact }
    let lower = drawn.lowerBound > 0 ? min(exact.lowerBound, drawn.lowerBound) : exact.lowerBound
    let upper = drawn.upperBound < 1 ? max(exact.upperBound, drawn.upperBound) : exact.upperBound
    return lower...upper
  }

  /// The rule of 3 where there was no error: the most that the rate is with 95 % confidence, if presentations
  /// are independent, and if those of one subject always end alike. `nil` with errors or without trials.
  public var ruleOfThree: (independent: Double, alike: Double)? {
    guard counts.errors == 0, counts.trials > 0 else { return nil }
    return (ErrorRate.ruleOfThree(trials: counts.trials), ErrorRate.ruleOfThree(trials: subjects))
  }

  private static func sum(
    _ tallies: [(errors: Double, trials: Double)], _ weight: (Int) -> Double
  ) -> (errors: Double, trials: Double) {
    var (errors, trials) = (0.0, 0.0)
    for (index, tally) in tallies.enumerated() {
      let weight = weight(index)
      errors += tally.errors * weight
      trials += tally.trials * weight
    }
    return (errors, trials)
  }
}
