// SPDX-License-Identifier: Apache-2.0

/// A style on its way to the terminal. Until it is there it stands in the text as a mark that nobody else can
/// write: what begins a terminal's command in foreign text is foreign, although it may look like a colour of
/// ours.
enum StyleMark {
  /// Chosen when the program starts, between controls that no text of ours has.
  private static let secret: String = {
    var random = SystemRandomNumberGenerator()
    return "\u{1}" + String(random.next() as UInt64, radix: 36) + "."
  }()
  private static let end = "\u{2}"

  /// A text in a style.
  static func marked(_ text: String, _ style: Console.Style) -> String {
    secret + style.rawValue + end + text + secret + "0" + end
  }

  /// Text as it is printed: marks become colours, and all else visible.
  static func shown(_ text: String, _ visible: (String, Int) -> String) -> String {
    made(text, visible) { $0 == "0" || Console.Style(rawValue: $0) != nil ? "\u{1B}[\($0)m" : "" }
  }

  /// Text on one line, its marks as they are.
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

/// Foreign text in a line of a report, with its styles: one line, whatever is in it.
public func oneLine(_ text: String) -> String { StyleMark.line(text) }

/// Lines of a report, each one line, whatever is in it.
public func joinedLines(_ lines: [String]) -> String { lines.map(oneLine).joined(separator: "\n") }
