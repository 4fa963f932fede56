// SPDX-License-Identifier: Apache-2.0

/// Writes images as JPEG and PNG files.
public enum ImageEncoder {
  /// The subject of a picture, which determines the default JPEG quality (F104).
  public enum Subject: Sendable, Hashable, CaseIterable {
    case face
    case finger
    case document

    /// 1...100. Ridges need the most, and a document's print the least.
    public var quality: Int {
      switch self {
      case .face: 80
      case .finger: 90
      case .document: 70
      }
    }
  }

  /// Writes a baseline JPEG file, grey or YCbCr; colour at full resolution from quality 90 on, at half
  /// below.
  /// - Parameters:
  ///   - quality: 1...100.
  ///   - note: written as EXIF image description: 1...1024 bytes without a null, or `nil` for no EXIF.
  /// - Throws: ``ImagingError`` `badOption`, `outOfMemory`, `notEncoded`.
  /// - Complexity: O(pixels). Thread-safe and deterministic.
  public static func jpeg(_ image: Image, quality: Int, note: String? = nil) throws(ImagingError) -> [UInt8] {
    let exif = try note.map { (text) throws(ImagingError) in try ExifNote.segment(text) }
    let file = try JPEGWriter.encode(image, quality: quality)
    return exif.map { ExifNote.insert($0, into: file) } ?? file
  }

  /// Writes a JPEG file with the subject's quality.
  public static func jpeg(_ image: Image, of subject: Subject, note: String? = nil) throws(ImagingError)
    -> [UInt8]
  {
    try jpeg(image, quality: subject.quality, note: note)
  }

  /// Writes a JPEG file of at most so many bytes, with the best quality that fits (F105).
  ///
  /// By bisection, as size is nearly monotonic in quality.
  /// - Parameter maximumBytes: of the whole file; 100 kilobytes are 100,000.
  /// - Throws: ``ImagingError`` `targetTooSmall` if quality 1 is still too large; as
  ///   ``jpeg(_:quality:note:)``.
  /// - Complexity: at most eight times ``jpeg(_:quality:note:)``.
  public static func jpeg(
    _ image: Image, maximumBytes: Int, note: String? = nil
  ) throws(ImagingError) -> [UInt8] {
    var best = try jpeg(image, quality: 1, note: note)
    guard best.count <= maximumBytes else {
      throw ImagingError(
        .targetTooSmall, place: "image",
        reason:
          "it takes \(best.count) bytes at the lowest quality, more than the \(maximumBytes) asked for.",
        remedy: "Allow more bytes, or scale it down first.")
    }
    var (fits, tooLarge) = (1, 101)
    while tooLarge - fits > 1 {
      let quality = (fits + tooLarge) / 2
      let file = try jpeg(image, quality: quality, note: note)
      if file.count <= maximumBytes {
        (fits, best) = (quality, file)
      } else {
        tooLarge = quality
      }
    }
    return best
  }

  /// Writes a PNG file, 8-bit grey or colour, sRGB; lossless.
  /// - Throws: ``ImagingError`` `outOfMemory`, `notEncoded`.
  /// - Complexity: O(pixels). Safe from any thread.
  public static func png(_ image: Image) throws(ImagingError) -> [UInt8] {
    try PNGWriter.encode(image)
  }
}
