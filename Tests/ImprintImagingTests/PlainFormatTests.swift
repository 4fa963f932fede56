// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel
import Testing

/// PGM, PPM and BMP: pictures that are a header and samples.
@Suite struct PlainFormatTests {
  @Test func aPGMIsGrey() throws {
    let image = try ImageDecoder.decode(Array("P5\n# a comment\n3 2\n255\n".utf8) + [0, 1, 2, 253, 254, 255])
    #expect(image.width == 3 && image.height == 2 && image.format == .grey8)
    #expect(image.pixels == [0, 1, 2, 253, 254, 255])
  }

  @Test func aPPMIsColour() throws {
    let picture = try Pictures.noise(width: 7, height: 5)
    #expect(try ImageDecoder.decode(ppm(picture)) == picture)
  }

  @Test func samplesAreScaledToTheLargestThatIsStated() throws {
    let few = try ImageDecoder.decode(Array("P5 4 1 3\n".utf8) + [0, 1, 2, 3])
    #expect(few.pixels == [0, 85, 170, 255])
    let deep = try ImageDecoder.decode(Array("P5 3 1 65535\n".utf8) + [0, 0, 0x80, 0x80, 0xFF, 0xFF])
    #expect(deep.pixels == [0, 128, 255])
  }

  @Test func whatFollowsTheFirstPictureIsNoPartOfIt() throws {
    let one = Array("P5 1 1 255\n".utf8) + [7]
    #expect(try ImageDecoder.decode(one + one).pixels == [7])
  }

  @Test(
    arguments: [
      ("P5 3 2 255\n12345", .truncated), ("P5 3 2 255", .truncated), ("P5 3", .truncated),
      ("P5\n", .truncated),
      ("P6 1 1 255\nab", .truncated), ("P5 1 1 256\na", .truncated),
      ("P5 x 2 255\n123456", .damaged), ("P5 -3 2 255\n123456", .damaged), ("P5 3 2 0\n123456", .damaged),
      ("P5 3 2 65536\n123456", .damaged), ("P5 1 1 3\n\u{4}", .damaged), ("P5 1 1 255#\n1", .damaged),
      ("P5 99999999999999999999 2 255\n1", .damaged), ("P5 0 2 255\n1", .badSize),
      ("P5 2 0 255\n1", .badSize),
      ("P5 40000 40000 255\n1", .tooLarge), ("P6 99999999 99999999 255\n1", .badSize),
    ] as [(String, ImagingError.Code)])
  func aBrokenPGMIsRefused(text: String, code: ImagingError.Code) {
    #expect(refusal(Array(text.utf8)) == code)
  }

  @Test func aHeaderThatDoesNotEndIsRefusedEarly() {
    #expect(refusal(Array("P5 #".utf8) + [UInt8](repeating: 65, count: 1 << 20)) == .damaged)
    #expect(refusal(Array("P5 ".utf8) + [UInt8](repeating: 32, count: 1 << 20)) == .damaged)
  }

  @Test(arguments: [true, false]) func aBMPOf24BitsIsReadFromEitherEnd(isBottomUp: Bool) throws {
    // Rows of an odd width have bytes between them.
    let picture = try Pictures.noise(width: 5, height: 3)
    #expect(try ImageDecoder.decode(bmp(picture, isBottomUp: isBottomUp)) == picture)
  }

  @Test func aBMPOf32BitsIsReadWithoutItsFourthByte() throws {
    let picture = try Pictures.noise(width: 5, height: 3)
    #expect(try ImageDecoder.decode(bmp(picture, bits: 32)) == picture)
  }

  @Test func aBMPWithAPaletteHasItsColours() throws {
    let header = bmpHeader(width: 2, height: 1, bits: 8, colours: 2, bytes: 4)
    let palette: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 0]
    #expect(try ImageDecoder.decode(header + palette + [1, 0, 0, 0]).pixels == [6, 5, 4, 3, 2, 1])
    #expect(refusal(header + palette + [2, 0, 0, 0]) == .damaged)
    #expect(refusal(header + palette + [1, 0, 0]) == .truncated)
    #expect(refusal(header + [1, 2]) == .truncated)
  }

  @Test func aBMPWhoseHeadersContradictIsRefused() throws {
    let good = bmp(try Pictures.noise(width: 4, height: 4))
    func with(_ at: Int, _ bytes: [UInt8]) -> [UInt8] {
      var file = good
      file.replaceSubrange(at..<at + bytes.count, with: bytes)
      return file
    }
    // The pixels lie in the header, or beyond the end; sides of none, the least there is, more than allowed.
    #expect(refusal(with(10, [20, 0, 0, 0])) == .damaged)
    #expect(refusal(with(10, [0xFF, 0xFF, 0xFF, 0xFF])) == .truncated)
    #expect(refusal(with(18, [0, 0, 0, 0])) == .badSize)
    #expect(refusal(with(18, [0xFF, 0xFF, 0xFF, 0xFF])) == .badSize)
    #expect(refusal(with(22, [0, 0, 0, 0x80])) == .badSize)
    #expect(refusal(with(22, [0, 0, 1, 0])) == .badSize)
    #expect(refusal(with(28, [16, 0])) == .unsupported)
    #expect(refusal(with(30, [3, 0, 0, 0])) == .unsupported)
    #expect(refusal(with(14, [12, 0, 0, 0])) == .unsupported)
    for count in 18..<good.count { #expect(refusal(Array(good.prefix(count))) == .truncated, "\(count)") }
  }

  @Test func aTextThatBeginsLikeABMPIsAText() {
    let error = #expect(throws: ImagingError.self) {
      try ImageDecoder.decode(Array("BM is how this text begins.\n".utf8))
    }
    #expect(error?.code == .notAnImage && error?.reason.contains("text") == true)
  }

  @Test(arguments: ["pgm", "ppm", "bmp"]) func mutatedFilesNeverCrash(kind: String) throws {
    let picture = try Pictures.noise(width: 9, height: 7)
    let file: [UInt8] =
      switch kind {
      case "pgm": Array("P5 9 7 255\n".utf8) + [UInt8](repeating: 9, count: 63)
      case "ppm": ppm(picture)
      default: bmp(picture)
      }
    var random = Deterministic(seed: 20261122)
    var refused = 0
    for _ in 0..<2000 {
      var mutated = file
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Mostly the header: samples are any bytes.
        let at = Int.random(in: 0..<min(60, mutated.count), using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: mutated[at] = UInt8.random(in: 0...255, using: &random)
        case 1: mutated.remove(at: at)
        default: mutated.insert(UInt8.random(in: 0...255, using: &random), at: at)
        }
      }
      do throws(ImagingError) {
        let image = try ImageDecoder.decode(mutated, limit: ImagingLimit(pixels: 100_000))
        #expect(image.pixels.count == image.height * image.bytesPerRow)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 200)
  }
}

private func ppm(_ image: Image) -> [UInt8] {
  Array("P6\n\(image.width) \(image.height)\n255\n".utf8) + image.pixels
}

private func little(_ number: Int, _ bytes: Int) -> [UInt8] {
  (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// File header and BITMAPINFOHEADER, with room for a palette.
private func bmpHeader(width: Int, height: Int, bits: Int, colours: Int = 0, bytes: Int) -> [UInt8] {
  let pixels = 54 + 4 * colours
  return Array("BM".utf8) + little(pixels + bytes, 4) + little(0, 4) + little(pixels, 4) + little(40, 4)
    + little(width, 4) + little(height, 4) + little(1, 2) + little(bits, 2) + little(0, 4) + little(bytes, 4)
    + little(0, 8) + little(colours, 4) + little(0, 4)
}

private func bmp(_ image: Image, bits: Int = 24, isBottomUp: Bool = true) -> [UInt8] {
  let row = (image.width * bits + 31) / 32 * 4
  let rows = (0..<image.height).map { y in
    var bytes: [UInt8] = []
    for x in 0..<image.width {
      bytes += image.pixel(x, y).reversed() + [UInt8](repeating: 99, count: bits / 8 - 3)
    }
    return bytes + [UInt8](repeating: 77, count: row - bytes.count)
  }
  return bmpHeader(
    width: image.width, height: isBottomUp ? image.height : -image.height, bits: bits,
    bytes: row * image.height)
    + (isBottomUp ? rows.reversed() : rows).flatMap { $0 }
}
