// SPDX-License-Identifier: Apache-2.0

/// An error with what a person needs to resolve it: a code to match, a place, a reason and a remedy.
///
/// Callers match ``code``; people read ``description``. No conforming error carries template bytes,
/// keys, pixels or names of people.
public protocol ExplainedError: Error, Sendable, CustomStringConvertible {
  /// A closed set of cases with stable raw values, which `--json` prints.
  associatedtype Code: RawRepresentable<String> & Sendable & Hashable

  /// What kind of error this is.
  var code: Code { get }
  /// Where: a file with line and column, a plugin's id, a field, a device.
  var place: String { get }
  /// What was found there, and what was expected.
  var reason: String { get }
  /// What to do about it.
  var remedy: String { get }
  /// All errors it aggregates; the properties above are those of the first. Empty if it aggregates none.
  var problems: [Problem] { get }
  /// The type of the errors it aggregates.
  associatedtype Problem: ExplainedError = Self
}

extension ExplainedError where Problem == Self {
  public var problems: [Self] { [] }
}

extension ExplainedError {
  /// The place, the reason, the remedy and the code, in one line for people.
  public var description: String {
    let where_ = place.isEmpty ? "" : "\(place): "
    let then = remedy.isEmpty ? "" : " \(remedy)"
    return "\(where_)\(reason)\(then) [\(code.rawValue)]"
  }
}

/// The plain form of such an error. Each module names its own by its codes:
///
/// ```
/// public typealias StoreError = Explained<StoreErrorCode>
/// ```
public struct Explained<Code: RawRepresentable<String> & Sendable & Hashable>: ExplainedError, Hashable {
  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  public init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  /// Another error under a code of this module.
  public init(_ code: Code, _ error: some ExplainedError) {
    self.init(code, place: error.place, reason: error.reason, remedy: error.remedy)
  }
}

/// All problems of one thing: code, place, reason and remedy are those of the first problem.
public struct Gathered<Problem: ExplainedError & Hashable>: ExplainedError, Hashable {
  /// At least one.
  public let problems: [Problem]
  /// Problems that do not make it fail.
  public let warnings: [Problem]
  private let first: Problem

  package init(_ problem: Problem) {
    first = problem
    problems = [problem]
    warnings = []
  }

  /// `nil` where there is none.
  package init?(_ problems: [Problem], warnings: [Problem] = []) {
    guard let first = problems.first else { return nil }
    self.first = first
    self.problems = problems
    self.warnings = warnings
  }

  public var code: Problem.Code { first.code }
  public var place: String { first.place }
  public var reason: String { first.reason }
  public var remedy: String { first.remedy }

  /// All problems, one a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
