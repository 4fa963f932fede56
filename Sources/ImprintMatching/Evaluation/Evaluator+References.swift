// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintRuntime

/// What an evaluation found with references that are not its pictures' own templates.
public struct ReferenceRun: Sendable {
  /// Of each reference with each picture of another person; with each other picture of the same one.
  public let accuracy: VerificationAccuracy
  /// The number of probes of each subject.
  let probesOfSubject: [Int]
  let referencesOfSubject: [Int]
  /// The pair of templates that were compared; `nil` where they do not say who made them.
  let pair: CalibratedPair?
  let origins: [String]
}

extension Evaluator {
  /// One reference of each person: the templates of their first pictures, fused. People with fewer have none.
  /// - Parameter count: how many are fused, 2 or more.
  /// - Throws: ``EvaluationError`` `tooFewComparisons` where nobody has that many, `cancelled`;
  ///   ``PluginCallError`` but `templates-disagree`, of which it is counted how often it was said.
  public func fusedReferences(of count: Int, from run: EvaluationRun) async throws -> ReferenceSet {
    var picturesOfSubject = [[Int]](repeating: [], count: run.pairs.subjects)
    for (index, picture) in run.pairs.images.enumerated() where run.templates[index] != nil {
      picturesOfSubject[Int(picture.subject)].append(index)
    }
    var (entries, left): ([ReferenceSet.Entry], Int) = ([], 0)
    for (subject, pictures) in picturesOfSubject.enumerated() where pictures.count >= count {
      try EvaluationError.checkCancellation()
      let chosen = pictures.prefix(count)
      do {
        let fused = try await matcher.fuse(chosen.compactMap { run.templates[$0] })
        entries.append(.init(template: fused, subject: UInt32(subject), pictures: Set(chosen)))
      } catch let error as PluginCallError where error.code == .templatesDisagree {
        left += 1
      }
    }
    guard !entries.isEmpty else {
      throw EvaluationError(
        .tooFewComparisons, place: "evaluation",
        reason: "nobody has \(count) pictures with templates that agree, which are fused into a reference.",
        remedy: "Give more pictures of each person, or fuse fewer.")
    }
    return ReferenceSet(entries: entries, left: left)
  }

  /// Compares each reference with each picture of an evaluation, but those that it is of.
  /// - Throws: ``EvaluationError`` `tooManyComparisons`, `mixedTemplates` where the references are of several
  ///   versions, `cancelled`; ``TemplateError`` of a reference; ``PluginCallError``.
  /// - Complexity: references × pictures comparisons, 12 bytes each.
  public func evaluate(
    _ references: ReferenceSet, with run: EvaluationRun, progress: (Progress) -> Void = { _ in }
  ) async throws -> ReferenceRun {
    let probes = run.templates.indices.filter { run.templates[$0] != nil }
    guard references.entries.count * probes.count <= Self.maximumComparisons else {
      throw EvaluationError(
        .tooManyComparisons, place: "evaluation",
        reason: "\(references.entries.count) references and \(probes.count) pictures make more than "
          + "\(Self.maximumComparisons) comparisons.",
        remedy: "Use a list with fewer pictures.")
    }
    let origins = (
      Set(probes.compactMap { run.templates[$0]?.origin }), Set(references.entries.map(\.template.origin))
    )
    for reference in references.entries { try matcher.check(reference.template) }
    // One version of each: a gallery has one, and no calibration is of several.
    let versions = Set(references.entries.map(\.template.format.version))
    guard let version = versions.first, versions.count == 1 else {
      throw EvaluationError.mixedTemplates(origins.1.map(\.description).sorted())
    }
    var gallery = GalleryBuffer(version: version)
    for reference in references.entries { gallery.append(reference.template.payload) }
    var records: [ComparisonRecord] = []
    for (number, picture) in probes.enumerated() {
      try EvaluationError.checkCancellation()
      guard let probe = run.templates[picture] else { continue }
      let found = try await matcher.withoutBlocking { [gallery] in
        try $0.algorithm.compareMany(probe: TemplatePayload(probe), gallery: gallery, as: .verification)
      }
      let subject = run.pairs.images[picture].subject
      for (similarity, reference) in zip(found, references.entries) {
        guard let similarity, !reference.pictures.contains(picture) else { continue }
        records.append(
          ComparisonRecord(similarity: similarity, probe: subject, reference: reference.subject))
      }
      progress(Progress(stage: .comparing, done: number + 1, total: probes.count))
    }
    return ReferenceRun(
      accuracy: VerificationAccuracy(records: records, subjects: run.pairs.subjects),
      probesOfSubject: run.templatesOfSubject,
      referencesOfSubject: references.countOfSubject(run.pairs.subjects),
      pair: Self.pair(probes: origins.0, references: origins.1),
      origins: origins.0.union(origins.1).map(\.description).sorted())
  }

  private static func pair(
    probes: Set<TemplateOrigin>, references: Set<TemplateOrigin>
  ) -> CalibratedPair? {
    guard probes.count == 1, references.count == 1, let probe = probes.first,
      let reference = references.first,
      let first = CalibratedPair(exactly: probe), let second = CalibratedPair(exactly: reference),
      first.format == second.format
    else { return nil }
    return CalibratedPair(
      format: first.format, probe: first.probe, reference: second.probe, includesUnmarked: false)
  }

  /// Measures the calibration of probes with such references: all their impostor comparisons.
  /// - Parameters: as of ``calibrate(_:population:dataSet:date:by:progress:)``.
  /// - Throws: ``EvaluationError`` `mixedTemplates`, `tooFewComparisons`, `cancelled`.
  public func calibrate(
    _ run: ReferenceRun, population: String, dataSet: String, date: String,
    by calibrator: Calibrator = Calibrator()
  ) throws(EvaluationError) -> CalibrationMeasurement {
    guard let pair = run.pair else { throw EvaluationError.mixedTemplates(run.origins) }
    return CalibrationMeasurement(
      points: try calibrator.points(
        impostors: run.accuracy.impostor, probesOfSubject: run.probesOfSubject,
        referencesOfSubject: run.referencesOfSubject),
      population: population, dataSet: dataSet, impostorComparisons: run.accuracy.impostor.count,
      genuineComparisons: run.accuracy.genuine.count,
      subjects: zip(run.probesOfSubject, run.referencesOfSubject).count { $0 > 0 || $1 > 0 }, pair: pair,
      date: date)
  }
}

extension Calibrator {
  /// The same of references beside probes: every reference was compared with every probe of another subject.
  public func points(
    impostors: [ComparisonRecord], probesOfSubject: [Int], referencesOfSubject: [Int]
  ) throws(EvaluationError) -> [CalibrationPoint] {
    let distribution = SimilarityDistribution(impostors.map(\.similarity))
    var points: [CalibrationPoint] = []
    for (threshold, rate) in Self.supported(by: distribution) {
      try EvaluationError.checkCancellation()
      let exact = rate.interval()
      let drawn =
        bootstrap.falseMatchRateInterval(
          errors: impostors.filter { $0.similarity > threshold }, probesOfSubject: probesOfSubject,
          referencesOfSubject: referencesOfSubject) ?? exact
      points.append(
        CalibrationPoint(
          similarity: threshold, rate: rate.rate ?? 1, lower: min(exact.lowerBound, drawn.lowerBound),
          upper: max(exact.upperBound, drawn.upperBound), errors: rate.errors))
    }
    guard points.count >= 2 else {
      throw EvaluationError(
        .tooFewComparisons, place: "calibration",
        reason: "\(distribution.count) impostor comparisons carry \(points.count) points; two are needed.",
        remedy:
          "Use samples of more people: 300 comparisons carry 1e-1, ten times as many each further power.")
    }
    return points
  }
}

extension SubjectBootstrap {
  /// The 95 % interval of a false match rate of references with probes.
  /// - Parameters:
  ///   - errors: the impostor comparisons that matched.
  ///   - probesOfSubject: the number of probes of each subject.
  ///   - referencesOfSubject: the number of references: each was compared with every probe of another
  ///     subject.
  public func falseMatchRateInterval(
    errors: [ComparisonRecord], probesOfSubject: [Int], referencesOfSubject: [Int]
  ) -> ClosedRange<Double>? {
    interval(subjects: probesOfSubject.count) { copies in
      var (probes, references, own) = (0.0, 0.0, 0.0)
      for (subject, copy) in copies.enumerated() {
        let (each, other) = (
          Double(probesOfSubject[subject]) * copy, Double(referencesOfSubject[subject]) * copy
        )
        probes += each
        references += other
        own += each * other
      }
      let trials = probes * references - own
      guard trials > 0 else { return nil }
      return errors.reduce(0) { $0 + copies[Int($1.probe)] * copies[Int($1.reference)] } / trials
    }
  }
}
