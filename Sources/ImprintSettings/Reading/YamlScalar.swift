// SPDX-License-Identifier: Apache-2.0

/// A scalar of a YAML document. Plain scalars are resolved by YAML 1.2's core schema, with decimal numbers
/// only, which all parsers agree on.
package struct YamlScalar: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text
  }

  package let text: String
  /// Without quotes, so that its form determines its type.
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
    // An overflow, such as 1e999, becomes infinite, and is out of every range.
    return Double(text).map(Kind.number) ?? .text
  }

  /// Decimal digits with an optional sign, point and exponent; no leading zero, which some parsers read as
  /// octal.
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
