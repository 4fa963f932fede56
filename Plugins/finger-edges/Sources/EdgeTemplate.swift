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
  static let format = "imprint.finger-edges"
  static let version: UInt32 = 1
  private static let magic = Array("IMFE".utf8)
  private static let headerBytes = 20
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
    let check = bytes.withUnsafeBytes { sum($0) }
    for place in 0..<4 { bytes[16 + place] = UInt8(truncatingIfNeeded: check >> (8 * UInt32(place))) }
    return bytes
  }

  /// Reads untrusted bytes.
  /// - Throws: `.templateFormat`, `.templateVersion`, `.templateDamaged`.
  static func read(_ template: TemplateView) throws(PluginFailure) -> Print {
    let print = Print()
    let fault = template.bytes.withUnsafeBytes { read($0, into: print) }
    if let fault { throw fault }
    print.prepare()
    return print
  }

  private static func read(_ bytes: UnsafeRawBufferPointer, into print: Print) -> PluginFailure? {
    guard bytes.count >= headerBytes, bytes.prefix(4).elementsEqual(magic) else {
      return PluginFailure(
        .templateFormat, "These are no bytes of a template of \(format). Compare it with what made it.")
    }
    func number(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
    let stored = UInt32(number(16)) | UInt32(number(18)) << 16
    // Before all else: a changed bit is damage, and no later version.
    guard stored == sum(bytes) else { return damaged("its check is not that of its bytes") }
    guard bytes[4] == version else {
      return PluginFailure(
        .templateVersion, "The template says version \(bytes[4]) of \(format). Update the plugin.")
    }
    let (count, columns, rows) = (Int(bytes[6]), Int(bytes[12]), Int(bytes[13]))
    let (width, height) = (number(8), number(10))
    guard count <= Int(IMP_FINGER_MINUTIAE), columns <= mostColumns, rows <= mostColumns,
      width <= Int(IMP_FINGER_MOST_SIDE), height <= Int(IMP_FINGER_MOST_SIDE), bytes[5] <= 100,
      bytes[7] <= 10,
      number(14) == 0, bytes.count == headerBytes + count * minutiaBytes + columns * rows
    else { return damaged("a field of its header has an invalid value") }
    print.print.pointee.count = Int32(count)
    (print.print.pointee.width, print.print.pointee.height) = (Int32(width), Int32(height))
    (print.print.pointee.columns, print.print.pointee.rows) = (Int32(columns), Int32(rows))
    for index in 0..<count {
      let at = headerBytes + index * minutiaBytes
      let (x, y, kind) = (number(at) & 0x3FFF, number(at + 2), number(at) >> 14)
      guard x < width, y < height, kind <= 2, bytes[at + 5] <= 100 else {
        return damaged("a minutia has an invalid value")
      }
      print.minutiae[index] = imp_finger_minutia(
        x: Int16(x), y: Int16(y), angle: bytes[at + 4], kind: UInt8(kind), quality: bytes[at + 5], reserved: 0
      )
    }
    let fieldAt = headerBytes + count * minutiaBytes
    for index in 0..<columns * rows { print.field[index] = bytes[fieldAt + index] }
    return nil
  }

  private static func damaged(_ reason: String) -> PluginFailure {
    PluginFailure(.templateDamaged, "The template was damaged: \(reason). Use another copy, or enrol again.")
  }

  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: number))
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
  }

  /// CRC-32 of IEEE 802.3, of all bytes but its own.
  private static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for at in 0..<bytes.count where !(16..<20).contains(at) {
      sum = sum >> 8 ^ remainders[Int((sum ^ UInt32(bytes[at])) & 0xFF)]
    }
    return ~sum
  }

  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
  }
}
