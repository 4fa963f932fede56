// SPDX-License-Identifier: Apache-2.0

/// A scalar of a YAML document. What a plain one means follows YAML 1.2's core schema, with decimal
/// numbers only: that is what every reader agrees on.
package struct YamlScalar: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text
  }

  package let text: String
  /// Written without quotes, so that its form says what it is.
  package let isPlain: Bool

  package var kind: Kind {
    guard isPlain else { return .text }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    default: break
    }
    guard Self.looksNumeric(text) else { return .text }
    if let integer = Int(text) { return .integer(integer) }
    // Too large for either, such as 1e999, becomes infinite, and is refused by every range.
    return Double(text).map(Kind.number) ?? .text
  }

  /// Decimal digits with an optional sign, point and exponent; no leading zero, which some read as octal.
  private static func looksNumeric(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !(startsWithZero && whole > 1) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}
