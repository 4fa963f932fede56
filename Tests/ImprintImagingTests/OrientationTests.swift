// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel
import TestSupport
import Testing

@Suite struct OrientationTests {
  /// 3x2, as stored: a b c / d e f.
  private let stored: [UInt8] = Array("abcdef".utf8)

  /// What a viewer shows, by the EXIF specification: where row 0 and column 0 of the file lie.
  private let upright: [Int: (rows: [String], width: Int)] = [
    1: (["abc", "def"], 3), 2: (["cba", "fed"], 3), 3: (["fed", "cba"], 3), 4: (["def", "abc"], 3),
    5: (["ad", "be", "cf"], 2), 6: (["da", "eb", "fc"], 2), 7: (["fc", "eb", "da"], 2),
    8: (["cf", "be", "ad"], 2),
  ]

  @Test(arguments: Orientation.allCases) func eachIsSetUpright(orientation: Orientation) throws {
    let image = try #require(Image(width: 3, height: 2, format: .grey8, pixels: stored))
    let expected = try #require(upright[orientation.rawValue])
    let turned = try image.oriented(orientation)
    #expect(turned.width == expected.width)
    #expect(turned.pixels == Array(expected.rows.joined().utf8))
  }

  @Test(arguments: Orientation.allCases, [false, true])
  func exifOfAPNGIsApplied(orientation: Orientation, littleEndian: Bool) throws {
    let exif = exifBlock(orientation: UInt16(orientation.rawValue), littleEndian: littleEndian)
    let file = PNGBuilder(
      width: 3, height: 2, colourType: 0, rows: [Array("abc".utf8), Array("def".utf8)],
      chunks: [("eXIf", exif)]
    ).file()
    let expected = try #require(upright[orientation.rawValue])
    #expect(try ImageDecoder.decode(file).pixels == Array(expected.rows.joined().utf8))
  }

  @Test(arguments: Orientation.allCases) func exifOfAJPEGIsApplied(orientation: Orientation) throws {
    let file = try ImageEncoder.jpeg(Pictures.colour(width: 40, height: 24), quality: 90)
    let exif = exifBlock(orientation: UInt16(orientation.rawValue), littleEndian: true)
    let plain = try ImageDecoder.decode(file)
    #expect(try ImageDecoder.decode(jpeg(file, exif: exif)) == plain.oriented(orientation))
  }

  @Test func largePictureIsTurnedAcrossTiles() throws {
    let image = try Pictures.noise(width: 77, height: 45)
    let turned = try image.oriented(.rotated90)
    #expect(turned.pixel(0, 0) == image.pixel(0, 44))
    #expect(turned.pixel(44, 76) == image.pixel(76, 0))
    #expect(try turned.oriented(.rotated270) == image)
    #expect(try image.oriented(.transversed).oriented(.transversed) == image)
  }

  @Test func senselessNotesLeaveThePictureAsItIs() throws {
    let file = try ImageEncoder.jpeg(Pictures.colour(width: 16, height: 8), quality: 90)
    let plain = try ImageDecoder.decode(file)
    let good = exifBlock(orientation: 6, littleEndian: false)
    var blocks: [[UInt8]] = [
      [], [0], exifBlock(orientation: 0, littleEndian: true), exifBlock(orientation: 9, littleEndian: true),
      [UInt8](repeating: 0xFF, count: 200),
    ]
    // Cut within the entry, with an offset beyond the end, and with 65535 entries.
    blocks.append(Array(good[..<16]))
    blocks.append(Array("MM".utf8) + [0, 42, 0xFF, 0xFF, 0xFF, 0xF0])
    blocks.append(Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0xFF, 0xFF])
    for block in blocks {
      #expect(try ImageDecoder.decode(jpeg(file, exif: block)) == plain, "\(block)")
    }
  }
}
