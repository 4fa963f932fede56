// SPDX-License-Identifier: Apache-2.0

/// File types by their first bytes: the supported ones, and others that users try.
enum FileKind: Equatable {
  case jpeg
  case png
  /// PGM or PPM, binary.
  case pnm
  case bmp
  /// Another type, in words for people, and how to convert it; `nil` if unknown.
  case other(words: String?, remedy: String)

  /// The supported types, in words.
  static let give = "Give a JPEG, PNG, PGM, PPM or BMP file."

  /// O(1): reads at most 64 bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    let head = Array(bytes.prefix(64))
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: PNGStructure.signature) {
      self = .png
    } else if PNMReader.isOne(head) {
      self = .pnm
    } else if BMPReader.isOne(head) {
      self = .bmp
    } else {
      self = Self.other(head)
    }
  }

  private static let magics: [(at: Int, magic: [UInt8], words: String)] = [
    (0, Array("GIF8".utf8), "a GIF image"),
    (8, Array("WEBP".utf8), "a WebP image"),
    (8, Array("AVI ".utf8), "an AVI video"),
    (0, Array("%PDF".utf8), "a PDF document"),
    (0, [0x49, 0x49, 0x2A, 0], "a TIFF or raw camera image"),
    (0, [0x4D, 0x4D, 0, 0x2A], "a TIFF or raw camera image"),
    (4, Array("ftypheic".utf8), "a HEIC image"),
    (4, Array("ftypmif1".utf8), "a HEIF image"),
    (4, Array("ftypavif".utf8), "an AVIF image"),
    (4, Array("ftyp".utf8), "an MP4 video"),
    (4, Array("jP  ".utf8), "a JPEG 2000 image"),
    (0, [0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 image"),
    (0, [0xFF, 0xA0], "a WSQ fingerprint image"),
    (0, [0xFF, 0x0A], "a JPEG XL image"),
    (0, Array("YUV4MPEG2".utf8), "a Y4M video"),
    (0, Array("RIFF".utf8), "a RIFF file"),
    (0, Array("IMPT".utf8), "a template, not an image"),
    (0, Array("PK".utf8), "a ZIP archive"),
    (0, [0x1F, 0x8B], "a gzip archive"),
    (0, [0x7F, 0x45, 0x4C, 0x46], "a program or library"),
    (0, Array("<svg".utf8), "an SVG drawing"),
    (0, Array("P1\n".utf8), "a PBM image"),
    (0, Array("P4\n".utf8), "a PBM image"),
    (0, Array("P2\n".utf8), "a PGM image in text"),
    (0, Array("P3\n".utf8), "a PPM image in text"),
    (0, Array("P7\n".utf8), "a PAM image"),
  ]

  /// Converters to PNG for unsupported types: a program, and its Debian package.
  private static let converters = [
    "a WebP image": "dwebp FILE -o FILE.png (Debian package webp)",
    "a HEIC image": "heif-convert FILE FILE.png (Debian package libheif-examples)",
    "a HEIF image": "heif-convert FILE FILE.png (Debian package libheif-examples)",
    "an AVIF image": "heif-convert FILE FILE.png (Debian package libheif-examples)",
  ]

  private static func other(_ head: [UInt8]) -> FileKind {
    guard let words = words(head) else { return .other(words: nil, remedy: give) }
    if let converter = converters[words] {
      return .other(words: words, remedy: "Convert it to PNG or JPEG, for example with \(converter).")
    }
    let remedy =
      words.contains(" image") ? "Convert it to PNG or JPEG, for example with an image editor." : give
    return .other(words: words, remedy: remedy)
  }

  private static func words(_ head: [UInt8]) -> String? {
    for entry in magics where head.dropFirst(entry.at).starts(with: entry.magic) {
      return entry.words
    }
    // Tab, newline, return, and from space on; bytes of 128 and more are UTF-8.
    let isText = head.allSatisfy { $0 == 9 || $0 == 10 || $0 == 13 || ($0 >= 32 && $0 != 127) }
    return isText && !head.isEmpty ? "text" : nil
  }
}
