// SPDX-License-Identifier: Apache-2.0
import Foundation
public import ImprintModel

/// A drawing of a face, with a mesh as a tracker would find it: no person's. Its nose is red, its eyes are
/// black, its skin is pale, its shoulders are blue and what is behind it is green.
public struct DrawnFace: Sendable {
  public let image: Image
  public let face: Face

  /// - Parameters:
  ///   - width: of the drawing in pixels; its height is the same.
  ///   - nose: red, green, blue; other people have other noses.
  public init(width: Int = 360, nose: (UInt8, UInt8, UInt8) = (200, 30, 30)) throws {
    // Of the head, which is looked at from the front.
    let scale = Float(width) / 360
    let middle = Point(x: 180 * scale, y: 150 * scale)
    image = try Self.draw(width, scale, middle, nose)
    let landmarks = Self.mesh().map { point in
      Point3(x: middle.x + scale * point.x, y: middle.y + scale * point.y, z: scale * point.z)
    }
    face = Face(
      trackID: 1, box: Rectangle(x: 120 * scale, y: 90 * scale, width: 120 * scale, height: 150 * scale),
      leftEye: Point(x: middle.x + 28 * scale, y: middle.y),
      rightEye: Point(x: middle.x - 28 * scale, y: middle.y),
      detection: 1, presence: 1, pose: HeadPose(yaw: 0, pitch: 0, roll: 0), leftEyeOpenness: 0.3,
      rightEyeOpenness: 0.3, quality: FaceQuality(components: [:]), landmarks: landmarks)
  }

  // MARK: The drawing

  private static func draw(
    _ width: Int, _ scale: Float, _ middle: Point, _ nose: (UInt8, UInt8, UInt8)
  ) throws -> Image {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * width)
    for y in 0..<width {
      for x in 0..<width {
        let place = Point(x: (Float(x) + 0.5 - middle.x) / scale, y: (Float(y) + 0.5 - middle.y) / scale)
        let (red, green, blue) = colour(place, nose)
        pixels += [red, green, blue]
      }
    }
    guard let image = Image(width: width, height: width, format: .rgb24, pixels: pixels) else {
      throw CocoaError(.fileWriteUnknown)
    }
    return image
  }

  private static func colour(_ place: Point, _ nose: (UInt8, UInt8, UInt8)) -> (UInt8, UInt8, UInt8) {
    func isIn(_ x: Float, _ y: Float, _ wide: Float, _ high: Float) -> Bool {
      let (a, b) = ((place.x - x) / wide, (place.y - y) / high)
      return a * a + b * b < 1
    }
    if isIn(0, 32, 8, 14) { return nose }
    if isIn(-28, 0, 10, 6) || isIn(28, 0, 10, 6) { return (10, 10, 10) }
    if isIn(0, 62, 18, 4) { return (150, 60, 60) }
    if isIn(0, 15, 60, 80) { return (225, 180, 160) }
    if isIn(0, -15, 68, 75) { return (60, 45, 35) }
    if abs(place.x) < 28 && place.y > 0 && place.y < 140 { return (215, 170, 150) }
    if isIn(0, 210, 130, 90) { return (40, 60, 150) }
    return (60, 140, 70)
  }

  // MARK: The mesh

  /// In pixels of the drawing at its usual size, around the middle between the eyes.
  private static func mesh() -> [Point3] {
    var points = (0..<468).map { index -> Point3 in
      // A sunflower's seeds: evenly over the face.
      let share = (Float(index) + 0.5) / 468
      let angle = Float(index) * 2.399963
      return onFace(x: 52 * share.squareRoot() * cos(angle), y: 17 + 68 * share.squareRoot() * sin(angle))
    }
    for (place, index) in oval.enumerated() {
      let angle = 2 * Float.pi * Float(place) / Float(oval.count)
      points[index] = onFace(x: 57 * sin(angle), y: 17 - 74 * cos(angle))
    }
    for (eye, side) in [(rightEye, Float(-1)), (leftEye, 1)] {
      points[eye.outer] = onFace(x: side * 42, y: 0)
      points[eye.inner] = onFace(x: side * 14, y: 0)
      for row in eye.rows.indices {
        for (column, index) in eye.rows[row].enumerated() {
          let along = Float(column + 1) / 8
          let arch = sin(.pi * along)
          points[index] = onFace(
            x: side * (42 - 28 * along), y: [-7 * arch, 7 * arch, -5 - 7 * arch, -12 - 7 * arch][row])
        }
      }
    }
    points[168] = onFace(x: 0, y: 2)
    points[1] = onFace(x: 0, y: 34)
    return points
  }

  private static func onFace(x: Float, y: Float) -> Point3 {
    let round = x * x / 60 + (y - 17) * (y - 17) / 180
    let nose = 14 * exp(-(x * x / 120 + (y - 32) * (y - 32) / 300))
    return Point3(x: x, y: y, z: 0.75 * round - nose - 14)
  }

  private static let oval = [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176,
    149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ]

  private struct EyePoints {
    let outer: Int
    let inner: Int
    /// Edge of the upper lid, of the lower one, crease, below the brow.
    let rows: [[Int]]
  }

  private static let rightEye = EyePoints(
    outer: 33, inner: 133,
    rows: [
      [246, 161, 160, 159, 158, 157, 173], [7, 163, 144, 145, 153, 154, 155],
      [247, 30, 29, 27, 28, 56, 190], [113, 225, 224, 223, 222, 221, 189],
    ])
  private static let leftEye = EyePoints(
    outer: 263, inner: 362,
    rows: [
      [466, 388, 387, 386, 385, 384, 398], [249, 390, 373, 374, 380, 381, 382],
      [467, 260, 259, 257, 258, 286, 414], [342, 445, 444, 443, 442, 441, 413],
    ])
}
