// SPDX-License-Identifier: Apache-2.0

/// An error that says more than all errors do.
public protocol DetailedError: ExplainedError {
  /// An object, whose members are beside code, place, reason and remedy.
  var details: JSONValue { get }
}

/// The form of an error with `--json`.
extension JSONValue {
  /// An error; if it aggregates several, `problems` has them all.
  public static func error(_ error: some ExplainedError) -> JSONValue {
    let problems = error.problems.map { facts($0) }
    return .present(["error": facts(error), "problems": problems.count > 1 ? problems : nil])
  }

  public static func error(code: String, place: String, reason: String, remedy: String) -> JSONValue {
    ["error": facts(code, place, reason, remedy)]
  }

  private static func facts(_ error: some ExplainedError) -> JSONValue {
    let facts = facts(error.code.rawValue, error.place, error.reason, error.remedy)
    return (error as? any DetailedError).map { facts.adding($0.details) } ?? facts
  }

  private static func facts(
    _ code: String, _ place: String, _ reason: String, _ remedy: String
  ) -> JSONValue {
    ["code": code, "place": place, "reason": reason, "remedy": remedy]
  }
}
