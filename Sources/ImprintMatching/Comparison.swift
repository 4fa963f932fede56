// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What one comparison gave.
public struct Comparison: Sendable, Hashable {
  /// The algorithm's own number: finite, higher is more alike. It means nothing across algorithms.
  public let similarity: Float
  /// The calibrated score; `nil` where the plugin has no calibration.
  public let calibrated: Score?
  /// Whether the score lies beyond what the calibration's data carry.
  public let isExtrapolated: Bool
  let plugin: String

  init(similarity: Float, calibration: Calibration?, plugin: String) {
    self.similarity = similarity
    self.plugin = plugin
    calibrated = calibration?.score(similarity: Double(similarity))
    isExtrapolated = calibrated.map { calibration?.supports($0) == false } ?? false
  }

  /// Whether there is a score.
  public var isCalibrated: Bool { calibrated != nil }

  /// The calibrated score.
  /// - Throws: ``MatchingError`` `notCalibrated`.
  public var score: Score {
    get throws(MatchingError) {
      guard let calibrated else { throw .notCalibrated(plugin: plugin) }
      return calibrated
    }
  }

  /// Whether the policy takes it for a match. In a search use
  /// ``TemplateMatcher/identify(candidates:in:policy:maximumCandidates:)``.
  /// - Throws: ``MatchingError`` `notCalibrated`, `invalidPolicy`.
  public func isMatch(_ policy: MatchPolicy = .standard) throws(MatchingError) -> Bool {
    try score > policy.checkedThreshold
  }
}

extension MatchPolicy {
  /// The threshold of a policy that makes sense.
  var checkedThreshold: Score {
    get throws(MatchingError) {
      let fault: String? =
        switch self {
        case .threshold(let score): score.value.isFinite ? nil : "the threshold is not a finite number."
        case .falseMatchRate(let rate): Self.fault(of: rate)
        case .falsePositiveIdentificationRate(let rate, let gallery):
          gallery < 1 ? "a gallery of \(gallery) has nobody in it." : Self.fault(of: rate)
        }
      if let fault {
        throw MatchingError(
          .invalidPolicy, place: "policy", reason: fault,
          remedy: "Give a score such as 3500, or a rate above 0 and at most 1, such as 1e-4.")
      }
      return threshold
    }
  }

  private static func fault(of rate: Double) -> String? {
    rate > 0 && rate <= 1 ? nil : "\(rate) is not a rate above 0 and at most 1."
  }
}
