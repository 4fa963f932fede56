// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// An image that checks lend to plugins.
struct CheckImage: Sendable, Hashable {
  enum Format: Sendable, Hashable {
    case grey8
    case rgb24

    var code: UInt32 {
      switch self {
      case .grey8: UInt32(IMP_PIXEL_GREY8)
      case .rgb24: UInt32(IMP_PIXEL_RGB24)
      }
    }

    var bytesPerPixel: Int { self == .grey8 ? 1 : 3 }
  }

  let width: Int
  let height: Int
  let format: Format
  /// Bytes from one row to the next.
  let rowBytes: Int
  /// Resolution in pixels per metre of the object; 0: unknown.
  var resolution = 0
  var pixels: [UInt8]

  /// A black image.
  /// - Parameter padding: Bytes after each row but the last.
  init(width: Int, height: Int, format: Format, padding: Int = 0) {
    self.width = width
    self.height = height
    self.format = format
    rowBytes = width * format.bytesPerPixel + padding
    pixels = Array(repeating: 0, count: max(0, height - 1) * rowBytes + width * format.bytesPerPixel)
  }

  /// The same pixels with another row stride.
  func padded(by padding: Int, filling: UInt8 = 0xA5) -> CheckImage {
    var image = CheckImage(width: width, height: height, format: format, padding: padding)
    image.resolution = resolution
    image.pixels = Array(repeating: filling, count: image.pixels.count)
    let row = width * format.bytesPerPixel
    for y in 0..<height {
      for x in 0..<row { image.pixels[y * image.rowBytes + x] = pixels[y * rowBytes + x] }
    }
    return image
  }

  /// A copy blurred with a box filter of this radius.
  func blurred(radius: Int) -> CheckImage {
    blurred(radius, step: format.bytesPerPixel, count: width, line: height) { y, x in y * rowBytes + x }
      .blurred(radius, step: rowBytes, count: height, line: width * format.bytesPerPixel) { x, y in x + y }
  }

  // One direction of the box filter: `count` pixels `step` bytes apart, on each of `line` lines.
  private func blurred(
    _ radius: Int, step: Int, count: Int, line: Int, start: (Int, Int) -> Int
  ) -> CheckImage {
    var image = self
    let channels = step == rowBytes ? 1 : step
    for index in 0..<line {
      for channel in 0..<channels {
        let first = start(index, channel)
        for at in 0..<count {
          let (low, high) = (max(0, at - radius), min(count - 1, at + radius))
          var sum = 0
          for near in low...high { sum += Int(pixels[first + near * step]) }
          image.pixels[first + at * step] = UInt8(sum / (high - low + 1))
        }
      }
    }
    return image
  }
}
