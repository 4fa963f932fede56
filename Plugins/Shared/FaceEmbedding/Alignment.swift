// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import ImprintPluginKit

/// The alignment that the embedding network was trained with: five landmarks of a 150-pixel chip.
enum Alignment {
  /// Of the chip, pixels.
  static let side = 150

  /// Vertices of the mesh: outer and inner corner of the subject's left eye, the same of the right eye, and
  /// the base of the nose: the points of dlib's five-point predictor, which the network was trained with.
  static let vertices = [263, 362, 33, 133, 2]

  /// Where those lie, as shares of dlib's chip without its margin.
  private static let shares = [
    Point(x: 0.8595674595992, y: 0.2134981538014), Point(x: 0.6460604764104, y: 0.2289674387677),
    Point(x: 0.1205750620789, y: 0.2137274526848), Point(x: 0.3340850613712, y: 0.2290642403242),
    Point(x: 0.4901123135679, y: 0.6277975316475),
  ]
  /// The margin on each side, as a share of the chip without it.
  private static let margin: Float = 0.25

  /// In pixels of the chip. dlib counts from the first pixel's centre, the contract from its corner.
  private static let places = shares.map { share in
    Point(
      x: (share.x + margin) / (1 + 2 * margin) * Float(side) + 0.5,
      y: (share.y + margin) / (1 + 2 * margin) * Float(side) + 0.5)
  }

  /// Image pixels to one pixel of the chip below which a face is too small to recognise: the eyes are then 8
  /// pixels apart.
  private static let smallestScale: Float = 0.15

  /// The map from the chip to the image.
  /// - Throws: `.noSubject` where the points make no face, `.quality` where it is too small or cut by the
  ///   image's edge.
  static func map(
    _ landmarks: [Point3], in image: UnsafePointer<imp_image>
  ) throws(PluginFailure) -> imp_affine {
    let points = vertices.map { Point(x: landmarks[$0].x, y: landmarks[$0].y) }
    var toChip = imp_affine()
    var toImage = imp_affine()
    guard imp_affine_similarity(points, places, UInt32(points.count), &toChip) == IMP_OK,
      imp_affine_inverse(&toChip, &toImage) == IMP_OK
    else {
      throw PluginFailure(
        .noSubject, "The face's eyes and nose lie on one spot: these are no landmarks of a face.")
    }
    let scale = (toImage.xx * toImage.xx + toImage.yx * toImage.yx).squareRoot()
    guard scale >= smallestScale else {
      throw PluginFailure(
        .quality, "The face is too small: its eyes are less than 8 pixels apart. Come closer.")
    }
    guard points.allSatisfy({ isInside($0, image.pointee) }) else {
      throw PluginFailure(
        .quality, "The image's edge cuts through eyes or nose, or the landmarks were found in another image.")
    }
    return toImage
  }

  private static func isInside(_ point: Point, _ image: imp_image) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= Float(image.width) && point.y <= Float(image.height)
  }
}
