// SPDX-License-Identifier: Apache-2.0

/// CRC-32 of IEEE 802.3, by which templates of ours notice that a bit was changed.
enum Checksum {
  static let bytes = 4

  /// - Parameter own: where the sum itself stands, which does not count.
  static func of(_ bytes: UnsafeRawBufferPointer, leavingOut own: Range<Int>) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for at in 0..<bytes.count where !own.contains(at) {
      sum = sum >> 8 ^ remainders[Int((sum ^ UInt32(bytes[at])) & 0xFF)]
    }
    return ~sum
  }

  /// Writes it, little-endian, into its place.
  static func write(into bytes: inout [UInt8], at own: Range<Int>) {
    let sum = bytes.withUnsafeBytes { of($0, leavingOut: own) }
    for place in 0..<Self.bytes {
      bytes[own.lowerBound + place] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(place)))
    }
  }

  /// Whether the sum in its place is that of the other bytes.
  static func isRight(_ bytes: UnsafeRawBufferPointer, at own: Range<Int>) -> Bool {
    var stored: UInt32 = 0
    for place in (0..<Self.bytes).reversed() { stored = stored << 8 | UInt32(bytes[own.lowerBound + place]) }
    return stored == of(bytes, leavingOut: own)
  }

  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
  }
}
