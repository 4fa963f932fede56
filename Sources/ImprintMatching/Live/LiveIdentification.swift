// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintRuntime

extension TemplateMatcher {
  /// Identification in a gallery that lives: as
  /// ``identifyBlocking(candidates:in:policy:maximumCandidates:requireCalibrated:)`` of a ``Gallery``, which
  /// says what the parameters are, but for
  /// - at most ``PreparedGallery/mostHits`` candidates, and as many matches counted
  ///   (``Identification/countsEveryMatch``);
  /// - references that cannot be searched, which were told when they were added;
  /// - cancelling the task, which ends it within some milliseconds.
  /// - Parameter threads: as many search at once; `nil`: those of ``LiveGallery/Options``. What is found does
  ///   not depend on it.
  /// - Throws: ``PluginCallError`` `cancelled` too; `argument` for a gallery that was made for another
  ///   matcher.
  @available(*, noasync)
  public func identifyBlocking<ID>(
    candidates: [Template], in gallery: LiveGallery<ID>, policy: MatchPolicy = .standardSearch,
    maximumCandidates: Int = 10, requireCalibrated: Bool = false, threads: Int? = nil
  ) throws -> Identification<ID> {
    try identifyBlocking(
      candidates: candidates, in: gallery, policy: policy, maximumCandidates: maximumCandidates,
      requireCalibrated: requireCalibrated, threads: threads, sites: .any)
  }

  /// The same of sites that may be compared.
  @available(*, noasync)
  func identifyBlocking<ID>(
    candidates: [Template], in gallery: LiveGallery<ID>, policy: MatchPolicy, maximumCandidates: Int,
    requireCalibrated: Bool, threads: Int? = nil, sites: SiteRule
  ) throws -> Identification<ID> {
    try checkIsMatcher(of: gallery)
    let sections = gallery.sections.filter { $0.prepared.count > 0 }
    let (plan, threshold, used) = try searchPlan(
      candidates, sections.map { (SearchKind(origin: $0.origin, site: $0.site), $0.prepared.count) },
      policy: policy, requireCalibrated: requireCalibrated, sites: sites)
    let wanted = min(max(maximumCandidates, 1), PreparedGallery.mostHits)
    var ranking = SearchRanking(
      most: wanted, threshold: threshold, calibrations: calibrations, similarities: format.similarities)
    var countsEveryMatch = true
    for step in plan.steps {
      let section = sections[step.section]
      let probe = TemplatePayload(candidates[step.candidate])
      let most = min(max(wanted, LiveGallery<ID>.fewestHits), PreparedGallery.mostHits)
      var found = try gallery.best(wanted, hits: most, for: probe, in: section, threads)
      func matches(_ hit: LiveGallery<ID>.Found) -> Bool {
        ranking.score(hit.similarity, step.entry) > threshold
      }
      // All that were asked for match: there may be more.
      if found.count >= most, most < PreparedGallery.mostHits, found.last.map(matches) == true {
        let all = PreparedGallery.mostHits
        found = try gallery.best(all, hits: all, for: probe, in: section, threads)
      }
      let isAll = found.count < PreparedGallery.mostHits || found.last.map(matches) != true
      countsEveryMatch = countsEveryMatch && isAll && section.prepared.form.isExact
      for hit in found { ranking.take(hit.similarity, of: hit.number, by: step.entry) }
    }
    let ids = gallery.ids(of: ranking.ranking.map(\.person))
    return Identification(
      ranking, of: { ids[$0] }, plan, threshold: threshold, used: used,
      searched: plan.sections.reduce(0) { $0 + sections[$1].prepared.count },
      uncalibrated: gaps(of: plan), countsEveryMatch: countsEveryMatch)
  }

  /// ``identifyBlocking(candidates:in:policy:maximumCandidates:requireCalibrated:threads:)`` on a thread of
  /// its own.
  public func identify<ID>(
    candidates: [Template], in gallery: LiveGallery<ID>, policy: MatchPolicy = .standardSearch,
    maximumCandidates: Int = 10, requireCalibrated: Bool = false, threads: Int? = nil
  ) async throws -> Identification<ID> {
    try await withoutBlocking {
      try $0.identifyBlocking(
        candidates: candidates, in: gallery, policy: policy, maximumCandidates: maximumCandidates,
        requireCalibrated: requireCalibrated, threads: threads)
    }
  }
}

extension TemplateMatcher {
  /// The gallery's matcher compares, and this one scores: similarities of another would mean other scores.
  private func checkIsMatcher<ID>(of gallery: LiveGallery<ID>) throws(PluginCallError) {
    let other = gallery.matcher
    guard other.pluginID == pluginID, other.format == format, other.calibrations == calibrations else {
      throw PluginCallError(
        refusing: .argument, place: "\(pluginID): gallery",
        reason: "it was made for another matcher: \(other.pluginID).",
        remedy: "Search with the matcher that the gallery was made for.")
    }
  }
}

extension LiveGallery {
  /// A person whom a search has found.
  typealias Found = (number: UInt32, similarity: Float)

  /// The candidates that are compared for each that is wanted, and the fewest: see `docs/performance.md` for
  /// what is missed.
  private static var candidatesForEach: Int { 8 }
  private static var fewestCandidates: Int { 64 }
  /// What an exact search is asked for at least: more cost nothing, and a second search would.
  fileprivate static var fewestHits: Int { 64 }

  /// The most alike people of a section, best first: as many as `hits` where the form is exact, else all
  /// whom it names, with the best similarity of their templates themselves.
  @available(*, noasync)
  fileprivate func best(
    _ wanted: Int, hits: Int, for probe: TemplatePayload, in section: Section, _ threads: Int?
  ) throws(PluginCallError) -> [Found] {
    let threads = threads ?? options.threads
    guard let templates = section.templates else {
      return try section.prepared.search(probe, most: hits, threads: threads).map {
        ($0.group, $0.similarity)
      }
    }
    let asked = max(
      options.candidates ?? max(wanted * Self.candidatesForEach, Self.fewestCandidates), wanted)
    let named = try section.prepared.search(
      probe, most: min(asked, PreparedGallery.mostHits), threads: threads)
    var compared = GalleryBuffer(version: section.origin.format.version)
    var numbers: [UInt32] = []
    // Which of a person's references is the most alike, the shorter form does not know for certain.
    for (number, place) in places(of: named.map(\.group), in: section) {
      // Of one that was removed meanwhile nothing is left.
      guard let template = templates.payload(at: place) else { continue }
      compared.append(template)
      numbers.append(number)
    }
    let similarities = try matcher.algorithm.similarities(of: probe, to: compared, as: .identification)
    var best: [UInt32: Float] = [:]
    for (number, similarity) in zip(numbers, similarities) where !similarity.isNaN {
      best[number] = max(best[number] ?? similarity, similarity)
    }
    return best.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }
}
