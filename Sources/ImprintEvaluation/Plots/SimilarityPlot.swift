// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import ImprintModel
import ImprintPages

/// Histograms of genuine and impostor similarities over one axis, with scores as lines across.
struct SimilarityPlot {
  let accuracy: VerificationAccuracy
  let scores: [OperatingPoint]

  private static let (left, right, width) = (120.0, 150.0, 920.0)
  private static let (band, bins, top) = (130.0, 90, 54.0)
  /// What a score takes, and how far the rows above each other are in which scores are written.
  private static let (labelWidth, labelHeight, labelRows) = (34.0, 12.0, 3)

  /// `nil` without comparisons.
  func drawing(id: String) -> Drawing? {
    let sides = [("genuine", accuracy.genuine), ("impostor", accuracy.impostor)].map {
      (name: $0, values: $1.map { Double($0.similarity) })
    }
    let all = sides.flatMap(\.values)
    guard let low = all.min(), let high = all.max(), low < high else { return nil }
    let axis = Axis(scale: .linear, range: low...high, from: Self.left, to: Self.width - Self.right)
    let bottom = Self.top + 2 * Self.band
    var parts: [HTML] = Axis.ticks(low...high, about: 8).map { tick in
      let x = axis.position(tick)
      return """
        \(Marks.line(x, Self.top, x, bottom, "grid"))
        \(Marks.text(Figures.short(tick), x: x, y: bottom + 15, .middle, "soft"))
        """
    }
    for (index, side) in sides.enumerated() {
      parts.append(bars(side.name, side.values, base: Self.top + Double(index + 1) * Self.band - 6, axis))
    }
    // Where the last score of each row is.
    var ends = [Double](repeating: -.infinity, count: Self.labelRows)
    for point in scores.sorted(by: { $0.threshold < $1.threshold })
    where (low...high).contains(Double(point.threshold)) {
      let x = axis.position(Double(point.threshold))
      let row = ends.firstIndex { x - $0 >= Self.labelWidth } ?? Self.labelRows - 1
      ends[row] = x
      let y = Self.top - 12 - Double(row) * Self.labelHeight
      parts += [
        Marks.line(x, y + 4, x, bottom, "limit d0"),
        Marks.text(point.promise.map { "\($0.score)" } ?? "", x: x, y: y, .middle, "small name", upTo: 8),
      ]
    }
    parts.append(
      Marks.text(
        "similarity; dashed: scores", x: (Self.left + Self.width - Self.right) / 2, y: bottom + 33, .middle,
        "soft"))
    return Drawing(
      id: id, title: "Similarities of genuine and impostor comparisons",
      description: "Histograms, each as high as its own highest bar. "
        + sides.map { "\($0.name): \(Self.words($0.values))" }.joined(separator: ". ") + ".",
      width: Self.width, height: bottom + 40, content: HTML.joined(parts))
  }

  private func bars(_ name: String, _ values: [Double], base: Double, _ axis: Axis) -> HTML {
    var counts = [Int](repeating: 0, count: Self.bins)
    let width = (axis.to - axis.from) / Double(Self.bins)
    for value in values {
      counts[min(Self.bins - 1, max(0, Int((axis.position(value) - axis.from) / width)))] += 1
    }
    let highest = Double(max(counts.max() ?? 1, 1))
    var parts: [HTML] = [
      Marks.line(0, base, Self.width, base, "line"),
      Marks.text(name, x: 2, y: base - 26, .start, "name"),
      Marks.text("\(values.count)", x: 2, y: base - 10, .start, "soft small"),
      Marks.text(
        Self.median(values).map { "median \(Figures.short($0))" } ?? "", x: axis.to + 12, y: base - 10,
        .start,
        "soft small"),
    ]
    for (bin, count) in counts.enumerated() where count > 0 {
      // One comparison is seen too.
      let height = max(1, Double(count) / highest * (Self.band - 22))
      parts.append(
        """
        <rect x="\(axis.from + Double(bin) * width)" y="\(base - height)" width="\(width - 0.6)" \
        height="\(height)" class="\(name == "genuine" ? "person" : "attack")"/>
        """)
    }
    return HTML.joined(parts)
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  private static func words(_ values: [Double]) -> String {
    "\(values.count)" + (median(values).map { ", median \(Figures.short($0))" } ?? "")
  }
}
