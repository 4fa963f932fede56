// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// One place where a plugin's code and its manifest do not say the same, or where that cannot be seen.
public struct FactProblem: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Code and manifest say something different.
    case differs = "facts-differ"
    /// The code says it in a way that cannot be read without compiling it, or does not say it.
    case unread = "facts-unread"
    /// The file is none that facts can be read from.
    case file = "facts-file"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }
}

/// A plugin whose code and manifest differ: everything in which they do.
public struct FactsError: ExplainedError, Hashable {
  public typealias Code = FactProblem.Code

  /// At least one, in the order of the file.
  public let problems: [FactProblem]
  private let first: FactProblem

  init(_ first: FactProblem, _ others: some Sequence<FactProblem>) {
    self.first = first
    problems = [first] + others
  }

  /// Of the first problem, as all that follow.
  public var code: Code { first.code }
  public var place: String { first.place }
  public var reason: String { first.reason }
  public var remedy: String { first.remedy }

  /// All problems, one a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
