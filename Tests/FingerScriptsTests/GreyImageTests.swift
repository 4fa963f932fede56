// SPDX-License-Identifier: Apache-2.0
import FingerScripts
import ImprintPluginKit
import Testing

@Suite struct GreyImageTests {
  private func image(_ bytes: [UInt8]) throws(PluginFailure) -> GreyImage {
    try GreyImage(bytes, place: "finger")
  }

  private func pgm(_ head: String, _ pixels: [UInt8]) -> [UInt8] { Array(head.utf8) + pixels }

  // MARK: PGM

  @Test func aPGMIsReadWithItsComments() throws {
    let made = try image(pgm("P5 # made by hand\n# twice\n3\t2\n255\n", [1, 2, 3, 4, 5, 6]))
    #expect((made.width, made.height, made.pixels) == (3, 2, [1, 2, 3, 4, 5, 6]))
    #expect(made.resolution == nil)
    // The byte after the head is a pixel, whatever it looks like.
    #expect(try image(pgm("P5 2 1 255 ", [0x20, 0x0A])).pixels == [0x20, 0x0A])
  }

  @Test func otherScalesArePutOnTheWholeOne() throws {
    #expect(try image(pgm("P5 4 1 15\n", [0, 5, 15, 200])).pixels == [0, 85, 255, 255])
    #expect(try image(pgm("P5 2 1 1\n", [0, 1])).pixels == [0, 255])
  }

  @Test(arguments: [
    "", "P", "P5", "P2 1 1 255\n0", "P5 1 1", "P5 1 1 255", "P5 0 1 255\n", "P5 65536 1 255\n",
    "P5 65535 65535 255\n", "P5 1 1 0\n0", "P5 1 1 256\n00", "P5 1 1 65535\n00", "P5 2 2 255\n123",
    "P5 -1 1 255\n0", "P5 999999999999 1 255\n0", "P5 1 1 255x", "P5 # without an end", "GIF89a",
  ])
  func whatIsNoPGMIsRefused(text: String) {
    #expect(throws: PluginFailure.self) { try image(Array(text.utf8)) }
  }

  // MARK: BMP

  private func word(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// - Parameter change: bytes that stand at other places of the file.
  private func bmp(
    width: Int, height: Int, bits: Int, palette: [UInt8] = [], rows: [UInt8], perMetre: (Int, Int) = (0, 0),
    change: [Int: Int] = [:]
  ) -> [UInt8] {
    let start = 54 + palette.count
    var bytes = Array("BM".utf8) + word(start + rows.count) + word(0) + word(start) + word(40)
    bytes += word(width) + word(height) + [1, 0, UInt8(bits), 0] + word(0) + word(rows.count)
    bytes += word(perMetre.0) + word(perMetre.1) + word(palette.count / 4) + word(0) + palette + rows
    for (place, value) in change { bytes.replaceSubrange(place..<place + 4, with: word(value)) }
    return bytes
  }

  private let greys: [UInt8] = [0, 0, 0, 0, 100, 100, 100, 0, 255, 255, 255, 0]

  @Test func aBMPIsReadFromTheBottomOrTheTop() throws {
    let rows: [UInt8] = [0, 1, 2, 0, 2, 1, 0, 0]
    let up = try image(
      bmp(width: 3, height: 2, bits: 8, palette: greys, rows: rows, perMetre: (19685, 20000)))
    #expect((up.width, up.height, up.pixels) == (3, 2, [255, 100, 0, 0, 100, 255]))
    #expect(up.resolution == FingerResolution(x: 19685, y: 20000))
    let down = try image(bmp(width: 3, height: -2, bits: 8, palette: greys, rows: rows))
    #expect(down.pixels == [0, 100, 255, 255, 100, 0])
    #expect(down.resolution == nil)
  }

  @Test func coloursBecomeGrey() throws {
    let rows: [UInt8] = [255, 0, 0, 0, 0, 255, 0, 0]
    #expect(try image(bmp(width: 2, height: 1, bits: 24, rows: rows)).pixels == [28, 76])
    let deep: [UInt8] = [255, 255, 255, 9, 0, 255, 0, 9]
    #expect(try image(bmp(width: 2, height: 1, bits: 32, rows: deep)).pixels == [255, 149])
  }

  @Test(arguments: [
    [10: 53], [10: 1 << 30], [10: -1], [14: 39], [14: 125], [14: -1], [18: 0], [18: -3], [18: 65536],
    [22: 0], [22: Int(Int32.min)], [22: 3], [28: 4], [28: 16], [30: 1], [30: 3], [46: 257], [46: -1],
    [46: 2], [66: 0x0303_0303],
  ])
  func whatIsWrongInABMPIsRefused(change: [Int: Int]) {
    let rows: [UInt8] = [0, 1, 2, 0, 2, 1, 0, 0]
    let bytes = bmp(width: 3, height: 2, bits: 8, palette: greys, rows: rows, change: change)
    #expect(throws: PluginFailure.self) { try image(bytes) }
  }

  @Test func everyCutOfAnImageIsRefused() {
    let whole = bmp(width: 3, height: 2, bits: 8, palette: greys, rows: [0, 1, 2, 0, 2, 1, 0, 0])
    for count in 0..<whole.count { #expect(throws: PluginFailure.self) { try image(Array(whole[..<count])) } }
    let other = pgm("P5 3 2 255\n", [1, 2, 3, 4, 5, 6])
    for count in 0..<other.count { #expect(throws: PluginFailure.self) { try image(Array(other[..<count])) } }
  }

  @Test func bytesThatAreChangedAtRandomDoNoHarm() {
    var random = SystemRandomNumberGenerator()
    let whole = bmp(width: 3, height: 2, bits: 8, palette: greys, rows: [0, 1, 2, 0, 2, 1, 0, 0])
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 2..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let made = try? image(bytes) else { continue }
      #expect(made.pixels.count == made.width * made.height)
    }
  }

  // MARK: Worse ones

  @Test func ridgesFadeAndWhatIsNotCoveredIsWhite() throws {
    var made = try image(pgm("P5 10 10 255\n", [UInt8](repeating: 55, count: 100)))
    made.worsen(contrast: 50, area: 100)
    #expect(Set(made.pixels) == [155])
    made.worsen(contrast: 100, area: 40)
    let covered = made.pixels.filter { $0 == 155 }.count
    #expect((32...48).contains(covered), "\(covered)")
    #expect(made.pixels[0] == 255 && made.pixels[55] == 155)
    made.worsen(contrast: 0, area: 100)
    #expect(Set(made.pixels) == [255])
  }
}
