// SPDX-License-Identifier: Apache-2.0

/// The members of an object of a results file, each read with what is wrong with it.
struct ResultFields {
  /// What a line should have been: a sentence.
  struct Problem: Error {
    let code: AttackEvaluationErrorCode
    let reason: String

    init(_ reason: String) { self.init(.brokenResults, reason) }

    init(_ code: AttackEvaluationErrorCode, _ reason: String) {
      self.code = code
      self.reason = reason
    }
  }

  private var members: [String: JSONValue] = [:]

  init(_ value: JSONValue, _ what: String) throws(Problem) {
    guard case .object(let list) = value else { throw Problem("\(what) is no object.") }
    for (name, value) in list { members[name] = value }
  }

  /// `nil` where it is missing or null.
  func optional(_ name: String) -> JSONValue? {
    guard let value = members[name] else { return nil }
    if case .null = value { return nil }
    return value
  }

  func text(_ name: String) throws(Problem) -> String {
    guard let text = try optionalText(name) else { throw Problem("'\(name)' is missing.") }
    return text
  }

  func optionalText(_ name: String) throws(Problem) -> String? {
    guard let value = optional(name) else { return nil }
    guard case .string(let text) = value else { throw Problem("'\(name)' is no string.") }
    return text
  }

  func bool(_ name: String) throws(Problem) -> Bool {
    guard let value = try optionalBool(name) else { throw Problem("'\(name)' is missing.") }
    return value
  }

  func optionalBool(_ name: String) throws(Problem) -> Bool? {
    guard let value = optional(name) else { return nil }
    guard case .bool(let bool) = value else { throw Problem("'\(name)' is neither true nor false.") }
    return bool
  }

  func whole(_ name: String) throws(Problem) -> Int {
    guard case .integer(let number) = optional(name) else { throw Problem("'\(name)' is no whole number.") }
    return number
  }

  func number(_ name: String) throws(Problem) -> Double {
    guard let number = try optionalNumber(name) else { throw Problem("'\(name)' is missing.") }
    return number
  }

  func optionalNumber(_ name: String) throws(Problem) -> Double? {
    switch optional(name) {
    case nil: return nil
    case .number(let number): return number
    case .integer(let number): return Double(number)
    default: throw Problem("'\(name)' is no number.")
    }
  }

  /// Empty where it is missing.
  func list(_ name: String) throws(Problem) -> [JSONValue] {
    guard let value = optional(name) else { return [] }
    guard case .array(let items) = value else { throw Problem("'\(name)' is no list.") }
    return items
  }
}
