// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintRuntime

/// Searches of an evaluation: some pictures of each person are the gallery, and all others search it.
public struct EvaluationSearches: Sendable {
  /// One search, seen with and without the searcher's own references.
  public struct Search: Sendable, Hashable {
    /// Whose picture it is: the number of the person.
    public let subject: UInt32
    /// The best similarity with the person's own references; `nil`: they are not enrolled.
    public let mate: Float?
    /// The place among the enrolled, 1 for the first; others that are as alike come first. 0 where they are
    /// not enrolled.
    public let rank: Int
    /// The best similarity with anybody else's; `nil` where nobody else is enrolled.
    public let best: Float?
  }

  /// By picture.
  public let searches: [Search]
  /// The number of people in the gallery.
  public let enrolled: Int
  /// References of each of them.
  public let references: Int

  /// Searches of people who are enrolled.
  public var mated: [Search] { searches.filter { $0.mate != nil } }
}

extension Evaluator {
  /// Enrols the first templates of everybody who has more, and searches with all others. Somebody with too
  /// few is not enrolled and searches all the same. Licensed as verification, not as search.
  /// - Parameter references: how many of each person are the gallery, 1 or more; the best of them counts.
  /// - Throws: ``EvaluationError`` `cancelled`; ``PluginCallError``.
  /// - Complexity: O(templates · gallery).
  public func searches(_ run: EvaluationRun, references: Int = 1) async throws -> EvaluationSearches {
    let counts = run.templatesOfSubject
    var gallery: [(subject: UInt32, payload: TemplatePayload)] = []
    var probes: [(subject: UInt32, payload: TemplatePayload)] = []
    var taken = [Int](repeating: 0, count: counts.count)
    for (picture, template) in zip(run.pairs.images, run.templates) {
      guard let template else { continue }
      let subject = Int(picture.subject)
      if counts[subject] > references, taken[subject] < references {
        taken[subject] += 1
        gallery.append((picture.subject, TemplatePayload(template)))
      } else {
        probes.append((picture.subject, TemplatePayload(template)))
      }
    }
    var searches: [EvaluationSearches.Search] = []
    if let version = gallery.first?.payload.version {
      var buffer = GalleryBuffer(version: version)
      for entry in gallery { buffer.append(entry.payload.bytes) }
      let (shared, subjects, step) = (buffer, gallery.map(\.subject), 64)
      for start in stride(from: 0, to: probes.count, by: step) {
        try EvaluationError.checkCancellation()
        let part = Array(probes[start..<min(start + step, probes.count)])
        searches += try await matcher.withoutBlocking { matcher in
          try part.map { probe in
            let found = try matcher.algorithm.compareMany(
              probe: probe.payload, gallery: shared, as: .verification)
            return EvaluationSearches.Search(subject: probe.subject, found, of: subjects)
          }
        }
      }
    }
    return EvaluationSearches(
      searches: searches, enrolled: Set(gallery.map(\.subject)).count, references: references)
  }
}

extension EvaluationSearches.Search {
  /// - Parameter found: by reference; those of one person stand together.
  init(subject: UInt32, _ found: [Float?], of subjects: [UInt32]) {
    var best: [UInt32: Float] = [:]
    for (similarity, other) in zip(found, subjects) {
      guard let similarity else { continue }
      best[other] = max(best[other] ?? similarity, similarity)
    }
    let mate = best.removeValue(forKey: subject)
    self.init(
      subject: subject, mate: mate,
      rank: mate.map { mate in 1 + best.values.count { $0 >= mate } } ?? 0, best: best.values.max())
  }
}
