// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@Suite struct ImageTests {
  @Test func aResolutionIsKeptAndOneThatCannotBeIsRefused() {
    func image(_ resolution: Int?) -> Image? {
      Image(width: 1, height: 1, format: .grey8, resolution: resolution, pixels: [0])
    }
    #expect(image(nil)?.resolution == nil && image(nil) != nil)
    #expect(image(19685)?.resolution == 19685 && image(Int(UInt32.max)) != nil)
    for wrong in [0, -1, Int(UInt32.max) + 1, .max, .min] { #expect(image(wrong) == nil) }
  }

  @Test func pixelsOfTheStatedShapeAreTaken() {
    #expect(Image(width: 2, height: 3, format: .rgb24, pixels: [UInt8](repeating: 0, count: 18)) != nil)
    #expect(
      Image(width: 2, height: 3, format: .grey8, bytesPerRow: 8, pixels: [UInt8](repeating: 0, count: 24))
        != nil)
  }

  @Test(
    arguments: [
      (0, 1, 0), (1, 0, 0), (-1, 1, 1), (2, 2, 3), (2, 2, 5), (65536, 1, 65536), (Int.max, Int.max, 4),
    ])
  func aShapeThatDoesNotFitThePixelsIsRefused(width: Int, height: Int, count: Int) {
    let pixels = [UInt8](repeating: 0, count: count)
    #expect(Image(width: width, height: height, format: .grey8, pixels: pixels) == nil)
    #expect(Image(width: width, height: height, format: .rgb24, pixels: pixels) == nil)
  }

  @Test func rectanglesOverlapByTheirSharedArea() {
    let square = Rectangle(x: 0, y: 0, width: 2, height: 2)
    #expect(square.overlap(with: square) == 1)
    #expect(square.overlap(with: Rectangle(x: 1, y: 0, width: 2, height: 2)) == Float(1) / 3)
    #expect(square.overlap(with: Rectangle(x: 2, y: 0, width: 2, height: 2)) == 0)
    #expect(square.overlap(with: .zero) == 0)
  }
}
