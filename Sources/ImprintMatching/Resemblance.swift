// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintRuntime

/// Whether new templates appear to be of the same person as earlier ones, and of one person among themselves.
public struct Resemblance: Sendable, Hashable {
  public enum Verdict: Sendable, Hashable {
    /// There is only one template of each site, so nothing to contradict.
    case nothingToCompare
    /// Each matches one that belongs. The lowest of these scores.
    case alike(lowest: Score)
    /// Some do not: they appear to be of another person.
    case unlike([Stranger], threshold: Score)
    /// Undecided: the matcher has no calibration for such templates, so that no score applies.
    case notCalibrated
    /// Undecided: the licence does not cover comparison.
    case notLicensed
  }

  /// A new template that matches none that belongs.
  public struct Stranger: Sendable, Hashable {
    /// Index into the new templates.
    public let template: Int
    /// The best of its scores.
    public let score: Score
  }

  public let verdict: Verdict
  /// Earlier templates that were not compared: of another algorithm or version, or unreadable. Those of other
  /// sites are not listed: they say nothing about the new ones.
  public let skipped: [TemplateFormatCount]
  /// Earlier templates without a score with any of the new ones: not used for the decision.
  public let uncalibrated: [TemplateFormatCount]
}

extension TemplateMatcher {
  /// Decides whether new templates belong to the person of earlier ones, before they are enrolled together.
  ///
  /// A new template belongs if it matches an earlier one, or a new one that belongs. If no earlier one can be
  /// compared, the first of the new ones is taken as the person's. Pairs without calibration are
  /// inconclusive: if they leave one open, and there is no stranger, the result is undecided. Templates of
  /// different sites are not compared (``SiteRule/same``), so that each finger is judged by itself.
  /// - Parameters:
  ///   - templates: new ones, of this algorithm, in order.
  ///   - earlier: those of the person.
  ///   - policy: what counts as a match.
  /// - Throws: ``TemplateError`` about a new template; ``MatchingError`` `invalidPolicy`; ``PluginCallError``
  ///   where the plugin fails.
  /// - Complexity: O(new · (new + earlier)) comparisons. Any thread, and blocks it: a task awaits
  ///   ``resemblance(of:to:policy:)``.
  @available(*, noasync)
  public func resemblanceBlocking(
    of templates: [Template], to earlier: [Template], policy: MatchPolicy = .standard
  ) throws -> Resemblance {
    let threshold = try policy.checkedThreshold
    for template in templates { try check(template) }
    var told = (skipped: [TemplateFormatCount](), uncalibrated: [TemplateFormatCount]())
    func says(_ verdict: Resemblance.Verdict) -> Resemblance {
      Resemblance(verdict: verdict, skipped: told.skipped, uncalibrated: told.uncalibrated)
    }
    guard !templates.isEmpty, !earlier.isEmpty || templates.count > 1 else { return says(.nothingToCompare) }
    guard isCalibrated else { return says(.notCalibrated) }
    do throws(PluginCallError) {
      try checkEntitlement(for: .verification)
    } catch {
      guard error.statusClass == .noEntitlement else { throw error }
      return says(.notLicensed)
    }
    let known = try compareAll(templates, with: earlier, if: MatchConditions(sites: .same))
    let judged = known.pairs.filter { $0.comparison.isCalibrated }
    let open = Set(known.pairs.map(\.reference)).subtracting(judged.map(\.reference)).sorted()
    told = (
      TemplateFormatCount.of(known.skipped.filter { $0.reason.code != .otherSite }.map(\.format)),
      TemplateFormatCount.of(open.map { earlier[$0].format })
    )
    var best: [Score?] = Array(repeating: nil, count: templates.count)
    for pair in judged { best[pair.candidate] = higher(best[pair.candidate], try pair.comparison.score) }
    if known.pairs.isEmpty {
      // Refused by all: unless the matcher can read it, the new one is unreadable.
      for candidate in known.refusals.keys.sorted() {
        _ = try compareBlocking(templates[candidate], with: templates[candidate])
      }
    }
    let unjudged = groupsBySite(templates).filter { $0.allSatisfy { best[$0] == nil } }
    if judged.isEmpty, unjudged.allSatisfy({ $0.count == 1 }) {
      return says(open.isEmpty ? .nothingToCompare : .notCalibrated)
    }
    for group in unjudged { best[group[0]] = Score(.infinity) }
    let verdict = try spread(best, among: templates, threshold: threshold)
    // They match among themselves: whether they match the person is unknown.
    let inconclusive = Set(known.pairs.map(\.candidate))
    if case .alike = verdict, unjudged.contains(where: { !inconclusive.isDisjoint(with: $0) }) {
      return says(.notCalibrated)
    }
    return says(verdict)
  }

  /// ``resemblanceBlocking(of:to:policy:)`` on a thread of its own.
  public func resemblance(
    of templates: [Template], to earlier: [Template], policy: MatchPolicy = .standard
  ) async throws -> Resemblance {
    try await withoutBlocking { try $0.resemblanceBlocking(of: templates, to: earlier, policy: policy) }
  }

  /// Those that may be compared, directly or by way of others, in order.
  private func groupsBySite(_ templates: [Template]) -> [[Int]] {
    var groups: [[Int]] = []
    for (index, template) in templates.enumerated() {
      let isMet = { (group: [Int]) in
        group.contains { SiteRule.same.allows(template.site, templates[$0].site) }
      }
      let met = groups.filter(isMet).flatMap { $0 } + [index]
      groups.removeAll(where: isMet)
      groups.append(met.sorted())
    }
    return groups
  }

  /// Goes from the templates that belong to those that are alike to them, until no more follow.
  private func spread(
    _ known: [Score?], among templates: [Template], threshold: Score
  ) throws -> Resemblance.Verdict {
    var best = known
    var open = templates.indices.filter { best[$0].map { $0 > threshold } ?? false }
    var belongs = Set(open)
    while let next = open.popLast() {
      for other in templates.indices
      where !belongs.contains(other) && SiteRule.same.allows(templates[other].site, templates[next].site) {
        guard let score = try compareBlocking(templates[other], with: templates[next]).calibrated else {
          continue
        }
        best[other] = higher(best[other], score)
        guard score > threshold else { continue }
        belongs.insert(other)
        open.append(other)
      }
    }
    let others = templates.indices.filter { !belongs.contains($0) }
    let strangers = others.compactMap { index in
      best[index].map { Resemblance.Stranger(template: index, score: $0) }
    }
    guard strangers.isEmpty else { return .unlike(strangers, threshold: threshold) }
    // One without a score with any that belongs.
    guard others.isEmpty else { return .notCalibrated }
    return .alike(lowest: best.compactMap { $0 }.filter(\.value.isFinite).min() ?? threshold)
  }

  private func higher(_ known: Score?, _ score: Score) -> Score { known.map { max($0, score) } ?? score }
}
