// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
public import ImprintModel
import ImprintRuntime

/// Who of a gallery a person may be (F90).
public struct Identification<ID: Hashable & Sendable>: Sendable {
  /// One id of the gallery.
  public struct Candidate: Sendable, Hashable {
    public let id: ID
    /// Of the best of its references.
    public let score: Score
    /// Raw.
    public let similarity: Float
    /// Whether the score is above the threshold.
    public let isMatch: Bool
    /// The score lies beyond what the calibration's data carry.
    public let isExtrapolated: Bool
  }

  /// By falling score, at most as many as were asked for; those that do not match stand last.
  public let candidates: [Candidate]
  /// How many ids match, whether or not so many candidates were asked for.
  public let matchCount: Int
  /// What a score had to exceed.
  public let threshold: Score
  /// The false match rate of one comparison with that threshold.
  public let falseMatchRate: Double
  /// The rate of searches like this one, by somebody who is not enrolled, that find anybody: what the
  /// threshold means here, whichever policy it came from.
  public let falsePositiveIdentificationRate: Double
  /// The threshold lies beyond what the calibration's data carry: its rate is an extrapolation.
  public let isThresholdExtrapolated: Bool
  /// References that were compared.
  public let searched: Int
  /// References that could not be, with the reason.
  public let skipped: [Gallery<ID>.Skipped]

  /// The candidates that match: at most as many as were asked for, of ``matchCount``.
  public var matches: [Candidate] { candidates.filter(\.isMatch) }
}

extension TemplateMatcher {
  /// Searches a gallery for a person: one call into the plugin for each candidate and template version.
  /// - Parameters:
  ///   - candidates: templates of the one person who is there, at least one; the best score counts.
  ///   - policy: a false positive identification rate is taken for at least as many comparisons as the
  ///     search makes, whatever gallery size it states. A threshold or false match rate is taken as it is;
  ///     what comes of it is ``Identification/falsePositiveIdentificationRate``.
  ///   - maximumCandidates: how many to return, from 1.
  ///   - requireCalibrated: whether a threshold beyond what the calibration measured is refused. Else the
  ///     result says it.
  /// - Returns: no candidates for an empty gallery.
  /// - Throws: ``MatchingError`` `notCalibrated`, `noTemplates`, `invalidPolicy`, `extrapolatedThreshold`;
  ///   ``TemplateError`` about a candidate; ``PluginCallError`` `entitlement` where the licence does not
  ///   cover searching, others where the plugin fails.
  /// - Complexity: O(candidates · gallery), then O(n log n) in the ids. In the calling thread; any thread.
  public func identify<ID>(
    candidates: [Template], in gallery: Gallery<ID>, policy: MatchPolicy = .standardSearch,
    maximumCandidates: Int = 10, requireCalibrated: Bool = false
  ) throws -> Identification<ID> {
    // Here too, because a gallery of nobody is searched without a comparison.
    try checkEntitlement(for: .identification)
    let calibration = try requireCalibration()
    let comparisons = gallery.count * candidates.count
    let threshold = try policy.covering(comparisons: comparisons).checkedThreshold
    if requireCalibrated { try requireSupport(of: threshold, by: calibration) }
    guard !candidates.isEmpty else { throw MatchingError.noTemplates("candidates") }
    var best = [Float?](repeating: nil, count: gallery.ids.count)
    for candidate in candidates {
      try check(candidate)
      for section in gallery.sections {
        let found = try algorithm.compareMany(
          probe: TemplatePayload(candidate), gallery: section.buffer, as: .identification)
        for (entry, similarity) in zip(section.entries, found) {
          guard let similarity else { continue }
          best[entry] = max(best[entry] ?? similarity, similarity)
        }
      }
    }
    let unreadable = gallery.sections.flatMap(\.entries).filter { best[$0] == nil }
    let ranked = ranking(of: best, ids: gallery.ids).map { id, similarity in
      let score = calibration.score(similarity: Double(similarity))
      return Identification.Candidate(
        id: id, score: score, similarity: similarity, isMatch: score > threshold,
        isExtrapolated: !calibration.supports(score))
    }
    return Identification(
      candidates: Array(ranked.prefix(max(maximumCandidates, 1))), matchCount: ranked.count(where: \.isMatch),
      threshold: threshold, falseMatchRate: threshold.falseMatchRate,
      falsePositiveIdentificationRate: threshold.falsePositiveIdentificationRate(comparisons: comparisons),
      isThresholdExtrapolated: !calibration.supports(threshold),
      searched: gallery.count - unreadable.count,
      skipped: gallery.skipped
        + unreadable.map { Gallery.Skipped(id: gallery.ids[$0], entry: $0, reason: .unreadablePayload) })
  }

  /// The same over references that are searched once only.
  public func identify<ID>(
    candidates: [Template], gallery: some Collection<(id: ID, template: Template)>,
    policy: MatchPolicy = .standardSearch, maximumCandidates: Int = 10, requireCalibrated: Bool = false
  ) throws -> Identification<ID> {
    try identify(
      candidates: candidates, in: Gallery(gallery, for: self), policy: policy,
      maximumCandidates: maximumCandidates, requireCalibrated: requireCalibrated)
  }

  /// Each id once, by falling similarity; equal ones in the gallery's order.
  private func ranking<ID: Hashable>(of similarities: [Float?], ids: [ID]) -> [(ID, Float)] {
    var best: [ID: (similarity: Float, first: Int)] = [:]
    for (index, similarity) in similarities.enumerated() {
      guard let similarity else { continue }
      let known = best[ids[index], default: (similarity, index)]
      best[ids[index]] = (max(similarity, known.similarity), known.first)
    }
    return best.sorted { ($1.value.similarity, $0.value.first) < ($0.value.similarity, $1.value.first) }
      .map { ($0.key, $0.value.similarity) }
  }
}

extension MatchPolicy {
  /// The same policy for a search of at least so many comparisons.
  fileprivate func covering(comparisons: Int) -> MatchPolicy {
    guard case .falsePositiveIdentificationRate(let rate, let gallery) = self else { return self }
    return .falsePositiveIdentificationRate(rate, gallery: max(gallery, comparisons, 1))
  }
}

extension TemplateError {
  /// A reference of the right format whose payload the algorithm cannot read.
  static let unreadablePayload = TemplateError(
    .damaged, place: "template", reason: "the algorithm cannot read its payload.",
    remedy: "Enrol this user again.")
}
