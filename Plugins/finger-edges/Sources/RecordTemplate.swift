// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import ImprintPluginKit

/// A record by ISO/IEC 19794-2:2005 of one view, whoever made it. Numbers are big-endian: a header of 24
/// bytes, 4 of the view, 6 a minutia, and extended data, which is passed over.
enum RecordTemplate {
  private static let identifier = Array("FMR\0 20\0".utf8)
  private static let headerBytes = 24
  private static let viewBytes = 4
  private static let minutiaBytes = 6
  /// Pixels a centimetre at 500 dots an inch, as the standard's own examples round them.
  private static let resolution = 197
  static let mostMadeBytes = headerBytes + viewBytes + Int(IMP_FINGER_MINUTIAE) * minutiaBytes + 2
  /// With all the minutiae and extended data that a view may have.
  static let mostBytes = headerBytes + viewBytes + 255 * minutiaBytes + 2 + 0xFFFF

  static func write(_ print: Print, quality: UInt8, finger: Finger) -> [UInt8] {
    let head = print.print.pointee
    let length = headerBytes + viewBytes + Int(head.count) * minutiaBytes + 2
    var bytes = identifier
    bytes.reserveCapacity(length)
    bytes += [0, 0, UInt8(length >> 8), UInt8(length & 0xFF), 0, 0]
    for number in [Int(head.width), Int(head.height), resolution, resolution] { append(number, to: &bytes) }
    // One view, the first of its finger. Impressions that came with the next edition have no code here.
    let impression = UInt8(min(finger.impression.rawValue, 15))
    bytes += [1, 0, UInt8(finger.position.rawValue), impression, quality, UInt8(head.count)]
    for minutia in print.minutiae {
      append(Int(minutia.x) | Int(minutia.kind) << 14, to: &bytes)
      append(Int(minutia.y), to: &bytes)
      bytes += [minutia.angle, minutia.quality]
    }
    append(0, to: &bytes)
    return bytes
  }

  static func read(_ bytes: UnsafeRawBufferPointer, into print: Print) -> PluginFailure? {
    guard bytes.count >= headerBytes, bytes.prefix(identifier.count).elementsEqual(identifier) else {
      return wrongFormat("These are no bytes of a record by ISO/IEC 19794-2:2005")
    }
    func number(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    guard number(8) << 16 | number(10) == bytes.count else {
      // The American standard has the same beginning, and a length of two bytes.
      guard number(8) == bytes.count else { return PrintFormat.damaged("it says another length") }
      return wrongFormat("These are the bytes of a record by ANSI INCITS 378-2004")
    }
    guard bytes[22] == 1 else {
      return wrongFormat("The record has \(bytes[22]) views, and one is compared")
    }
    let size = (width: number(14), height: number(16))
    let scale = (
      x: Float(Self.resolution) / Float(number(18)), y: Float(Self.resolution) / Float(number(20))
    )
    // Where a resolution is 0, the scale is infinite.
    let side = 1...Float(IMP_FINGER_MOST_SIDE)
    guard side.contains(Float(size.width) * scale.x), side.contains(Float(size.height) * scale.y) else {
      return wrongFormat(
        "A side of the record's picture of \(size.width) × \(size.height) is above 61 mm at its resolution")
    }
    let minutiaeAt = headerBytes + viewBytes
    guard bytes.count >= minutiaeAt + 2, bytes.count >= minutiaeAt + Int(bytes[27]) * minutiaBytes + 2 else {
      return PrintFormat.damaged("it ends in a minutia")
    }
    let endsAt = minutiaeAt + Int(bytes[27]) * minutiaBytes
    guard bytes.count == endsAt + 2 + number(endsAt) else {
      return PrintFormat.damaged("its extended data says another length")
    }
    return print.take(Int(bytes[27])) { index in
      let at = minutiaeAt + index * minutiaBytes
      let (x, y) = (number(at) & 0x3FFF, number(at + 2) & 0x3FFF)
      guard x < size.width, y < size.height else { return nil }
      return imp_finger_minutia(
        x: Int16((Float(x) * scale.x).rounded()), y: Int16((Float(y) * scale.y).rounded()),
        angle: bytes[at + 4], kind: bytes[at] >> 6, quality: bytes[at + 5] <= 100 ? bytes[at + 5] : 0,
        reserved: 0)
    }
  }

  private static func wrongFormat(_ reason: String) -> PluginFailure {
    PluginFailure(.templateFormat, "\(reason). Convert it to a record of one view by ISO/IEC 19794-2:2005.")
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes += [UInt8(number >> 8), UInt8(number & 0xFF)]
  }
}
