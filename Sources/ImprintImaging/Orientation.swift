// SPDX-License-Identifier: Apache-2.0
private import CImagingLibraries
private import CImprintPixels

/// How a picture must be transformed to be upright: the values of EXIF's orientation.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
  case upright = 1
  /// Left and right are swapped.
  case mirrored = 2
  /// Upside down: turned by 180 degrees.
  case rotated180 = 3
  /// Top and bottom are swapped.
  case flipped = 4
  /// Rows and columns are swapped, about the diagonal from the top left.
  case transposed = 5
  /// It must be turned by 90 degrees clockwise.
  case rotated90 = 6
  /// Rows and columns are swapped, about the diagonal from the top right.
  case transversed = 7
  /// It must be turned by 90 degrees counter-clockwise.
  case rotated270 = 8

  /// Whether width and height are swapped.
  public var swapsSides: Bool { rawValue >= 5 }

  static let exifHeader: [UInt8] = Array("Exif".utf8) + [0, 0]

  /// The orientation that a TIFF block states. Upright if missing or invalid: bad metadata do not make a
  /// picture unusable.
  init(exif block: Slice<UnsafeRawBufferPointer>?) {
    self = block.flatMap(Self.read) ?? .upright
  }

  private static func read(_ block: Slice<UnsafeRawBufferPointer>) -> Orientation? {
    let bytes = exifHeader + block
    guard let data = exif_data_new() else { return nil }
    defer { exif_data_unref(data) }
    // Read the raw value, not libexif's correction.
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_load_data(data, bytes, UInt32(bytes.count))
    guard let entry = exif_content_get_entry(data.pointee.ifd.0, EXIF_TAG_ORIENTATION),
      entry.pointee.format == EXIF_FORMAT_SHORT, entry.pointee.components == 1, entry.pointee.size >= 2,
      let value = entry.pointee.data
    else { return nil }
    return Orientation(rawValue: Int(exif_get_short(value, exif_data_get_byte_order(data))))
  }
}

extension Image {
  /// The image transformed to be upright. O(pixels); free if it already is.
  public func oriented(_ orientation: Orientation) throws(ImagingError) -> Image {
    try oriented(orientation, place: "image")
  }

  func oriented(_ orientation: Orientation, place: String) throws(ImagingError) -> Image {
    guard orientation != .upright else { return self }
    return try Image.make(
      width: orientation.swapsSides ? height : width, height: orientation.swapsSides ? width : height,
      format: format, place: place
    ) { target in
      imp_pixels_orient(
        pixels, bytesPerRow, width, height, format.bytesPerPixel, Int32(orientation.rawValue), target)
    }
  }
}
