// SPDX-License-Identifier: Apache-2.0
import CImagingLibraries
import Testing

/// The image description of a JPEG file, as libexif reads it.
func exifDescription(_ file: [UInt8]) throws -> String {
  let data = try #require(exif_data_new_from_data(file, UInt32(file.count)))
  defer { exif_data_unref(data) }
  let entry = try #require(exif_content_get_entry(data.pointee.ifd.0, EXIF_TAG_IMAGE_DESCRIPTION))
  let bytes = UnsafeBufferPointer(start: entry.pointee.data, count: Int(entry.pointee.size))
  return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
}
