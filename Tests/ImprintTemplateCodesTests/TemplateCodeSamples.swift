// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintModel
import ImprintTemplateCodes
import Testing

/// Templates of nobody, and pictures of their codes.
enum TemplateCodeSamples {
  /// A payload with the documented header: its values are drawn, and belong to nobody.
  static func payload(_ seed: UInt8 = 1, _ change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
    var payload = Array("IMF5".utf8) + [1, 80] + [UInt8](repeating: 0, count: 14)
    payload += (0..<96).map { UInt8(truncatingIfNeeded: 37 &* $0 &+ Int(seed) &* 101 &+ $0 &* $0) }
    change(&payload)
    var sum: UInt32 = 0xffff_ffff
    for byte in payload[..<16] + payload[20...] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xedb8_8320 }
    }
    for at in 0..<4 { payload[16 + at] = UInt8(truncatingIfNeeded: ~sum >> (8 * UInt32(at))) }
    return payload
  }

  static func template(
    _ algorithm: String = "imprint.face-f5", version: UInt32 = 1, payload: [UInt8] = payload()
  ) throws -> Template {
    let format = try #require(TemplateFormat(algorithm: algorithm, version: version))
    return try #require(
      Template(format: format, modality: .face, site: .face, quality: 80, payload: payload))
  }

  /// A larger picture in mid-grey, with others in it, their corners as given.
  static func canvas(
    width: Int, height: Int, _ parts: [(image: Image, x: Int, y: Int)]
  ) throws -> Image {
    var pixels = [UInt8](repeating: 200, count: width * height)
    for (image, left, top) in parts {
      for row in 0..<image.height {
        for column in 0..<image.width {
          pixels[(top + row) * width + left + column] = image.pixels[row * image.bytesPerRow + column]
        }
      }
    }
    return try #require(Image(width: width, height: height, format: .grey8, pixels: pixels))
  }

  /// The picture turned about its middle and enlarged, on a canvas that holds all of it.
  static func turned(_ image: Image, degrees: Double, scale: Double = 1) throws -> Image {
    let side = Int(Double(max(image.width, image.height)) * scale * 1.45)
    let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    var pixels = [UInt8](repeating: 200, count: side * side)
    for row in 0..<side {
      for column in 0..<side {
        let (x, y) = (Double(column - side / 2) / scale, Double(row - side / 2) / scale)
        let fromX = Int((cosine * x + sine * y).rounded()) + image.width / 2
        let fromY = Int((cosine * y - sine * x).rounded()) + image.height / 2
        if (0..<image.width).contains(fromX), (0..<image.height).contains(fromY) {
          pixels[row * side + column] = image.pixels[fromY * image.bytesPerRow + fromX]
        }
      }
    }
    return try #require(Image(width: side, height: side, format: .grey8, pixels: pixels))
  }
}
