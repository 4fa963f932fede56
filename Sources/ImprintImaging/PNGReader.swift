// SPDX-License-Identifier: Apache-2.0
private import CImagingLibraries
private import Glibc

/// Decodes a PNG file whose chunks are known to be complete.
enum PNGReader {
  /// - Throws: ``ImagingError`` `damaged`, `outOfMemory`.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ structure: PNGStructure, place: String
  ) throws(ImagingError) -> Image {
    var control = png_image()
    control.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&control) }
    guard png_image_begin_read_from_memory(&control, bytes.baseAddress, bytes.count) != 0 else {
      throw failure(control, place: place)
    }
    guard Int(control.width) == structure.width, Int(control.height) == structure.height else {
      throw .damaged(place, "PNG", "it states two sizes")
    }
    let colour = control.format & UInt32(PNG_FORMAT_FLAG_COLOR) != 0
    control.format = colour ? UInt32(PNG_FORMAT_RGB) : UInt32(PNG_FORMAT_GRAY)
    control.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
    var white = png_color(red: 255, green: 255, blue: 255)
    var done: Int32 = 0
    let image = try Image.make(
      width: structure.width, height: structure.height, format: colour ? .rgb24 : .grey8, place: place
    ) { target in
      // On an error the decoder leaves rows unwritten.
      memset(target, 0, structure.width * structure.height * (colour ? 3 : 1))
      done = png_image_finish_read(&control, &white, target, 0, nil)
    }
    guard done != 0 else { throw failure(control, place: place) }
    return image
  }

  private static func failure(_ control: png_image, place: String) -> ImagingError {
    let words = withUnsafeBytes(of: control.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return words.contains("memory") ? .outOfMemory(place) : .damaged(place, "PNG", words)
  }
}
