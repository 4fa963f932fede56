// SPDX-License-Identifier: Apache-2.0
import ImprintFinger

/// Minutiae of nobody.
enum FingerSamples {
  /// Numbers that look random and are the same everywhere.
  struct Numbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func below(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % max(1, limit)
    }
  }

  static func view(
    _ count: Int, seed: UInt64 = 1, width: Int = 400, height: Int = 480, number: UInt8 = 0,
    extendedData: [UInt8] = []
  ) -> FingerView {
    var numbers = Numbers(seed)
    let kinds = Minutia.Kind.allCases
    let minutiae = (0..<count).map { _ in
      Minutia(
        x: Double(numbers.below(width)), y: Double(numbers.below(height)),
        angle: MinutiaAngle(degrees: Double(numbers.below(256)) * 360 / 256), kind: kinds[numbers.below(3)],
        quality: UInt8(1 + numbers.below(100)))
    }
    return FingerView(
      fingerCode: 2, impressionCode: 0, number: number, quality: 80, width: width, height: height,
      minutiae: minutiae, extendedData: extendedData)
  }

  static func one(
    x: Double, y: Double, degrees: Double, kind: Minutia.Kind = .ending
  ) -> FingerView {
    FingerView(
      width: 400, height: 480,
      minutiae: [Minutia(x: x, y: y, angle: MinutiaAngle(degrees: degrees), kind: kind)])
  }

  /// Two views by ISO/IEC 19794-2:2005, the second with extended data.
  static func record() throws -> [UInt8] {
    try FingerRecord(
      views: [view(3), view(5, seed: 2, number: 1, extendedData: [0, 1, 0, 4, 7, 8, 9, 10])],
      captureDevice: 0x8123
    ).bytes()
  }

  /// Minutiae in the layout of ANSI INCITS 378-2004.
  static func ansi(_ count: Int = 4, long: Bool = false) -> [UInt8] {
    var body: [UInt8] = [0x00, 0x3D, 0x00, 0x07, 0x80, 0x12]
    for number in [400, 480, 197, 197] { body += short(number) }
    body += [1, 0, 7, 0x10, 90, UInt8(count)]
    for index in 0..<count {
      body += short(1 << 14 | 10 * index + 5)
      body += short(20 * index + 3)
      body += [UInt8(45 * index % 180), 70]
    }
    body += [0, 0]
    let total = 8 + (long ? 6 : 2) + body.count
    var bytes = Array("FMR\0 20\0".utf8)
    bytes += long ? [0, 0, 0, 0] : []
    bytes += short(total)
    return bytes + body
  }

  /// Views of one minutia and all the extended data that a view may have, by ANSI INCITS 378-2004.
  static func longANSI(views: Int) -> [UInt8] {
    var bytes = ansi(0, long: true)
    bytes.removeLast(6)
    bytes[bytes.count - 2] = UInt8(views)
    for number in 0..<views {
      bytes += [7, UInt8(number % 16) << 4, 90, 1, 0x40, 5, 0, 3, 45, 70, 0xFF, 0xFF]
      bytes += [UInt8](repeating: 0, count: 0xFFFF)
    }
    bytes.replaceSubrange(10..<14, with: short(bytes.count >> 16) + short(bytes.count & 0xFFFF))
    return bytes
  }

  /// Views in the layout of ISO/IEC 19794-2:2011, each with two qualities and a certificate.
  static func iso2011(_ views: Int = 2, minutiaBytes: UInt8 = 6) -> [UInt8] {
    var all: [UInt8] = []
    for number in 0..<views {
      var body: [UInt8] = [0x07, 0xE8, 2, 3, 4, 5, 6, 0, 7, 4, 0, 9, 0xA0, 33]
      body += [2, 55, 0, 1, 0, 2, 255, 0, 3, 0, 4] as [UInt8]
      body += [1, 0, 1, 1, 3, UInt8(number)] as [UInt8]
      for resolution in [197, 200] { body += short(resolution) }
      body.append(24)
      for side in [300, 310] { body += short(side) }
      body += [minutiaBytes << 4 | 1, 3]
      for index in 0..<3 {
        body += short(2 << 14 | 30 * index)
        body += short(40)
        body.append(UInt8(64 * index))
        if minutiaBytes == 6 { body.append(254) }
      }
      body += [0, 2, 9, 9] as [UInt8]
      all += [0, 0] + short(body.count + 4) + body
    }
    var bytes = Array("FMR\u{0}030\u{0}".utf8)
    bytes += [0, 0] + short(15 + all.count)
    bytes += short(views) + [1]
    return bytes + all
  }

  static func short(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
}
