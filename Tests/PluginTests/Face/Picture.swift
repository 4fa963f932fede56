// SPDX-License-Identifier: Apache-2.0
import CImagingLibraries
import CImprint
import Foundation
import Testing

/// Pixels for a plugin, and what the tests do to them.
struct Picture {
  var width: Int
  var height: Int
  /// Bytes a pixel: 1 grey, 3 red, green, blue.
  var channels = 3
  /// Bytes after each row that belong to no pixel.
  var gap = 0
  var pixels: [UInt8]

  var rowBytes: Int { width * channels + gap }

  /// One of the sample photographs.
  static func sample(_ name: String) throws -> Picture {
    let file = Cache.samples.appending(path: name)
    let data = try Data(contentsOf: file)
    let reader = try #require(tjInitDecompress())
    defer { tjDestroy(reader) }
    return try data.withUnsafeBytes { bytes in
      let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
      var width: Int32 = 0
      var height: Int32 = 0
      var sampling: Int32 = 0
      var space: Int32 = 0
      try #require(
        tjDecompressHeader3(reader, start, UInt(bytes.count), &width, &height, &sampling, &space) == 0)
      var pixels = [UInt8](repeating: 0, count: Int(width * height) * 3)
      try #require(
        tjDecompress2(
          reader, start, UInt(bytes.count), &pixels, width, 0, height, Int32(TJPF_RGB.rawValue), 0) == 0)
      return Picture(width: Int(width), height: Int(height), pixels: pixels)
    }
  }

  static func flat(_ width: Int, _ height: Int, _ level: UInt8 = 128) -> Picture {
    Picture(width: width, height: height, pixels: [UInt8](repeating: level, count: width * height * 3))
  }

  /// Noise, the same on every run.
  static func noise(_ width: Int, _ height: Int, seed: UInt64) -> Picture {
    var random = SplitMix(state: seed)
    return Picture(
      width: width, height: height,
      pixels: (0..<width * height * 3).map { _ in UInt8(truncatingIfNeeded: random.next() >> 32) })
  }

  subscript(x: Int, y: Int, channel: Int) -> UInt8 {
    get { pixels[y * rowBytes + x * channels + channel] }
    set { pixels[y * rowBytes + x * channels + channel] = newValue }
  }

  /// The same size, each pixel by its place.
  func map(_ pixel: (_ x: Int, _ y: Int, _ channel: Int) -> UInt8) -> Picture {
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels { result[x, y, channel] = pixel(x, y, channel) }
      }
    }
    return result
  }

  var mirrored: Picture { map { self[width - 1 - $0, $1, $2] } }

  var grey: Picture {
    var result = Picture(
      width: width, height: height, channels: 1, pixels: [UInt8](repeating: 0, count: width * height))
    for y in 0..<height {
      for x in 0..<width {
        let sum = 299 * Int(self[x, y, 0]) + 587 * Int(self[x, y, 1]) + 114 * Int(self[x, y, 2])
        result[x, y, 0] = UInt8((sum + 500) / 1000)
      }
    }
    return result
  }

  /// The mean over a square of `2 * radius + 1` pixels.
  func blurred(_ radius: Int) -> Picture {
    let across = map { x, y, channel in
      let range = max(0, x - radius)...min(width - 1, x + radius)
      return UInt8(range.reduce(0) { $0 + Int(self[$1, y, channel]) } / range.count)
    }
    return across.map { x, y, channel in
      let range = max(0, y - radius)...min(height - 1, y + radius)
      return UInt8(range.reduce(0) { $0 + Int(across[x, $1, channel]) } / range.count)
    }
  }

  /// Turned about its middle; positive is clockwise. Nearest pixel; what comes from outside is grey.
  func turned(degrees: Double) -> Picture {
    let c = cos(degrees * .pi / 180)
    let s = sin(degrees * .pi / 180)
    return map { x, y, channel in
      let u = Double(x) + 0.5 - Double(width) / 2
      let v = Double(y) + 0.5 - Double(height) / 2
      let from = (
        x: Int((c * u + s * v + Double(width) / 2).rounded(.down)),
        y: Int((-s * u + c * v + Double(height) / 2).rounded(.down))
      )
      guard (0..<width).contains(from.x), (0..<height).contains(from.y) else { return 128 }
      return self[from.x, from.y, channel]
    }
  }

  /// Scaled by the nearest pixel.
  func scaled(width: Int, height: Int) -> Picture {
    var result = Picture.flat(width, height)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<3 {
          result[x, y, channel] = self[x * self.width / width, y * self.height / height, channel]
        }
      }
    }
    return result
  }

  /// Turned by right angles, clockwise.
  func turned(quarters: Int) -> Picture {
    guard quarters > 0 else { return self }
    var result = Picture.flat(height, width)
    for y in 0..<width {
      for x in 0..<height {
        for channel in 0..<3 { result[x, y, channel] = self[y, height - 1 - x, channel] }
      }
    }
    return result.turned(quarters: quarters - 1)
  }

  /// In a grey picture of another size, at some places.
  func pasted(width: Int, height: Int, at places: [(x: Int, y: Int)]) -> Picture {
    var result = Picture.flat(width, height)
    for place in places {
      for y in 0..<self.height {
        let start = (place.y + y) * result.rowBytes + place.x * channels
        result.pixels.replaceSubrange(
          start..<start + self.width * channels,
          with: pixels[y * rowBytes..<y * rowBytes + self.width * channels])
      }
    }
    return result
  }

  /// This one left, the other right, over grey.
  func beside(_ other: Picture) -> Picture {
    var result = Picture.flat(width + other.width, max(height, other.height))
    for y in 0..<result.height {
      for x in 0..<result.width {
        let (part, column) = x < width ? (self, x) : (other, x - width)
        guard y < part.height else { continue }
        for channel in 0..<3 { result[x, y, channel] = part[column, y, channel] }
      }
    }
    return result
  }

  /// With rows apart, and 255 between them.
  func withGap(_ bytes: Int) -> Picture {
    var result = self
    result.gap = bytes
    let between = [UInt8](repeating: 255, count: bytes)
    result.pixels = (0..<height).flatMap { (y: Int) -> [UInt8] in
      let start = y * rowBytes
      return Array(pixels[start..<start + width * channels]) + between
    }
    return result
  }

  /// Lends the pixels to C in memory of exactly their length, so that a read behind them can be seen.
  func withImage<Result>(_ body: (UnsafePointer<imp_image>) throws -> Result) rethrows -> Result {
    let needed = (height - 1) * rowBytes + width * channels
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: needed)
    defer { memory.deallocate() }
    pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      memory.initialize(from: start, count: needed)
    }
    var image = imp_image(
      size: UInt32(MemoryLayout<imp_image>.size),
      format: UInt32(channels == 1 ? IMP_PIXEL_GREY8 : IMP_PIXEL_RGB24), width: UInt32(width),
      height: UInt32(height), row_bytes: UInt32(rowBytes), resolution: 0,
      pixels: imp_bytes(data: memory, length: needed))
    return try body(&image)
  }
}

/// Random numbers that are the same on every run (Steele, Lea and Flood 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
