// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel
import Testing

@Suite struct TransformTests {
  @Test func greyKeepsWhiteAndBlack() throws {
    let image = try #require(
      Image(width: 4, height: 1, format: .rgb24, pixels: [255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255]))
    let grey = try image.converted(to: .grey8)
    #expect(grey.pixels == [255, 0, 76, 29])
    #expect(try grey.converted(to: .rgb24).pixels == [255, 255, 255, 0, 0, 0, 76, 76, 76, 29, 29, 29])
  }

  @Test func bytesComeInTheLayoutAskedFor() throws {
    let image = try #require(
      Image(width: 1, height: 2, format: .rgb24, bytesPerRow: 4, pixels: [1, 2, 3, 0, 7, 7, 7, 0]))
    #expect(try image.bytes(as: .rgb24) == [1, 2, 3, 7, 7, 7])
    #expect(try image.bytes(as: .bgr24) == [3, 2, 1, 7, 7, 7])
    #expect(try image.bytes(as: .grey8) == [2, 7])
    #expect(try image.bytes(as: .grey16) == [2, 2, 7, 7])
    let error = #expect(throws: ImagingError.self) { try image.bytes(as: .nv12) }
    #expect(error?.code == .unsupported)
  }

  @Test func shrinkingAveragesTheArea() throws {
    let image = try #require(
      Image(width: 4, height: 2, format: .grey8, pixels: [0, 100, 10, 30, 100, 200, 50, 30]))
    #expect(try image.scaled(width: 2, height: 1).pixels == [100, 30])
    // 3 to 2: one and a half each.
    let three = try #require(Image(width: 3, height: 1, format: .grey8, pixels: [0, 60, 240]))
    #expect(try three.scaled(width: 2, height: 1).pixels == [20, 180])
  }

  @Test func growingIsLinearBetweenMiddles() throws {
    let image = try #require(Image(width: 2, height: 1, format: .grey8, pixels: [0, 100]))
    #expect(try image.scaled(width: 4, height: 1).pixels == [0, 25, 75, 100])
    #expect(try image.scaled(width: 2, height: 3).pixels == [0, 100, 0, 100, 0, 100])
  }

  @Test(arguments: [(1, 1), (7, 200), (200, 7), (64, 64), (65, 63), (1, 300)])
  func evenPictureStaysEven(width: Int, height: Int) throws {
    for value: UInt8 in [0, 1, 127, 254, 255] {
      let image = try #require(
        Image(width: 64, height: 64, format: .rgb24, pixels: .init(repeating: value, count: 64 * 64 * 3)))
      #expect(try image.scaled(width: width, height: height).pixels.allSatisfy { $0 == value })
    }
  }

  @Test func longestRowShrinksToOnePixel() throws {
    let pixels = (0..<65535).map { UInt8($0 % 2 * 200) }
    let image = try #require(Image(width: 65535, height: 1, format: .grey8, pixels: pixels))
    let value = try #require(try image.scaled(width: 1, height: 1).pixels.first)
    #expect(abs(Int(value) - 100) <= 1)
  }

  @Test func fittingKeepsTheProportion() throws {
    let image = try Pictures.grey(width: 100, height: 50)
    let small = try image.scaledDown(toFit: 40)
    #expect((small.width, small.height) == (40, 20))
    #expect(try image.scaledDown(toFit: 200) == image)
    let error = #expect(throws: ImagingError.self) { try image.scaled(width: 0, height: 5) }
    #expect(error?.code == .badSize)
    let huge = #expect(throws: ImagingError.self) { try image.scaled(width: 65535, height: 65535) }
    #expect(huge?.code == .tooLarge)
  }

  @Test func cropTakesWholePixelsInsideTheImage() throws {
    let image = try Pictures.noise(width: 10, height: 8)
    let inner = try image.cropped(to: Rectangle(x: 2.2, y: 3, width: 3.1, height: 2))
    #expect((inner.width, inner.height) == (4, 2))
    #expect(inner.pixel(0, 0) == image.pixel(2, 3))
    #expect(inner.pixel(3, 1) == image.pixel(5, 4))
    let over = try image.cropped(to: Rectangle(x: -5, y: -5, width: 100, height: 100))
    #expect(over == image)
    let grown = try image.cropped(to: Rectangle(x: 4, y: 4, width: 2, height: 2), margin: 0.5)
    #expect((grown.width, grown.height) == (4, 4))
    #expect(grown.pixel(0, 0) == image.pixel(3, 3))
  }

  @Test func cropWithoutPixelsIsRefused() throws {
    let image = try Pictures.grey(width: 10, height: 8)
    let regions = [
      Rectangle.zero, Rectangle(x: 10, y: 0, width: 5, height: 5),
      Rectangle(x: -9, y: 0, width: 9, height: 5),
      Rectangle(x: .nan, y: 0, width: 5, height: 5), Rectangle(x: 0, y: 0, width: .infinity, height: 5),
      Rectangle(x: 0, y: 0, width: -5, height: 5),
    ]
    for region in regions {
      let error = #expect(throws: ImagingError.self) { try image.cropped(to: region) }
      #expect(error?.code == .badRegion, "\(region)")
    }
    let margin = #expect(throws: ImagingError.self) {
      try image.cropped(to: Rectangle(x: 0, y: 0, width: 5, height: 5), margin: -0.5)
    }
    #expect(margin?.code == .badRegion)
  }

  private func corners(_ places: [(Float, Float)]) -> Quadrilateral {
    let points = places.map { Point(x: $0.0, y: $0.1) }
    return Quadrilateral(
      topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }

  @Test func uprightCornersCropAsARectangleDoes() throws {
    let image = try Pictures.noise(width: 12, height: 9)
    let part = try image.cropped(to: corners([(3, 2), (8, 2), (8, 6), (3, 6)]), width: 5, height: 4)
    #expect(part == (try image.cropped(to: Rectangle(x: 3, y: 2, width: 5, height: 4))))
    let grown = try image.cropped(
      to: corners([(4, 3), (8, 3), (8, 5), (4, 5)]), width: 8, height: 4, margin: 0.5)
    #expect(grown == (try image.cropped(to: Rectangle(x: 2, y: 2, width: 8, height: 4))))
  }

  @Test func turnedCornersTurnThePicture() throws {
    let image = try Pictures.noise(width: 6, height: 6)
    let turned = try image.cropped(to: corners([(0, 6), (0, 0), (6, 0), (6, 6)]), width: 6, height: 6)
    #expect(turned == (try image.oriented(.rotated90)))
  }

  @Test func perspectiveMapsCornersToCorners() throws {
    // Red rises with x and green with y, so that a pixel tells where it came from.
    let image = try Pictures.colour(width: 256, height: 256)
    let places: [(Float, Float)] = [(60, 40), (200, 60), (230, 210), (30, 190)]
    let part = try image.cropped(to: corners(places), width: 400, height: 400)
    for (at, place) in zip([(0, 0), (399, 0), (399, 399), (0, 399)], places) {
      let pixel = part.pixel(at.0, at.1)
      #expect(abs(Float(pixel[0]) - place.0) <= 2 && abs(Float(pixel[1]) - place.1) <= 2, "\(place) \(pixel)")
    }
  }

  @Test func crossedOrHollowCornersAreRefused() throws {
    let image = try Pictures.grey(width: 10, height: 10)
    for places: [(Float, Float)] in [
      [(0, 0), (9, 9), (9, 0), (0, 9)], [(0, 0), (9, 0), (2, 2), (0, 9)], [(0, 0), (0, 9), (9, 9), (9, 0)],
      [(0, 0), (0, 0), (0, 0), (0, 0)], [(.nan, 0), (9, 0), (9, 9), (0, 9)],
    ] {
      let error = #expect(throws: ImagingError.self) {
        try image.cropped(to: corners(places), width: 5, height: 5)
      }
      #expect(error?.code == .badRegion)
    }
  }
}
