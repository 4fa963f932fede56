// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel
import Testing

@Suite struct FrameDecoderTests {
  /// BT.601 for limited range in floating point, the definition itself.
  private func reference(_ y: UInt8, _ u: UInt8, _ v: UInt8) -> [UInt8] {
    let luma = 255.0 / 219 * (Double(y) - 16)
    let (blue, red) = (255.0 / 224 * (Double(u) - 128), 255.0 / 224 * (Double(v) - 128))
    let colours = [
      luma + 1.402 * red, luma - 1.772 * 0.114 / 0.587 * blue - 1.402 * 0.299 / 0.587 * red,
      luma + 1.772 * blue,
    ]
    return colours.map { UInt8(min(255, max(0, $0.rounded()))) }
  }

  private func near(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  @Test func yuyvFollowsTheDefinition() throws {
    var random = Deterministic(seed: 3)
    for width in [1, 2, 5, 8] {
      let row = 4 * ((width + 1) / 2)
      let bytes = (0..<row * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
      let image = try FrameDecoder.decode(bytes, RawFrameLayout(layout: .yuyv, width: width, height: 3))
      #expect(image.format == .rgb24)
      for y in 0..<3 {
        for x in 0..<width {
          let pair = y * row + x / 2 * 4
          let expected = reference(bytes[y * row + 2 * x], bytes[pair + 1], bytes[pair + 3])
          #expect(near(image.pixel(x, y), expected), "\(width): \(x), \(y)")
        }
      }
    }
  }

  @Test func uyvyIsYuyvInAnotherOrder() throws {
    var random = Deterministic(seed: 5)
    for (width, gap) in [(1, 0), (2, 3), (5, 0), (8, 1)] {
      let row = 4 * ((width + 1) / 2) + gap
      let bytes = (0..<row * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
      var swapped = bytes
      for y in 0..<3 {
        for at in stride(from: y * row, to: y * row + row - gap, by: 2) { swapped.swapAt(at, at + 1) }
      }
      let uyvy = RawFrameLayout(layout: .uyvy, width: width, height: 3, bytesPerRow: row)
      let yuyv = RawFrameLayout(layout: .yuyv, width: width, height: 3, bytesPerRow: row)
      #expect(try FrameDecoder.decode(bytes, uyvy) == FrameDecoder.decode(swapped, yuyv))
    }
  }

  // What is worth a 256th of white is one of 256, rounded: a camera of 10 or 12 bits says so in its upper
  // ones.
  @Test func deepGreyIsScaledAndRounded() throws {
    let values: [(deep: UInt16, grey: UInt8)] = [
      (0, 0), (128, 0), (129, 1), (257, 1), (385, 1), (386, 2), (32896, 128), (65535 - 129, 254),
      (65535 - 128, 255), (65535, 255),
    ]
    let bytes: [UInt8] = values.flatMap { value -> [UInt8] in
      [UInt8(value.deep & 0xFF), UInt8(value.deep >> 8)]
    }
    let frame = RawFrameLayout(layout: .grey16, width: 2, height: 5)
    let image = try FrameDecoder.decode(bytes, frame)
    #expect(image.format == .grey8)
    #expect(image.pixels == values.map(\.grey))
  }

  @Test(arguments: [(4, 4, 4), (5, 3, 5), (1, 1, 1), (6, 5, 9), (7, 2, 8)])
  func planesFollowTheDefinition(width: Int, height: Int, row: Int) throws {
    var random = Deterministic(seed: 4)
    let (chromaRow, chromaRows) = ((row + 1) / 2, (height + 1) / 2)
    let luma = (0..<row * height).map { _ in UInt8.random(in: 0...255, using: &random) }
    let u = (0..<chromaRow * chromaRows).map { _ in UInt8.random(in: 0...255, using: &random) }
    let v = (0..<chromaRow * chromaRows).map { _ in UInt8.random(in: 0...255, using: &random) }
    let i420 = try FrameDecoder.decode(
      luma + u + v, RawFrameLayout(layout: .i420, width: width, height: height, bytesPerRow: row))
    let nv12 = try FrameDecoder.decode(
      luma + zip(u, v).flatMap { [$0, $1] },
      RawFrameLayout(layout: .nv12, width: width, height: height, bytesPerRow: row))
    #expect(i420 == nv12)
    for y in 0..<height {
      for x in 0..<width {
        let at = y / 2 * chromaRow + x / 2
        #expect(near(i420.pixel(x, y), reference(luma[y * row + x], u[at], v[at])), "\(x), \(y)")
      }
    }
  }

  @Test func limitedRangeReachesBlackAndWhite() throws {
    let image = try FrameDecoder.decode(
      [16, 128, 235, 128, 0, 128, 255, 128], RawFrameLayout(layout: .yuyv, width: 4, height: 1))
    #expect(image.pixels == [0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255, 255])
  }

  @Test func packedLayoutsAreReordered() throws {
    let bgr = try FrameDecoder.decode(
      [1, 2, 3, 4, 5, 6], RawFrameLayout(layout: .bgr24, width: 2, height: 1))
    #expect(bgr.pixels == [3, 2, 1, 6, 5, 4])
    let rgb = try FrameDecoder.decode(
      [1, 2, 3, 0, 4, 5, 6], RawFrameLayout(layout: .rgb24, width: 1, height: 2, bytesPerRow: 4))
    #expect(rgb.pixels == [1, 2, 3, 4, 5, 6])
    let grey = try FrameDecoder.decode(
      [9, 0, 8], RawFrameLayout(layout: .grey8, width: 1, height: 2, bytesPerRow: 2))
    #expect(grey.pixels == [9, 8])
    let deep = try FrameDecoder.decode(
      [0xFF, 0xFF, 0x80, 0x80, 0, 0], RawFrameLayout(layout: .grey16, width: 3, height: 1))
    #expect(deep.pixels == [255, 128, 0])
  }

  @Test(arguments: PixelLayout.allCases) func oneByteTooFewIsRefused(layout: PixelLayout) throws {
    for (width, height) in [(1, 1), (5, 3), (8, 4)] {
      let frame = RawFrameLayout(layout: layout, width: width, height: height)
      var count = 0
      while (try? FrameDecoder.decode([UInt8](repeating: 0, count: count), frame)) == nil { count += 1 }
      // Found by trying, so that the sum is not repeated here: no more than rows times stride and chroma.
      #expect(count <= 4 * frame.bytesPerRow * height)
      #expect(count >= width * height)
      let error = #expect(throws: ImagingError.self) {
        try FrameDecoder.decode([UInt8](repeating: 0, count: count - 1), frame)
      }
      #expect(error?.code == .badLayout)
    }
  }

  @Test func senselessLayoutsAreRefused() {
    let bytes = [UInt8](repeating: 0, count: 100)
    let cases: [(RawFrameLayout, ImagingError.Code)] = [
      (RawFrameLayout(layout: .rgb24, width: 4, height: 4, bytesPerRow: 11), .badLayout),
      (RawFrameLayout(layout: .rgb24, width: 4, height: 4, bytesPerRow: Int.max), .badLayout),
      (RawFrameLayout(layout: .grey8, width: 4, height: 4, bytesPerRow: -4), .badLayout),
      (RawFrameLayout(layout: .grey8, width: 0, height: 4), .badSize),
      (RawFrameLayout(layout: .grey8, width: 4, height: -1), .badSize),
      (RawFrameLayout(layout: .nv12, width: Int.max, height: Int.max), .badSize),
      (RawFrameLayout(layout: .grey8, width: 65535, height: 65535), .tooLarge),
    ]
    for (frame, code) in cases {
      let error = #expect(throws: ImagingError.self) { try FrameDecoder.decode(bytes, frame) }
      #expect(error?.code == code, "\(frame)")
    }
  }
}
