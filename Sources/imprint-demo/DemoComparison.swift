// SPDX-License-Identifier: Apache-2.0
import Imprint

extension DemoTiming {
  /// How often a comparison and a search are repeated, to time warm calls.
  private static let repetitions = 100

  /// Repeats some work that often on this thread: returns its first result, with the times.
  fileprivate func repeated<Value>(_ work: () throws -> Value) rethrows -> (Value, DemoTiming) {
    var timing = self
    let first = try timing.measure(work)
    for _ in 0..<Self.repetitions { _ = try timing.measure(work) }
    return (first, timing)
  }
}

/// One capture compared with the enrolled reference.
struct DemoVerification: Sendable {
  let probe: Photograph
  let genuine: Bool
  let score: Score
  /// Beyond what the calibration's data support.
  let isExtrapolated: Bool
  let accepted: Bool

  static func perform(
    _ probe: DemoCapture, against reference: Template, matcher: TemplateMatcher, times: inout DemoTimes
  ) async throws -> DemoVerification {
    let (result, timing) = try await matcher.withoutBlocking { [timing = times.comparing] matcher in
      try timing.repeated {
        try matcher.authenticateBlocking(
          candidates: [probe.template], references: [reference], policy: .standard)
      }
    }
    times.comparing = timing
    return DemoVerification(
      probe: probe.photograph, genuine: probe.photograph.person == Photograph.reference.person,
      score: result.best.score, isExtrapolated: result.best.isExtrapolated, accepted: result.isMatch)
  }
}

/// One capture searched for among everybody enrolled.
struct DemoIdentification: Sendable {
  struct Candidate: Sendable {
    let person: String
    let score: Score
    let isMatch: Bool
    let isExtrapolated: Bool
  }

  let probe: Photograph
  let isEnrolled: Bool
  /// By descending score, including those that do not match.
  let candidates: [Candidate]
  let threshold: Score
  let isThresholdExtrapolated: Bool
  /// References that were compared.
  let searched: Int

  /// A stranger matches nobody, and somebody enrolled matches himself before all others.
  var isRight: Bool {
    guard isEnrolled else { return !candidates.contains(where: \.isMatch) }
    return candidates.first.map { $0.isMatch && $0.person == probe.person } ?? false
  }

  static func perform(
    _ probe: DemoCapture, among gallery: Gallery<String>, of people: [String], matcher: TemplateMatcher,
    times: inout DemoTimes
  ) async throws -> DemoIdentification {
    let policy = MatchPolicy.falsePositiveIdentificationRate(Self.rate, gallery: gallery.count)
    let (result, timing) = try await matcher.withoutBlocking { [timing = times.searching] matcher in
      try timing.repeated {
        try matcher.identifyBlocking(
          candidates: [probe.template], in: gallery, policy: policy, maximumCandidates: 5)
      }
    }
    times.searching = timing
    return DemoIdentification(
      probe: probe.photograph, isEnrolled: people.contains(probe.photograph.person),
      candidates: result.candidates.map {
        Candidate(person: $0.id, score: $0.score, isMatch: $0.isMatch, isExtrapolated: $0.isExtrapolated)
      }, threshold: result.threshold, isThresholdExtrapolated: result.isThresholdExtrapolated,
      searched: result.searched)
  }

  /// The FPIR of the search policy: the share of searches by people who are not enrolled that return anybody.
  static let rate = 1e-3
}
