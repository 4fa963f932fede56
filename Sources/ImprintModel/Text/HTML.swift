// SPDX-License-Identifier: Apache-2.0

/// Markup of a page, written as literals. Whatever text is put into one is escaped.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
  /// Inserted into a document verbatim.
  package private(set) var text: String

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  package static func joined(_ parts: some Sequence<HTML>) -> HTML {
    var whole: HTML = ""
    for part in parts { whole.text += part.text }
    return whole
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ html: HTML) { text += html.text }
    package mutating func appendInterpolation(_ html: [HTML]) { text += HTML.joined(html).text }
    package mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    /// Escapes text and quoted attribute values.
    package mutating func appendInterpolation(_ text: String) { self.text += VisibleText.html(text) }
  }
}
