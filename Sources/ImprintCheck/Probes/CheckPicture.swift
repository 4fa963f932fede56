// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// A picture that checks lend to plugins, with the face in it.
struct CheckPicture: Sendable, Hashable {
  let width: Int
  let height: Int
  /// From one row to the next; at least what the pixels of a row need.
  let rowBytes: Int
  /// `IMP_PIXEL_GREY8` or `IMP_PIXEL_RGB24`.
  let format: UInt32
  /// As long as needed, and no byte longer: the last row ends with its last pixel (R-24).
  let pixels: [UInt8]
  /// How sharp the face is said to be, 0...100: what a tracker would have measured.
  var sharpness: Float = 80

  /// - Parameters:
  ///   - padding: bytes between the rows.
  ///   - color: red, green and blue of each pixel; grey takes green.
  init(
    width: Int, height: Int, isColor: Bool = true, padding: Int = 0,
    color: (_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8)
  ) {
    let step = isColor ? 3 : 1
    let row = width * step + padding
    // Padding that is no picture: a plugin that reads it finds nonsense.
    var pixels = [UInt8](repeating: 0x5A, count: (height - 1) * row + width * step)
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = color(x, y)
        let place = y * row + x * step
        if isColor {
          pixels[place] = red
          pixels[place + 1] = green
          pixels[place + 2] = blue
        } else {
          pixels[place] = green
        }
      }
    }
    self.width = width
    self.height = height
    self.pixels = pixels
    rowBytes = row
    format = UInt32(isColor ? IMP_PIXEL_RGB24 : IMP_PIXEL_GREY8)
  }

  private var isColor: Bool { format == UInt32(IMP_PIXEL_RGB24) }

  func color(_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let place = y * rowBytes + x * (isColor ? 3 : 1)
    guard isColor else { return (pixels[place], pixels[place], pixels[place]) }
    return (pixels[place], pixels[place + 1], pixels[place + 2])
  }

  /// The same picture with other bytes between its rows.
  func padded(by padding: Int) -> CheckPicture {
    var copy = CheckPicture(width: width, height: height, isColor: isColor, padding: padding, color: color)
    copy.sharpness = sharpness
    return copy
  }

  /// The same picture, each pixel the mean of those around it, and the face said to be as blurred as it is.
  /// - Parameter radius: of the square around a pixel.
  func blurred(radius: Int) -> CheckPicture {
    var blurred = CheckPicture(width: width, height: height, isColor: isColor) { x, y in
      var sum = (red: 0, green: 0, blue: 0)
      var count = 0
      for row in max(0, y - radius)...min(height - 1, y + radius) {
        for column in max(0, x - radius)...min(width - 1, x + radius) {
          let color = color(column, row)
          sum = (sum.red + Int(color.red), sum.green + Int(color.green), sum.blue + Int(color.blue))
          count += 1
        }
      }
      return (UInt8(sum.red / count), UInt8(sum.green / count), UInt8(sum.blue / count))
    }
    blurred.sharpness = max(1, sharpness / Float(radius + 1))
    return blurred
  }

  /// For people: "an RGB image of 160 x 160 pixels, rows of 480 bytes".
  var words: String {
    "\(isColor ? "an RGB" : "a grey") image of \(width) x \(height) pixels, rows of \(rowBytes) bytes"
  }
}
