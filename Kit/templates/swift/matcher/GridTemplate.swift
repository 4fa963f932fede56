// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// A template's bytes: magic, format version (little-endian), zero, CRC-32 of the cells (little-endian), then
/// the cells as signed bytes.
enum GridTemplate {
  static let bytes = 12 + Grid.count
  private static let head: [UInt8] = Facts.magic + [1, 0, 0, 0]

  /// The one copy there is, which the kit overwrites once the host has it.
  static func write(_ grid: Grid) -> [UInt8] {
    var template = head
    template.reserveCapacity(bytes)
    let sum = crc32(of: grid.cells)
    for byte in 0..<4 { template.append(UInt8(truncatingIfNeeded: sum >> (8 * byte))) }
    for cell in grid.cells { template.append(UInt8(bitPattern: cell)) }
    return template
  }

  /// Reads a payload, which is hostile, even with a right checksum: whoever wrote it could compute that. The
  /// kit has checked its length.
  static func read(_ span: RawSpan) throws(PluginFailure) -> Grid {
    func byte(_ at: Int) -> UInt8 { span.unsafeLoad(fromByteOffset: at, as: UInt8.self) }
    guard span.byteCount == bytes, (0..<4).allSatisfy({ byte($0) == head[$0] }) else {
      throw PluginFailure(.templateFormat, "The template is another algorithm's.")
    }
    guard (4..<6).allSatisfy({ byte($0) == head[$0] }) else {
      throw PluginFailure(.templateVersion, "The payload's version is not 1; update the plugin.")
    }
    let stated = (0..<4).reduce(UInt32(0)) { $0 | UInt32(byte(8 + $1)) << (8 * $1) }
    let grid = Grid(
      cells: [Int8](unsafeUninitializedCapacity: Grid.count) { cells, count in
        for index in 0..<Grid.count { cells[index] = Int8(bitPattern: byte(12 + index)) }
        count = Grid.count
      })
    guard byte(6) == 0, byte(7) == 0, stated == crc32(of: grid.cells) else {
      throw PluginFailure(.templateDamaged, "The template was changed since it was made; enrol again.")
    }
    guard grid.cells.contains(where: { $0 != 0 }) else {
      throw PluginFailure(.templateDamaged, "The template is empty; enrol again.")
    }
    return grid
  }

  /// CRC-32 as in IEEE 802.3 (polynomial 0xEDB88320, reflected), bit by bit.
  private static func crc32(of cells: [Int8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for cell in cells {
      crc ^= UInt32(UInt8(bitPattern: cell))
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}

extension Grid {
  /// Normalised correlation, -1...1. In whole numbers up to the last step, so that it is the same on every
  /// machine and in both orders.
  func correlation(with other: Grid) -> Float {
    var (ab, aa, bb) = (0, 0, 0)
    for index in cells.indices {
      let (a, b) = (Int(cells[index]), Int(other.cells[index]))
      ab += a * b
      aa += a * a
      bb += b * b
    }
    // At most (256 * 128 * 128)^2 < 2^53: exact as a double. Neither is 0.
    return Float(max(-1, min(1, Double(ab) / Double(aa * bb).squareRoot())))
  }
}
