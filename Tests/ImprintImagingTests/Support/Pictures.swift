// SPDX-License-Identifier: Apache-2.0
import ImprintImaging
import ImprintModel
import Testing

/// Synthetic pictures and what is asked of them.
enum Pictures {
  /// Smooth colour: survives JPEG well, and no two corners are alike.
  static func colour(width: Int, height: Int) throws -> Image {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        pixels += [
          UInt8(x * 255 / max(1, width - 1)), UInt8(y * 255 / max(1, height - 1)),
          UInt8((x + y) * 255 / max(1, width + height - 2)),
        ]
      }
    }
    return try #require(Image(width: width, height: height, format: .rgb24, pixels: pixels))
  }

  static func grey(width: Int, height: Int) throws -> Image {
    let pixels = (0..<width * height).map { UInt8(($0 % width * 3 + $0 / width * 5) % 256) }
    return try #require(Image(width: width, height: height, format: .grey8, pixels: pixels))
  }

  /// Noise that does not compress, the same each time.
  static func noise(width: Int, height: Int, seed: UInt64 = 1) throws -> Image {
    var random = Deterministic(seed: seed)
    let pixels = (0..<3 * width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
    return try #require(Image(width: width, height: height, format: .rgb24, pixels: pixels))
  }
}

extension Image {
  /// The bytes of one pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let at = y * bytesPerRow + x * format.bytesPerPixel
    return Array(pixels[at..<at + format.bytesPerPixel])
  }

  /// The largest difference of any sample; `nil` where size or format differ.
  func largestDifference(from other: Image) -> Int? {
    guard width == other.width, height == other.height, format == other.format else { return nil }
    return zip(pixels, other.pixels).map { abs(Int($0) - Int($1)) }.max()
  }
}

/// SplitMix64: the same numbers on every machine.
struct Deterministic: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// The code of the error that decoding gives.
func refusal(_ bytes: [UInt8], limit: ImagingLimit = .standard) -> ImagingError.Code? {
  do throws(ImagingError) {
    _ = try ImageDecoder.decode(bytes, limit: limit)
    return nil
  } catch {
    return error.code
  }
}
