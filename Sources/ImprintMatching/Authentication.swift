// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What comparing a person's samples with one user's references gave (F89).
public struct Authentication: Sendable, Hashable {
  /// One candidate against one reference.
  public struct Pair: Sendable, Hashable {
    /// Index into the candidates.
    public let candidate: Int
    /// Index into the references.
    public let reference: Int
    /// Raw.
    public let similarity: Float
    public let score: Score
    /// The score lies beyond what the calibration's data carry.
    public let isExtrapolated: Bool
  }

  /// Every candidate against every reference, in that order.
  public let pairs: [Pair]
  /// The pair with the highest score; the first of several.
  public let best: Pair
  /// What the best score had to exceed.
  public let threshold: Score
  /// Whether it does.
  public let isMatch: Bool
  /// The false match rate of one comparison with that threshold. With n pairs somebody else matches with
  /// at most n times that probability.
  public let falseMatchRate: Double
  /// The threshold lies beyond what the calibration's data carry: its rate is an extrapolation.
  public let isThresholdExtrapolated: Bool
}

extension TemplateMatcher {
  /// Compares each candidate with each reference; the best score decides.
  /// - Parameters:
  ///   - candidates: templates of the person who is there, at least one.
  ///   - references: templates of the user they claim to be, at least one.
  /// - Throws: ``MatchingError`` `notCalibrated`, `noTemplates`, `invalidPolicy`; ``TemplateError`` for a
  ///   template of another algorithm or version; ``PluginCallError`` where the plugin fails.
  /// - Complexity: O(candidates · references). Any thread.
  public func authenticate(
    candidates: [Template], references: [Template], policy: MatchPolicy = .standard
  ) throws -> Authentication {
    let calibration = try requireCalibration()
    let threshold = try policy.checkedThreshold
    guard !references.isEmpty else { throw MatchingError.noTemplates("references") }
    var pairs: [Authentication.Pair] = []
    for (candidate, probe) in candidates.enumerated() {
      for (index, reference) in references.enumerated() {
        let comparison = try compare(probe, with: reference)
        pairs.append(
          Authentication.Pair(
            candidate: candidate, reference: index, similarity: comparison.similarity,
            score: try comparison.score, isExtrapolated: comparison.isExtrapolated))
      }
    }
    guard var best = pairs.first else { throw MatchingError.noTemplates("candidates") }
    for pair in pairs where pair.score > best.score { best = pair }
    return Authentication(
      pairs: pairs, best: best, threshold: threshold, isMatch: best.score > threshold,
      falseMatchRate: threshold.falseMatchRate, isThresholdExtrapolated: !calibration.supports(threshold))
  }
}
