// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

/// The result of verifying a person's samples against one user's references (F89).
public struct Authentication: Sendable, Hashable {
  /// The comparison of one candidate (probe) with one reference.
  public struct Pair: Sendable, Hashable {
    /// Index into the candidates.
    public fileprivate(set) var candidate: Int
    /// Index into the references.
    public let reference: Int
    /// Raw.
    public let similarity: Float
    public let score: Score
    /// The score is beyond what the calibration's data support.
    public let isExtrapolated: Bool
    /// The calibration of the score.
    public let calibration: CalibrationEntry
  }

  /// A pair that was compared but has no calibrated score, and why: not used for the decision.
  public struct Uncalibrated: Sendable, Hashable {
    /// Index into the candidates.
    public fileprivate(set) var candidate: Int
    /// Index into the references.
    public let reference: Int
    /// Raw.
    public let similarity: Float
    public let reason: MatchingError
  }

  /// A reference that was skipped, and why: nothing is dropped silently.
  public struct Skipped: Sendable, Hashable {
    /// Index into the references.
    public let reference: Int
    public let format: TemplateFormat
    public let reason: TemplateError
  }

  /// All comparisons with a score, by candidate, then by reference.
  public private(set) var pairs: [Pair]
  /// Those without a score, in the same order.
  public private(set) var uncalibrated: [Uncalibrated]
  /// References that could not be compared: of another algorithm or version, or unreadable. In order.
  public let skipped: [Skipped]
  /// The pair with the highest score; the first of several.
  public private(set) var best: Pair
  /// The decision threshold, which a match must exceed.
  public let threshold: Score
  /// Whether it does.
  public let isMatch: Bool
  /// The false match rate of one comparison at that threshold. With n pairs an impostor matches with at most
  /// n times that probability.
  public let falseMatchRate: Double
  /// The threshold is beyond what the data of one of the calibrations support: its rate is extrapolated.
  public let isThresholdExtrapolated: Bool
}

extension TemplateMatcher {
  /// Verification: compares each candidate (probe) with each reference of this algorithm; the best score
  /// decides.
  ///
  /// References of other algorithms, of users enrolled with several, are skipped and reported in
  /// ``Authentication/skipped``: a second algorithm does not affect the first. Pairs without calibration are
  /// compared, but not used for the decision, and reported in ``Authentication/uncalibrated``.
  /// - Parameters:
  ///   - candidates: templates of the person who is there, at least one, of this algorithm.
  ///   - references: templates of the user they claim to be, at least one.
  ///   - requireCalibrated: whether a threshold beyond what the calibration measured is refused. Else the
  ///     result says it.
  /// - Throws: ``MatchingError`` `notCalibrated` where no pair has a score, `noTemplates`, `invalidPolicy`,
  ///   `extrapolatedThreshold`, `nothingComparable` where every reference is of another algorithm or version;
  ///   ``TemplateError`` about a candidate; ``PluginCallError`` where the plugin fails.
  /// - Complexity: O(candidates · references). Any thread, and blocks it: a task awaits
  ///   ``authenticate(candidates:references:policy:requireCalibrated:)``.
  @available(*, noasync)
  public func authenticateBlocking(
    candidates: [Template], references: [Template], policy: MatchPolicy = .standard,
    requireCalibrated: Bool = false
  ) throws -> Authentication {
    try authenticateBlocking(
      candidates: candidates, references: references, policy: policy, requireCalibrated: requireCalibrated,
      conditions: MatchConditions())
  }

  /// The same for references and pairs that meet the conditions alone.
  @available(*, noasync)
  func authenticateBlocking(
    candidates: [Template], references: [Template], policy: MatchPolicy, requireCalibrated: Bool,
    conditions: MatchConditions
  ) throws -> Authentication {
    try requireCalibrations(for: candidates)
    let threshold = try policy.checkedThreshold
    guard !references.isEmpty else { throw MatchingError.noTemplates("references") }
    guard !candidates.isEmpty else { throw MatchingError.noTemplates("candidates") }
    for candidate in candidates { try check(candidate) }
    let compared = try compareAll(candidates, with: references, if: conditions)
    // If a candidate could be compared with no reference, the candidate is unreadable.
    if let refusal = compared.refusals.min(by: { $0.key < $1.key }) { throw refusal.value }
    let pairs = compared.pairs.compactMap { Authentication.Pair($0.candidate, $0.reference, $0.comparison) }
    let uncalibrated = compared.pairs.compactMap {
      Authentication.Uncalibrated($0.candidate, $0.reference, $0.comparison)
    }
    guard var best = pairs.first else {
      throw uncalibrated.first?.reason ?? nothingComparable(compared.skipped)
    }
    let used = Set(pairs.map(\.calibration))
    if requireCalibrated { try requireSupport(of: threshold, by: used) }
    for pair in pairs where pair.score > best.score { best = pair }
    return Authentication(
      pairs: pairs, uncalibrated: uncalibrated, skipped: compared.skipped, best: best, threshold: threshold,
      isMatch: best.score > threshold, falseMatchRate: threshold.falseMatchRate,
      isThresholdExtrapolated: !used.allSatisfy { $0.calibration.supports(threshold) })
  }

  /// ``authenticateBlocking(candidates:references:policy:requireCalibrated:)`` on a thread of its own.
  public func authenticate(
    candidates: [Template], references: [Template], policy: MatchPolicy = .standard,
    requireCalibrated: Bool = false
  ) async throws -> Authentication {
    try await withoutBlocking {
      try $0.authenticateBlocking(
        candidates: candidates, references: references, policy: policy, requireCalibrated: requireCalibrated)
    }
  }
}

extension Authentication {
  /// Takes its candidates for those of a longer list.
  /// - Parameter indices: of each in that list.
  mutating func renumber(_ indices: [Int]) {
    for index in pairs.indices { pairs[index].candidate = indices[pairs[index].candidate] }
    for index in uncalibrated.indices {
      uncalibrated[index].candidate = indices[uncalibrated[index].candidate]
    }
    best.candidate = indices[best.candidate]
  }
}

extension Authentication.Pair {
  /// - Returns: `nil` if there is no score.
  fileprivate init?(_ candidate: Int, _ reference: Int, _ comparison: Comparison) {
    guard let score = comparison.calibrated, let calibration = comparison.calibration else { return nil }
    self.init(
      candidate: candidate, reference: reference, similarity: comparison.similarity, score: score,
      isExtrapolated: comparison.isExtrapolated, calibration: calibration)
  }
}

extension Authentication.Uncalibrated {
  /// - Returns: `nil` if there is a score.
  fileprivate init?(_ candidate: Int, _ reference: Int, _ comparison: Comparison) {
    guard let reason = comparison.uncalibrated else { return nil }
    self.init(
      candidate: candidate, reference: reference, similarity: comparison.similarity, reason: reason)
  }
}
