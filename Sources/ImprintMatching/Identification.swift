// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintRuntime

/// The result of identification in a gallery (F90).
public struct Identification<ID: Hashable & Sendable>: Sendable {
  /// One id of the gallery.
  public struct Candidate: Sendable, Hashable {
    public let id: ID
    /// The best score of its references.
    public let score: Score
    /// Raw.
    public let similarity: Float
    /// Whether the score is above the threshold.
    public let isMatch: Bool
    /// The score lies beyond what the calibration's data carry.
    public let isExtrapolated: Bool
    /// The calibration that the score comes of.
    public let calibration: CalibrationEntry
  }

  /// References that one of the probes was not compared with, for lack of a calibration.
  public struct Uncalibrated: Sendable, Hashable {
    /// Index into the candidates.
    public let candidate: Int
    /// How many.
    public let references: Int
    public let reason: MatchingError
  }

  /// The candidate list: by descending score, and if all scores have one calibration by descending
  /// similarity; at most as many as requested. Non-matches are last.
  public let candidates: [Candidate]
  /// The number of ids that match, even if more than requested.
  public let matchCount: Int
  /// The decision threshold, which a match must exceed.
  public let threshold: Score
  /// The false match rate of one comparison at that threshold.
  public let falseMatchRate: Double
  /// The false positive identification rate of such a search at that threshold, whichever policy it came
  /// from.
  public let falsePositiveIdentificationRate: Double
  /// The threshold lies beyond what the data carry of one of the calibrations that were used: its rate is an
  /// extrapolation.
  public let isThresholdExtrapolated: Bool
  /// The number of references compared.
  public let searched: Int
  /// References that could not be compared, with the reason; including those without a calibration with any
  /// probe.
  public let skipped: [Gallery<ID>.Skipped]
  /// By probe and kind of reference, what was not compared for lack of a calibration.
  public let uncalibrated: [Uncalibrated]

  /// The candidates that match: at most as many as requested, of ``matchCount``.
  public var matches: [Candidate] { candidates.filter(\.isMatch) }
}

extension TemplateMatcher {
  /// Identification: searches a gallery for a person, with one call into the plugin for each probe and kind
  /// of reference that share a calibration.
  /// - Parameters:
  ///   - candidates: the probes: templates of the one person present, at least one; the best score counts.
  ///   - policy: a false positive identification rate is applied to at least the number of comparisons that
  ///     the search makes, whatever gallery size it states. A threshold or false match rate is used as it is;
  ///     see ``Identification/falsePositiveIdentificationRate`` for its effect.
  ///   - maximumCandidates: how many to return, from 1.
  ///   - requireCalibrated: whether a threshold beyond the calibrations' data is refused. Otherwise the
  ///     result reports it.
  /// - Returns: no candidates for an empty gallery.
  /// - Throws: ``MatchingError`` `notCalibrated` where there are references and none has a score with any
  ///   candidate, `noTemplates`, `invalidPolicy`, `extrapolatedThreshold`; ``TemplateError`` about a
  ///   candidate; ``PluginCallError`` `entitlement` where the licence does not cover searching, others where
  ///   the plugin fails.
  /// - Complexity: O(candidates · gallery), then O(n log n) in the ids. Any thread, and blocks it: a task
  ///   awaits ``identify(candidates:in:policy:maximumCandidates:requireCalibrated:)``.
  @available(*, noasync)
  public func identifyBlocking<ID>(
    candidates: [Template], in gallery: Gallery<ID>, policy: MatchPolicy = .standardSearch,
    maximumCandidates: Int = 10, requireCalibrated: Bool = false
  ) throws -> Identification<ID> {
    // Here too, because an empty gallery is searched without a comparison.
    try checkEntitlement(for: .identification)
    try requireCalibrations(for: candidates)
    guard !candidates.isEmpty else { throw MatchingError.noTemplates("candidates") }
    for candidate in candidates { try check(candidate) }
    let plan = SearchPlan(candidates.map(\.origin), gallery.sections.map(\.kind), by: calibrations)
    let threshold = try policy.covering(comparisons: plan.comparisons).checkedThreshold
    let used = plan.steps.isEmpty ? Set(calibrations.entries) : plan.used
    if requireCalibrated { try requireSupport(of: threshold, by: used) }
    if plan.steps.isEmpty, let gap = plan.gaps.first { throw notCalibrated(gap.probe, gap.reference) }

    var best = SearchScores(count: gallery.ids.count, calibrations: calibrations)
    for step in plan.steps {
      let section = gallery.sections[step.section]
      let found = try algorithm.compareMany(
        probe: TemplatePayload(candidates[step.candidate]), gallery: section.buffer, as: .identification)
      for (entry, similarity) in zip(section.entries, found) {
        if let similarity { best.meet(entry, similarity, by: step.entry) }
      }
    }
    let ranked = best.ranking(of: gallery.ids)
    let unread = plan.sections.flatMap { gallery.sections[$0].entries }.filter { !best.hasMet($0) }
    return Identification(
      candidates: ranked.prefix(max(maximumCandidates, 1)).map { id, hit in
        Identification.Candidate(
          id: id, score: hit.score, similarity: hit.similarity, isMatch: hit.score > threshold,
          isExtrapolated: !best.entry(hit).calibration.supports(hit.score), calibration: best.entry(hit))
      },
      matchCount: ranked.count { $0.hit.score > threshold },
      threshold: threshold, falseMatchRate: threshold.falseMatchRate,
      falsePositiveIdentificationRate: threshold.falsePositiveIdentificationRate(
        comparisons: plan.comparisons),
      isThresholdExtrapolated: !used.allSatisfy { $0.calibration.supports(threshold) },
      searched: plan.sections.reduce(0) { $0 + gallery.sections[$1].entries.count } - unread.count,
      skipped: gallery.skipped + uncompared(of: gallery, by: plan)
        + unread.map { Gallery.Skipped(id: gallery.ids[$0], entry: $0, reason: .unreadablePayload) },
      uncalibrated: plan.gaps.map {
        .init(
          candidate: $0.candidate, references: $0.references, reason: notCalibrated($0.probe, $0.reference))
      })
  }

  /// ``identifyBlocking(candidates:in:policy:maximumCandidates:requireCalibrated:)`` on a thread of its own.
  public func identify<ID>(
    candidates: [Template], in gallery: Gallery<ID>, policy: MatchPolicy = .standardSearch,
    maximumCandidates: Int = 10, requireCalibrated: Bool = false
  ) async throws -> Identification<ID> {
    try await withoutBlocking {
      try $0.identifyBlocking(
        candidates: candidates, in: gallery, policy: policy, maximumCandidates: maximumCandidates,
        requireCalibrated: requireCalibrated)
    }
  }

  /// References that have a calibration with none of the candidates, in the gallery's order.
  private func uncompared<ID>(of gallery: Gallery<ID>, by plan: SearchPlan) -> [Gallery<ID>.Skipped] {
    var reasons: [Int: TemplateError] = [:]
    for gap in plan.gaps where !plan.sections.contains(gap.section) && reasons[gap.section] == nil {
      let error = notCalibrated(gap.probe, gap.reference)
      reasons[gap.section] = TemplateError(.notCalibrated, error)
    }
    return reasons.flatMap { section, reason in
      gallery.sections[section].entries.map {
        Gallery.Skipped(id: gallery.ids[$0], entry: $0, reason: reason)
      }
    }.sorted { $0.entry < $1.entry }
  }

  /// The same over references that are searched only once.
  @available(*, noasync)
  public func identifyBlocking<ID>(
    candidates: [Template], gallery: some Collection<(id: ID, template: Template)>,
    policy: MatchPolicy = .standardSearch, maximumCandidates: Int = 10, requireCalibrated: Bool = false
  ) throws -> Identification<ID> {
    try identifyBlocking(
      candidates: candidates, in: Gallery(gallery, for: self), policy: policy,
      maximumCandidates: maximumCandidates, requireCalibrated: requireCalibrated)
  }

  /// The same over references that are searched only once, on a thread of its own.
  public func identify<ID>(
    candidates: [Template], gallery: some Collection<(id: ID, template: Template)>,
    policy: MatchPolicy = .standardSearch, maximumCandidates: Int = 10, requireCalibrated: Bool = false
  ) async throws -> Identification<ID> {
    try await identify(
      candidates: candidates, in: Gallery(gallery, for: self), policy: policy,
      maximumCandidates: maximumCandidates, requireCalibrated: requireCalibrated)
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
