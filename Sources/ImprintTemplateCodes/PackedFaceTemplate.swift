// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

/// What the first 20 of the 116 bytes of a template `imprint.face-f5` say. Their layout is a file format,
/// documented in docs/reference/face-f5.md; which plugin made them does not matter here.
struct PackedFaceTemplate {
  static let algorithm = "imprint.face-f5"
  static let version: UInt32 = 1
  static let bytes = 116

  private static let magic = Array("IMF5".utf8)
  private static let checkAt = 16
  private static let valuesAt = 20
  private static let unknownQuality: UInt8 = 255

  let payload: [UInt8]
  /// 0...100; `nil` where it was not measured.
  let quality: UInt8?

  /// Whether bytes begin as such a template does, whole or not.
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Judges untrusted bytes.
  /// - Throws: `notATemplate`, `damaged`, `newerVersion`.
  init(_ payload: [UInt8], place: String) throws(TemplateCodeError) {
    guard Self.begins(payload) else {
      throw TemplateCodeError(
        .notATemplate, place: place, reason: "it does not begin as a template of \(Self.algorithm) does.",
        remedy: "Give a code that `sdkctl template qr make` has made.")
    }
    guard payload.count == Self.bytes else {
      throw Self.damaged(place, "it has \(payload.count) bytes, not \(Self.bytes).")
    }
    // Before all else: a changed bit is damage, and no later version.
    guard Self.check(stored: payload) == Self.check(of: payload) else {
      throw Self.damaged(place, "its check is not that of its bytes.")
    }
    let (version, quality) = (UInt32(payload[4]), payload[5])
    guard version <= Self.version else {
      throw TemplateCodeError(
        .newerVersion, place: place,
        reason: "it has version \(version) of \(Self.algorithm); version \(Self.version) can be read.",
        remedy: "Update Imprint.")
    }
    guard version == Self.version, quality <= 100 || quality == Self.unknownQuality,
      payload[6..<Self.checkAt].allSatisfy({ $0 == 0 })
    else { throw Self.damaged(place, "a field has an invalid value.") }
    self.payload = payload
    self.quality = quality == Self.unknownQuality ? nil : quality
  }

  private static func check(stored payload: [UInt8]) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(payload[checkAt + $1]) << (8 * UInt32($1)) }
  }

  /// CRC-32 of IEEE 802.3, of all bytes but its own.
  private static func check(of payload: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for index in payload.indices where !(checkAt..<valuesAt).contains(index) {
      sum ^= UInt32(payload[index])
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
    }
    return ~sum
  }

  private static func damaged(_ place: String, _ reason: String) -> TemplateCodeError {
    TemplateCodeError(
      .damaged, place: place, reason: reason, remedy: "Use an undamaged copy, or enrol again.")
  }
}
