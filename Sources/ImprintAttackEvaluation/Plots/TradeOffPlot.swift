// SPDX-License-Identifier: Apache-2.0
import ImprintPages

/// APCER against BPCER while the limit of one measure moves, a curve for each species.
struct TradeOffPlot {
  let mode: String
  let distribution: MeasureDistribution
  let levels: [String]

  private static let (left, top, side, width) = (70.0, 12.0, 470.0, 920.0)
  private static let marks = [0.001, 0.004, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95]
  /// One fewer than colours, so that the two together go further.
  private static let dashes = ["", "7 3", "2 3", "10 3 2 3", "14 4", "5 2 1 2 1 2", "1 2"]

  /// `nil` without people, or without an attack.
  func drawing(id: String) -> Drawing? {
    let curves = distribution.tradeOffs
    guard !curves.isEmpty else { return nil }
    let x = Axis(scale: .normalDeviate, range: 0.001...0.95, from: Self.left, to: Self.left + Self.side)
    let y = Axis(scale: .normalDeviate, range: 0.001...0.95, from: Self.top + Self.side, to: Self.top)
    var parts: [HTML] = [Self.grid(x, y)]
    for (index, curve) in curves.enumerated() { parts.append(html(of: curve, index, x, y)) }
    // Markers above all curves.
    for curve in curves {
      for (level, point) in distribution.points(atLimitsFor: curve.species) {
        guard let attack = point.attack.rate, let bonaFide = point.bonaFide.rate else { continue }
        parts.append(
          Marks.marker(
            levels.firstIndex(of: level) ?? 0, x: x.position(attack), y: y.position(bonaFide), size: 4))
      }
    }
    parts.append(legend(curves))
    return Drawing(
      id: id, title: "Trade-off by the limit of \(distribution.measure.method), mode \(mode)",
      description: description(curves), width: Self.width, height: Self.top + Self.side + 46,
      content: HTML.joined(parts))
  }

  private static func grid(_ x: Axis, _ y: Axis) -> HTML {
    var parts: [HTML] = []
    for mark in marks {
      let text = mark == marks.first ? "≤ \(Figures.bound(mark))" : Figures.bound(mark)
      let (left, bottom) = (x.position(mark), y.position(mark))
      parts += [
        Marks.line(left, y.to, left, y.from, "grid"), Marks.line(x.from, bottom, x.to, bottom, "grid"),
        Marks.text(text, x: left, y: y.from + 16, .middle, "soft small"),
        Marks.text(text, x: x.from - 6, y: bottom + 4, .end, "soft small"),
      ]
    }
    parts += [
      Marks.text("APCER, normal deviates", x: (x.from + x.to) / 2, y: y.from + 36, .middle, "soft"),
      """
      <text transform="translate(14 \((y.from + y.to) / 2)) rotate(-90)" text-anchor="middle" class="soft">BPCER, normal \
      deviates</text>
      """,
    ]
    return HTML.joined(parts)
  }

  private func html(of curve: MeasureDistribution.TradeOff, _ index: Int, _ x: Axis, _ y: Axis) -> HTML {
    var points: [(x: Double, y: Double)] = []
    for point in curve.points {
      guard let attack = point.attack.rate, let bonaFide = point.bonaFide.rate else { continue }
      let next = (x: x.position(attack), y: y.position(bonaFide))
      if points.last.map({ $0 != next }) ?? true { points.append(next) }
    }
    return Marks.line(points, Self.style(index))
  }

  private static func style(_ index: Int) -> HTML {
    "class=\"curve c\(index % Marks.colours)\" stroke-dasharray=\"\(dashes[index % dashes.count])\""
  }

  private func legend(_ curves: [MeasureDistribution.TradeOff]) -> HTML {
    let left = Self.left + Self.side + 34
    var parts: [HTML] = []
    var y = Self.top + 14
    for (index, curve) in curves.enumerated() {
      parts += [
        Marks.line([(left, y - 4), (left + 44, y - 4)], Self.style(index)),
        Marks.text(curve.species, x: left + 54, y: y, .start, "name", upTo: 24),
        Marks.text(Self.words(curve), x: left + 54, y: y + 14, .start, "soft small"),
      ]
      y += 36
    }
    y += 4
    for level in levels where distribution.limits.contains(where: { $0.level == level }) {
      let index = levels.firstIndex(of: level) ?? 0
      parts += [
        Marks.marker(index, x: left + 22, y: y - 4),
        Marks.text("limit of \(level)", x: left + 54, y: y, .start, "small"),
      ]
      y += 18
    }
    return HTML.joined(parts)
  }

  /// How well a limit tells a species apart: where the higher of both rates is lowest.
  private static func words(_ curve: MeasureDistribution.TradeOff) -> String {
    func higher(_ point: MeasureDistribution.TradeOff.Point) -> Double {
      max(point.attack.rate ?? 1, point.bonaFide.rate ?? 1)
    }
    guard let best = curve.points.min(by: { higher($0) < higher($1) }) else { return "" }
    let limit = "limit \(Figures.short(best.limit))"
    return higher(best) == 0
      ? "\(limit): no error of either kind"
      : "best \(limit): both at most \(Figures.percent(higher(best)))"
  }

  private func description(_ curves: [MeasureDistribution.TradeOff]) -> String {
    "The share of attacks that a limit accepts against the share of people whom it refuses, for every limit of "
      + "this one measure, at level \(distribution.level). "
      + curves.map { "\($0.species): \(Self.words($0))" }.joined(separator: ". ") + "."
  }
}
