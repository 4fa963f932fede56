// SPDX-License-Identifier: Apache-2.0
import Imprint

/// Markup of a page, written as literals. Whatever text is put into one is escaped.
struct HTML: ExpressibleByStringInterpolation, Sendable {
  /// Inserted into a document verbatim.
  private(set) var text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  static func joined(_ parts: some Sequence<HTML>) -> HTML {
    var whole: HTML = ""
    for part in parts { whole.text += part.text }
    return whole
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ html: HTML) { text += html.text }
    mutating func appendInterpolation(_ html: [HTML]) { text += HTML.joined(html).text }
    mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    /// Escapes text and quoted attribute values.
    mutating func appendInterpolation(_ text: String) { self.text += VisibleText.html(text) }
  }
}
