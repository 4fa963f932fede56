// SPDX-License-Identifier: Apache-2.0
private import CImprintPixels

extension Image {
  /// The part of the image inside a rectangle (F108), expanded to whole pixels and clipped to the image.
  /// - Parameter margin: added on each side, as a share of the rectangle's width or height; 0.1 makes it
  ///   1.2 times as wide. -0.5 exclusive ... 10.
  /// - Throws: ``ImagingError`` `badRegion` if no pixel is left, or a number is not finite.
  public func cropped(to rectangle: Rectangle, margin: Float = 0) throws(ImagingError) -> Image {
    let growth = (x: rectangle.width * margin, y: rectangle.height * margin)
    let left = rectangle.x - growth.x
    let top = rectangle.y - growth.y
    let right = rectangle.x + rectangle.width + growth.x
    let bottom = rectangle.y + rectangle.height + growth.y
    guard !rectangle.isEmpty, margin > -0.5, margin <= 10, left.isFinite, top.isFinite, right.isFinite,
      bottom.isFinite, left < Float(width), top < Float(height), right > 0, bottom > 0
    else {
      throw ImagingError(
        .badRegion, place: "crop", reason: "the region has no pixel of the \(width)x\(height) image.",
        remedy: "Give a region that is not empty and lies in the image.")
    }
    // Within the guards' bounds, so that the conversions cannot trap.
    let x = Int(max(0, left).rounded(.down))
    let y = Int(max(0, top).rounded(.down))
    let endX = Int(min(Float(width), right).rounded(.up))
    let endY = Int(min(Float(height), bottom).rounded(.up))
    let channels = format.bytesPerPixel
    return try Image.make(width: endX - x, height: endY - y, format: format, place: "crop") { target in
      pixels.withUnsafeBufferPointer { source in
        guard let base = source.baseAddress else { return }
        imp_pixels_copy(
          base + y * bytesPerRow + x * channels, bytesPerRow, target, (endX - x) * channels, endY - y)
      }
    }
  }
}
