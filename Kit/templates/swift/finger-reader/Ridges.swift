// SPDX-License-Identifier: Apache-2.0

/// Draws arcs, as far apart as the ridges of a finger. In integers: the same press is the same everywhere.
enum Ridges {
  static let width = 160
  static let height = 200
  /// Pixels per metre: 500 dpi.
  static let resolution: UInt32 = 19685
  /// Pixels from ridge to ridge.
  private static let period = 9

  /// Row by row, a byte per pixel; ridges dark and valleys light.
  static func press(_ number: UInt64) -> [UInt8] {
    let (cx, cy) = (width / 2 + Int(number % 5), height * 3 / 4)
    return [UInt8](unsafeUninitializedCapacity: width * height) { pixels, count in
      for y in 0..<height {
        for x in 0..<width {
          let (dx, dy) = (x - cx, y - cy)
          let at = squareRoot(of: dx * dx + dy * dy) % period
          pixels[y * width + x] = at < period / 2 ? 70 : 215
        }
      }
      count = width * height
    }
  }

  /// The largest number whose square is not above that.
  private static func squareRoot(of number: Int) -> Int {
    var root = 0
    while (root + 1) * (root + 1) <= number { root += 1 }
    return root
  }
}
