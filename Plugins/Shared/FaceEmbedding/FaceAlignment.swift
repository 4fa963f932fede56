// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
public import CImprint
public import ImprintPluginKit

/// Where a face lies in the picture that a network is given. Any thread.
public struct FaceAlignment: Sendable {
  /// Of that picture, pixels.
  public let width: Int
  public let height: Int
  private let rule: Rule

  private enum Rule {
    /// These points of the face come as near as possible to those places of the picture. A face is large
    /// enough from so many image pixels to one of the picture on.
    case points([Landmark], places: [Point], leastScale: Float)
    /// The face's box, with a margin on each side as a share of it, fills the picture.
    case box(margin: Float)
  }

  /// A point of a tracked face.
  private enum Landmark {
    case leftEye
    case rightEye
    case vertex(Int)

    /// - Returns: `nil` where the face has no such landmark.
    func point(of face: Face) -> Point? {
      switch self {
      case .leftEye: face.leftEye
      case .rightEye: face.rightEye
      case .vertex(let index):
        index < face.landmarks.count
          ? Point(x: face.landmarks[index].x, y: face.landmarks[index].y) : nil
      }
    }
  }

  /// Image pixels between the eyes below which a face is too small to recognise.
  private static let leastEyeDistance: Float = 8
  /// The tracker's score below which there is no face.
  private static let leastPresence: Float = 0.5

  /// The face's box as the tracker gives it, larger by a margin on each side, a share of the box; upright,
  /// not turned. All of it is in the picture; what else is in it follows from the picture's own proportions.
  public static func box(width: Int, height: Int, margin: Float) -> FaceAlignment {
    FaceAlignment(width: width, height: height, rule: .box(margin: margin))
  }

  /// The points of dlib's five-point predictor, as its recognition network was trained with: a square.
  /// - Parameter margin: On each side, as a share of the chip without it; dlib's own is 0.25.
  public static func dlib(side: Int, margin: Float) -> FaceAlignment {
    // dlib counts from the first pixel's centre, the contract from its corner.
    let places = dlibShares.map { share in
      Point(
        x: (share.x + margin) / (1 + 2 * margin) * Float(side) + 0.5,
        y: (share.y + margin) / (1 + 2 * margin) * Float(side) + 0.5)
    }
    return FaceAlignment(
      width: side, height: side,
      rule: .points(
        dlibVertices.map(Landmark.vertex), places: places,
        // On the chip of 150 pixels, with dlib's margin, the eyes are then 8 pixels apart.
        leastScale: 0.15 * 150 / Float(side) * (1 + 2 * margin) / 1.5))
  }

  /// The five points that ArcFace and most networks after it were trained with, for pictures of any size: as
  /// high as the picture, in its middle.
  public static func arcFace(width: Int, height: Int) -> FaceAlignment {
    let scale = Float(height) / 112
    let left = (Float(width) - 112 * scale) / 2
    return points(
      arcFacePlaces.map { Point(x: ($0.x + 0.5) * scale + left, y: ($0.y + 0.5) * scale) },
      width: width, height: height)
  }

  /// Five points of one's own.
  /// - Parameter places: the eye on the picture's left, that on its right, the nose's tip, and the corners of
  ///   the mouth, left and right; from the picture's corner: the first pixel's centre is (0.5, 0.5).
  public static func points(_ places: [Point], width: Int, height: Int) -> FaceAlignment {
    precondition(places.count == fivePoints.count, "Five points, not \(places.count).")
    return FaceAlignment(
      width: width, height: height,
      rule: .points(
        fivePoints, places: places, leastScale: leastEyeDistance / distance(places[0], places[1])))
  }

  /// In the order of ``points(_:width:height:)``. The subject's right eye is on the picture's left.
  private static let fivePoints: [Landmark] = [.rightEye, .leftEye, .vertex(1), .vertex(61), .vertex(291)]

  /// Of the picture of 112 pixels that InsightFace aligns to, from the first pixel's centre.
  private static let arcFacePlaces = [
    Point(x: 38.2946, y: 51.6963), Point(x: 73.5318, y: 51.5014), Point(x: 56.0252, y: 71.7366),
    Point(x: 41.5493, y: 92.3655), Point(x: 70.7299, y: 92.2041),
  ]

  /// Vertices of the mesh: outer and inner corner of the subject's left eye, the same of the right eye, and
  /// the base of the nose: the points of dlib's five-point predictor.
  private static let dlibVertices = [263, 362, 33, 133, 2]
  /// Where those lie, as shares of dlib's chip without its margin.
  private static let dlibShares = [
    Point(x: 0.8595674595992, y: 0.2134981538014), Point(x: 0.6460604764104, y: 0.2289674387677),
    Point(x: 0.1205750620789, y: 0.2137274526848), Point(x: 0.3340850613712, y: 0.2290642403242),
    Point(x: 0.4901123135679, y: 0.6277975316475),
  ]

  /// The map from the picture to the image.
  private func map(
    _ face: Face, in image: UnsafePointer<imp_image>
  ) throws(PluginFailure) -> imp_affine {
    switch rule {
    case .points(let landmarks, let places, let least):
      try fit(landmarks.map { $0.point(of: face) }, to: places, least, image)
    case .box(let margin): try fill(face, margin, image)
    }
  }

  private func fit(
    _ found: [Point?], to places: [Point], _ leastScale: Float, _ image: UnsafePointer<imp_image>
  ) throws(PluginFailure) -> imp_affine {
    let points = found.compactMap(\.self)
    var toPicture = imp_affine()
    var toImage = imp_affine()
    guard points.count == places.count,
      imp_affine_similarity(points, places, UInt32(points.count), &toPicture) == IMP_OK,
      imp_affine_inverse(&toPicture, &toImage) == IMP_OK
    else {
      throw PluginFailure(
        .noSubject, "The face's eyes and nose lie on one spot: these are no landmarks of a face.")
    }
    let scale = (toImage.xx * toImage.xx + toImage.yx * toImage.yx).squareRoot()
    try Self.require(scale >= leastScale)
    try Self.require(points, inside: image)
    return toImage
  }

  private func fill(
    _ face: Face, _ margin: Float, _ image: UnsafePointer<imp_image>
  ) throws(PluginFailure) -> imp_affine {
    let (wide, high) = (face.box.width * (1 + 2 * margin), face.box.height * (1 + 2 * margin))
    let scale = max(wide / Float(width), high / Float(height))
    guard scale.isFinite, scale > 0 else {
      throw PluginFailure(.noSubject, "The face's box is empty: it is no box of a face.")
    }
    try Self.require(Self.distance(face.leftEye, face.rightEye) >= Self.leastEyeDistance)
    try Self.require([face.leftEye, face.rightEye], inside: image)
    return imp_affine(
      xx: scale, xy: 0, x0: face.box.x + (face.box.width - scale * Float(width)) / 2,
      yx: 0, yy: scale, y0: face.box.y + (face.box.height - scale * Float(height)) / 2)
  }
}

extension FaceAlignment {
  /// Of the picture: red, green and blue of each pixel.
  public var bytes: Int { 3 * width * height }

  /// Draws the picture of a face.
  /// - Parameter picture: room for ``bytes``.
  /// - Throws: `.noSubject` where the face's points make none; `.quality` where it is too small or cut by the
  ///   image's edge; `.memory`.
  public func draw(
    _ face: Face, of image: UnsafePointer<imp_image>, into picture: UnsafeMutablePointer<UInt8>
  ) throws(PluginFailure) {
    var toImage = try map(face, in: image)
    guard imp_face_chip_of_means(image, &toImage, UInt32(width), UInt32(height), picture) == IMP_OK else {
      throw PluginFailure(.memory, "No memory to reduce the image of the face.")
    }
  }

  /// Mirrors the picture left to right.
  /// - Parameter mirrored: room for ``bytes``, elsewhere.
  public func mirror(_ picture: UnsafePointer<UInt8>, into mirrored: UnsafeMutablePointer<UInt8>) {
    imp_face_mirror(picture, UInt32(width), UInt32(height), mirrored)
  }

  /// - Throws: `.noSubject` where there is no face, or the tracker is not sure of it.
  public static func sure(of face: Face?) throws(PluginFailure) -> Face {
    guard let face, face.presence >= leastPresence else {
      throw PluginFailure(.noSubject, "The tracker is not sure that this is a face (presence below 0.5).")
    }
    return face
  }

  /// What quality is said of a template: the tracker's.
  public static func quality(of face: Face) -> Float? {
    face.quality[.unified].map { min(100, max(0, $0)) }
  }

  private static func distance(_ one: Point, _ other: Point) -> Float {
    ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
  }

  private static func require(_ isLargeEnough: Bool) throws(PluginFailure) {
    guard isLargeEnough else {
      throw PluginFailure(
        .quality, "The face is too small: its eyes are less than 8 pixels apart. Come closer.")
    }
  }

  private static func require(
    _ points: [Point], inside image: UnsafePointer<imp_image>
  ) throws(PluginFailure) {
    let (width, height) = (Float(image.pointee.width), Float(image.pointee.height))
    guard points.allSatisfy({ $0.x >= 0 && $0.y >= 0 && $0.x <= width && $0.y <= height }) else {
      throw PluginFailure(
        .quality, "The image's edge cuts through eyes or nose, or the landmarks were found in another image.")
    }
  }
}
