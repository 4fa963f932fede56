// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What a picture of a finger shows, measured without an extractor: for bars, and for the least area.
///
/// Measured in blocks of about 0.8 mm: one has ridges where its deviation from grey is at least a third of
/// that of the clearest tenth, and at least 8 of 255.
public struct FingerImageMeasures: Sendable, Hashable {
  /// Blocks with ridges, in percent of the picture, 0...100.
  public let area: Int
  /// The same on the finger, in square millimetres.
  public let squareMillimetres: Double
  /// How much ridges and valleys differ, 0...100: 100 is black and white.
  public let contrast: Int

  public init(area: Int, squareMillimetres: Double, contrast: Int) {
    self.area = area
    self.squareMillimetres = squareMillimetres
    self.contrast = contrast
  }

  /// - Complexity: O(pixels). Safe from any thread.
  public init(of image: FingerImage) {
    let blocks = GreyBlocks(of: image)
    let clearest = blocks.deviations.sorted()
    let reference = clearest.isEmpty ? 0 : clearest[clearest.count * 9 / 10]
    let least = max(reference / 3, 8)
    let ridged = blocks.deviations.filter { $0 >= least }
    area = blocks.deviations.isEmpty ? 0 : ridged.count * 100 / blocks.deviations.count
    let block =
      Double(blocks.width * blocks.height) * 1e6 / (Double(image.resolution.x) * Double(image.resolution.y))
    squareMillimetres = Double(ridged.count) * block
    // A deviation of half of 255 is black and white in equal parts.
    let mean = ridged.isEmpty ? 0 : ridged.reduce(0, +) / ridged.count
    contrast = min(100, mean * 200 / 255)
  }
}

/// The deviations of the grey of a picture's blocks.
private struct GreyBlocks {
  /// Pixels of a block.
  let width: Int
  let height: Int
  /// Whole numbers of 0...127, row by row. What does not fill a block at the right and at the bottom is left
  /// out, unless the whole picture is smaller.
  let deviations: [Int]

  init(of image: FingerImage) {
    // 0.8 mm: 16 pixels at 500 dots an inch, more than one period of ridges.
    width = min(max(2, image.resolution.x * 8 / 10_000), image.image.width)
    height = min(max(2, image.resolution.y * 8 / 10_000), image.image.height)
    let (columns, rows) = (image.image.width / width, image.image.height / height)
    let (width, height, stride) = (width, height, image.image.bytesPerRow)
    deviations = image.image.pixels.withUnsafeBufferPointer { pixels in
      var found: [Int] = []
      found.reserveCapacity(columns * rows)
      for row in 0..<rows {
        for column in 0..<columns {
          var (sum, squares) = (0, 0)
          for y in (row * height)..<((row + 1) * height) {
            for x in (column * width)..<((column + 1) * width) {
              let grey = Int(pixels[y * stride + x])
              sum += grey
              squares += grey * grey
            }
          }
          // Not of a mean in whole numbers: at 255 its fraction alone would be a deviation of up to 22.
          let count = Double(width * height)
          let mean = Double(sum) / count
          let variance = max(0, Double(squares) / count - mean * mean)
          found.append(min(127, Int(variance.squareRoot())))
        }
      }
      return found
    }
  }
}
