// SPDX-License-Identifier: Apache-2.0
private import CImprintPixels

extension Image {
  /// The image in another size: area averaging for reduction, linear interpolation for enlargement.
  /// - Throws: ``ImagingError`` `badSize`, `tooLarge`, `outOfMemory`.
  /// - Complexity: O(pixels of both). In sRGB values, not linear light.
  public func scaled(
    width: Int, height: Int, limit: ImagingLimit = .standard
  ) throws(ImagingError) -> Image {
    try limit.check(width: width, height: height, place: "scaled image")
    guard width != self.width || height != self.height else { return self }
    var done = false
    let image = try Image.make(width: width, height: height, format: format, place: "scaled image") {
      done = imp_pixels_scale(
        pixels, bytesPerRow, self.width, self.height, format.bytesPerPixel, $0, width, height)
      if !done { $0.update(repeating: 0, count: width * height * format.bytesPerPixel) }
    }
    guard done else { throw .outOfMemory("scaled image") }
    return image
  }

  /// The image scaled proportionally so that no side is longer than `side` pixels. Never enlarges.
  public func scaledDown(toFit side: Int) throws(ImagingError) -> Image {
    let longest = max(width, height)
    guard longest > side else { return self }
    return try scaled(
      width: max(1, (width * side + longest / 2) / longest),
      height: max(1, (height * side + longest / 2) / longest))
  }
}
