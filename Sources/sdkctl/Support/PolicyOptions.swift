// SPDX-License-Identifier: Apache-2.0

/// What is accepted as a match.
struct PolicyOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The score that must be exceeded, such as 3500.", valueName: "score"))
  var threshold: Double?

  @Option(help: ArgumentHelp("The false match rate of one comparison, such as 1e-4.", valueName: "rate"))
  var fmr: Double?

  @Flag(
    help:
      "Reject a threshold whose false match rate is lower than any that the matcher's calibration measured.")
  var requireCalibrated = false

  func validate() throws {
    if threshold != nil, fmr != nil { throw ValidationError("Give --threshold or --fmr, not both.") }
    if let threshold, !threshold.isFinite { throw ValidationError("--threshold is a number such as 3500.") }
    if let fmr, !(fmr > 0 && fmr <= 1) {
      throw ValidationError("--fmr is above 0 and at most 1, such as 1e-4.")
    }
  }

  /// The requested policy; `nil` where none was given.
  var chosen: MatchPolicy? {
    fmr.map { .falseMatchRate($0) } ?? threshold.map { .threshold(Score($0)) }
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
