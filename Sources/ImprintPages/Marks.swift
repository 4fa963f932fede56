// SPDX-License-Identifier: Apache-2.0

package import ImprintModel

extension HTML.StringInterpolation {
  /// A position, in tenths of a unit.
  package mutating func appendInterpolation(_ position: Double) {
    appendInterpolation(Figures.fixed(position, 1))
  }
}

/// Shapes that tell levels and species apart without colour.
package enum Marks {
  /// Classes of style, as many as there are colours; the next one has the first again.
  package static let colours = 8

  /// A level's marker: circle, square, triangle, diamond, and again.
  /// - Parameter isFilled: whether the bound is met, or there is none.
  package static func marker(
    _ level: Int, x: Double, y: Double, size: Double = 4.5, isFilled: Bool = true
  ) -> HTML {
    let shape: HTML =
      switch level % 4 {
      case 0: "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(size)\""
      case 1:
        "<rect x=\"\(x - size * 0.9)\" y=\"\(y - size * 0.9)\" width=\"\(size * 1.8)\" height=\"\(size * 1.8)\""
      case 2:
        path([(x, y - size * 1.2), (x + size * 1.15, y + size * 0.85), (x - size * 1.15, y + size * 0.85)])
      default: path([(x, y - size * 1.3), (x + size * 1.3, y), (x, y + size * 1.3), (x - size * 1.3, y)])
      }
    return "\(shape) class=\"m\(level % 3)\(isFilled ? "" : " hollow")\"/>"
  }

  private static func path(_ points: [(Double, Double)]) -> HTML {
    "<path d=\"M\(HTML.joined(points.map { "\($0.0) \($0.1) " }))z\""
  }

  /// Points joined by lines.
  package static func line(_ points: [(x: Double, y: Double)], _ attributes: HTML) -> HTML {
    "<polyline points=\"\(HTML.joined(points.map { "\($0.x),\($0.y) " }))\" \(attributes)/>"
  }

  package static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: HTML) -> HTML {
    "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\" class=\"\(style)\"/>"
  }

  /// The area between two lines, each with its points from left to right.
  package static func ribbon(_ lower: [(x: Double, y: Double)], _ upper: [(x: Double, y: Double)]) -> HTML {
    let points = HTML.joined((lower + upper.reversed()).map { "\($0.x),\($0.y) " })
    return "<polygon points=\"\(points)\" class=\"ribbon\"/>"
  }

  package enum Anchor: String {
    case start, middle, end
  }

  /// Text is escaped, and cut after so many characters that fit.
  package static func text(
    _ text: String, x: Double, y: Double, _ anchor: Anchor = .start, _ style: HTML = "", upTo limit: Int = 60
  ) -> HTML {
    let shown = VisibleText.line(text, upTo: limit)
    return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor.rawValue)\" class=\"\(style)\">\(shown)</text>"
  }
}

/// A drawing with its title and description for those who do not see it.
package struct Drawing {
  /// Unique on the page: letters and digits.
  package let id: String
  package let title: String
  package let description: String
  package let width: Double
  package let height: Double
  package let content: HTML

  package init(
    id: String, title: String, description: String, width: Double, height: Double, content: HTML
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.width = width
    self.height = height
    self.content = content
  }

  package var html: HTML {
    """
    <svg viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="\(id)t \(id)d">
    <title id="\(id)t">\(title)</title><desc id="\(id)d">\(description)</desc>
    \(content)
    </svg>
    """
  }
}
