// SPDX-License-Identifier: Apache-2.0
import Imprint
public import ImprintMatching
public import ImprintModel

/// A matcher's accuracy on pictures, in the terms of ISO/IEC 19795-1: as text, as JSON, and as a page.
public struct AccuracyReport: Sendable {
  /// What is judged beside the comparisons, where it was measured.
  public struct Parts: Sendable {
    public var searches: EvaluationSearches?
    public var groups: SubjectGroups?
    public var calibration: CalibrationMeasurement?
    public var validation: CalibrationValidation?

    public init(
      searches: EvaluationSearches? = nil, groups: SubjectGroups? = nil,
      calibration: CalibrationMeasurement? = nil, validation: CalibrationValidation? = nil
    ) {
      self.searches = searches
      self.groups = groups
      self.calibration = calibration
      self.validation = validation
    }
  }

  /// The equal error rate with its interval, by drawing people again.
  public struct EqualError: Sendable, Hashable {
    public let rate: Double
    public let threshold: Double
    /// `nil` where it would have no width.
    public let interval: ClosedRange<Double>?
  }

  public let conditions: AccuracyConditions
  public let run: EvaluationRun
  /// The calibration of the templates that were compared; `nil`: they have no score.
  public let calibration: CalibrationEntry?
  /// Failure to enrol, of people; failure to acquire, of pictures.
  public let failureToEnrol: ComparisonRate
  public let failureToAcquire: ComparisonRate
  public let equalError: EqualError?
  /// At the scores, by ascending score; none without a calibration.
  public let scores: [OperatingPoint]
  /// At the highest FMR that is not above 1e-1, 1e-2 and so on, as far as the comparisons carry it.
  public let targets: [(target: Double, point: OperatingPoint)]
  /// FMR and FNMR at rising thresholds, with their intervals.
  public let tradeOff: [OperatingPoint]
  public let searches: SearchSummary?
  /// By attribute, then by value.
  public let groups: [GroupSummary]
  /// FNMR while comparisons of low quality are rejected: of the template's quality at each of the thresholds
  /// that groups are judged at, then of measured components at the last of them.
  public let errorRejects: [ErrorRejectCurve]
  public let measurement: CalibrationMeasurement?
  public let validation: CalibrationValidation?
  let bootstrap: SubjectBootstrap

  /// The scores that are looked at: from a promised FMR of 1e-1 to one of 1e-6.
  public static let usualScores = stride(from: 2000.0, through: 4500, by: 500).map { Score($0) }
  /// The false match rates that accuracy is stated at.
  static let targets = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6]
  /// The false positive identification rates that searches are stated at.
  static let searchTargets = [1e-1, 1e-2, 1e-3]

  /// Computes all rates.
  /// - Parameter scores: thresholds that rates are stated at, where the matcher is calibrated.
  /// - Complexity: O(comparisons · log), and the bootstrap's rounds times the errors for each rate. Blocks
  ///   the calling thread for that long: seconds for millions of comparisons.
  public init(
    _ run: EvaluationRun, by matcher: TemplateMatcher, _ conditions: AccuracyConditions,
    scores: [Score] = AccuracyReport.usualScores, parts: Parts = Parts(),
    bootstrap: SubjectBootstrap = SubjectBootstrap()
  ) {
    self.init(
      run, run.origin.flatMap { matcher.calibrations.entry(probe: $0, reference: $0) },
      within: matcher.format.similarities, conditions, scores: scores, parts: parts, bootstrap: bootstrap)
  }

  init(
    _ run: EvaluationRun, _ entry: CalibrationEntry?, within similarities: ClosedRange<Float>,
    _ conditions: AccuracyConditions, scores: [Score], parts: Parts, bootstrap: SubjectBootstrap
  ) {
    self.run = run
    self.conditions = conditions
    self.bootstrap = bootstrap
    let (accuracy, templates) = (run.accuracy, run.pairs.isAllAgainstAll ? run.templatesOfSubject : nil)
    let counter = RateCounter(
      genuine: accuracy.genuine, impostor: accuracy.impostor, subjects: run.pairs.subjects,
      templatesOfSubject: templates, bootstrap)
    let judge = Judge(run, counter, entry, within: similarities)
    calibration = entry
    failureToAcquire = counter.rate(
      run.acquired.map { (run.pairs.images[$0].subject, run.templates[$0] == nil) })
    failureToEnrol = ComparisonRate(
      run.failureToEnrol, independent: run.failureToEnrol.trials, drawn: nil)
    equalError = accuracy.equalErrorRate.map { equal in
      let interval = accuracy.equalErrorRateInterval(bootstrap, templatesOfSubject: templates)
      return EqualError(
        rate: equal.rate, threshold: equal.threshold,
        interval: interval.flatMap { $0.lowerBound < $0.upperBound ? $0 : nil })
    }
    self.scores = scores.sorted().compactMap { judge.point(at: $0) }
    targets = Self.targets.compactMap { target in
      guard target >= ErrorRate.ruleOfThree(trials: accuracy.impostor.count) else { return nil }
      return accuracy.point(falseMatchRate: target).map { (target, judge.point(above: $0.threshold)) }
    }
    tradeOff = judge.tradeOff()
    searches = parts.searches.map { judge.summary(of: $0) }
    let thresholds = judge.groupThresholds(self.scores, targets.map(\.point))
    groups = parts.groups.map { judge.summaries(of: $0, at: thresholds, templates) } ?? []
    errorRejects = counter.errorRejects(of: run, at: thresholds)
    measurement = parts.calibration
    validation = parts.validation
  }

  /// What became of the promises of scores that the comparisons can judge: the worst of them; `nil` where
  /// there is none.
  public var verdict: PromiseVerdict? {
    let verdicts = scores.compactMap { $0.promise?.verdict }
    return ([.exceeded, .undercut, .kept] as [PromiseVerdict]).first { verdicts.contains($0) }
  }
}
