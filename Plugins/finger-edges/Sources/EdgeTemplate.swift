// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import ImprintPluginKit

/// The payload of `imprint.finger-edges`, all numbers little-endian:
///
/// | bytes | what |
/// |---|---|
/// | 4 | `IMFE` |
/// | 1 | version, 1 |
/// | 1 | quality, 0...100 |
/// | 1 | number of minutiae, at most 128 |
/// | 1 | position of the finger, 0...10 |
/// | 2 + 2 | width and height in pixels at 500 dots an inch |
/// | 1 + 1 | columns and rows of the field |
/// | 2 | zero |
/// | 4 | CRC-32 of all bytes but these four |
/// | 6 each | minutiae, the best first: x, its upper two bits the kind; y; angle; quality |
/// | columns × rows | orientation of each block of 16 pixels; 255: no ridges |
enum EdgeTemplate {
  private static let version: UInt32 = 1
  private static let magic = Array("IMFE".utf8)
  private static let headerBytes = 20
  private static let sum = 16..<20
  private static let minutiaBytes = 6
  private static let mostColumns = 75
  static let mostBytes = headerBytes + Int(IMP_FINGER_MINUTIAE) * minutiaBytes + mostColumns * mostColumns

  static func write(_ print: Print, quality: UInt8, position: UInt8) -> [UInt8] {
    let print = (all: print, head: print.print.pointee)
    var bytes = magic
    bytes.reserveCapacity(mostBytes)
    bytes += [UInt8(version), quality, UInt8(print.head.count), position]
    append(print.head.width, to: &bytes)
    append(print.head.height, to: &bytes)
    bytes += [UInt8(print.head.columns), UInt8(print.head.rows)]
    bytes += [UInt8](repeating: 0, count: 6)
    for minutia in print.all.minutiae {
      append(Int32(minutia.x) | Int32(minutia.kind) << 14, to: &bytes)
      append(Int32(minutia.y), to: &bytes)
      bytes += [minutia.angle, minutia.quality]
    }
    bytes += print.all.field
    Checksum.write(into: &bytes, at: sum)
    return bytes
  }

  static func read(_ bytes: UnsafeRawBufferPointer, into print: Print) -> PluginFailure? {
    guard bytes.count >= headerBytes, bytes.prefix(4).elementsEqual(magic) else {
      return PluginFailure(
        .templateFormat,
        "These are no bytes of a template of \(PrintFormat.edges.rawValue). Compare it with what made it.")
    }
    func number(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
    // Before all else: a changed bit is damage, and no later version.
    guard Checksum.isRight(bytes, at: sum) else {
      return PrintFormat.damaged("its check is not that of its bytes")
    }
    guard bytes[4] == version else {
      return PluginFailure(
        .templateVersion,
        "The template says version \(bytes[4]) of \(PrintFormat.edges.rawValue). Update the plugin.")
    }
    let (count, columns, rows) = (Int(bytes[6]), Int(bytes[12]), Int(bytes[13]))
    let (width, height) = (number(8), number(10))
    guard count <= Int(IMP_FINGER_MINUTIAE), columns <= mostColumns, rows <= mostColumns,
      width <= Int(IMP_FINGER_MOST_SIDE), height <= Int(IMP_FINGER_MOST_SIDE), bytes[5] <= 100,
      bytes[7] <= 10,
      number(14) == 0, bytes.count == headerBytes + count * minutiaBytes + columns * rows
    else { return PrintFormat.damaged("a field of its header has an invalid value") }
    print.print.pointee.count = Int32(count)
    (print.print.pointee.width, print.print.pointee.height) = (Int32(width), Int32(height))
    (print.print.pointee.columns, print.print.pointee.rows) = (Int32(columns), Int32(rows))
    for index in 0..<count {
      let at = headerBytes + index * minutiaBytes
      let (x, y, kind) = (number(at) & 0x3FFF, number(at + 2), number(at) >> 14)
      guard x < width, y < height, kind <= 2, bytes[at + 5] <= 100 else {
        return PrintFormat.damaged("a minutia has an invalid value")
      }
      print.minutiae[index] = imp_finger_minutia(
        x: Int16(x), y: Int16(y), angle: bytes[at + 4], kind: UInt8(kind), quality: bytes[at + 5], reserved: 0
      )
    }
    let fieldAt = headerBytes + count * minutiaBytes
    for index in 0..<columns * rows { print.field[index] = bytes[fieldAt + index] }
    return nil
  }

  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: number))
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
  }
}
