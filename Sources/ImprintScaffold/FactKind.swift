// SPDX-License-Identifier: Apache-2.0

/// How a fact is written in code, and what it comes to: the same text for the same value in every language.
enum FactKind: Sendable {
  case text
  case integer
  case number
  case flag
  case abilities
  case integers
  case numbers
  case bytes

  /// Longer than any fact's literal, in bytes.
  private static let mostBytes = 512

  /// What a literal says; `nil` where it is none of this kind.
  func value(of literal: Substring) -> String? {
    guard literal.utf8.count <= Self.mostBytes else { return nil }
    return switch self {
    case .text: Self.text(literal)
    case .integer: Self.integer(literal)
    case .number: Self.number(literal)
    case .flag: Self.flag(literal)
    case .abilities: Self.abilities(literal)
    case .integers: Self.range(literal, of: Self.integer)
    case .numbers: Self.range(literal, of: Self.number)
    case .bytes: Self.bytes(literal)
    }
  }

  static func number(_ value: Float) -> String { "\(value)" }

  /// Between quotes, with no other escapes than those that the scaffold writes.
  private static func text(_ literal: Substring) -> String? {
    guard literal.count >= 2, literal.first == "\"", literal.last == "\"" else { return nil }
    var value = String.UnicodeScalarView()
    var isEscaped = false
    // By scalars: a combining mark would hide the quote it follows.
    for scalar in literal.unicodeScalars.dropFirst().dropLast() {
      if isEscaped {
        guard scalar == "\"" || scalar == "\\" || scalar == "?" else { return nil }
        value.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        guard scalar != "\"" else { return nil }
        value.append(scalar)
      }
    }
    return isEscaped ? nil : String(value)
  }

  private static func integer(_ literal: Substring) -> String? {
    // C's suffix of a number without sign.
    let digits = literal.last == "u" || literal.last == "U" ? literal.dropLast() : literal
    // Swift's word for a version that there is none of.
    if literal == "nil" { return "0" }
    return Int64(digits).map { "\($0)" }
  }

  private static func number(_ literal: Substring) -> String? {
    let digits = literal.last == "f" || literal.last == "F" ? literal.dropLast() : literal
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else { return nil }
    return Float(digits).map { number($0) }
  }

  private static func flag(_ literal: Substring) -> String? {
    switch literal {
    case "0", "false": "false"
    case "1", "true": "true"
    default: nil
    }
  }

  /// `IMP_FACE_TRACKER_ID` of the contract's headers, or `[.faceTracker]` of the kit: one or several, in
  /// their order.
  private static func abilities(_ literal: Substring) -> String? {
    let isSwift = literal.hasPrefix("[") && literal.hasSuffix("]")
    var names: [String] = []
    for part in (isSwift ? literal.dropFirst().dropLast() : literal).split(separator: ",") {
      let word = part.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
      let name =
        isSwift
        ? word.wholeMatch(of: /\.([a-z][A-Za-z]*)/)?.1.map { $0.isUppercase ? "-\($0)" : "\($0)" }.joined()
        : word.wholeMatch(of: /IMP_([A-Z]+(?:_[A-Z]+)*)_ID/)?.1.split(separator: "_").joined(separator: "-")
      guard let name else { return nil }
      names.append("imprint.\(name.lowercased())")
    }
    return names.joined(separator: ", ")
  }

  private static func range(_ literal: Substring, of value: (Substring) -> String?) -> String? {
    guard let found = literal.wholeMatch(of: /\s*(\S+?)\s*\.\.\.\s*(\S+?)\s*/),
      let low = value(found.1), let high = value(found.2)
    else { return nil }
    return "\(low)...\(high)"
  }

  private static func bytes(_ literal: Substring) -> String? {
    guard let (open, close) = literal.first.flatMap({ open in literal.last.map { (open, $0) } }),
      (open, close) == ("{", "}") || (open, close) == ("[", "]")
    else { return nil }
    var bytes: [UInt8] = []
    for part in literal.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false) {
      let digits = part.wholeMatch(of: /\s*0[xX]([0-9A-Fa-f]{1,2})\s*/)?.1
      guard let byte = digits.flatMap({ UInt8($0, radix: 16) }) else { return nil }
      bytes.append(byte)
    }
    return TemplateMagic.literal(of: bytes)
  }
}
