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
  /// - Throws: ``PluginCallError`` `cancelled` too.
  @available(*, noasync)
  public func identifyBlocking<ID>(
    candidates: [Template], in gallery: LiveGallery<ID>, policy: MatchPolicy = .standardSearch,
    maximumCandidates: Int = 10, requireCalibrated: Bool = false, threads: Int? = nil
  ) throws -> Identification<ID> {
    let sections = gallery.sections.filter { $0.prepared.count > 0 }
    let (plan, threshold, used) = try searchPlan(
      candidates, sections.map { ($0.origin, $0.prepared.count) }, policy: policy,
      requireCalibrated: requireCalibrated)
    let wanted = min(max(maximumCandidates, 1), PreparedGallery.mostHits)
    var ranking = SearchRanking(
      most: wanted, threshold: threshold, calibrations: calibrations, similarities: format.similarities)
    var countsEveryMatch = true
    for step in plan.steps {
      let section = sections[step.section]
      let probe = TemplatePayload(candidates[step.candidate])
      var found = try gallery.best(wanted, for: probe, in: section, threads)
      func matches(_ hit: LiveGallery<ID>.Found) -> Bool {
        ranking.score(hit.similarity, step.entry) > threshold
      }
      // All that were wanted match: there may be more.
      if found.count == wanted, wanted < PreparedGallery.mostHits, found.last.map(matches) == true {
        found = try gallery.best(PreparedGallery.mostHits, for: probe, in: section, threads)
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

extension LiveGallery {
  /// A person whom a search has found.
  typealias Found = (number: UInt32, similarity: Float)

  /// The candidates that are compared for each that is wanted, and the fewest: see `docs/performance.md` for
  /// what is missed.
  private static var candidatesForEach: Int { 8 }
  private static var fewestCandidates: Int { 64 }

  /// The most alike people of a section, best first, with the similarities of the templates themselves.
  @available(*, noasync)
  fileprivate func best(
    _ wanted: Int, for probe: TemplatePayload, in section: Section, _ threads: Int?
  ) throws(PluginCallError) -> [Found] {
    let threads = threads ?? options.threads
    guard let templates = section.templates else {
      return try section.prepared.search(probe, most: wanted, threads: threads).map {
        ($0.group, $0.similarity)
      }
    }
    let asked = max(
      options.candidates ?? max(wanted * Self.candidatesForEach, Self.fewestCandidates), wanted)
    let named = try section.prepared.search(
      probe, most: min(asked, PreparedGallery.mostHits), threads: threads)
    var compared = GalleryBuffer(version: section.origin.format.version)
    var numbers: [UInt32] = []
    for hit in named {
      // Of one that was removed meanwhile nothing is left.
      guard let template = templates.payload(at: hit.place) else { continue }
      compared.append(template)
      numbers.append(hit.group)
    }
    let similarities = try matcher.algorithm.similarities(of: probe, to: compared, as: .identification)
    let found = zip(numbers, similarities).filter { !$0.1.isNaN }.sorted {
      ($1.1, $0.0) < ($0.1, $1.0)
    }
    return found.prefix(wanted).map { ($0.0, $0.1) }
  }
}
