// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why results of presentations cannot be read, or not counted together.
public typealias AttackEvaluationError = Explained<AttackEvaluationErrorCode>

public enum AttackEvaluationErrorCode: String, Sendable, Hashable, CaseIterable {
  /// A line is no result, or a value is outside of what it may be.
  case brokenResults = "broken-results"
  /// The file does not begin with what the results are of.
  case noHeader = "no-header"
  /// The file is of a version of the format that is not known here.
  case otherVersion = "other-version"
  /// Two results are of one presentation, mode and level and differ, or one id names two presentations.
  case contradiction
  /// Results of different data, versions or conditions.
  case differentRuns = "different-runs"
  /// More results or names than are accepted.
  case limit
}
