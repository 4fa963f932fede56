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
    public fileprivate(set) var candidate: Int
    /// How many.
    public let references: Int
    public let reason: MatchingError
  }

  /// References that one of the probes was not compared with, as they are of another place on the body.
  public struct OtherSite: Sendable, Hashable {
    /// Index into the candidates.
    public fileprivate(set) var candidate: Int
    /// Of the references.
    public let site: BodySite
    /// How many.
    public let references: Int
  }

  /// The candidate list: by descending score, and if all scores have one calibration by descending
  /// similarity; at most as many as requested. Non-matches are last.
  public let candidates: [Candidate]
  /// The number of ids that match, even if more than requested.
  public let matchCount: Int
  /// Whether that is all of them: a search of a ``LiveGallery`` counts to ``PreparedGallery/mostHits``, and
  /// in a form that names candidates only among those.
  public let countsEveryMatch: Bool
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
  public private(set) var uncalibrated: [Uncalibrated]
  /// By probe and kind of reference, what was not compared as it is of another site.
  public private(set) var otherSites: [OtherSite]
  /// The number of comparisons that the search made.
  public let comparisons: Int
  /// The calibrations that were used, in the manifest's order.
  public let calibrations: [CalibrationEntry]

  /// The candidates that match: at most as many as requested, of ``matchCount``.
  public var matches: [Candidate] { candidates.filter(\.isMatch) }

  /// - Parameter id: of a number of the ranking.
  init(
    _ ranking: SearchRanking, of id: (UInt32) -> ID?, _ plan: SearchPlan, threshold: Score,
    used: Set<CalibrationEntry>, searched: Int, skipped: [Gallery<ID>.Skipped] = [],
    uncalibrated: [Uncalibrated], countsEveryMatch: Bool = true
  ) {
    candidates = ranking.ranking.compactMap { hit in
      id(hit.person).map {
        Candidate(
          id: $0, score: hit.score, similarity: hit.similarity, isMatch: hit.score > threshold,
          isExtrapolated: !ranking.calibration(of: hit).calibration.supports(hit.score),
          calibration: ranking.calibration(of: hit))
      }
    }
    matchCount = ranking.matchCount
    self.countsEveryMatch = countsEveryMatch
    self.threshold = threshold
    falseMatchRate = threshold.falseMatchRate
    falsePositiveIdentificationRate = threshold.falsePositiveIdentificationRate(comparisons: plan.comparisons)
    isThresholdExtrapolated = !used.allSatisfy { $0.calibration.supports(threshold) }
    self.searched = searched
    self.skipped = skipped
    self.uncalibrated = uncalibrated
    otherSites = plan.apart.map {
      OtherSite(candidate: $0.candidate, site: $0.site, references: $0.references)
    }
    comparisons = plan.comparisons
    calibrations = plan.used.sorted { $0.number < $1.number }
  }

  /// Takes its probes for those of a longer list.
  /// - Parameter indices: of each in that list.
  mutating func renumber(_ indices: [Int]) {
    for index in uncalibrated.indices {
      uncalibrated[index].candidate = indices[uncalibrated[index].candidate]
    }
    for index in otherSites.indices { otherSites[index].candidate = indices[otherSites[index].candidate] }
  }
}

extension SearchPlan {
  /// The entries that no step could read, in order.
  /// - Parameter failures: by entry, how many could not.
  fileprivate func unread<ID>(of gallery: Gallery<ID>, _ failures: [Int: Int]) -> [Int] {
    sections.flatMap { section in
      let times = steps.count { $0.section == section }
      return gallery.sections[section].entries.filter { failures[$0] == times }
    }
  }
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
  /// - Complexity: O(candidates · gallery), in memory of one number for each reference. Any thread, and
  ///   blocks it: a task awaits ``identify(candidates:in:policy:maximumCandidates:requireCalibrated:)``.
  @available(*, noasync)
  public func identifyBlocking<ID>(
    candidates: [Template], in gallery: Gallery<ID>, policy: MatchPolicy = .standardSearch,
    maximumCandidates: Int = 10, requireCalibrated: Bool = false
  ) throws -> Identification<ID> {
    try identifyBlocking(
      candidates: candidates, in: gallery, policy: policy, maximumCandidates: maximumCandidates,
      requireCalibrated: requireCalibrated, sites: .any)
  }

  /// The same of sites that may be compared.
  @available(*, noasync)
  func identifyBlocking<ID>(
    candidates: [Template], in gallery: Gallery<ID>, policy: MatchPolicy, maximumCandidates: Int,
    requireCalibrated: Bool, sites: SiteRule
  ) throws -> Identification<ID> {
    let (plan, threshold, used) = try searchPlan(
      candidates, gallery.sections.map(\.kind), policy: policy, requireCalibrated: requireCalibrated,
      sites: sites)
    var ranking = SearchRanking(
      most: max(maximumCandidates, 1), threshold: threshold, calibrations: calibrations,
      similarities: format.similarities)
    // How often each could not be read.
    var failures: [Int: Int] = [:]
    for step in plan.steps {
      let section = gallery.sections[step.section]
      let similarities = try algorithm.similarities(
        of: TemplatePayload(candidates[step.candidate]), to: section.buffer, as: .identification)
      ranking.take(similarities, of: section.people, by: step.entry) {
        failures[section.entries[$0], default: 0] += 1
      }
    }
    let unread = failures.isEmpty ? [] : plan.unread(of: gallery, failures)
    return Identification(
      ranking, of: { gallery.people[Int($0)] }, plan, threshold: threshold, used: used,
      searched: plan.sections.reduce(0) { $0 + gallery.sections[$1].entries.count } - unread.count,
      skipped: gallery.skipped + uncompared(of: gallery, by: plan)
        + apart(from: candidates, of: gallery, by: plan)
        + unread.map { Gallery.Skipped(id: gallery.ids[$0], entry: $0, reason: .unreadablePayload) },
      uncalibrated: gaps(of: plan))
  }

  /// What a search compares, with which threshold, by which calibrations.
  func searchPlan(
    _ candidates: [Template], _ kinds: [(kind: SearchKind, count: Int)], policy: MatchPolicy,
    requireCalibrated: Bool, sites: SiteRule
  ) throws -> (SearchPlan, Score, Set<CalibrationEntry>) {
    // Here too, because an empty gallery is searched without a comparison.
    try checkEntitlement(for: .identification)
    try requireCalibrations(for: candidates)
    guard !candidates.isEmpty else { throw MatchingError.noTemplates("candidates") }
    for candidate in candidates { try check(candidate) }
    let plan = SearchPlan(candidates.map(\.kind), kinds, by: calibrations, sites: sites)
    let threshold = try policy.covering(comparisons: plan.comparisons).checkedThreshold
    let used = plan.steps.isEmpty ? Set(calibrations.entries) : plan.used
    if requireCalibrated { try requireSupport(of: threshold, by: used) }
    if plan.steps.isEmpty, let gap = plan.gaps.first { throw notCalibrated(gap.probe, gap.reference) }
    return (plan, threshold, used)
  }

  /// What was not compared for lack of a calibration.
  func gaps<ID>(of plan: SearchPlan) -> [Identification<ID>.Uncalibrated] {
    plan.gaps.map {
      .init(
        candidate: $0.candidate, references: $0.references, reason: notCalibrated($0.probe, $0.reference))
    }
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

  /// References of other sites than those of all candidates, in the gallery's order.
  private func apart<ID>(
    from candidates: [Template], of gallery: Gallery<ID>, by plan: SearchPlan
  ) -> [Gallery<ID>.Skipped] {
    let others = Set(candidates.map(\.site))
    let times = Dictionary(plan.apart.map { ($0.section, 1) }, uniquingKeysWith: +)
    return times.filter { $0.value == candidates.count }.flatMap { section, _ in
      let reason = TemplateError.otherSite(found: gallery.sections[section].site, others: others)
      return gallery.sections[section].entries.map {
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
