// SPDX-License-Identifier: Apache-2.0
private import CImprintPixels

/// The four corners of a planar object in a picture, such as a document; convex, in the order named.
public struct Quadrilateral: Sendable, Hashable {
  public var topLeft: Point
  public var topRight: Point
  public var bottomRight: Point
  public var bottomLeft: Point

  public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  private var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// Whether the corners are convex and clockwise.
  var isConvex: Bool {
    let corners = corners
    guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return false }
    return corners.indices.allSatisfy { index in
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      return Double(b.x - a.x) * Double(c.y - b.y) - Double(b.y - a.y) * Double(c.x - b.x) > 0
    }
  }

  /// Maps the unit square to the corners, row by row.
  /// - SeeAlso: P. Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
  func homography() -> [Double] {
    let (x0, y0) = (Double(topLeft.x), Double(topLeft.y))
    let (x1, y1) = (Double(topRight.x), Double(topRight.y))
    let (x2, y2) = (Double(bottomRight.x), Double(bottomRight.y))
    let (x3, y3) = (Double(bottomLeft.x), Double(bottomLeft.y))
    let (dx1, dx2, sumX) = (x1 - x2, x3 - x2, x0 - x1 + x2 - x3)
    let (dy1, dy2, sumY) = (y1 - y2, y3 - y2, y0 - y1 + y2 - y3)
    // Not 0 in a convex quadrilateral.
    let determinant = dx1 * dy2 - dx2 * dy1
    let g = (sumX * dy2 - dx2 * sumY) / determinant
    let h = (dx1 * sumY - sumX * dy1) / determinant
    return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1]
  }
}

extension Image {
  /// The content of a quadrilateral, rectified to the given size (F108).
  /// - Parameter margin: added on each side, as a share of the result's width or height; 0...1.
  /// - Throws: ``ImagingError`` `badRegion` if the corners are not convex, clockwise and finite, or the
  ///   margin is out of range; `badSize`, `tooLarge`.
  /// - Complexity: O(pixels of the result). Points outside the image get its nearest edge pixel.
  public func cropped(
    to corners: Quadrilateral, width: Int, height: Int, margin: Double = 0
  ) throws(ImagingError) -> Image {
    try ImagingLimit.standard.check(width: width, height: height, place: "crop")
    guard corners.isConvex, (0...1).contains(margin) else {
      throw ImagingError(
        .badRegion, place: "crop", reason: "the corners are not convex, clockwise and finite.",
        remedy: "Give top left, top right, bottom right and bottom left.")
    }
    // Pixels of the result, the margin taken off, to the unit square.
    let (scaleX, scaleY) = ((1 + 2 * margin) / Double(width), (1 + 2 * margin) / Double(height))
    var map = corners.homography()
    for row in stride(from: 0, to: 9, by: 3) {
      map[row + 2] -= margin * (map[row] + map[row + 1])
      map[row] *= scaleX
      map[row + 1] *= scaleY
    }
    return try Image.make(width: width, height: height, format: format, place: "crop") { target in
      imp_pixels_warp(
        pixels, bytesPerRow, self.width, self.height, format.bytesPerPixel, map, target, width, height)
    }
  }
}
