// SPDX-License-Identifier: Apache-2.0

/// How a rate stands to its bound.
public enum BoundVerdict: String, Sendable, Hashable, CaseIterable {
  /// The observed rate is not above the bound, and neither is the upper end of its interval.
  case shown
  /// The observed rate is not above the bound, but its interval reaches above it.
  case met
  /// The observed rate is above the bound.
  case notMet = "not-met"
  /// No presentation was answered, so there is no rate.
  case notMeasured = "not-measured"

  public init(_ rate: MeasuredRate, bound: Double) {
    if let observed = rate.rate {
      self = observed > bound ? .notMet : rate.interval.upperBound <= bound ? .shown : .met
    } else {
      self = .notMeasured
    }
  }

  /// `nil` without a bound.
  init?(_ rate: MeasuredRate, bound: Double?) {
    guard let bound else { return nil }
    self.init(rate, bound: bound)
  }

  /// The verdict on all together, which is the worst of them. A bound that is missed is worse than one that
  /// is not measured. `nil` for none.
  init?(worstOf verdicts: some Sequence<BoundVerdict>) {
    let order: [BoundVerdict] = [.notMet, .notMeasured, .met, .shown]
    let found = Set(verdicts)
    guard let worst = order.first(where: found.contains) else { return nil }
    self = worst
  }

  /// In a sentence.
  public var words: String {
    switch self {
    case .shown: "met, and shown"
    case .met: "met, not shown"
    case .notMet: "NOT MET"
    case .notMeasured: "NOT MEASURED"
    }
  }
}
