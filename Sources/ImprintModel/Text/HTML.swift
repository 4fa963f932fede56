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
    /// Bytes in Base64, of any length; whatever is no sign of it is left out, so nothing has to be escaped.
    package mutating func appendInterpolation(base64 text: String) {
      self.text += String(decoding: text.utf8.filter(\.isBase64), as: UTF8.self)
    }
    /// Escapes text and quoted attribute values, and cuts them at ``VisibleText/usualLimit``.
    package mutating func appendInterpolation(_ text: String) { self.text += VisibleText.html(text) }
  }
}

extension UInt8 {
  fileprivate var isBase64: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
      true
    case _: false
    }
  }
}
