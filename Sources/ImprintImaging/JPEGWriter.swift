// SPDX-License-Identifier: Apache-2.0
private import CImagingLibraries

/// Encodes a baseline JPEG file.
enum JPEGWriter {
  /// - Throws: ``ImagingError`` `badOption`, `outOfMemory`, `notEncoded`.
  static func encode(_ image: Image, quality: Int) throws(ImagingError) -> [UInt8] {
    guard (1...100).contains(quality) else {
      throw ImagingError(
        .badOption, place: "quality", reason: "it is \(quality).", remedy: "Give 1 to 100.")
    }
    guard let handle = tjInitCompress() else { throw .outOfMemory("image") }
    defer { tjDestroy(handle) }
    let grey = image.format == .grey8
    let format = grey ? TJPF_GRAY : TJPF_RGB
    let subsampling = grey ? TJSAMP_GRAY : quality >= 90 ? TJSAMP_444 : TJSAMP_420
    var file: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    defer { tjFree(file) }
    let result = tjCompress2(
      handle, image.pixels, Int32(image.width), Int32(image.bytesPerRow), Int32(image.height),
      Int32(format.rawValue), &file, &length, Int32(subsampling.rawValue), Int32(quality), 0)
    guard result == 0, let file else {
      let words = tjGetErrorStr2(handle).map { String(cString: $0) } ?? "no reason was given"
      throw ImagingError(
        .notEncoded, place: "image", reason: "no JPEG file could be made: \(words).",
        remedy: "Use a smaller image.")
    }
    return Array(UnsafeBufferPointer(start: file, count: Int(length)))
  }
}
