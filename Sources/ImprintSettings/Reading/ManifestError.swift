// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a manifest or variant cannot be used: everything that is wrong with it.
public struct ManifestError: ExplainedError, Hashable {
  public typealias Code = ManifestProblem.Code

  /// At least one; at most ``SettingsReader/maximumProblems``, in the order of the file.
  public let problems: [ManifestProblem]
  /// What else is doubtful.
  public let warnings: [ManifestProblem]
  private let first: ManifestProblem

  package init(_ first: ManifestProblem, _ others: [ManifestProblem] = [], warnings: [ManifestProblem] = []) {
    self.first = first
    problems = [first] + others
    self.warnings = warnings
  }

  /// Of the first problem.
  public var code: Code { first.code }
  /// Of the first problem.
  public var place: String { first.place }
  /// Of the first problem.
  public var reason: String { first.reason }
  /// Of the first problem.
  public var remedy: String { first.remedy }

  /// All problems, one a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
