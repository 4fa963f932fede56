// SPDX-License-Identifier: Apache-2.0

/// The result of an evaluation.
public struct EvaluationRun: Sendable {
  /// A picture from which no template could be extracted.
  public struct Failure: Sendable, Hashable {
    /// Index into the pictures.
    public let picture: Int
    public let reason: String
  }

  public let pairs: EvaluationPairs
  /// By picture; `nil` if extraction failed.
  public let templates: [Template?]
  public let failures: [Failure]
  /// Of the listed pairs that could be compared.
  public let accuracy: VerificationAccuracy

  /// Of the templates, all by one extractor.
  public var format: TemplateFormat? { templates.lazy.compactMap { $0?.format }.first }

  /// Failure to enrol (FTE): pictures used as reference without a template, each counted once.
  public var failureToEnrol: ErrorRate { failureRate(of: Set(pairs.pairs.map(\.reference))) }

  /// Failure to acquire (FTA): the same for pictures used as probe. A picture in both roles counts in both.
  public var failureToAcquire: ErrorRate { failureRate(of: Set(pairs.pairs.map(\.probe))) }

  /// Listed pairs that could not be compared, since one picture or both gave no template.
  public var genuineLost: Int { pairs.pairs.count { $0.isGenuine && isLost($0) } }
  public var impostorLost: Int { pairs.pairs.count { !$0.isGenuine && isLost($0) } }

  /// The false non-match rate at a threshold, counting pairs that could not be compared as non-matches: what
  /// users experience.
  public func falseNonMatchWithFailures(threshold: Float) -> ErrorRate {
    let compared = accuracy.point(threshold: threshold).falseNonMatch
    let lost = genuineLost
    return ErrorRate(errors: compared.errors + lost, trials: compared.trials + lost)
  }

  /// The number of templates of each subject.
  public var templatesOfSubject: [Int] {
    var counts = [Int](repeating: 0, count: pairs.subjects)
    for (picture, template) in zip(pairs.images, templates) where template != nil {
      counts[Int(picture.subject)] += 1
    }
    return counts
  }

  private func isLost(_ pair: EvaluationPairs.Pair) -> Bool {
    templates[pair.reference] == nil || templates[pair.probe] == nil
  }

  private func failureRate(of pictures: Set<Int>) -> ErrorRate {
    ErrorRate(errors: pictures.count { templates[$0] == nil }, trials: pictures.count)
  }
}
