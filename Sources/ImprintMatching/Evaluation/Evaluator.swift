// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintRuntime

/// Measures one algorithm on a set of pictures (ISO/IEC 19795-1, technology evaluation).
public struct Evaluator: Sendable {
  /// The acquisition of one picture.
  public enum Acquisition: Sendable {
    /// - Parameter qualities: what else was measured of the picture, by name, which is not `template`; higher
    ///   is better, and NaN is none.
    case template(Template, qualities: [String: Double] = [:])
    /// No template could be extracted: counted, not dropped.
    case failure(reason: String)
    /// There is no picture to look at: listed, and in no rate.
    case unread(reason: String)
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

  /// Makes a template of every picture, once, and compares the pairs.
  /// - Parameters:
  ///   - acquire: opens a picture by its path in the list and extracts. Errors that it throws end the
  ///     evaluation; a picture that cannot be opened is ``Acquisition/unread(reason:)``, one that shows no
  ///     usable face a ``Acquisition/failure(reason:)``.
  ///   - progress: called after every picture, and while templates are compared.
  /// - Throws: what `acquire` throws; ``EvaluationError`` `cancelled`, `noTemplates`; ``TemplateError`` or
  ///   ``PluginCallError`` of a comparison.
  public func evaluate(
    _ pairs: EvaluationPairs, acquire: (EvaluationPairs.Picture) async throws -> Acquisition,
    progress: (Progress) -> Void = { _ in }
  ) async throws -> EvaluationRun {
    var acquired: [Acquisition?] = []
    for picture in pairs.images {
      try EvaluationError.checkCancellation()
      acquired.append(try await acquire(picture))
      progress(Progress(stage: .extracting, done: acquired.count, total: pairs.images.count))
    }
    return try await compare(pairs, acquired, width: 1, progress)
  }

  /// The same with several pictures at a time: each of `acquirers` gets one after the other. The result does
  /// not depend on how many there are.
  /// - Parameter acquirers: at least one; each is called by one task at a time. As many threads compare.
  public func evaluate(
    _ pairs: EvaluationPairs,
    acquirers: [@Sendable (EvaluationPairs.Picture) async throws -> Acquisition],
    progress: (Progress) -> Void = { _ in }
  ) async throws -> EvaluationRun {
    let total = pairs.images.count
    var acquired = [Acquisition?](repeating: nil, count: total)
    try await withThrowingTaskGroup(of: (acquirer: Int, picture: Int, result: Acquisition).self) { group in
      var (next, done) = (0, 0)
      func start(_ acquirer: Int) {
        guard next < total else { return }
        let (picture, acquire) = (next, acquirers[acquirer])
        next += 1
        group.addTask { (acquirer, picture, try await acquire(pairs.images[picture])) }
      }
      for acquirer in acquirers.indices { start(acquirer) }
      while let (acquirer, picture, result) = try await group.next() {
        try EvaluationError.checkCancellation()
        acquired[picture] = result
        done += 1
        progress(Progress(stage: .extracting, done: done, total: total))
        start(acquirer)
      }
    }
    return try await compare(pairs, acquired, width: acquirers.count, progress)
  }

  private func compare(
    _ pairs: EvaluationPairs, _ acquired: [Acquisition?], width: Int, _ progress: (Progress) -> Void
  ) async throws -> EvaluationRun {
    var templates: [Template?] = []
    var failures: [EvaluationRun.Failure] = []
    var measured: [String: [Double?]] = [:]
    for (index, acquisition) in acquired.enumerated() {
      var made: Template?
      switch acquisition {
      case .template(let template, let qualities):
        try matcher.check(template)
        made = template
        for (name, value) in qualities where !value.isNaN {
          measured[name, default: [Double?](repeating: nil, count: acquired.count)][index] = value
        }
      case .failure(let reason): failures.append(.init(picture: index, reason: reason, isUnread: false))
      case .unread(let reason): failures.append(.init(picture: index, reason: reason, isUnread: true))
      case nil: break
      }
      templates.append(made)
    }
    guard failures.count < pairs.images.count else {
      throw EvaluationError.noTemplates(failures.map(\.reason), first: pairs.images[0].path)
    }
    let compared =
      pairs.isAllAgainstAll
      ? try await allAgainstAll(pairs, templates, genuine: true, width: width, progress)
      : try await listed(pairs, templates, progress)
    return EvaluationRun(
      pairs: pairs, templates: templates, failures: failures,
      accuracy: VerificationAccuracy(records: compared.records, subjects: pairs.subjects),
      genuinePictures: compared.genuine,
      measuredQualities: measured.sorted { $0.key < $1.key }.map { .init(name: $0.key, values: $0.value) })
  }

  /// Comparisons that were made, and of the genuine ones, in the same order, their pictures.
  private struct Compared {
    var records: [ComparisonRecord] = []
    var genuine: [EvaluationRun.PicturePair] = []

    mutating func add(_ record: ComparisonRecord, _ pictures: EvaluationRun.PicturePair) {
      records.append(record)
      if record.isGenuine { genuine.append(pictures) }
    }
  }

  private func listed(
    _ pairs: EvaluationPairs, _ templates: [Template?], _ progress: (Progress) -> Void
  ) async throws -> Compared {
    var compared = Compared()
    for start in stride(from: 0, to: pairs.pairs.count, by: 256) {
      try EvaluationError.checkCancellation()
      progress(Progress(stage: .comparing, done: start, total: pairs.pairs.count))
      let next = pairs.pairs[start..<min(start + 256, pairs.pairs.count)].filter {
        templates[$0.reference] != nil && templates[$0.probe] != nil
      }
      let similarities = try await matcher.withoutBlocking { [templates] matcher in
        try next.map { pair -> Float? in
          guard let reference = templates[pair.reference], let probe = templates[pair.probe] else {
            return nil
          }
          return try matcher.compareBlocking(probe, with: reference).similarity
        }
      }
      for (pair, similarity) in zip(next, similarities) {
        guard let similarity else { continue }
        compared.add(
          ComparisonRecord(
            similarity: similarity, probe: pairs.images[pair.probe].subject,
            reference: pairs.images[pair.reference].subject),
          EvaluationRun.PicturePair(probe: pair.probe, reference: pair.reference))
      }
    }
    progress(Progress(stage: .comparing, done: pairs.pairs.count, total: pairs.pairs.count))
    return compared
  }

  /// All impostor comparisons, each once: the data of a calibration. Licensed as verification, not as search.
  /// - Throws: ``EvaluationError`` `tooManyComparisons`, `cancelled`; ``PluginCallError``.
  /// - Complexity: O(templates²) comparisons, 12 bytes for each; none where the evaluation made them.
  public func impostorsAllAgainstAll(
    _ run: EvaluationRun, progress: (Progress) -> Void = { _ in }
  ) async throws -> [ComparisonRecord] {
    if run.pairs.isAllAgainstAll { return run.accuracy.impostor }
    return try await allAgainstAll(run.pairs, run.templates, genuine: false, width: 1, progress).records
  }

  /// Every template with every later one.
  /// - Parameter genuine: whether those of one person are compared too.
  private func allAgainstAll(
    _ pairs: EvaluationPairs, _ templates: [Template?], genuine: Bool, width: Int,
    _ progress: (Progress) -> Void
  ) async throws -> Compared {
    let all = zip(pairs.images, templates).enumerated().compactMap { number, entry in
      entry.1.map { (picture: number, subject: entry.0.subject, payload: TemplatePayload($0)) }
    }
    try EvaluationError.checkComparisons(of: all.count, place: "evaluation")
    guard let version = all.first?.payload.version else { return Compared() }
    // Template versions do not mix in one run: the same algorithm has just made them all.
    var gallery = GalleryBuffer(version: version)
    for entry in all { gallery.append(entry.payload.bytes) }
    let (shared, step) = (gallery, 16)
    var parts = [Compared](repeating: Compared(), count: (all.count + step - 1) / step)
    try await withThrowingTaskGroup(of: (part: Int, compared: Compared).self) { group in
      var (next, done) = (0, 0)
      func start() {
        guard next < parts.count else { return }
        let part = next
        next += 1
        group.addTask { [matcher] in
          let compared = try await matcher.withoutBlocking { matcher in
            var compared = Compared()
            for index in part * step..<min((part + 1) * step, all.count) {
              let probe = all[index]
              let found = try matcher.algorithm.compareMany(
                probe: probe.payload, gallery: shared, as: .verification)
              for other in index + 1..<max(all.count, index + 1) {
                guard let similarity = found[other], genuine || all[other].subject != probe.subject else {
                  continue
                }
                compared.add(
                  ComparisonRecord(
                    similarity: similarity, probe: probe.subject, reference: all[other].subject),
                  EvaluationRun.PicturePair(probe: probe.picture, reference: all[other].picture))
              }
            }
            return compared
          }
          return (part, compared)
        }
      }
      for _ in 0..<max(width, 1) { start() }
      while let (part, compared) = try await group.next() {
        try EvaluationError.checkCancellation()
        parts[part] = compared
        done += 1
        progress(Progress(stage: .comparing, done: min(done * step, all.count), total: all.count))
        start()
      }
    }
    return Compared(records: parts.flatMap(\.records), genuine: parts.flatMap(\.genuine))
  }
}
