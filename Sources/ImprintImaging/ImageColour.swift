// SPDX-License-Identifier: Apache-2.0
private import CImprintPixels

extension Image {
  /// The image in another pixel format: grey by BT.601 luma, colour by replicating grey. O(pixels); free if
  /// it has the format already.
  public func converted(to format: PixelFormat) throws(ImagingError) -> Image {
    guard format != self.format else { return self }
    return try Image.make(width: width, height: height, format: format, place: "image") { target in
      switch format {
      case .grey8: imp_pixels_rgb_to_grey(pixels, bytesPerRow, target, width, height)
      case .rgb24: imp_pixels_grey_to_rgb(pixels, bytesPerRow, target, width, height)
      }
    }
  }

  /// The pixels in another library's layout, contiguous (F103).
  /// - Parameter layout: `grey8`, `grey16`, `rgb24` or `bgr24`.
  /// - Throws: ``ImagingError`` `unsupported` for the layouts of cameras.
  public func bytes(as layout: PixelLayout) throws(ImagingError) -> [UInt8] {
    switch layout {
    case .grey8: return try converted(to: .grey8).tightPixels
    case .rgb24: return try converted(to: .rgb24).tightPixels
    case .grey16:
      let grey = try converted(to: .grey8)
      return Self.bytes(2 * width * height) {
        imp_pixels_grey_to_grey16(grey.pixels, grey.bytesPerRow, $0, width, height)
      }
    case .bgr24:
      let colour = try converted(to: .rgb24)
      return Self.bytes(3 * width * height) {
        imp_pixels_swap(colour.pixels, colour.bytesPerRow, $0, width, height)
      }
    case .yuyv, .uyvy, .i420, .nv12:
      throw ImagingError(
        .unsupported, place: "image", reason: "\(layout.rawValue) is read, not written.",
        remedy: "Ask for grey8, grey16, rgb24 or bgr24.")
    }
  }

  /// The pixels, contiguous.
  private var tightPixels: [UInt8] {
    let row = width * format.bytesPerPixel
    guard row != bytesPerRow else { return pixels }
    return Self.bytes(row * height) { imp_pixels_copy(pixels, bytesPerRow, $0, row, height) }
  }

  private static func bytes(_ size: Int, fill: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      fill(base)
      count = size
    }
  }
}
