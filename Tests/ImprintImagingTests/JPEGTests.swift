// SPDX-License-Identifier: Apache-2.0
import CImagingLibraries
import ImprintImaging
import ImprintModel
import Testing

@Suite struct JPEGTests {
  @Test func colourComesBackNearlyTheSame() throws {
    let image = try Pictures.colour(width: 63, height: 41)
    let back = try ImageDecoder.decode(ImageEncoder.jpeg(image, quality: 95))
    let difference = try #require(back.largestDifference(from: image))
    #expect(difference < 12)
  }

  @Test func greyStaysGrey() throws {
    let image = try Pictures.grey(width: 33, height: 17)
    let back = try ImageDecoder.decode(ImageEncoder.jpeg(image, quality: 100))
    #expect(back.format == .grey8)
    #expect(try #require(back.largestDifference(from: image)) < 12)
  }

  @Test func onePixelIsAnImage() throws {
    let image = try #require(Image(width: 1, height: 1, format: .rgb24, pixels: [200, 10, 30]))
    let back = try ImageDecoder.decode(ImageEncoder.jpeg(image, quality: 100))
    #expect(try #require(back.largestDifference(from: image)) <= 3)
  }

  @Test func rowsWithAGapAreEncodedWithoutIt() throws {
    let tight = try Pictures.grey(width: 10, height: 6)
    var gappy: [UInt8] = []
    for y in 0..<6 { gappy += tight.pixels[y * 10..<y * 10 + 10] + [255, 0, 255] }
    let image = try #require(Image(width: 10, height: 6, format: .grey8, bytesPerRow: 13, pixels: gappy))
    #expect(try ImageEncoder.jpeg(image, quality: 90) == ImageEncoder.jpeg(tight, quality: 90))
    #expect(try ImageDecoder.decode(ImageEncoder.png(image)) == tight)
  }

  @Test func inksBecomeColours() throws {
    // Adobe's convention, which the decoder keeps: 255 is no ink.
    let inks: [(cmyk: [UInt8], rgb: [UInt8])] = [
      ([255, 255, 255, 255], [255, 255, 255]), ([255, 255, 255, 0], [0, 0, 0]),
      ([0, 255, 255, 255], [0, 255, 255]), ([255, 0, 255, 128], [128, 0, 128]),
    ]
    for (cmyk, rgb) in inks {
      let file = try cmykFile(cmyk, width: 16, height: 16)
      let image = try ImageDecoder.decode(file)
      let pixel = image.pixel(7, 9)
      #expect(zip(pixel, rgb).allSatisfy { abs(Int($0) - Int($1)) <= 3 }, "\(pixel) for \(rgb)")
    }
  }

  private func cmykFile(_ ink: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    let handle = try #require(tjInitCompress())
    defer { tjDestroy(handle) }
    let pixels = (0..<width * height).flatMap { _ in ink }
    var file: UnsafeMutablePointer<UInt8>?
    defer { tjFree(file) }
    var length: UInt = 0
    let result = tjCompress2(
      handle, pixels, Int32(width), 0, Int32(height), Int32(TJPF_CMYK.rawValue), &file, &length,
      Int32(TJSAMP_444.rawValue), 95, 0)
    try #require(result == 0)
    return Array(UnsafeBufferPointer(start: try #require(file), count: Int(length)))
  }

  @Test(arguments: [false, true]) func everyCutIsTruncated(progressive: Bool) throws {
    var file = try ImageEncoder.jpeg(Pictures.noise(width: 64, height: 48), quality: 80)
    if progressive { file = try progressiveFile(file) }
    #expect(refusal(file) == nil)
    for sixteenth in 1..<16 {
      let cut = Array(file[..<(file.count * sixteenth / 16)])
      #expect(refusal(cut) == .truncated, "cut at \(sixteenth)/16")
    }
    for missing in 1...64 {
      #expect(refusal(Array(file.dropLast(missing))) == .truncated, "\(missing) bytes missing")
    }
  }

  @Test func endMarkerBehindACutIsDamaged() throws {
    let file = try ImageEncoder.jpeg(Pictures.noise(width: 64, height: 48), quality: 80)
    #expect(refusal(Array(file[..<(file.count / 2)]) + [0xFF, 0xD9]) == .damaged)
  }

  @Test func extraBytesBeforeTheEndMarkerAreForgiven() throws {
    // As many USB cameras send them.
    let file = try ImageEncoder.jpeg(Pictures.noise(width: 64, height: 48), quality: 80)
    let padded = Array(file.dropLast(2)) + [0, 0, 0, 0xFF, 0xD9]
    #expect(try ImageDecoder.decode(padded) == ImageDecoder.decode(file))
  }

  @Test func standardTablesMayBeMissing() throws {
    // As USB cameras send their frames: the Huffman tables of ITU-T T.81, annex K, are understood.
    for image in [try Pictures.colour(width: 50, height: 34), try Pictures.grey(width: 31, height: 9)] {
      let file = try ImageEncoder.jpeg(image, quality: 80)
      let bare = try withoutHuffmanTables(file)
      #expect(bare.count < file.count)
      #expect(try ImageDecoder.decode(bare) == ImageDecoder.decode(file))
    }
  }

  /// Leaves out each segment that defines Huffman tables.
  private func withoutHuffmanTables(_ file: [UInt8]) throws -> [UInt8] {
    var bare = Array(file[..<2])
    var at = 2
    while true {
      try #require(file[at] == 0xFF)
      let length = Int(file[at + 2]) << 8 | Int(file[at + 3])
      if file[at + 1] != 0xC4 { bare += file[at..<at + 2 + length] }
      if file[at + 1] == 0xDA { return bare + file[(at + 2 + length)...] }
      at += 2 + length
    }
  }

  @Test func bytesAfterTheEndAreIgnored() throws {
    let file = try ImageEncoder.jpeg(Pictures.colour(width: 20, height: 20), quality: 80)
    #expect(try ImageDecoder.decode(file + Array("trailer".utf8)) == ImageDecoder.decode(file))
  }

  @Test func progressiveGivesTheSamePixels() throws {
    let file = try ImageEncoder.jpeg(Pictures.colour(width: 50, height: 40), quality: 85)
    #expect(try ImageDecoder.decode(progressiveFile(file)) == ImageDecoder.decode(file))
  }

  @Test func statedSizeIsJudgedBeforeThePixels() throws {
    var file = try ImageEncoder.jpeg(Pictures.grey(width: 16, height: 16), quality: 80)
    let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(refusal(file) == .tooLarge)
    file.replaceSubrange(frame + 5..<frame + 9, with: [0, 16, 0, 0])
    #expect(refusal(file) == .badSize)
    file[frame + 4] = 12
    #expect(refusal(file) == .unsupported)
  }

  @Test func losslessIsUnsupported() throws {
    var file = try ImageEncoder.jpeg(Pictures.grey(width: 16, height: 16), quality: 80)
    let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file[frame + 1] = 0xC3
    #expect(refusal(file) == .unsupported)
  }
}
