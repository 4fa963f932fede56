// SPDX-License-Identifier: Apache-2.0

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), of pieces one after the other. Detects errors, not forgery.
package struct CRC32C {
  /// Of all pieces so far; 0 of none.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Reversed bits of the polynomial 0x1EDC6F41.
  private static let polynomial: UInt32 = 0x82F6_3B78

  /// Eight tables of 256 each, so that eight bytes are taken at once: table n is that of a byte with n bytes
  /// behind it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
      tables[byte] = value
    }
    for place in 256..<tables.count {
      let before = tables[place - 256]
      tables[place] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// Adds a piece. O(n).
  package mutating func add(_ piece: UnsafeRawBufferPointer) {
    value = Self.tables.withUnsafeBufferPointer { tables in
      var crc = ~value
      var place = 0
      while place + 8 <= piece.count {
        let eight = UInt64(littleEndian: piece.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        let word = eight ^ UInt64(crc)
        crc =
          tables[7 << 8 | Int(word & 0xFF)] ^ tables[6 << 8 | Int(word >> 8 & 0xFF)]
          ^ tables[5 << 8 | Int(word >> 16 & 0xFF)] ^ tables[4 << 8 | Int(word >> 24 & 0xFF)]
          ^ tables[3 << 8 | Int(word >> 32 & 0xFF)] ^ tables[2 << 8 | Int(word >> 40 & 0xFF)]
          ^ tables[1 << 8 | Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
        place += 8
      }
      while place < piece.count {
        crc = crc >> 8 ^ tables[Int((crc ^ UInt32(piece[place])) & 0xFF)]
        place += 1
      }
      return ~crc
    }
  }

  package mutating func add(_ piece: [UInt8]) { piece.withUnsafeBytes { add($0) } }
}
