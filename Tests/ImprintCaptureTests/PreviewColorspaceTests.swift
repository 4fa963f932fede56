// SPDX-License-Identifier: Apache-2.0
import Imprint
import Testing

@testable import ImprintCapture

struct PreviewColorspaceTests {
  /// Red, with one white pixel in its middle.
  private func picture() throws -> Image {
    var pixels = [UInt8]()
    for _ in 0..<(96 * 96) { pixels += [255, 0, 0] }
    for channel in 0..<3 { pixels[3 * (48 * 96 + 48) + channel] = 255 }
    return try #require(Image(width: 96, height: 96, format: .rgb24, pixels: pixels))
  }

  @Test func eachShowsThePictureInItsOwnWay() throws {
    let picture = try picture()
    for colorspace in PreviewColorspace.allCases {
      let shown = try picture.shown(in: colorspace)
      #expect(shown.width == 96 && shown.height == 96)
      let (isColored, isSharp, hasBorder) =
        switch colorspace {
        case .color: (true, true, false)
        case .colorBlur: (true, false, false)
        case .gray: (false, true, false)
        case .grayBlur: (false, false, false)
        case .grayBlurBordered: (false, false, true)
        }
      #expect(shown.format == (isColored ? .rgb24 : .grey8), "\(colorspace)")
      let bytes = shown.format.bytesPerPixel
      // Green of the white pixel, or its grey.
      let middle = shown.pixels[48 * shown.bytesPerRow + 48 * bytes + (isColored ? 1 : 0)]
      #expect((middle == 255) == isSharp, "\(colorspace): \(middle)")
      #expect((shown.pixels[isColored ? 1 : 0] == 255) == hasBorder, "\(colorspace)")
      // The border is 3 pixels wide.
      #expect(shown.pixels[3 * shown.bytesPerRow + 3 * bytes + (isColored ? 1 : 0)] < 255, "\(colorspace)")
    }
  }
}
