// SPDX-License-Identifier: Apache-2.0

/// Reads BMP files in their common form: 8 bits with a palette, 24 or 32 bits, not compressed. The fourth
/// byte of a pixel of 32 bits is not used.
/// - SeeAlso: BITMAPFILEHEADER and BITMAPINFOHEADER of the Windows API.
struct BMPReader {
  private static let fileHeader = 14

  private let bytes: UnsafeRawBufferPointer
  private let place: String
  let width: Int
  let height: Int
  /// Rows are bottom-up, unless the height is negative.
  private let isBottomUp: Bool
  private let bits: Int
  private let pixels: Int
  /// The palette's offset, and its number of four-byte entries.
  private let palette: (at: Int, count: Int)

  /// Whether bytes begin like such a file: the two letters alone begin many texts too.
  static func isOne(_ head: [UInt8]) -> Bool {
    head.count >= 18 && head.starts(with: "BM".utf8) && head[6..<10].allSatisfy { $0 == 0 }
      && [12, 16, 40, 52, 56, 64, 108, 124].contains(head[14]) && head[15..<18].allSatisfy { $0 == 0 }
  }

  /// Reads only the headers.
  /// - Throws: ``ImagingError`` `truncated`, `damaged`, `unsupported`.
  init(_ bytes: UnsafeRawBufferPointer, place: String) throws(ImagingError) {
    self.bytes = bytes
    self.place = place
    guard bytes.count >= Self.fileHeader + 4 else { throw .truncated(place, "BMP", bytes: bytes.count) }
    let header = Int(Self.number(bytes, 14))
    guard [40, 52, 56, 108, 124].contains(header) else {
      throw Self.unsupported(place, "its header has \(header) bytes")
    }
    guard bytes.count >= Self.fileHeader + header else { throw .truncated(place, "BMP", bytes: bytes.count) }
    width = Int(Int32(bitPattern: Self.number(bytes, 18)))
    let rows = Int(Int32(bitPattern: Self.number(bytes, 22)))
    (height, isBottomUp) = (abs(rows), rows > 0)
    bits = Int(Self.number(bytes, 28) & 0xFFFF)
    let compression = Self.number(bytes, 30)
    guard compression == 0 else {
      throw Self.unsupported(place, "it is compressed, or has masks (\(compression))")
    }
    guard bits == 8 || bits == 24 || bits == 32 else {
      throw Self.unsupported(place, "it has \(bits) bits a pixel")
    }
    let colours = Int(Self.number(bytes, 46))
    guard bits != 8 || colours <= 256 else {
      throw .damaged(place, "BMP", "its palette has \(colours) colours")
    }
    palette = (Self.fileHeader + header, bits != 8 ? 0 : colours == 0 ? 256 : colours)
    pixels = Int(Self.number(bytes, 10))
    guard pixels >= palette.at + 4 * palette.count else {
      throw .damaged(place, "BMP", "its pixels lie in its headers")
    }
  }

  /// - Throws: ``ImagingError`` `truncated`; `damaged` for a pixel without a colour in the palette.
  func decode() throws(ImagingError) -> Image {
    // Rows are padded to four bytes. Sides and product have been checked against the limits.
    let row = (width * bits + 31) / 32 * 4
    guard bytes.count >= pixels, bytes.count - pixels >= row * height else {
      throw .truncated(place, "BMP", bytes: bytes.count)
    }
    var isWhole = true
    let image = try Image.make(width: width, height: height, format: .rgb24, place: place) { target in
      for y in 0..<height {
        let source = pixels + (isBottomUp ? height - 1 - y : y) * row
        for x in 0..<width {
          var colour = source + x * bits / 8
          if bits == 8 {
            let index = Int(bytes[colour])
            isWhole = isWhole && index < palette.count
            colour = palette.at + 4 * min(index, palette.count - 1)
          }
          let pixel = target + 3 * (y * width + x)
          (pixel[0], pixel[1], pixel[2]) = (bytes[colour + 2], bytes[colour + 1], bytes[colour])
        }
      }
    }
    guard isWhole else { throw .damaged(place, "BMP", "a pixel has no colour in its palette") }
    return image
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }

  private static func unsupported(_ place: String, _ words: String) -> ImagingError {
    ImagingError(
      .unsupported, place: place, reason: "it is a BMP of a kind that is not read: \(words).",
      remedy: "Save it as PNG, or as BMP of 24 bits without compression.")
  }
}
