// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// A template's bytes: magic, format version (little-endian), zero, CRC-32 of the cells (little-endian), then the
/// cells as signed bytes.
enum GridTemplate {
  static let bytes = 12 + Grid.count
  private static let head: [UInt8] = [0x4E, 0x55, 0x4C, 0x4D, 1, 0, 0, 0]

  static func write(_ grid: Grid) -> [UInt8] {
    let cells = grid.cells.map { UInt8(bitPattern: $0) }
    let sum = crc32(of: cells)
    return head + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) } + cells
  }

  /// Reads a payload, which is hostile, even with a right checksum: whoever wrote it could compute that. The kit has
  /// checked its length.
  static func read(_ span: RawSpan) throws(PluginFailure) -> Grid {
    let bytes = (0..<span.byteCount).map { span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    guard bytes.count == Self.bytes, bytes[..<4] == head[..<4] else {
      throw PluginFailure(.templateFormat, "The template is another algorithm's.")
    }
    guard bytes[4..<6] == head[4..<6] else {
      throw PluginFailure(.templateVersion, "The payload's version is not 1; update the plugin.")
    }
    let stated = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[8 + $1]) << (8 * $1) }
    let cells = Array(bytes[12...])
    guard bytes[6..<8] == head[6..<8], stated == crc32(of: cells) else {
      throw PluginFailure(.templateDamaged, "The template was changed since it was made; enrol again.")
    }
    guard cells.contains(where: { $0 != 0 }) else {
      throw PluginFailure(.templateDamaged, "The template is empty; enrol again.")
    }
    return Grid(cells: cells.map { Int8(bitPattern: $0) })
  }

  /// CRC-32 as in IEEE 802.3 (polynomial 0xEDB88320, reflected), bit by bit.
  private static func crc32(of bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
