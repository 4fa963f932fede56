// SPDX-License-Identifier: Apache-2.0
import Imprint

/// One capture compared with the enrolled reference.
struct DemoVerification: Sendable {
  let probe: Photograph
  let genuine: Bool
  let score: Score
  /// Beyond what the calibration's data carry.
  let isExtrapolated: Bool
  let accepted: Bool
  let time: Duration

  static func perform(
    _ probe: DemoCapture, against store: FolderStore, matcher: TemplateMatcher
  ) async throws -> DemoVerification {
    let references = try await store.gallery(algorithm: matcher.info.algorithm).items
    let clock = ContinuousClock()
    let started = clock.now
    let result = try matcher.authenticate(
      candidates: [probe.template], references: references.map(\.template.template), policy: .standard)
    return DemoVerification(
      probe: probe.photograph, genuine: probe.photograph.person == Photograph.reference.person,
      score: result.best.score, isExtrapolated: result.best.isExtrapolated, accepted: result.isMatch,
      time: started.duration(to: clock.now))
  }
}

/// One capture searched for among everybody enrolled.
struct DemoIdentification: Sendable {
  let probe: Photograph
  let candidates: [(person: String, score: Score, isExtrapolated: Bool)]
  let threshold: Score
  let time: Duration

  static func perform(
    _ probe: DemoCapture, among store: FolderStore, matcher: TemplateMatcher
  ) async throws -> DemoIdentification {
    let entries = try await store.gallery(algorithm: matcher.info.algorithm).items
    let gallery = Gallery(entries.map { (id: $0.user.name, template: $0.template.template) }, for: matcher)
    let policy = MatchPolicy.falsePositiveIdentificationRate(1e-3, gallery: gallery.count)
    let clock = ContinuousClock()
    let started = clock.now
    let result = try matcher.identify(
      candidates: [probe.template], in: gallery, policy: policy, maximumCandidates: 5)
    let time = started.duration(to: clock.now)
    return DemoIdentification(
      probe: probe.photograph, candidates: result.matches.map { ($0.id, $0.score, $0.isExtrapolated) },
      threshold: result.threshold, time: time)
  }
}
