// SPDX-License-Identifier: Apache-2.0

/// Reads JPEG, PNG, PGM, PPM and BMP files into upright images.
///
/// - JPEG: baseline and progressive, Huffman-coded, 8 bits, in as many scans as are usual; grey stays
///   ``PixelFormat/grey8``, all else becomes ``PixelFormat/rgb24``. CMYK is converted without a colour
///   profile, 255 meaning no ink.
/// - PNG: every depth and colour type. 16 bits are reduced to 8; without gamma they are taken as sRGB.
///   Transparency is composited over white.
/// - PGM and PPM: binary (P5, P6), 8 or 16 bits; a file's first picture.
/// - BMP: 8 bits with a palette, 24 and 32 bits, not compressed.
/// - An EXIF orientation, in a JPEG or a PNG, is applied: the image is upright.
///
/// Damaged files are never partly decoded: a truncated or inconsistent file is refused.
public enum ImageDecoder {
  /// Decodes one picture.
  /// - Parameters:
  ///   - place: its name in errors, such as its path.
  ///   - limit: checked against the header, before memory is allocated.
  /// - Throws: ``ImagingError`` `empty`, `notAnImage` (says what it looks like), `unsupported`, `truncated`,
  ///   `damaged`, `tooLarge`, `tooManyScans`, `badSize`, `outOfMemory`.
  /// - Complexity: O(bytes + pixels). Thread-safe.
  public static func decode(
    _ bytes: [UInt8], place: String = "image", limit: ImagingLimit = .standard
  ) throws(ImagingError) -> Image {
    // A Result, as withUnsafeBytes does not preserve typed throws.
    let result = bytes.withUnsafeBytes { (raw) -> Result<Image, ImagingError> in
      Result { () throws(ImagingError) -> Image in try decode(raw, place: place, limit: limit) }
    }
    return try result.get()
  }

  /// Decodes one picture from borrowed memory, without retaining it.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, place: String = "image", limit: ImagingLimit = .standard
  ) throws(ImagingError) -> Image {
    guard !bytes.isEmpty else {
      throw ImagingError(
        .empty, place: place, reason: "it is empty.", remedy: FileKind.give)
    }
    switch FileKind(bytes) {
    case .jpeg:
      let structure = try JPEGStructure(bytes, place: place)
      try limit.check(width: structure.width, height: structure.height, place: place)
      try structure.scans.check(place: place)
      return try JPEGReader.decode(bytes, structure, place: place)
        .oriented(Orientation(exif: structure.exif.map { bytes[$0] }), place: place)
    case .png:
      let structure = try PNGStructure(bytes, place: place)
      try limit.check(width: structure.width, height: structure.height, place: place)
      return try PNGReader.decode(bytes, structure, place: place)
        .oriented(Orientation(exif: structure.exif.map { bytes[$0] }), place: place)
    case .pnm:
      let reader = try PNMReader(bytes, place: place)
      try limit.check(width: reader.width, height: reader.height, place: place)
      return try reader.decode()
    case .bmp:
      let reader = try BMPReader(bytes, place: place)
      try limit.check(width: reader.width, height: reader.height, place: place)
      return try reader.decode()
    case .other(let words, let remedy):
      throw ImagingError(
        .notAnImage, place: place,
        reason: words.map { "it looks like \($0)." } ?? "it does not begin as an image does.", remedy: remedy)
    }
  }
}
