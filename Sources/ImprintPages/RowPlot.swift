// SPDX-License-Identifier: Apache-2.0
import ImprintModel

/// Bands of rows over one axis: a band for people or a species, in it a row for each level.
package struct RowPlot {
  /// One level of a band.
  package struct Row {
    package let level: String
    /// Chooses the marker.
    let index: Int
    /// The whole range, drawn thin.
    package let whisker: ClosedRange<Double>
    /// A part of it, drawn thick.
    let box: ClosedRange<Double>?
    let value: Double
    /// The bound, drawn as a mark across the row.
    package let bound: Double?
    let isMet: Bool
    /// Behind the row.
    package let note: String

    package init(
      level: String, index: Int, whisker: ClosedRange<Double>, box: ClosedRange<Double>? = nil, value: Double,
      bound: Double? = nil, isMet: Bool = true, note: String
    ) {
      self.level = level
      self.index = index
      self.whisker = whisker
      self.box = box
      self.value = value
      self.bound = bound
      self.isMet = isMet
      self.note = note
    }
  }

  package struct Band {
    package let name: String
    /// Below the name.
    let note: String
    /// Empty: nothing was measured.
    package let rows: [Row]

    package init(name: String, note: String = "", rows: [Row]) {
      self.name = name
      self.note = note
      self.rows = rows
    }
  }

  let bands: [Band]
  let scale: Axis.Scale
  let range: ClosedRange<Double>
  let ticks: [Double]
  let tickText: (Double) -> String
  let axisName: String

  package init(
    bands: [Band], scale: Axis.Scale, range: ClosedRange<Double>, ticks: [Double],
    tickText: @escaping (Double) -> String, axisName: String
  ) {
    self.bands = bands
    self.scale = scale
    self.range = range
    self.ticks = ticks
    self.tickText = tickText
    self.axisName = axisName
  }

  private static let (left, right, top, width) = (215.0, 205.0, 10.0, 920.0)
  private static let (rowHeight, gap) = (17.0, 12.0)

  private func height(_ band: Band) -> Double { Double(max(band.rows.count, 2)) * Self.rowHeight + Self.gap }

  package func drawing(id: String, title: String, description: String) -> Drawing {
    let axis = Axis(scale: scale, range: range, from: Self.left, to: Self.width - Self.right)
    let bottom = bands.reduce(Self.top) { $0 + height($1) }
    var parts: [HTML] = ticks.map { tick in
      let x = axis.position(tick)
      return """
        \(Marks.line(x, Self.top, x, bottom, "grid"))
        \(Marks.text(tickText(tick), x: x, y: bottom + 15, .middle, "soft"))
        """
    }
    var y = Self.top
    for band in bands {
      parts.append(html(of: band, at: y, axis))
      y += height(band)
    }
    parts.append(
      Marks.text(
        axisName, x: (Self.left + Self.width - Self.right) / 2, y: bottom + 33, .middle, "soft", upTo: 120))
    return Drawing(
      id: id, title: title, description: description, width: Self.width, height: bottom + 40,
      content: HTML.joined(parts))
  }

  private func html(of band: Band, at top: Double, _ axis: Axis) -> HTML {
    var parts: [HTML] = [
      Marks.line(0, top, Self.width, top, "line"),
      Marks.text(band.name, x: 2, y: top + 18, .start, "name", upTo: 18),
    ]
    if !band.note.isEmpty { parts.append(Marks.text(band.note, x: 2, y: top + 33, .start, "soft small")) }
    if band.rows.isEmpty {
      parts.append(Marks.text("nothing measured", x: axis.from + 6, y: top + 18, .start, "soft"))
    }
    for (number, row) in band.rows.enumerated() {
      let y = top + Self.gap / 2 + (Double(number) + 0.5) * Self.rowHeight
      let style: HTML = "w\(row.index % 3)"
      parts += [
        Marks.text(row.level, x: axis.from - 10, y: y + 4, .end, "small", upTo: 10),
        Marks.line(axis.position(row.whisker.lowerBound), y, axis.position(row.whisker.upperBound), y, style),
      ]
      if let box = row.box {
        parts.append(
          Marks.line(
            axis.position(box.lowerBound), y, axis.position(box.upperBound), y, "\(style) thick"))
      }
      if let bound = row.bound, bound <= range.upperBound {
        let x = axis.position(bound)
        parts.append(Marks.line(x, y - 7.5, x, y + 7.5, "bound"))
      }
      parts += [
        Marks.marker(row.index, x: axis.position(row.value), y: y, isFilled: row.isMet),
        Marks.text(row.note, x: axis.to + 12, y: y + 4, .start, row.isMet ? "small" : "small bad"),
      ]
    }
    return HTML.joined(parts)
  }
}
