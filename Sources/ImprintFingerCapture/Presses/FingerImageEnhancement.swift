// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
public import ImprintRuntime

extension FingerImage {
  /// The picture for people: its local contrast is raised, so that faint ridges are seen as well as clear
  /// ones, and what has none is white. No template is made of it.
  ///
  /// Each pixel's difference from the mean of its surroundings, about 1.6 mm wide, in units of their
  /// deviation.
  /// - Complexity: O(pixels), in memory of 16 bytes a pixel. Safe from any thread.
  public func enhanced() -> Image {
    let (width, height) = (image.width, image.height)
    let sums = GreySums(of: image)
    // Half a window: 16 pixels at 500 dots an inch.
    let (reachX, reachY) = (max(1, resolution.x * 8 / 10_000), max(1, resolution.y * 8 / 10_000))
    let stride = image.bytesPerRow
    let pixels = image.pixels.withUnsafeBufferPointer { pixels in
      [UInt8](unsafeUninitializedCapacity: width * height) { room, count in
        for y in 0..<height {
          let (top, bottom) = (max(0, y - reachY), min(height, y + reachY + 1))
          for x in 0..<width {
            let (left, right) = (max(0, x - reachX), min(width, x + reachX + 1))
            let (mean, deviation) = sums.meanAndDeviation(left, top, right, bottom)
            let grey = Double(pixels[y * stride + x])
            // Below that it is noise of the sensor.
            let shown = deviation < 4 ? 255 : 128 + (grey - mean) / deviation * 80
            room.initializeElement(at: y * width + x, to: UInt8(min(max(shown, 0), 255)))
          }
        }
        count = width * height
      }
    }
    guard
      let made = Image(
        width: width, height: height, format: .grey8, resolution: image.resolution, pixels: pixels)
    else { preconditionFailure("A grey picture of the same size is one.") }
    return made
  }
}

/// Sums of grey and of its squares over all that is above and left of a pixel.
private struct GreySums {
  private let width: Int
  private var sums: [Int]
  private var squares: [Int]

  init(of image: Image) {
    width = image.width + 1
    sums = Array(repeating: 0, count: width * (image.height + 1))
    squares = sums
    for y in 0..<image.height {
      var (sum, square) = (0, 0)
      for x in 0..<image.width {
        let grey = Int(image.pixels[y * image.bytesPerRow + x])
        sum += grey
        square += grey * grey
        sums[(y + 1) * width + x + 1] = sums[y * width + x + 1] + sum
        squares[(y + 1) * width + x + 1] = squares[y * width + x + 1] + square
      }
    }
  }

  func meanAndDeviation(
    _ left: Int, _ top: Int, _ right: Int, _ bottom: Int
  ) -> (mean: Double, deviation: Double) {
    let count = Double((right - left) * (bottom - top))
    let mean = Double(box(sums, left, top, right, bottom)) / count
    return (mean, max(0, Double(box(squares, left, top, right, bottom)) / count - mean * mean).squareRoot())
  }

  private func box(_ sums: [Int], _ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> Int {
    sums[bottom * width + right] - sums[top * width + right] - sums[bottom * width + left]
      + sums[top * width + left]
  }
}
