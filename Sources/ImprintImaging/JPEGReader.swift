// SPDX-License-Identifier: Apache-2.0
private import CImagingLibraries
private import CImprintPixels
private import Glibc

/// Decodes a JPEG file whose markers are known to be complete.
enum JPEGReader {
  /// - Throws: ``ImagingError`` `damaged`, `unsupported`, `outOfMemory`.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ structure: JPEGStructure, place: String
  ) throws(ImagingError) -> Image {
    guard let handle = tjInitDecompress() else { throw .outOfMemory(place) }
    defer { tjDestroy(handle) }
    let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    let length = UInt(bytes.count)
    var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    if tjDecompressHeader3(handle, source, length, &width, &height, &subsampling, &colours) != 0 {
      try judge(handle, place: place)
    }
    // The structure parser and the decoder may see different frame headers in a file that has two.
    guard Int(width) == structure.width, Int(height) == structure.height else {
      throw .damaged(place, "JPEG", "it states two sizes")
    }
    let samples = Samples(colours)
    let row = structure.width * samples.bytesPerPixel
    let size = row * structure.height
    var failed = false
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      // On an error the decoder leaves rows unwritten.
      memset(base, 0, size)
      count = size
      // The decoder's own limit of 500 scans is a second line after ``JPEGScans``.
      failed =
        tjDecompress2(
          handle, source, length, base, width, Int32(row), height, samples.format, TJFLAG_LIMITSCANS) != 0
    }
    if failed { try judge(handle, place: place) }
    return try image(pixels, structure, samples, place: place)
  }

  /// How the decoder is to write the pixels.
  private enum Samples {
    case grey
    case rgb
    case cmyk

    init(_ colours: Int32) {
      switch TJCS(UInt32(bitPattern: colours)) {
      case TJCS_GRAY: self = .grey
      case TJCS_CMYK, TJCS_YCCK: self = .cmyk
      default: self = .rgb
      }
    }

    var bytesPerPixel: Int {
      switch self {
      case .grey: 1
      case .rgb: 3
      case .cmyk: 4
      }
    }

    var format: Int32 {
      switch self {
      case .grey: Int32(TJPF_GRAY.rawValue)
      case .rgb: Int32(TJPF_RGB.rawValue)
      case .cmyk: Int32(TJPF_CMYK.rawValue)
      }
    }
  }

  private static func image(
    _ pixels: [UInt8], _ structure: JPEGStructure, _ samples: Samples, place: String
  ) throws(ImagingError) -> Image {
    let (width, height) = (structure.width, structure.height)
    guard samples == .cmyk else {
      return try Image.checked(
        width: width, height: height, format: samples == .grey ? .grey8 : .rgb24, pixels: pixels, place: place
      )
    }
    return try Image.make(width: width, height: height, format: .rgb24, place: place) { target in
      imp_pixels_cmyk_to_rgb(pixels, width * 4, target, width, height)
    }
  }

  /// Returns if all pixels were decoded nevertheless; throws otherwise.
  private static func judge(_ handle: tjhandle, place: String) throws(ImagingError) {
    let words = tjGetErrorStr2(handle).map { String(cString: $0) } ?? "no reason was given"
    // Many cameras write extra bytes before the end marker; all pixels are decoded by then.
    if tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue), words.hasSuffix("before marker 0xd9") {
      return
    }
    if words.hasPrefix("Insufficient memory") { throw .outOfMemory(place) }
    if words.contains("nsupported") || words.contains("not supported") || words.contains("subsampling") {
      throw ImagingError(
        .unsupported, place: place, reason: "this kind of JPEG file is not read: \(words).",
        remedy: "Save it as baseline JPEG.")
    }
    throw .damaged(place, "JPEG", words)
  }
}
