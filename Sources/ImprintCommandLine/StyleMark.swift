// SPDX-License-Identifier: Apache-2.0

/// A style in text for the terminal. Until output it is an unforgeable mark: an escape sequence in untrusted
/// text is escaped, even if it looks like one of our colours.
enum StyleMark {
  /// Random per process, between control characters that our texts never contain.
  private static let secret: String = {
    var random = SystemRandomNumberGenerator()
    return "\u{1}" + String(random.next() as UInt64, radix: 36) + "."
  }()
  private static let end = "\u{2}"

  /// A text in a style.
  static func marked(_ text: String, _ style: Console.Style) -> String {
    secret + style.rawValue + end + text + secret + "0" + end
  }

  /// Text for output: marks become colours, and everything else is escaped.
  static func shown(_ text: String, _ visible: (String, Int) -> String) -> String {
    made(text, visible) { $0 == "0" || Console.Style(rawValue: $0) != nil ? "\u{1B}[\($0)m" : "" }
  }

  /// Text on one line, with its marks preserved.
  static func line(_ text: String) -> String { made(text, VisibleText.line) { secret + $0 + end } }

  private static func made(
    _ text: String, _ visible: (String, Int) -> String, _ mark: (String) -> String
  ) -> String {
    var output = ""
    var rest = text[...]
    while let found = rest.firstRange(of: secret), let close = rest[found.upperBound...].firstRange(of: end) {
      output += visible(String(rest[..<found.lowerBound]), .max)
      output += mark(String(rest[found.upperBound..<close.lowerBound]))
      rest = rest[close.upperBound...]
    }
    return output + visible(String(rest), .max)
  }
}

/// Untrusted text in a line of a report, with its styles: exactly one line.
public func oneLine(_ text: String) -> String { StyleMark.line(text) }

/// Lines of a report, each exactly one line.
public func joinedLines(_ lines: [String]) -> String { lines.map(oneLine).joined(separator: "\n") }
