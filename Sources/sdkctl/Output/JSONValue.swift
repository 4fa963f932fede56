// SPDX-License-Identifier: Apache-2.0
import Imprint

/// A JSON document to print; keys keep their order.
///
/// Foundation's encoder would cost every command its start-up time.
indirect enum JSONValue: Sendable, Equatable {
  case object([(String, JSONValue)])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case integer(Int)
  case bool(Bool)
  case null

  static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  /// One line of UTF-8. A number that JSON cannot say is null.
  var text: String {
    var output = ""
    write(to: &output)
    return output
  }

  private func write(to output: inout String) {
    switch self {
    case .object(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { output += "," }
        JSONValue.string(member.0).write(to: &output)
        output += ":"
        member.1.write(to: &output)
      }
      output += "}"
    case .array(let items):
      output += "["
      for (index, item) in items.enumerated() {
        if index > 0 { output += "," }
        item.write(to: &output)
      }
      output += "]"
    case .string(let text): Self.write(text, to: &output)
    case .number(let number): output += number.isFinite ? "\(number)" : "null"
    case .integer(let number): output += "\(number)"
    case .bool(let value): output += value ? "true" : "false"
    case .null: output += "null"
    }
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case "\r": output += "\\r"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}

extension JSONValue {
  static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .string($0) }) }

  static func optional<T>(_ value: T?, _ make: (T) -> JSONValue) -> JSONValue { value.map(make) ?? .null }

  /// An error; where it gathers several, `problems` has them all.
  static func error(_ error: some ExplainedError) -> JSONValue {
    var members = [("error", facts(error))]
    if error.problems.count > 1 { members.append(("problems", .array(error.problems.map { facts($0) }))) }
    return .object(members)
  }

  static func error(code: String, place: String, reason: String, remedy: String) -> JSONValue {
    .object([("error", facts(code, place, reason, remedy))])
  }

  private static func facts(_ error: some ExplainedError) -> JSONValue {
    facts(error.code.rawValue, error.place, error.reason, error.remedy)
  }

  private static func facts(
    _ code: String, _ place: String, _ reason: String, _ remedy: String
  ) -> JSONValue {
    .object([
      ("code", .string(code)), ("place", .string(place)), ("reason", .string(reason)),
      ("remedy", .string(remedy)),
    ])
  }
}
