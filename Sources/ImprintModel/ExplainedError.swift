// SPDX-License-Identifier: Apache-2.0

/// An error that says what a person needs to go on: a code to match, a place, a reason and a remedy.
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
  /// Everything it gathers, where it gathers several; the first is what the properties above say. Else empty.
  var problems: [Problem] { get }
  /// What it gathers.
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

/// An error that says no more than that. Each module names its own by its codes:
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

  /// Another error, by the code that it has here.
  public init(_ code: Code, _ error: some ExplainedError) {
    self.init(code, place: error.place, reason: error.reason, remedy: error.remedy)
  }
}

/// Everything that is wrong with one thing: code, place, reason and remedy are those of the first problem.
public struct Gathered<Problem: ExplainedError & Hashable>: ExplainedError, Hashable {
  /// At least one.
  public let problems: [Problem]
  /// What else is doubtful.
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
