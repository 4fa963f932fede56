// SPDX-License-Identifier: Apache-2.0
import CImagingLibraries
import ImprintModel
import Testing

@testable import ImprintImaging

/// How often a JPEG file may have its picture gone over.
@Suite struct ScanTests {
  @Test(arguments: [21, 100, 495])
  func aSmallFileOfManyScansOverALargePictureIsRefused(scans: Int) {
    let file = ManyScans(width: 10_000, height: 10_000).progressive(scans: scans)
    #expect(file.count < 300_000)
    #expect(refusal(file) == .tooManyScans)
  }

  @Test func aPictureThatIsToldAgainAndAgainIsRefused() {
    #expect(refusal(ManyScans(width: 10_000, height: 10_000).repeated(scans: 21)) == .tooManyScans)
    #expect(refusal(ManyScans(width: 65_000, height: 1_500).repeated(scans: 400)) == .tooManyScans)
  }

  @Test func aSecondFrameHeaderDoesNotHideTheScansBeforeIt() {
    // It states the same size, and one scan follows it. The first is without its end, the second without its
    // beginning.
    let large = ManyScans(width: 10_000, height: 10_000)
    let file = Array(large.progressive(scans: 100).dropLast(2)) + large.progressive(scans: 1).dropFirst(2)
    // By the walk alone: a decoder would refuse it too, but after all of the scans.
    let refusal = file.withUnsafeBytes { bytes in
      do throws(ImagingError) {
        _ = try JPEGStructure(bytes, place: "picture")
        return nil as ImagingError.Code?
      } catch {
        return error.code
      }
    }
    #expect(refusal == .damaged)
  }

  @Test func aPictureThatIsTooLargeIsThatFirst() {
    #expect(refusal(ManyScans(width: 20_000, height: 20_000).progressive(scans: 100)) == .tooLarge)
  }

  @Test(arguments: [2, 64, 495])
  func aSmallPictureMayHaveManyScans(scans: Int) throws {
    // All that the decoder itself takes. Zeros are the grey in the middle.
    let image = try ImageDecoder.decode(ManyScans(width: 200, height: 100).progressive(scans: scans))
    #expect(image.width == 200 && image.height == 100 && image.pixels.allSatisfy { $0 == 128 })
  }

  @Test(arguments: [TJSAMP_GRAY, TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411])
  func theUsualScansAreFarFromTheLimit(subsampling: TJSAMP) throws {
    let file = try progressiveFile(compressed(width: 320, height: 240, subsampling))
    let scans = try file.withUnsafeBytes { bytes throws(ImagingError) in
      try JPEGStructure(bytes, place: "picture").scans
    }
    #expect(scans.scans >= 6)
    #expect(scans.visits > scans.blocks && scans.visits <= 6 * scans.blocks, "\(scans)")
    #expect(try ImageDecoder.decode(file).width == 320)
  }

  @Test func blocksAreThoseOfEachComponent() throws {
    // 4:2:0: one block of each colour for four of brightness, in groups of 16 by 16 pixels.
    let file = try compressed(width: 33, height: 16, TJSAMP_420)
    let scans = try file.withUnsafeBytes { bytes throws(ImagingError) in
      try JPEGStructure(bytes, place: "picture").scans
    }
    #expect(scans.blocks == 3 * 6 && scans.visits == scans.blocks && scans.scans == 1)
  }

  @Test(arguments: [0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF] as [UInt8])
  func arithmeticCodingIsUnsupported(frame: UInt8) throws {
    // A block takes ten times as long there, and no program writes it.
    var file = try ImageEncoder.jpeg(Pictures.grey(width: 16, height: 16), quality: 80)
    let place = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file[place + 1] = frame
    #expect(refusal(file) == .unsupported)
  }

  @Test func headersThatAreCutOrLieNeverCrash() {
    let whole = ManyScans(width: 100, height: 100).progressive(scans: 3)
    for place in whole.indices.dropFirst(2) {
      for byte in [0, 1, 0x11, 0xFF] as [UInt8] {
        var file = whole
        file[place] = byte
        _ = refusal(file, limit: ImagingLimit(pixels: 1 << 18))
      }
    }
  }

  @Test func headersOfThousandsOfComponentsAreRefused() {
    // 200 headers of 65,533 bytes: comparing each component of the frame with each of every scan would take
    // minutes.
    let many = [UInt8](repeating: 1, count: 65_531)
    func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] { [0xFF, marker, 0xFF, 0xFD] + body }
    var file: [UInt8] = [0xFF, 0xD8] + segment(0xC2, [8, 0, 100, 0, 100, 255] + many.dropFirst(6))
    for _ in 0..<200 { file += segment(0xDA, many) }
    #expect(refusal(file + [0xFF, 0xD9]) != nil)
  }

  private func compressed(width: Int, height: Int, _ subsampling: TJSAMP) throws -> [UInt8] {
    let image = try Pictures.colour(width: width, height: height)
    let handle = try #require(tjInitCompress())
    defer { tjDestroy(handle) }
    var file: UnsafeMutablePointer<UInt8>?
    defer { tjFree(file) }
    var length: UInt = 0
    let result = tjCompress2(
      handle, image.pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &file, &length,
      Int32(subsampling.rawValue), 80, 0)
    try #require(result == 0)
    return Array(UnsafeBufferPointer(start: try #require(file), count: Int(length)))
  }
}
