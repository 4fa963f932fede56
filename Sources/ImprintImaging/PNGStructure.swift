// SPDX-License-Identifier: Apache-2.0

/// The chunk structure of a PNG file, parsed before the decoder sees a byte.
struct PNGStructure {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// In pixels, from the header; not validated yet.
  let width: Int
  let height: Int
  /// The EXIF chunk's TIFF block, as a range of the file.
  let exif: Range<Int>?
  /// As stated, where it is the same along both axes.
  let pixelsPerMetre: Int?

  /// - Throws: ``ImagingError`` `truncated`, `damaged`.
  init(_ bytes: UnsafeRawBufferPointer, place: String) throws(ImagingError) {
    var at = Self.signature.count
    var size: (width: Int, height: Int)?
    var exif: Range<Int>?
    var pixelsPerMetre: Int?
    while true {
      // A chunk: length, name, body, checksum; four bytes each but for the body.
      guard bytes.count - at >= 12 else { throw .truncated(place, "PNG", bytes: bytes.count) }
      let length = Self.number(bytes, at)
      let name = bytes[at + 4..<at + 8]
      guard length <= bytes.count - at - 12 else { throw .truncated(place, "PNG", bytes: bytes.count) }
      let body = at + 8..<at + 8 + length
      at = body.upperBound + 4
      if size == nil {
        guard name.elementsEqual("IHDR".utf8), length == 13 else {
          throw .damaged(place, "PNG", "it does not begin with its header")
        }
        size = (Self.number(bytes, body.lowerBound), Self.number(bytes, body.lowerBound + 4))
      } else if name.elementsEqual("eXIf".utf8), exif == nil {
        exif = body
      } else if name.elementsEqual("pHYs".utf8), length == 9, bytes[body.lowerBound + 8] == Self.metre {
        let along = (Self.number(bytes, body.lowerBound), Self.number(bytes, body.lowerBound + 4))
        pixelsPerMetre = along.0 == along.1 ? along.0 : nil
      } else if name.elementsEqual("IEND".utf8) {
        break
      }
    }
    (width, height) = size ?? (0, 0)
    self.exif = exif
    self.pixelsPerMetre = pixelsPerMetre
  }

  /// The unit of `pHYs`.
  private static let metre: UInt8 = 1

  private static func number(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
    Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
  }
}
