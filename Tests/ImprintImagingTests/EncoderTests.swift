// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel
import Testing

@Suite struct EncoderTests {
  @Test func betterQualityIsLargerAndNearer() throws {
    let image = try Pictures.noise(width: 64, height: 64)
    let files = try [30, 70, 95].map { try ImageEncoder.jpeg(image, quality: $0) }
    #expect(files[0].count < files[1].count && files[1].count < files[2].count)
  }

  @Test func subjectsHaveTheirOwnQuality() throws {
    let image = try Pictures.noise(width: 32, height: 32)
    #expect(try ImageEncoder.jpeg(image, of: .finger) == ImageEncoder.jpeg(image, quality: 90))
    #expect(try ImageEncoder.jpeg(image, of: .face) == ImageEncoder.jpeg(image, quality: 80))
    #expect(try ImageEncoder.jpeg(image, of: .document) == ImageEncoder.jpeg(image, quality: 70))
  }

  @Test func targetSizeIsKeptAndUsed() throws {
    let image = try Pictures.noise(width: 128, height: 128)
    let best = try ImageEncoder.jpeg(image, quality: 100)
    for target in [4000, 10_000, 20_000, 10_000_000] {
      let file = try ImageEncoder.jpeg(image, maximumBytes: target)
      #expect(file.count <= target)
      #expect(file == best || file.count > target / 2, "\(file.count) of \(target)")
    }
    #expect(try ImageEncoder.jpeg(image, maximumBytes: best.count) == best)
  }

  @Test func targetThatNoQualityReachesIsRefused() throws {
    let image = try Pictures.noise(width: 128, height: 128)
    let error = #expect(throws: ImagingError.self) { try ImageEncoder.jpeg(image, maximumBytes: 300) }
    #expect(error?.code == .targetTooSmall)
  }

  @Test(arguments: [0, 101, -1]) func qualityOutOfRangeIsRefused(quality: Int) throws {
    let image = try Pictures.grey(width: 8, height: 8)
    let error = #expect(throws: ImagingError.self) { try ImageEncoder.jpeg(image, quality: quality) }
    #expect(error?.code == .badOption)
  }

  @Test(arguments: ["x", "abc", "abcd", "Imprint 1.0, gäste"]) func noteLiesInTheFileAndHarmsNothing(
    note: String
  )
    throws
  {
    let image = try Pictures.colour(width: 20, height: 10)
    let plain = try ImageEncoder.jpeg(image, quality: 80)
    let noted = try ImageEncoder.jpeg(image, quality: 80, note: note)
    #expect(try ImageDecoder.decode(noted) == ImageDecoder.decode(plain))
    #expect(try exifDescription(noted) == note)
  }

  @Test func noteThatCannotBeWrittenIsRefused() throws {
    let image = try Pictures.grey(width: 8, height: 8)
    for note in ["", "a\0b", String(repeating: "x", count: 1025)] {
      let error = #expect(throws: ImagingError.self) {
        try ImageEncoder.jpeg(image, quality: 80, note: note)
      }
      #expect(error?.code == .badOption)
    }
  }
}
