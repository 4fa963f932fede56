// SPDX-License-Identifier: Apache-2.0
private import Glibc
import ImprintMatching
import ImprintModel

/// Makes a report's figures of an evaluation's records.
struct Judge {
  let run: EvaluationRun
  let counter: RateCounter
  let calibration: CalibrationEntry?
  /// The matcher's similarities.
  let similarities: ClosedRange<Float>

  init(
    _ run: EvaluationRun, _ counter: RateCounter, _ calibration: CalibrationEntry?,
    within similarities: ClosedRange<Float>
  ) {
    self.run = run
    self.counter = counter
    self.calibration = calibration
    self.similarities = similarities
  }

  // MARK: Comparisons

  /// At a score; `nil` without a calibration.
  func point(at score: Score, by counter: RateCounter? = nil, isGroup: Bool = false) -> OperatingPoint? {
    guard let calibration = calibration?.calibration else { return nil }
    let threshold = calibration.similarity(atOrBelow: score, within: similarities)
    let falseMatch = (counter ?? self.counter).falseMatch(above: threshold)
    return OperatingPoint(
      threshold: threshold, falseMatch: falseMatch,
      falseNonMatch: (counter ?? self.counter).falseNonMatch(above: threshold),
      falseNonMatchWithLost: isGroup ? nil : run.falseNonMatchWithFailures(threshold: threshold),
      promise: OperatingPoint.Promise(
        score: score, isExtrapolated: !calibration.supports(score),
        verdict: PromiseVerdict(falseMatch, promised: score.falseMatchRate)))
  }

  func point(above threshold: Float, by counter: RateCounter? = nil, isGroup: Bool = false) -> OperatingPoint
  {
    OperatingPoint(
      threshold: threshold, falseMatch: (counter ?? self.counter).falseMatch(above: threshold),
      falseNonMatch: (counter ?? self.counter).falseNonMatch(above: threshold),
      falseNonMatchWithLost: isGroup ? nil : run.falseNonMatchWithFailures(threshold: threshold),
      promise: nil)
  }

  /// Four points in each decade of FMR from 0.3 on, as far as one comparison is a false match, and one
  /// without.
  func tradeOff() -> [OperatingPoint] {
    let trials = run.accuracy.impostor.count
    guard trials > 0, !run.accuracy.genuine.isEmpty else { return [] }
    var points: [OperatingPoint] = []
    for step in 0... {
      let rate = 0.3 * pow(10, -Double(step) / 4)
      guard rate * Double(trials) >= 1, let found = run.accuracy.point(falseMatchRate: rate) else { break }
      if points.last?.threshold != found.threshold { points.append(point(above: found.threshold)) }
    }
    return points
  }

  // MARK: Searches

  func summary(of searches: EvaluationSearches) -> SearchSummary {
    let mated = searches.mated
    let most = 20
    return SearchSummary(
      enrolled: searches.enrolled, references: searches.references,
      rankOne: counter.rate(mated.map { ($0.subject, $0.rank == 1) }),
      ranks: (1...most).map { rank in
        mated.isEmpty ? 0 : Double(mated.count { $0.rank <= rank }) / Double(mated.count)
      },
      points: promised(searches) + observed(searches), tradeOff: Self.tradeOff(searches))
  }

  /// The thresholds that a false positive identification rate promises for this gallery.
  private func promised(_ searches: EvaluationSearches) -> [SearchPoint] {
    guard let calibration = calibration?.calibration, searches.enrolled > 0 else { return [] }
    return AccuracyReport.searchTargets.map { target in
      let score = MatchPolicy.falsePositiveIdentificationRate(
        target, gallery: searches.enrolled * searches.references
      ).threshold
      return point(
        searches, .promised, target,
        above: calibration.similarity(atOrBelow: score, within: similarities))
    }
  }

  /// The lowest thresholds at which no more searches return somebody, as far as searches carry it.
  private func observed(_ searches: EvaluationSearches) -> [SearchPoint] {
    let distribution = SimilarityDistribution(searches.searches.compactMap(\.best))
    return AccuracyReport.searchTargets.compactMap { target in
      guard target >= ErrorRate.ruleOfThree(trials: distribution.count) else { return nil }
      let allowed = Int((target * Double(distribution.count)).rounded(.down))
      return distribution.threshold(withAtMost: allowed).map {
        point(searches, .observed, target, above: $0)
      }
    }
  }

  private func point(
    _ searches: EvaluationSearches, _ origin: SearchPoint.Origin, _ target: Double, above threshold: Float
  ) -> SearchPoint {
    let falsePositive = counter.rate(
      searches.searches.compactMap { search -> RateCounter.Trial? in
        search.best.map { (subject: search.subject, isError: $0 > threshold) }
      })
    let score = calibration?.calibration.score(similarity: Double(threshold))
    return SearchPoint(
      origin: origin, target: target, threshold: threshold, score: score,
      isExtrapolated: score.map { calibration?.calibration.supports($0) == false } ?? false,
      falsePositive: falsePositive,
      falseNegative: counter.rate(
        searches.mated.map { ($0.subject, !$0.isFound(above: threshold)) }),
      verdict: origin == .promised ? PromiseVerdict(falsePositive, promised: target) : nil)
  }

  private static func tradeOff(_ searches: EvaluationSearches) -> [SearchSummary.Curve] {
    let mated = searches.mated
    let distribution = SimilarityDistribution(searches.searches.compactMap(\.best))
    guard !mated.isEmpty, distribution.count > 0 else { return [] }
    var curve: [SearchSummary.Curve] = []
    for step in 0... {
      let rate = pow(10, -Double(step) / 10)
      guard rate * Double(distribution.count) >= 1,
        let threshold = distribution.threshold(
          withAtMost: Int((rate * Double(distribution.count)).rounded(.down)))
      else { break }
      if curve.last?.threshold == threshold { continue }
      curve.append(
        SearchSummary.Curve(
          threshold: threshold,
          falsePositive: Double(distribution.countAbove(threshold)) / Double(distribution.count),
          falseNegative: Double(mated.count { !$0.isFound(above: threshold) }) / Double(mated.count)))
    }
    return curve
  }

  // MARK: Groups

  /// At which of the points groups are looked at: 2500, 3000 and 3500, else at 1e-2 and 1e-3.
  func groupThresholds(_ scores: [OperatingPoint], _ targets: [OperatingPoint]) -> [OperatingPoint] {
    let usual = scores.filter { point in
      CalibrationValidation.usualScores.contains { $0 == point.promise?.score }
    }
    return usual.isEmpty ? Array(targets.dropFirst().prefix(2)) : usual
  }

  func summaries(
    of groups: SubjectGroups, at points: [OperatingPoint], _ templatesOfSubject: [Int]?
  ) -> [GroupSummary] {
    groups.attributes.enumerated().flatMap { column, attribute in
      let values = run.pairs.names.map { name -> String? in
        groups.values[name].flatMap { $0[column].isEmpty ? nil : $0[column] }
      }
      var ordered: [String?] = Set(values.compactMap { $0 }).sorted()
      if values.contains(nil) { ordered.append(nil) }
      return ordered.map { value in
        summary(attribute, value, values.map { $0 == value }, at: points, templatesOfSubject)
      }
    }
  }

  private func summary(
    _ attribute: String, _ value: String?, _ isMember: [Bool], at points: [OperatingPoint],
    _ templatesOfSubject: [Int]?
  ) -> GroupSummary {
    let inside = counter.among(isMember, templatesOfSubject: templatesOfSubject)
    let pictures = run.acquired.filter { isMember[Int(run.pairs.images[$0].subject)] }
    return GroupSummary(
      attribute: attribute, value: value, people: isMember.count { $0 }, pictures: pictures.count,
      failureToAcquire: counter.rate(
        pictures.map { (run.pairs.images[$0].subject, run.templates[$0] == nil) }),
      points: points.compactMap { known in
        if let score = known.promise?.score { return point(at: score, by: inside, isGroup: true) }
        return point(above: known.threshold, by: inside, isGroup: true)
      })
  }
}

extension EvaluationSearches.Search {
  /// Whether the searcher's own reference is returned: above the threshold, and among the candidates.
  func isFound(above threshold: Float) -> Bool {
    mate.map { $0 > threshold && rank <= SearchSummary.candidates } ?? false
  }
}
