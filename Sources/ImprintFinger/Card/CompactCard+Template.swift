// SPDX-License-Identifier: Apache-2.0

/// The minutiae of a card as a template: in a frame, since the format itself has neither mark nor length nor
/// check.
extension CompactCard {
  /// The format of such templates, of version 1.
  public static let templateFormat = "imprint.finger-card"
  private static let magic = Array("IMFC".utf8)
  private static let headerBytes = 12
  private static let sum = 8..<12

  /// The payload of a template of ``templateFormat``: `IMFC`, version, number of minutiae, two zeros, a
  /// CRC-32 of all other bytes, and the minutiae as they are. Matchers take them in any order but an extended
  /// one.
  public var templatePayload: [UInt8] {
    var payload = Self.magic + [1, UInt8(count), 0, 0, 0, 0, 0, 0] + bytes
    let sum = Self.checksum(payload)
    for place in 0..<4 {
      payload[Self.sum.lowerBound + place] = UInt8(truncatingIfNeeded: sum >> (8 * place))
    }
    return payload
  }

  /// The minutiae of a template's payload, which is untrusted.
  /// - Throws: `notARecord` for other bytes, `otherVersion`, `wrongLength`, `badField` where the check is not
  ///   that of the bytes or a minutia has the reserved type 3, `truncated`.
  public init(templatePayload payload: [UInt8]) throws(FingerFormatError) {
    guard payload.starts(with: Self.magic) else {
      throw .reading(.notARecord, at: 0, "it does not begin with \"IMFC\".")
    }
    guard payload.count >= Self.headerBytes else {
      throw .reading(.truncated, at: payload.count, "its header has \(Self.headerBytes) bytes.")
    }
    var stored: UInt32 = 0
    for place in Self.sum.reversed() { stored = stored << 8 | UInt32(payload[place]) }
    guard stored == Self.checksum(payload) else {
      throw .reading(.badField, at: Self.sum.lowerBound, "its check is not that of its bytes.")
    }
    guard payload[4] == 1 else {
      throw .reading(.otherVersion, at: 4, "its version is \(payload[4]); 1 is read.")
    }
    guard payload[6] == 0, payload[7] == 0 else {
      throw .reading(.badField, at: 6, "two bytes that are zero are not.")
    }
    let minutiae = Array(payload[Self.headerBytes...])
    guard minutiae.count == Int(payload[5]) * Self.minutiaBytes else {
      throw .reading(
        .wrongLength, at: 5, "it says \(payload[5]) minutiae, and \(minutiae.count) bytes follow.")
    }
    try self.init(reading: minutiae)
  }

  /// CRC-32 of IEEE 802.3, of all bytes but its own.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for (at, byte) in bytes.enumerated() where !Self.sum.contains(at) {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
    }
    return ~sum
  }
}
