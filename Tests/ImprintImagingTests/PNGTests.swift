// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel
import TestSupport
import Testing

@Suite struct PNGTests {
  @Test func colourAndGreyComeBackExactly() throws {
    for image in [try Pictures.noise(width: 31, height: 20), try Pictures.grey(width: 300, height: 7)] {
      #expect(try ImageDecoder.decode(ImageEncoder.png(image)) == image)
    }
  }

  @Test func onePixelIsAnImage() throws {
    let image = try #require(Image(width: 1, height: 1, format: .grey8, pixels: [7]))
    #expect(try ImageDecoder.decode(ImageEncoder.png(image)) == image)
  }

  @Test(
    arguments: [
      (1, [0b1010_0000], [255, 0, 255]), (2, [0b0001_1011], [0, 85, 170, 255]),
      (4, [0x0F, 0x80], [0, 255, 136]),
    ] as [(UInt8, [UInt8], [UInt8])])
  func shallowGreyIsSpread(depth: UInt8, row: [UInt8], expected: [UInt8]) throws {
    let file = PNGBuilder(width: expected.count, height: 1, depth: depth, colourType: 0, rows: [row]).file()
    let image = try ImageDecoder.decode(file)
    #expect(image.format == .grey8)
    #expect(image.pixels == expected)
  }

  @Test(arguments: [1, 2, 4, 8] as [UInt8]) func paletteIsLookedUp(depth: UInt8) throws {
    let palette: [UInt8] = [10, 20, 30, 200, 100, 50]
    let row: [UInt8] = depth == 8 ? [1, 0] : [1 << (8 - depth)]
    let file = PNGBuilder(
      width: 2, height: 1, depth: depth, colourType: 3, rows: [row], chunks: [("PLTE", palette)]
    ).file()
    #expect(try ImageDecoder.decode(file).pixels == [200, 100, 50, 10, 20, 30])
  }

  @Test func paletteIndexBeyondThePaletteIsNoCrash() {
    let file = PNGBuilder(
      width: 2, height: 1, depth: 8, colourType: 3, rows: [[255, 0]], chunks: [("PLTE", [1, 2, 3])]
    ).file()
    let code = refusal(file)
    #expect(code == nil || code == .damaged)
  }

  @Test func sixteenBitsAreReducedToEight() throws {
    let file = PNGBuilder(
      width: 3, height: 1, depth: 16, colourType: 0, rows: [[0, 0, 0x80, 0x80, 0xFF, 0xFF]]
    ).file()
    let grey = try ImageDecoder.decode(file)
    #expect(grey.pixels == [0, 128, 255])
    let colour = PNGBuilder(
      width: 1, height: 1, depth: 16, colourType: 2, rows: [[0x40, 0x40, 0xC0, 0xC0, 0xFF, 0xFF]]
    ).file()
    #expect(try ImageDecoder.decode(colour).pixels == [64, 192, 255])
  }

  @Test func linearGammaIsConverted() throws {
    // gAMA 1.0: half of the light is 188 in sRGB.
    let file = PNGBuilder(
      width: 1, height: 1, colourType: 0, rows: [[128]], chunks: [("gAMA", PNGBuilder.big(100_000))]
    ).file()
    let value = try #require(try ImageDecoder.decode(file).pixels.first)
    // The decoder approximates sRGB by a gamma of 2.2.
    #expect(abs(Int(value) - 188) <= 2)
  }

  @Test func transparentIsWhite() throws {
    let rgba: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 128]
    let colour = try ImageDecoder.decode(PNGBuilder(width: 3, height: 1, colourType: 6, rows: [rgba]).file())
    #expect(colour.pixel(0, 0) == [255, 255, 255])
    #expect(colour.pixel(1, 0) == [255, 0, 0])
    // Half of black over white, mixed as light: 188 in sRGB.
    #expect(abs(Int(colour.pixel(2, 0)[0]) - 188) <= 2)
    let grey = try ImageDecoder.decode(
      PNGBuilder(width: 2, height: 1, colourType: 4, rows: [[0, 0, 9, 255]]).file())
    #expect(grey.pixels == [255, 9])
    let keyed = PNGBuilder(
      width: 2, height: 1, colourType: 0, rows: [[5, 6]], chunks: [("tRNS", [0, 5])]
    ).file()
    #expect(try ImageDecoder.decode(keyed).pixels == [255, 6])
  }

  @Test func everyCutIsTruncated() throws {
    let file = try ImageEncoder.png(Pictures.noise(width: 40, height: 30))
    for sixteenth in 1..<16 {
      #expect(refusal(Array(file[..<(file.count * sixteenth / 16)])) == .truncated, "at \(sixteenth)/16")
    }
    for missing in 1...40 { #expect(refusal(Array(file.dropLast(missing))) == .truncated) }
  }

  @Test func changedPixelBytesAreDamaged() throws {
    var file = try ImageEncoder.png(Pictures.noise(width: 40, height: 30))
    file[file.count / 2] ^= 1
    #expect(refusal(file) == .damaged)
  }

  @Test func tooFewPixelBytesAreDamaged() {
    let file = PNGBuilder(width: 4, height: 4, colourType: 0, rows: [[1, 2, 3, 4]]).file()
    #expect(refusal(file) == .damaged)
  }

  @Test func statedSizeIsJudgedBeforeThePixels() {
    var builder = PNGBuilder(width: 65535, height: 65535, colourType: 0, rows: [[0]])
    #expect(refusal(builder.file()) == .tooLarge)
    builder.width = 65536
    #expect(refusal(builder.file()) == .badSize)
    builder.width = 0
    #expect(refusal(builder.file()) == .badSize)
  }

  @Test func limitCountsPixels() throws {
    let file = try ImageEncoder.png(Pictures.grey(width: 20, height: 10))
    #expect(refusal(file, limit: ImagingLimit(pixels: 200)) == nil)
    #expect(refusal(file, limit: ImagingLimit(pixels: 199)) == .tooLarge)
  }
}
