// SPDX-License-Identifier: Apache-2.0
import Imprint

/// A picture as cameras give it uncompressed: planes Y, U and V, BT.601 in limited range, sides even.
struct PlanarPicture {
  let bytes: [UInt8]

  init(_ image: Image) throws {
    try expect(image.format == .rgb24, "\(image.format)")
    try expect(image.width % 2 == 0 && image.height % 2 == 0, "\(image.width)x\(image.height)")
    let (width, height) = (image.width, image.height)
    let pixels = image.pixels
    let row = image.bytesPerRow
    var luma = [UInt8](repeating: 0, count: width * height)
    var blue = [UInt8](repeating: 0, count: width * height / 4)
    var red = blue
    for y in 0..<height {
      for x in 0..<width {
        let at = y * row + 3 * x
        let (r, g, b) = (Int(pixels[at]), Int(pixels[at + 1]), Int(pixels[at + 2]))
        // ITU-R BT.601 in integers, 1/256 a unit; one sample of colour for four pixels, their first one's.
        luma[y * width + x] = UInt8((66 * r + 129 * g + 25 * b + 128) >> 8 + 16)
        guard y % 2 == 0, x % 2 == 0 else { continue }
        let place = y / 2 * (width / 2) + x / 2
        blue[place] = UInt8((-38 * r - 74 * g + 112 * b + 128) >> 8 + 128)
        red[place] = UInt8((112 * r - 94 * g - 18 * b + 128) >> 8 + 128)
      }
    }
    bytes = luma + blue + red
  }
}
