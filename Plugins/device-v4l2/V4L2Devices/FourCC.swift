// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A format of frames as Video4Linux names it: four letters.
struct FourCC: RawRepresentable, Hashable, CustomStringConvertible {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ letters: StaticString) {
    precondition(letters.utf8CodeUnitCount == 4)
    rawValue = letters.withUTF8Buffer { bytes in
      bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// `IMP_PIXEL_...`; `nil` for what the contract has no name for.
  var format: UInt32? {
    FourCC.known.first { $0.fourcc == self }.map { UInt32($0.format) }
  }

  /// Where the host has no wish, formats go in this order: those that lose nothing and cost least first; grey
  /// last, since a colour camera may give it too.
  var rank: Int { FourCC.known.firstIndex { $0.fourcc == self } ?? FourCC.known.count }

  private static let known: [(fourcc: FourCC, format: Int32)] = [
    (FourCC("YUYV"), IMP_PIXEL_YUYV), (FourCC("UYVY"), IMP_PIXEL_UYVY), (FourCC("NV12"), IMP_PIXEL_NV12),
    (FourCC("YU12"), IMP_PIXEL_I420), (FourCC("RGB3"), IMP_PIXEL_RGB24), (FourCC("BGR3"), IMP_PIXEL_BGR24),
    (FourCC("MJPG"), IMP_PIXEL_JPEG), (FourCC("JPEG"), IMP_PIXEL_JPEG), (FourCC("GREY"), IMP_PIXEL_GREY8),
    (FourCC("Y16 "), IMP_PIXEL_GREY16),
  ]

  /// Of one number a pixel, or of pairs of grey pictures: without colour.
  var isGrey: Bool { FourCC.grey.contains(self) }

  private static let grey: Set<FourCC> = [
    FourCC("GREY"), FourCC("Y04 "), FourCC("Y06 "), FourCC("Y10 "), FourCC("Y10B"), FourCC("Y10P"),
    FourCC("Y12 "), FourCC("Y12P"), FourCC("Y14 "), FourCC("Y14P"), FourCC("Y16 "), FourCC("Y8I "),
    FourCC("Y12I"), FourCC("L8  "), FourCC("L16 "),
  ]

  var description: String {
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) }
    return String(decoding: letters.map { (32..<127).contains($0) ? $0 : 63 }, as: UTF8.self)
  }
}
