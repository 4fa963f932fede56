// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// An image's mean brightness, cell by cell.
struct Cells {
  /// The most cells a side.
  private static let most = 48

  let columns: Int
  let rows: Int
  /// Row by row, 0...255.
  let brightness: [Int]
  let darkest: Int
  let brightest: Int

  init(_ image: borrowing ImageView) {
    columns = min(image.width, Self.most)
    rows = min(image.height, Self.most)
    var means: [Int] = []
    means.reserveCapacity(columns * rows)
    for row in 0..<rows {
      let lines = row * image.height / rows..<(row + 1) * image.height / rows
      for column in 0..<columns {
        let places = column * image.width / columns..<(column + 1) * image.width / columns
        var sum = 0
        for y in lines { for x in places { sum += image.brightness(x, y) } }
        means.append(sum / (lines.count * places.count))
      }
    }
    brightness = means
    darkest = means.min() ?? 0
    brightest = means.max() ?? 0
  }
}

/// A face in cells, and how bright it is.
struct Spot {
  private(set) var left = Int.max
  private(set) var top = Int.max
  /// One past the end, as ``bottom``.
  private(set) var right = 0
  private(set) var bottom = 0
  private(set) var cells = 0
  private var sum = 0

  /// 0...1
  func contrast(in cells: Cells) -> Float { Float(sum / self.cells - cells.darkest) / 255 }

  func overlaps(_ other: Spot) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  /// The largest spots, largest first; of equals the one further up and left.
  static func find(in cells: Cells, most: Int) -> [Spot] {
    // With less contrast than this (of 255) there is only background.
    guard cells.brightest - cells.darkest >= 64 else { return [] }
    let limit = (cells.darkest + cells.brightest) / 2
    var isOpen = cells.brightness.map { $0 > limit }
    var spots: [Spot] = []
    for start in isOpen.indices where isOpen[start] {
      let spot = gather(from: start, in: cells, &isOpen)
      if spot.cells >= 9 { spots.append(spot) }  // smaller than 3 by 3 cells: a reflection
    }
    let order = spots.indices.sorted { (spots[$0].cells, $1) > (spots[$1].cells, $0) }
    return order.prefix(most).map { spots[$0] }
  }

  /// All open cells connected with `start`; they are closed.
  private static func gather(from start: Int, in cells: Cells, _ isOpen: inout [Bool]) -> Spot {
    var spot = Spot()
    var waiting = [start]
    isOpen[start] = false
    while let at = waiting.popLast() {
      let (x, y) = (at % cells.columns, at / cells.columns)
      spot.left = min(spot.left, x)
      spot.top = min(spot.top, y)
      spot.right = max(spot.right, x + 1)
      spot.bottom = max(spot.bottom, y + 1)
      spot.cells += 1
      spot.sum += cells.brightness[at]
      let around = [
        (x > 0, at - 1), (x + 1 < cells.columns, at + 1), (y > 0, at - cells.columns),
        (y + 1 < cells.rows, at + cells.columns),
      ]
      for (isThere, next) in around where isThere && isOpen[next] {
        isOpen[next] = false
        waiting.append(next)
      }
    }
    return spot
  }
}

extension ImageView {
  /// Of a pixel, 0...255: BT.601 luma of a coloured one.
  fileprivate func brightness(_ x: Int, _ y: Int) -> Int {
    let at = y * rowBytes + x * format.bytesPerPixel
    // The kit has checked that each pixel lies in the bytes.
    func byte(_ offset: Int) -> Int { Int(pixels.unsafeLoad(fromByteOffset: at + offset, as: UInt8.self)) }
    return format == .grey8 ? byte(0) : (77 * byte(0) + 150 * byte(1) + 29 * byte(2)) >> 8
  }
}
