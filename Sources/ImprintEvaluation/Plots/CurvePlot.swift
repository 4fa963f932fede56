// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintPages

/// One curve of two error rates, with the band of its intervals, and marked points on it.
struct CurvePlot {
  /// An axis with what is written at it.
  struct Side {
    let scale: Axis.Scale
    let range: ClosedRange<Double>
    let ticks: [Double]
    let name: String
  }

  /// A marked point, with its intervals as a cross.
  struct Mark {
    let x: Double
    let y: Double
    var xInterval: ClosedRange<Double>?
    var yInterval: ClosedRange<Double>?
    let label: String
    var isMet = true
  }

  let x: Side
  let y: Side
  /// From left to right or from right to left.
  let curve: [(x: Double, y: Double)]
  /// Of the curve's points, the lowest and the highest y; none without intervals.
  var band: [(x: Double, y: ClosedRange<Double>)] = []
  /// Lines to compare the curve with, dashed.
  var others: [[(x: Double, y: Double)]] = []
  let marks: [Mark]
  /// Beside the drawing, a line each.
  var notes: [String] = []

  private static let (left, top, side, width) = (80.0, 14.0, 470.0, 920.0)
  private static let labelWidth = 46.0

  func drawing(id: String, title: String, description: String) -> Drawing {
    let horizontal = Axis(scale: x.scale, range: x.range, from: Self.left, to: Self.left + Self.side)
    let vertical = Axis(scale: y.scale, range: y.range, from: Self.top + Self.side, to: Self.top)
    func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (horizontal.position(x), vertical.position(y))
    }
    var parts = [grid(horizontal, vertical)]
    if band.count > 1 {
      parts.append(
        Marks.ribbon(
          band.map { place($0.x, $0.y.lowerBound) }, band.map { place($0.x, $0.y.upperBound) }))
    }
    for (index, other) in others.enumerated() {
      parts.append(Marks.line(other.map { place($0.x, $0.y) }, "class=\"curve d\(index % 3)\""))
    }
    parts.append(Marks.line(curve.map { place($0.x, $0.y) }, "class=\"curve c0\""))
    for mark in marks {
      let at = place(mark.x, mark.y)
      if let range = mark.xInterval {
        let (low, high) = (horizontal.position(range.lowerBound), horizontal.position(range.upperBound))
        parts.append(Marks.line(low, at.y, high, at.y, "w1"))
      }
      if let range = mark.yInterval {
        let (low, high) = (vertical.position(range.lowerBound), vertical.position(range.upperBound))
        parts.append(Marks.line(at.x, low, at.x, high, "w1"))
      }
      parts += [
        Marks.marker(1, x: at.x, y: at.y, size: 4, isFilled: mark.isMet),
        Marks.text(mark.label, x: at.x + 8, y: at.y - 7, .start, "small name", upTo: 24),
      ]
    }
    for (index, note) in notes.enumerated() {
      parts.append(
        Marks.text(
          note, x: Self.left + Self.side + 28, y: Self.top + 14 + Double(index) * 18, .start, "small",
          upTo: 60))
    }
    return Drawing(
      id: id, title: title, description: description, width: Self.width, height: Self.top + Self.side + 48,
      content: HTML.joined(parts))
  }

  private func grid(_ horizontal: Axis, _ vertical: Axis) -> HTML {
    var parts: [HTML] = []
    let ticks = x.ticks.filter(x.range.contains)
    parts += ticks.map { tick in
      let at = horizontal.position(tick)
      return Marks.line(at, vertical.to, at, vertical.from, "grid")
    }
    parts += horizontal.spaced(ticks, by: Self.labelWidth).map { tick in
      Marks.text(
        Figures.share(tick), x: horizontal.position(tick), y: vertical.from + 16, .middle, "soft small")
    }
    for tick in y.ticks where y.range.contains(tick) {
      let at = vertical.position(tick)
      parts += [
        Marks.line(horizontal.from, at, horizontal.to, at, "grid"),
        Marks.text(Figures.share(tick), x: horizontal.from - 6, y: at + 4, .end, "soft small"),
      ]
    }
    let middle = (vertical.from + vertical.to) / 2
    parts += [
      Marks.line(horizontal.from, vertical.from, horizontal.to, vertical.from, "line"),
      Marks.line(horizontal.from, vertical.from, horizontal.from, vertical.to, "line"),
      Marks.text(
        x.name, x: (horizontal.from + horizontal.to) / 2, y: vertical.from + 38, .middle, "soft", upTo: 80),
      """
      <text transform="translate(16 \(middle)) rotate(-90)" text-anchor="middle" class="soft">\(y.name)</text>
      """,
    ]
    return HTML.joined(parts)
  }
}
