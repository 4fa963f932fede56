// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintModel

@Suite struct CRC32CTests {
  private func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = CRC32C()
    crc.add(bytes)
    return crc.value
  }

  /// RFC 3720, appendix B.4, and the usual check value.
  @Test func publishedValuesAreRight() {
    #expect(crc([]) == 0)
    #expect(crc(Array("123456789".utf8)) == 0xE306_9283)
    #expect(crc([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(crc([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(crc(Array(0..<32)) == 0x46DD_794E)
  }

  @Test func piecesGiveTheSameAsTheWhole() {
    let bytes = (0..<77).map { UInt8(truncatingIfNeeded: $0 * 31) }
    for place in bytes.indices {
      var pieces = CRC32C()
      pieces.add(Array(bytes[..<place]))
      pieces.add(Array(bytes[place...]))
      #expect(pieces.value == crc(bytes))
    }
  }
}
