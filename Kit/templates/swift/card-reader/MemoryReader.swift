// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// A reader in memory, and the card in it.
struct MemoryReader {
  /// Answer to reset: T=1, no historical bytes (ISO/IEC 7816-3).
  static let atr: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01]

  var connections = 0
  /// Who keeps others out of the reader.
  var exclusive: ObjectIdentifier?
  /// Who keeps others' commands out.
  var transaction: ObjectIdentifier?
  private(set) var resets = 0
  private var content = [UInt8](repeating: 0, count: 64)

  var state: CardReaderState {
    var state: CardReaderState = [.card]
    if connections > 0 { state.insert(.inUse) }
    if exclusive != nil { state.insert(.exclusive) }
    return state
  }

  func keepsOut(_ other: ObjectIdentifier) -> Bool { transaction != nil && transaction != other }

  mutating func reset() { resets += 1 }

  /// READ BINARY and UPDATE BINARY (ISO/IEC 7816-4), with one byte each for offset and length.
  mutating func answer(_ command: [UInt8]) -> [UInt8] {
    guard command.count >= 5 else { return [0x6D, 0x00] }
    let (instruction, offset, count) = (command[1], Int(command[3]), Int(command[4]))
    let isRead = instruction == 0xB0 && command.count == 5
    let isUpdate = instruction == 0xD6 && command.count > 5 && command.count == 5 + count
    guard isRead || isUpdate else { return [0x6D, 0x00] }
    guard command[2] == 0, offset + count <= content.count else { return [0x6B, 0x00] }
    if isUpdate { content.replaceSubrange(offset..<offset + count, with: command[5...]) }
    return (isRead ? Array(content[offset..<offset + count]) : []) + [0x90, 0x00]
  }
}
