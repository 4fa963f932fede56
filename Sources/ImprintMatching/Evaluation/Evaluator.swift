// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintRuntime

/// Measures one algorithm on a set of pictures (ISO/IEC 19795-1, technology evaluation).
public struct Evaluator: Sendable {
  /// The acquisition of one picture.
  public enum Acquisition: Sendable {
    case template(Template)
    /// No template could be extracted: counted, not dropped.
    case failure(reason: String)
  }

  /// The progress of an evaluation.
  public struct Progress: Sendable, Hashable {
    public enum Stage: String, Sendable, Hashable {
      case extracting
      case comparing
    }

    public let stage: Stage
    public let done: Int
    public let total: Int
  }

  /// The maximum number of all-against-all comparisons: 12 bytes of memory each.
  public static let maximumComparisons = 100_000_000

  let matcher: TemplateMatcher

  public init(_ matcher: TemplateMatcher) {
    self.matcher = matcher
  }

  /// Makes a template of every picture, once, and compares the listed pairs.
  /// - Parameters:
  ///   - acquire: opens a picture by its path in the list and extracts. Errors that it throws end the
  ///     evaluation;
  ///     a picture that cannot be opened or shows no usable face is a ``Acquisition/failure(reason:)``.
  ///   - progress: called after every picture, and after every 256 comparisons.
  /// - Throws: what `acquire` throws; ``EvaluationError`` `cancelled`, `noTemplates`; ``TemplateError`` or
  ///   ``PluginCallError`` of a comparison.
  public func evaluate(
    _ pairs: EvaluationPairs, acquire: (EvaluationPairs.Picture) async throws -> Acquisition,
    progress: (Progress) -> Void = { _ in }
  ) async throws -> EvaluationRun {
    var templates: [Template?] = []
    var failures: [EvaluationRun.Failure] = []
    for (index, picture) in pairs.images.enumerated() {
      try EvaluationError.checkCancellation()
      switch try await acquire(picture) {
      case .template(let template):
        try matcher.check(template)
        templates.append(template)
      case .failure(let reason):
        templates.append(nil)
        failures.append(EvaluationRun.Failure(picture: index, reason: reason))
      }
      progress(Progress(stage: .extracting, done: index + 1, total: pairs.images.count))
    }
    guard failures.count < pairs.images.count else {
      throw EvaluationError.noTemplates(failures.map(\.reason), first: pairs.images[0].path)
    }
    var records: [ComparisonRecord] = []
    for start in stride(from: 0, to: pairs.pairs.count, by: 256) {
      try EvaluationError.checkCancellation()
      progress(Progress(stage: .comparing, done: start, total: pairs.pairs.count))
      records += try await matcher.withoutBlocking { [templates] matcher in
        try pairs.pairs[start..<min(start + 256, pairs.pairs.count)].compactMap { pair in
          guard let reference = templates[pair.reference], let probe = templates[pair.probe] else {
            return nil
          }
          return ComparisonRecord(
            similarity: try matcher.compareBlocking(probe, with: reference).similarity,
            probe: pairs.images[pair.probe].subject, reference: pairs.images[pair.reference].subject)
        }
      }
    }
    progress(Progress(stage: .comparing, done: pairs.pairs.count, total: pairs.pairs.count))
    return EvaluationRun(
      pairs: pairs, templates: templates, failures: failures,
      accuracy: VerificationAccuracy(records: records, subjects: pairs.subjects))
  }

  /// All impostor comparisons, each once: the data of a calibration. Licensed as verification, not as search.
  /// - Throws: ``EvaluationError`` `tooManyComparisons`, `cancelled`; ``PluginCallError``.
  /// - Complexity: O(templates²) comparisons, 12 bytes for each.
  public func impostorsAllAgainstAll(
    _ run: EvaluationRun, progress: (Progress) -> Void = { _ in }
  ) async throws -> [ComparisonRecord] {
    let all = zip(run.pairs.images, run.templates).compactMap { picture, template in
      template.map { (subject: picture.subject, template: $0) }
    }
    guard all.count * (all.count - 1) / 2 <= Self.maximumComparisons else {
      throw EvaluationError(
        .tooManyComparisons, place: "evaluation",
        reason: "\(all.count) pictures make more than \(Self.maximumComparisons) comparisons.",
        remedy: "Use a list with fewer pictures.")
    }
    var records: [ComparisonRecord] = []
    guard let format = run.format else { return [] }
    // Template versions do not mix in one run: the same algorithm has just made them all.
    var gallery = GalleryBuffer(version: format.version)
    for entry in all { gallery.append(entry.template.payload) }
    for (index, probe) in all.enumerated() {
      try EvaluationError.checkCancellation()
      let found = try await matcher.withoutBlocking { [gallery] in
        try $0.algorithm.compareMany(
          probe: TemplatePayload(probe.template), gallery: gallery, as: .verification)
      }
      for other in (index + 1)..<max(all.count, index + 1) where all[other].subject != probe.subject {
        guard let similarity = found[other] else { continue }
        records.append(
          ComparisonRecord(similarity: similarity, probe: probe.subject, reference: all[other].subject))
      }
      progress(Progress(stage: .comparing, done: index + 1, total: all.count))
    }
    return records
  }
}
