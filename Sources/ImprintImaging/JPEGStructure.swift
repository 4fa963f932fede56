// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// The marker structure of a JPEG file, parsed before the decoder sees a byte.
///
/// It reliably detects truncation: the decoder would fill a truncated picture with grey, and an end marker
/// inside a thumbnail would fool a backward search.
struct JPEGStructure {
  /// In pixels, from the frame header; not validated yet.
  let width: Int
  let height: Int
  /// TIFF block of the first EXIF segment, as a range of the file.
  let exif: Range<Int>?
  /// Not validated yet.
  let scans: JPEGScans

  private static let startOfScan: UInt8 = 0xDA
  private static let endOfImage: UInt8 = 0xD9

  /// - Throws: ``ImagingError`` `truncated`, `damaged`, `unsupported`.
  init(_ bytes: UnsafeRawBufferPointer, place: String) throws(ImagingError) {
    var size: (width: Int, height: Int)?
    var scans: JPEGScans?
    var exif: Range<Int>?
    var at = 2
    while true {
      guard let marker = Self.nextMarker(bytes, from: at) else {
        throw .truncated(place, "JPEG", bytes: bytes.count)
      }
      let code = bytes[marker - 1]
      at = marker
      if code == Self.endOfImage { break }
      if code == 0x01 || (0xD0...0xD8).contains(code) { continue }
      guard at + 2 <= bytes.count else { throw .truncated(place, "JPEG", bytes: bytes.count) }
      let length = Int(bytes[at]) << 8 | Int(bytes[at + 1])
      guard length >= 2 else { throw .damaged(place, "JPEG", "a segment has a length of \(length)") }
      guard length <= bytes.count - at else { throw .truncated(place, "JPEG", bytes: bytes.count) }
      let body = at + 2..<at + length
      switch code {
      case 0xC9...0xCB, 0xCD...0xCF:
        throw ImagingError(
          .unsupported, place: place, reason: "this kind of JPEG file is not read: its coding is arithmetic.",
          remedy: "Save it as baseline JPEG.")
      case 0xC0...0xC3, 0xC5...0xC7:
        let found = try Self.frameSize(bytes, body, place: place)
        // The decoder refuses a second one too, but only after all scans before it.
        guard size == nil else { throw .damaged(place, "JPEG", "it has two frame headers") }
        size = found
        scans = JPEGScans(frame: bytes[body], width: found.width, height: found.height)
      case 0xE1 where exif == nil && bytes[body].starts(with: Orientation.exifHeader):
        exif = body.lowerBound + Orientation.exifHeader.count..<body.upperBound
      case Self.startOfScan where size == nil:
        throw .damaged(place, "JPEG", "its picture comes before its size")
      case Self.startOfScan: scans?.add(scan: bytes[body])
      default: break
      }
      at = body.upperBound
    }
    guard let size, let scans else { throw .damaged(place, "JPEG", "it has no picture") }
    (width, height) = size
    self.scans = scans
    self.exif = exif
  }

  private static func frameSize(
    _ bytes: UnsafeRawBufferPointer, _ body: Range<Int>, place: String
  ) throws(ImagingError) -> (width: Int, height: Int) {
    guard body.count >= 6 else { throw .damaged(place, "JPEG", "its frame header is too short") }
    let at = body.lowerBound
    guard bytes[at] == 8 else {
      throw ImagingError(
        .unsupported, place: place, reason: "the JPEG file has \(bytes[at]) bits a sample.",
        remedy: "Save it with 8 bits a sample.")
    }
    return (Int(bytes[at + 3]) << 8 | Int(bytes[at + 4]), Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]))
  }

  /// The index after the next marker's second byte, skipping entropy-coded data, restart markers and fill
  /// bytes.
  private static func nextMarker(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var at = start
    while at < bytes.count, let found = memchr(base + at, 0xFF, bytes.count - at) {
      at = base.distance(to: UnsafeRawPointer(found)) + 1
      while at < bytes.count, bytes[at] == 0xFF { at += 1 }
      guard at < bytes.count else { return nil }
      at += 1
      if bytes[at - 1] != 0, !(0xD0...0xD7).contains(bytes[at - 1]) { return at }
    }
    return nil
  }
}
