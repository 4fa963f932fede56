// SPDX-License-Identifier: Apache-2.0

/// Draws grey frames. In integers: the same frame is the same everywhere.
struct Pattern: Sendable {
  let width: Int
  let height: Int

  /// Row by row, a byte per pixel.
  func frame(_ number: UInt64) -> [UInt8] {
    let (rx, ry) = (width * 11 / 50, height * 17 / 50)
    let (cx, cy) = (width / 2 + Self.swing(number, reach: width / 16), height / 2)
    return [UInt8](unsafeUninitializedCapacity: width * height) { pixels, count in
      for y in 0..<height {
        for x in 0..<width {
          let (dx, dy) = (x - cx, y - cy)
          let isInside = dx * dx * ry * ry + dy * dy * rx * rx <= rx * rx * ry * ry
          let shade = isInside ? 190 + 30 * dx / rx + 30 * dy / ry : 20 + 30 * y / height
          pixels[y * width + x] = UInt8(truncatingIfNeeded: shade)
        }
      }
      count = width * height
    }
  }

  /// Goes from -reach to reach and back, a step a frame.
  private static func swing(_ frame: UInt64, reach: Int) -> Int {
    let at = Int(frame % UInt64(4 * reach))
    return at < 2 * reach ? at - reach : 3 * reach - at
  }
}
