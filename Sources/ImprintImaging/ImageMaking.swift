// SPDX-License-Identifier: Apache-2.0

extension Image {
  /// An image whose pixels `fill` writes: all `width * height * bytesPerPixel` bytes of them.
  static func make(
    width: Int, height: Int, format: PixelFormat, place: String,
    fill: (UnsafeMutablePointer<UInt8>) -> Void
  ) throws(ImagingError) -> Image {
    let size = width * height * format.bytesPerPixel
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      fill(base)
      count = size
    }
    return try checked(width: width, height: height, format: format, pixels: pixels, place: place)
  }

  /// The image, or the error.
  static func checked(
    width: Int, height: Int, format: PixelFormat, pixels: [UInt8], place: String
  ) throws(ImagingError) -> Image {
    guard let image = Image(width: width, height: height, format: format, pixels: pixels) else {
      throw ImagingError(
        .badSize, place: place, reason: "it is \(width)x\(height) pixels large.",
        remedy: "Give an image with sides of 1 to \(Image.maximumSide) pixels.")
    }
    return image
  }
}
