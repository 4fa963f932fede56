// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintModel
import Testing

@Suite struct CardTemplateTests {
  private let card: [UInt8] = [0x33, 0x66, 0x48, 0, 0, 0x80, 0x7F, 0x7F, 0xA0]

  @Test func minutiaeComeBackFromTheirFrame() throws {
    for bytes in [card, [], Array(card[..<3]), Array(repeating: card, count: 85).flatMap { $0 }] {
      let made = try CompactCard(reading: bytes)
      #expect(made.templatePayload.count == 12 + bytes.count)
      #expect(try CompactCard(templatePayload: made.templatePayload) == made)
    }
  }

  @Test func theFrameIsTheOneThatMatchersRead() throws {
    // The sum was computed by another program, zlib's.
    let payload = try CompactCard(reading: Array(card[..<3])).templatePayload
    #expect(payload == [0x49, 0x4D, 0x46, 0x43, 1, 1, 0, 0, 0x4E, 0x23, 0xFA, 0xA7, 0x33, 0x66, 0x48])
  }

  @Test func aChangedBitACutAndOtherBytesAreRefused() throws {
    let payload = try CompactCard(reading: card).templatePayload
    for at in payload.indices {
      for bit in 0..<8 {
        var changed = payload
        changed[at] ^= 1 << UInt8(bit)
        #expect(throws: FingerFormatError.self) { try CompactCard(templatePayload: changed) }
      }
      #expect(throws: FingerFormatError.self) { try CompactCard(templatePayload: Array(payload[..<at])) }
    }
    let bare = #expect(throws: FingerFormatError.self) { try CompactCard(templatePayload: card) }
    #expect(bare?.code == .notARecord)
    #expect(throws: FingerFormatError.self) { try CompactCard(templatePayload: payload + [0]) }
  }
}
