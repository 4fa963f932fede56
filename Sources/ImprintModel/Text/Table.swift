// SPDX-License-Identifier: Apache-2.0

/// Columns of text, as wide as their widest cell. Cells are untrusted text: each is escaped to one line.
package struct Table {
  private var rows: [[String]] = []

  package init(_ header: [String]) { rows = [header] }

  package mutating func add(_ row: [String]) { rows.append(row.map { VisibleText.line($0) }) }

  /// Lines without trailing spaces. Apply styles to the result: they have no width.
  package var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// `key: value` lines with aligned values. Both are untrusted text: each pair is escaped to one line.
package func facts(_ pairs: [(String, String)]) -> String {
  let width = pairs.map(\.0.count).max() ?? 0
  return pairs.map { key, value in
    VisibleText.line(key) + ":" + String(repeating: " ", count: width - key.count + 1)
      + VisibleText.line(value)
  }.joined(separator: "\n")
}
