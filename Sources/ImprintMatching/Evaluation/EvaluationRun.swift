// SPDX-License-Identifier: Apache-2.0

/// What an evaluation found.
public struct EvaluationRun: Sendable {
  /// A picture of which no template could be made.
  public struct Failure: Sendable, Hashable {
    /// Index into the pictures.
    public let picture: Int
    public let reason: String
  }

  public let pairs: EvaluationPairs
  /// By picture; `nil` where none could be made.
  public let templates: [Template?]
  public let failures: [Failure]
  /// Over the listed pairs that could be compared.
  public let accuracy: VerificationAccuracy

  /// Of the templates, which one extractor has made all.
  public var format: TemplateFormat? { templates.lazy.compactMap { $0?.format }.first }

  /// Failure to enrol: pictures used as reference of which no template could be made, each counted once.
  public var failureToEnrol: ErrorRate { failureRate(of: Set(pairs.pairs.map(\.reference))) }

  /// Failure to acquire: the same for pictures used as probe. A picture in both roles counts in both.
  public var failureToAcquire: ErrorRate { failureRate(of: Set(pairs.pairs.map(\.probe))) }

  /// Listed pairs that could not be compared, since one picture or both gave no template.
  public var genuineLost: Int { pairs.pairs.count { $0.isGenuine && isLost($0) } }
  public var impostorLost: Int { pairs.pairs.count { !$0.isGenuine && isLost($0) } }

  /// The false non-match rate with a threshold, where a pair that could not be compared counts as a
  /// non-match: what somebody at the door meets.
  public func falseNonMatchWithFailures(threshold: Float) -> ErrorRate {
    let compared = accuracy.point(threshold: threshold).falseNonMatch
    let lost = genuineLost
    return ErrorRate(errors: compared.errors + lost, trials: compared.trials + lost)
  }

  /// How many templates each person has.
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
