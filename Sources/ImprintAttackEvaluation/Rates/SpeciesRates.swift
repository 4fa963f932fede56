// SPDX-License-Identifier: Apache-2.0

/// Attack presentations of one species, in one mode at one level.
public struct SpeciesRates: Sendable, Hashable {
  /// What the criteria say of a species in a mode.
  public enum Standing: String, Sendable, Hashable {
    /// It is held to the level's bound.
    case judged
    /// It is measured, without a bound.
    case measured
    /// The mode's table does not name it.
    case outside
  }

  public let species: String
  public let standing: Standing
  public let counts: OutcomeCounts
  /// APCER: of the answered presentations, those that ended live.
  public let accepted: MeasuredRate
  /// APNRR: of all presentations, those without a response.
  public let nonResponse: MeasuredRate
  /// IAPAR: of the presentations whose end is known, matching included, those that ended live and matched.
  /// `nil` where nothing was compared in the mode.
  public let impostorAccepted: MeasuredRate?
  /// Presentations that ended live and were not compared, though others were: in no impostor rate.
  public let notCompared: Int
  /// ``accepted`` and the level's bound; `nil` without a bound.
  public let verdict: BoundVerdict?

  init(
    _ species: String, _ standing: Standing, _ results: [PresentationResult], bound: Double?,
    isCompared: Bool, _ bootstrap: SubjectBootstrap
  ) {
    self.species = species
    self.standing = standing
    counts = OutcomeCounts(results.lazy.map(\.outcome))
    accepted = MeasuredRate(
      results.lazy.filter(\.outcome.isResponse).map { ($0.presentation.subject, $0.outcome == .live) },
      bootstrap)
    nonResponse = MeasuredRate(
      results.lazy.map { ($0.presentation.subject, !$0.outcome.isResponse) }, bootstrap)
    // What was refused for liveness is refused, compared or not.
    let known = results.filter { $0.isMatch != nil || $0.outcome != .live }
    impostorAccepted =
      isCompared
      ? MeasuredRate(
        known.lazy.map { ($0.presentation.subject, $0.outcome == .live && $0.isMatch == true) }, bootstrap)
      : nil
    notCompared = isCompared ? results.count - known.count : 0
    verdict = BoundVerdict(accepted, bound: standing == .judged ? bound : nil)
  }
}

/// Bona fide presentations, in one mode at one level.
public struct BonaFideRates: Sendable, Hashable {
  public let counts: OutcomeCounts
  /// BPCER: of the answered presentations, those that ended fake or without a decision. The next two are its
  /// parts.
  public let refused: MeasuredRate
  public let fake: MeasuredRate
  public let noDecision: MeasuredRate
  /// BPNRR: of all presentations, those without a response.
  public let nonResponse: MeasuredRate
  /// ``refused`` and the level's bound; `nil` without a bound.
  public let verdict: BoundVerdict?

  init(_ results: [PresentationResult], bound: Double?, _ bootstrap: SubjectBootstrap) {
    let answered = results.filter(\.outcome.isResponse)
    func rate(
      of results: [PresentationResult], _ isError: @escaping (PresentationOutcome) -> Bool
    ) -> MeasuredRate {
      MeasuredRate(results.lazy.map { ($0.presentation.subject, isError($0.outcome)) }, bootstrap)
    }
    counts = OutcomeCounts(results.lazy.map(\.outcome))
    refused = rate(of: answered) { $0 != .live }
    fake = rate(of: answered) { $0 == .fake }
    noDecision = rate(of: answered) { $0 == .noDecision }
    nonResponse = rate(of: results) { !$0.isResponse }
    verdict = BoundVerdict(refused, bound: bound)
  }
}
