// SPDX-License-Identifier: Apache-2.0

/// What a verification came to, and why.
public struct AuthenticationResult: Sendable, Hashable {
  /// All comparisons. Indices are into the templates that were given.
  public let comparison: Authentication
  public let explanation: MatchExplanation
  /// Why the algorithm is not meant for ``MatchingOptions/use``; `nil` where it is, or where none was stated.
  public let otherUse: MatchingError?

  /// The best score, which decides.
  public var score: Score { comparison.best.score }
  /// Whether it is strictly above the threshold.
  public var isMatch: Bool { comparison.isMatch }
}

/// What a search came to, and why.
public struct IdentificationResult<ID: Hashable & Sendable>: Sendable {
  /// The whole result. Indices are into the templates that were given.
  public let search: Identification<ID>
  public let explanation: MatchExplanation
  /// Why the algorithm is not meant for ``MatchingOptions/use``; `nil` where it is, or where none was stated.
  public let otherUse: MatchingError?

  /// The best people, whether they match or not: at most as many as were asked for.
  public var candidates: [Identification<ID>.Candidate] { search.candidates }
  /// Those of them whose score is strictly above the threshold.
  public var matches: [Identification<ID>.Candidate] { search.matches }
}
