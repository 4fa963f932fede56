// SPDX-License-Identifier: Apache-2.0

/// A template's bytes: magic, format version (little-endian), zero, CRC-32 of the cells (little-endian), then
/// the cells as signed bytes.
enum GridTemplate {
  static let head: [UInt8] = Facts.templateMagic + [UInt8(Facts.templateVersion), 0, 0, 0]
  static let cells = head.count + 4..<Facts.templateBytes

  /// The one copy there is, which the kit overwrites once the host has it.
  static func write(_ grid: Grid) -> [UInt8] {
    var template = head
    template.reserveCapacity(Facts.templateBytes)
    let sum = crc32(of: grid.cells)
    for byte in 0..<4 { template.append(UInt8(truncatingIfNeeded: sum >> (8 * byte))) }
    for cell in grid.cells { template.append(UInt8(bitPattern: cell)) }
    return template
  }

  /// CRC-32 as in IEEE 802.3 (polynomial 0xEDB88320, reflected), bit by bit.
  static func crc32(of cells: [Int8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for cell in cells {
      crc ^= UInt32(UInt8(bitPattern: cell))
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
