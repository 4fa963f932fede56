// SPDX-License-Identifier: Apache-2.0

/// A JSON document; keys keep their order. ``init(parsing:limits:)`` reads one strictly, ``text`` writes one.
///
/// Foundation's coders would cost every program start-up time, and accept duplicate members.
public indirect enum JSONValue: Sendable {
  case object([(String, JSONValue)])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case integer(Int)
  case bool(Bool)
  case null

  /// One line of UTF-8. A number that JSON cannot represent is null. The same value gives the same text.
  public var text: String {
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

extension JSONValue: Equatable {
  /// The same value with its members in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }
}

extension JSONValue {
  public static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map { .string($0) })
  }
}
