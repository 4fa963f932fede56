// SPDX-License-Identifier: Apache-2.0

/// What is accepted as a match.
struct PolicyOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The score that must be exceeded, such as 3500.", valueName: "score"))
  var threshold: Double?

  @Option(help: ArgumentHelp("The false match rate of one comparison, such as 1e-4.", valueName: "rate"))
  var fmr: Double?

  @Option(
    help: ArgumentHelp(
      "The threshold in units of which 12 are a decade of that rate, 0 to 72: 48 is 1e-4.", valueName: "units"
    ))
  var matchingThreshold: Int?

  @Option(
    help: ArgumentHelp(
      "Pass over templates of a lower quality, 0 to 100; those whose quality was not measured are compared.",
      valueName: "quality"))
  var minimumQuality = 0

  @Flag(help: "Say also why: every score, threshold, calibration and quality, and what was passed over.")
  var explain = false

  @Flag(
    help:
      "Reject a threshold whose false match rate is lower than any that the matcher's calibration measured.")
  var requireCalibrated = false

  func validate() throws {
    guard [threshold != nil, fmr != nil, matchingThreshold != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give one of --threshold, --fmr and --matching-threshold.")
    }
    if let matchingThreshold, MatchingThreshold(matchingThreshold) == nil {
      throw ValidationError("--matching-threshold is 0 to 72, such as 48.")
    }
    guard (0...100).contains(minimumQuality) else {
      throw ValidationError("--minimum-quality is 0 to 100.")
    }
    if let threshold, !threshold.isFinite { throw ValidationError("--threshold is a number such as 3500.") }
    if let fmr, !(fmr > 0 && fmr <= 1) {
      throw ValidationError("--fmr is above 0 and at most 1, such as 1e-4.")
    }
  }

  /// The requested policy; `nil` where none was given.
  var chosen: MatchPolicy? {
    fmr.map { .falseMatchRate($0) } ?? threshold.map { .threshold(Score($0)) }
      ?? matchingThreshold.flatMap(MatchingThreshold.init).map { .matchingThreshold($0) }
  }
}

/// A rate for people: `1 in 10000`.
func rateText(_ rate: Double) -> String {
  rate > 0 && rate < 1e15 && 1 / rate < 1e15
    ? "1 in \(Int((1 / rate).rounded()))" : "\(rate)"
}

/// The note that belongs to a score or threshold beyond the calibration's data.
func extrapolationNote(_ isExtrapolated: Bool) -> String {
  isExtrapolated ? " (extrapolated: beyond the range that the calibration's data support)" : ""
}
