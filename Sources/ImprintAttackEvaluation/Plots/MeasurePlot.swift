// SPDX-License-Identifier: Apache-2.0
import ImprintPages

/// The distribution of the measure that decides: people above, each species below, the levels' limits across.
struct MeasurePlot {
  let mode: String
  let distribution: MeasureDistribution
  /// In the mode's order, for the limits' styles.
  let levels: [String]

  private static let (left, right, width) = (215.0, 175.0, 920.0)
  private static let (band, labelHeight, bins) = (50.0, 15.0, 60)

  func drawing(id: String) -> Drawing {
    let range = range
    let axis = Axis(scale: .linear, range: range, from: Self.left, to: Self.width - Self.right)
    let top = 12 + Double(distribution.limits.count) * Self.labelHeight
    let bottom = top + Double(distribution.groups.count) * Self.band
    var parts: [HTML] = Axis.ticks(range, about: 8).map { tick in
      let x = axis.position(tick)
      return """
        \(Marks.line(x, top, x, bottom, "grid"))
        \(Marks.text(Figures.short(tick), x: x, y: bottom + 15, .middle, "soft"))
        """
    }
    for (index, group) in distribution.groups.enumerated() {
      parts.append(html(of: group, at: top + Double(index) * Self.band, axis))
    }
    for (index, limit) in distribution.limits.enumerated() {
      parts.append(html(of: limit, label: 10 + Double(index) * Self.labelHeight, to: bottom, axis))
    }
    let side = distribution.measure.liveSide == .above ? "right" : "left"
    parts.append(
      Marks.text(
        "\(distribution.measure.method): live at a limit and to the \(side) of it; level \(distribution.level)",
        x: (Self.left + Self.width - Self.right) / 2, y: bottom + 33, .middle, "soft", upTo: 120))
    return Drawing(
      id: id, title: "Distribution of \(distribution.measure.method), mode \(mode)",
      description: description, width: Self.width, height: bottom + 40, content: HTML.joined(parts))
  }

  /// All but the outermost 0.5 % at each side of each group, and all limits.
  private var range: ClosedRange<Double> {
    var ends = distribution.limits.map(\.value)
    for group in distribution.groups where !group.values.isEmpty {
      let cut = group.values.count / 200
      ends += [group.values[cut], group.values[group.values.count - 1 - cut]]
    }
    let (low, high) = (ends.min() ?? 0, ends.max() ?? 1)
    let margin = high > low ? (high - low) * 0.03 : max(abs(high) * 0.1, 0.1)
    return low - margin...high + margin
  }

  private func html(of group: MeasureDistribution.Group, at top: Double, _ axis: Axis) -> HTML {
    let base = top + Self.band - 6
    var parts: [HTML] = [
      Marks.line(0, top, Self.width, top, "line"),
      Marks.text(group.species ?? "bona fide", x: 2, y: base - 14, .start, "name", upTo: 26),
      Marks.line(axis.from, base, axis.to, base, "line"),
      Marks.text(Self.count(of: group), x: axis.to + 12, y: base - 14, .start, "small"),
    ]
    if let median = Self.median(of: group) {
      parts.append(
        Marks.text("median \(Figures.short(median))", x: axis.to + 12, y: base, .start, "soft small"))
    }
    var counts = [Int](repeating: 0, count: Self.bins)
    let width = (axis.to - axis.from) / Double(Self.bins)
    for value in group.values {
      counts[min(Self.bins - 1, max(0, Int((axis.position(value) - axis.from) / width)))] += 1
    }
    let highest = Double(max(counts.max() ?? 1, 1))
    for (bin, count) in counts.enumerated() where count > 0 {
      // One presentation is seen too.
      let height = max(1.5, Double(count) / highest * (Self.band - 14))
      parts.append(
        """
        <rect x="\(axis.from + Double(bin) * width)" y="\(base - height)" width="\(width - 1)" height="\(height)" \
        class="\(group.species == nil ? "person" : "attack")"/>
        """)
    }
    return HTML.joined(parts)
  }

  private func html(
    of limit: MeasureDistribution.Limit, label y: Double, to bottom: Double, _ axis: Axis
  ) -> HTML {
    let x = axis.position(limit.value)
    let index = levels.firstIndex(of: limit.level) ?? 0
    // On the side where there is room.
    let isLeft = x > (axis.from + axis.to) / 2
    return HTML.joined([
      Marks.line(x, y - 4, x, bottom, "limit d\(index % 3)"),
      Marks.marker(index, x: x, y: y - 4, size: 3.5),
      Marks.text(
        "\(limit.level): \(Figures.short(limit.value))", x: x + (isLeft ? -8 : 8), y: y,
        isLeft ? .end : .start, "small", upTo: 32),
    ])
  }

  private static func count(of group: MeasureDistribution.Group) -> String {
    let missing = group.missing > 0 ? ", \(group.missing) without" : ""
    return "\(group.values.count) measured\(missing)"
  }

  private static func median(of group: MeasureDistribution.Group) -> Double? {
    group.values.isEmpty ? nil : group.values[group.values.count / 2]
  }

  private var description: String {
    let groups = distribution.groups.map { group in
      let median = Self.median(of: group).map { ", median \(Figures.short($0))" } ?? ""
      return "\(group.species ?? "bona fide"): \(Self.count(of: group))\(median)"
    }
    let limits = distribution.limits.map { "\($0.level) \(Figures.short($0.value))" }
    return "Histograms, each as high as its own highest bar. \(groups.joined(separator: ". ")). Limits: "
      + "\(limits.isEmpty ? "none" : limits.joined(separator: ", "))."
  }
}
