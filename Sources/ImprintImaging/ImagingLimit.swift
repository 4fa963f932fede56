// SPDX-License-Identifier: Apache-2.0

/// The maximum size of a picture. Checked against the file's header, before memory for pixels is allocated.
public struct ImagingLimit: Sendable, Hashable {
  /// Width times height, at least 1.
  public let pixels: Int

  /// A limit of so many pixels, at least 1. Sides are limited to ``Image/maximumSide`` in any case.
  public init(pixels: Int) {
    self.pixels = max(1, pixels)
  }

  /// 100 megapixels: 300 MB of RGB, and as much again while a turned picture is set upright or three
  /// times as much while a progressive JPEG is decoded.
  public static let standard = ImagingLimit(pixels: 100_000_000)

  /// - Throws: ``ImagingError`` `badSize`, `tooLarge`.
  func check(width: Int, height: Int, place: String) throws(ImagingError) {
    let sides = 1...Image.maximumSide
    guard sides.contains(width), sides.contains(height) else {
      throw ImagingError(
        .badSize, place: place, reason: "it is \(width)x\(height) pixels large.",
        remedy: "Give an image with sides of 1 to \(Image.maximumSide) pixels.")
    }
    guard width * height <= pixels else {
      throw ImagingError(
        .tooLarge, place: place,
        reason: "it has \(width)x\(height) pixels, more than the limit of \(pixels).",
        remedy: "Scale it down, or raise the limit.")
    }
  }
}
