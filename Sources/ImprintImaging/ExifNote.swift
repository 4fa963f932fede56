// SPDX-License-Identifier: Apache-2.0

/// A short text in a JPEG file: an EXIF segment whose one entry is the image description.
enum ExifNote {
  private static let imageDescription: UInt16 = 0x010E
  private static let ascii: UInt16 = 2

  /// - Throws: ``ImagingError`` `badOption`.
  static func segment(_ text: String) throws(ImagingError) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard (1...1024).contains(bytes.count), !bytes.contains(0) else {
      throw ImagingError(
        .badOption, place: "note", reason: "it has \(bytes.count) bytes, or a null among them.",
        remedy: "Give 1 to 1024 bytes without a null.")
    }
    // TIFF, big-endian: header, one directory of one entry, no next directory, the text.
    var tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
    append(UInt16(1), to: &tiff)
    append(imageDescription, to: &tiff)
    append(ascii, to: &tiff)
    append(UInt32(bytes.count + 1), to: &tiff)
    if bytes.count < 4 {
      // Such a short text is stored in the entry itself.
      tiff += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      append(UInt32(0), to: &tiff)
    } else {
      append(UInt32(26), to: &tiff)
      append(UInt32(0), to: &tiff)
      tiff += bytes + [0]
    }
    let body = Orientation.exifHeader + tiff
    return [0xFF, 0xE1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
  }

  /// Inserts a segment right after the start marker and the JFIF segment, where readers expect it.
  static func insert(_ segment: [UInt8], into file: [UInt8]) -> [UInt8] {
    let jfif = file.count > 5 && file[2] == 0xFF && file[3] == 0xE0
    let at = 2 + (jfif ? 2 + (Int(file[4]) << 8 | Int(file[5])) : 0)
    return Array(file[..<at]) + segment + Array(file[at...])
  }

  private static func append<T: FixedWidthInteger>(_ number: T, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
