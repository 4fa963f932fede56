// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import ImprintPluginKit

/// The payload of `imprint.finger-card`: the compact card format of ISO/IEC 19794-2:2005 in a frame. The
/// format itself has neither mark nor length nor check, so that whatever is cut or of something else would be
/// read.
///
/// | bytes | what |
/// |---|---|
/// | 4 | `IMFC` |
/// | 1 | version, 1 |
/// | 1 | number of minutiae |
/// | 2 | zero |
/// | 4 | CRC-32 of all bytes but these four, little-endian |
/// | 3 each | minutiae by the standard: x and y in tenths of a millimetre, two bits of kind, six of angle |
enum CardTemplate {
  private static let magic = Array("IMFC".utf8)
  private static let version: UInt8 = 1
  private static let headerBytes = 12
  private static let sum = 8..<12
  private static let minutiaBytes = 3
  /// Pixels at 500 dots an inch in a tenth of a millimetre.
  private static let perUnit: Float = 1.97
  static let mostMadeBytes = headerBytes + Int(IMP_FINGER_MINUTIAE) * minutiaBytes
  static let mostBytes = headerBytes + 255 * minutiaBytes

  /// The best first, so that whoever may keep fewer for a card keeps those.
  static func write(_ print: Print) -> [UInt8] {
    let x = CardAxis(print.print.pointee.width, print.minutiae.map(\.x))
    let y = CardAxis(print.print.pointee.height, print.minutiae.map(\.y))
    var bytes = magic
    bytes.reserveCapacity(mostMadeBytes)
    bytes += [version] + [UInt8](repeating: 0, count: headerBytes - magic.count - 1)
    for minutia in print.minutiae {
      guard let across = x.units(minutia.x), let down = y.units(minutia.y) else { continue }
      // A unit of angle is four of ours; half a unit below the whole turn is the first again.
      bytes += [across, down, minutia.kind << 6 | (minutia.angle &+ 2) >> 2]
    }
    bytes[5] = UInt8((bytes.count - headerBytes) / minutiaBytes)
    Checksum.write(into: &bytes, at: sum)
    return bytes
  }

  static func read(_ bytes: UnsafeRawBufferPointer, into print: Print) -> PluginFailure? {
    guard bytes.count >= headerBytes, bytes.prefix(4).elementsEqual(magic) else {
      return PluginFailure(
        .templateFormat,
        "These are no bytes of a template of \(PrintFormat.card.rawValue); a card's own need its frame.")
    }
    guard Checksum.isRight(bytes, at: sum) else {
      return PrintFormat.damaged("its check is not that of its bytes")
    }
    guard bytes[4] == version else {
      return PluginFailure(
        .templateVersion,
        "The template says version \(bytes[4]) of \(PrintFormat.card.rawValue). Update the plugin.")
    }
    let count = Int(bytes[5])
    guard bytes[6] == 0, bytes[7] == 0, bytes.count == headerBytes + count * minutiaBytes else {
      return PrintFormat.damaged("a field of its header has an invalid value")
    }
    func pixels(_ at: Int) -> Int16 { Int16((Float(bytes[at]) * perUnit).rounded()) }
    return print.take(count) { index in
      let at = headerBytes + index * minutiaBytes
      return imp_finger_minutia(
        x: pixels(at), y: pixels(at + 1), angle: bytes[at + 2] << 2, kind: bytes[at + 2] >> 6, quality: 0,
        reserved: 0)
    }
  }
}

/// One coordinate: which pixel is 0. A side that is longer than the 25.5 mm of a byte is moved so that the
/// middle of the minutiae is the middle of what can be said.
private struct CardAxis {
  private static let unitsPerPixel: Float = 100 / 197
  private let origin: Float

  init(_ side: Int32, _ places: [Int16]) {
    guard Float(side - 1) * Self.unitsPerPixel >= 255.5, !places.isEmpty else {
      origin = 0
      return
    }
    let middle = Float(places.reduce(0) { $0 + Int($1) }) / Float(places.count)
    origin = (middle * Self.unitsPerPixel - 127.5).rounded()
  }

  /// - Returns: `nil` where it is beyond what a byte says.
  func units(_ pixel: Int16) -> UInt8? {
    UInt8(exactly: (Float(pixel) * Self.unitsPerPixel - origin).rounded())
  }
}
