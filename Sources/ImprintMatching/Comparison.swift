// SPDX-License-Identifier: Apache-2.0

/// The result of one comparison.
public struct Comparison: Sendable, Hashable {
  /// The raw similarity score: finite, higher is more similar. Not comparable across algorithms.
  public let similarity: Float
  /// The calibrated score; `nil` if the matcher has no calibration for this pair of templates.
  public let calibrated: Score?
  /// The calibration that the score comes of.
  public let calibration: CalibrationEntry?
  /// Whether the score is beyond what the calibration's data support.
  public let isExtrapolated: Bool
  private let probe: TemplateOrigin
  private let reference: TemplateOrigin
  private let plugin: String
  private let modality: Modality
  /// Whether the matcher has any calibrations.
  private let hasOthers: Bool

  init(
    similarity: Float, probe: TemplateOrigin, reference: TemplateOrigin, calibrations: CalibrationTable,
    plugin: String, modality: Modality
  ) {
    self.similarity = similarity
    self.probe = probe
    self.reference = reference
    self.plugin = plugin
    self.modality = modality
    hasOthers = !calibrations.isEmpty
    let entry = calibrations.entry(probe: probe, reference: reference)
    let score = entry?.calibration.score(similarity: Double(similarity))
    calibration = entry
    calibrated = score
    isExtrapolated = score.map { entry?.calibration.supports($0) == false } ?? false
  }

  /// Why there is no score; `nil` if there is one.
  public var uncalibrated: MatchingError? {
    calibrated == nil ? notCalibrated : nil
  }

  private var notCalibrated: MatchingError {
    .notCalibrated(
      plugin: plugin, of: modality, probe: probe, reference: reference, hasOthers: hasOthers)
  }

  /// Whether there is a score.
  public var isCalibrated: Bool { calibrated != nil }

  /// The calibrated score.
  /// - Throws: ``MatchingError`` `notCalibrated`.
  public var score: Score {
    get throws(MatchingError) {
      if let calibrated { return calibrated }
      throw notCalibrated
    }
  }

  /// The comparison decision by a policy. In a search use
  /// ``TemplateMatcher/identify(candidates:in:policy:maximumCandidates:)``.
  /// - Throws: ``MatchingError`` `notCalibrated`, `invalidPolicy`.
  public func isMatch(_ policy: MatchPolicy = .standard) throws(MatchingError) -> Bool {
    try score > policy.checkedThreshold
  }
}

extension MatchPolicy {
  /// The threshold of a validated policy.
  var checkedThreshold: Score {
    get throws(MatchingError) {
      let fault: String? =
        switch self {
        case .threshold(let score): score.value.isFinite ? nil : "the threshold is not a finite number."
        // It cannot be made outside of its range.
        case .matchingThreshold: nil
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
