// SPDX-License-Identifier: Apache-2.0

/// WAV files, byte by byte.
enum WaveBytes {
  static func file(
    _ samples: [UInt8], tag: UInt16 = 1, bits: UInt16 = 16, channels: UInt16 = 1, rate: UInt32 = 8000,
    claims: UInt32? = nil, before: [UInt8] = [], after: [UInt8] = [], frameBytes: UInt16? = nil
  ) -> [UInt8] {
    let frame = frameBytes ?? channels * bits / 8
    let format =
      bytes(tag) + bytes(channels) + bytes(rate) + bytes(rate &* UInt32(frame)) + bytes(frame) + bytes(bits)
    let body =
      Array("WAVE".utf8) + before + chunk("fmt ", format)
      + Array("data".utf8) + bytes(claims ?? UInt32(samples.count)) + samples + after
    return Array("RIFF".utf8) + bytes(UInt32(body.count)) + body
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + bytes(UInt32(content.count)) + content + (content.count % 2 == 0 ? [] : [0])
  }

  static func s16(_ samples: [Int16]) -> [UInt8] { samples.flatMap { bytes(UInt16(bitPattern: $0)) } }
  static func s32(_ samples: [Int32]) -> [UInt8] { samples.flatMap { bytes(UInt32(bitPattern: $0)) } }
  static func floats(_ samples: [Float]) -> [UInt8] { samples.flatMap { bytes($0.bitPattern) } }
  static func doubles(_ samples: [Double]) -> [UInt8] { samples.flatMap { bytes($0.bitPattern) } }

  static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
