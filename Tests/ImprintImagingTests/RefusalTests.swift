// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel
import TestSupport
import Testing

@Suite struct RefusalTests {
  @Test func nothingIsEmpty() {
    #expect(refusal([]) == .empty)
  }

  @Test(
    arguments: [
      (Array("GIF89a..........".utf8), "GIF"), (Array("RIFF....WEBPVP8 ".utf8), "WebP"),
      (Array("%PDF-1.7\n".utf8), "PDF"), (Array("Just some words.\n".utf8), "text"),
      ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], "program"), (Array("IMPT".utf8) + [1, 1, 32, 255], "template"),
      ([0, 0, 0, 24] + Array("ftypheic".utf8), "HEIC"), ([0xFF, 0xA0, 0xFF, 0xA4], "WSQ"),
    ] as [([UInt8], String)])
  func otherFilesAreNamed(bytes: [UInt8], word: String) {
    let error = #expect(throws: ImagingError.self) { try ImageDecoder.decode(bytes, place: "a.jpg") }
    #expect(error?.code == .notAnImage)
    #expect(error?.place == "a.jpg")
    #expect(error?.reason.contains(word) == true)
  }

  @Test(
    arguments: [
      (Array("RIFF....WEBPVP8 ".utf8), "dwebp"), ([0, 0, 0, 24] + Array("ftypheic".utf8), "heif-convert"),
      (Array("GIF89a..........".utf8), "Convert it"), (Array("P2\n1 1\n255\n0\n".utf8), "Convert it"),
      (Array("%PDF-1.7\n".utf8), "Give a JPEG, PNG, PGM, PPM or BMP"),
    ] as [([UInt8], String)])
  func aPictureThatIsNotReadSaysWhatMakesOne(bytes: [UInt8], words: String) {
    let error = #expect(throws: ImagingError.self) { try ImageDecoder.decode(bytes) }
    #expect(error?.code == .notAnImage && error?.remedy.contains(words) == true)
  }

  @Test func unknownBytesAreNotAnImage() {
    #expect(refusal([0, 1, 2, 3, 0xFF, 0xD8]) == .notAnImage)
    #expect(refusal([0xFF]) == .notAnImage)
    #expect(refusal([0xFF, 0xD8, 0xFF]) == .truncated)
    #expect(refusal([0xFF, 0xD8, 0xFF, 0xD9]) == .damaged)
  }

  @Test func hostileSegmentsAreRefused() {
    let start: [UInt8] = [0xFF, 0xD8]
    #expect(refusal(start + [0xFF, 0xE1, 0, 0]) == .damaged)
    #expect(refusal(start + [0xFF, 0xE1, 0, 1, 0xFF, 0xD9]) == .damaged)
    #expect(refusal(start + [0xFF, 0xE1, 0xFF, 0xFF, 0]) == .truncated)
    #expect(refusal(start + [0xFF, 0xC0, 0, 4, 8, 0, 0xFF, 0xD9]) == .damaged)
    #expect(refusal(start + [0xFF, 0xDA, 0, 2, 0xFF, 0xD9]) == .damaged)
    #expect(refusal(start + [UInt8](repeating: 0xFF, count: 5000)) == .truncated)
  }

  @Test(arguments: ["jpeg", "jpeg-exif", "png", "palette"]) func mutatedFilesNeverCrash(kind: String) throws {
    let picture = try Pictures.noise(width: 24, height: 18)
    let file: [UInt8] =
      switch kind {
      case "jpeg": try ImageEncoder.jpeg(picture, quality: 70)
      case "jpeg-exif":
        jpeg(
          try ImageEncoder.jpeg(picture, quality: 30), exif: exifBlock(orientation: 6, littleEndian: false))
      case "png": try ImageEncoder.png(picture)
      default:
        PNGBuilder(
          width: 8, height: 2, depth: 4, colourType: 3, rows: [[1, 2, 3, 4], [4, 3, 2, 1]],
          chunks: [("PLTE", (0..<48).map { UInt8($0 * 5) }), ("tRNS", [0, 128, 255])]
        ).file()
      }
    var random = Deterministic(seed: 20261121)
    var refused = 0
    // A small limit, so that a mutated size costs no time.
    let limit = ImagingLimit(pixels: 100_000)
    for _ in 0..<750 {
      var mutated = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<mutated.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: mutated[at] = UInt8.random(in: 0...255, using: &random)
        case 1: mutated[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: mutated.remove(at: at)
        default: mutated.insert(contentsOf: mutated[at...].prefix(9), at: at)
        }
      }
      if !kind.hasPrefix("jpeg") && Bool.random(using: &random) {
        mutated = PNGBuilder.withChecksums(mutated)
      }
      do throws(ImagingError) {
        let image = try ImageDecoder.decode(mutated, limit: limit)
        #expect(image.pixels.count == image.height * image.bytesPerRow)
      } catch {
        refused += 1
      }
    }
    // A decoder that swallows everything would pass the loop above.
    #expect(refused > 100)
  }
}
