// SPDX-License-Identifier: Apache-2.0
private import CImagingLibraries

/// Encodes a PNG file.
enum PNGWriter {
  /// - Throws: ``ImagingError`` `notEncoded`.
  static func encode(_ image: Image) throws(ImagingError) -> [UInt8] {
    var control = png_image()
    control.version = UInt32(PNG_IMAGE_VERSION)
    control.width = UInt32(image.width)
    control.height = UInt32(image.height)
    control.format = image.format == .grey8 ? UInt32(PNG_FORMAT_GRAY) : UInt32(PNG_FORMAT_RGB)
    defer { png_image_free(&control) }
    // Rows as they are, one filter byte each, zlib's worst case, and chunk frames of its 8 KiB blocks.
    let raw = image.height * (image.width * image.format.bytesPerPixel + 1)
    let capacity = raw + raw / 8 + raw / 64 + raw / 512 + 1024
    var done: Int32 = 0
    let file = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      var length = capacity
      done = png_image_write_to_memory(
        &control, buffer.baseAddress, &length, 0, image.pixels, Int32(image.bytesPerRow), nil)
      count = done == 0 ? 0 : length
    }
    guard done != 0 else {
      let words = withUnsafeBytes(of: control.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw ImagingError(
        .notEncoded, place: "image", reason: "no PNG file could be made: \(words).",
        remedy: "Use a smaller image.")
    }
    // A copy of the used part, as the array would retain the worst-case capacity.
    return Array(file[...])
  }
}
