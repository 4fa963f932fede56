// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintModel

@testable import ImprintFaceQuality

/// A face of landmarks that are made up: an oval with eyes, nose and mouth where the aligned image has them,
/// so that a picture of 616 × 616 pixels is aligned already. Nobody's face.
struct MadeFace {
  var scale: Float = 1
  var shift = Point(x: 0, y: 0)
  /// Distance of the lids, and of the lips' inner edges, in pixels of the aligned image.
  var lids: Float = 12
  var lips: Float = 0
  var pose = HeadPose(yaw: 0, pitch: 0, roll: 0)
  /// Turned in the image, about the corner at the top left: radians.
  var turn: Float = 0

  /// From between the eyes to the chin, in pixels of the aligned image.
  static let chinDistance: Float = 228

  var face: Face {
    var points = [Point](repeating: Point(x: 308, y: 336), count: 468)
    func set(_ vertex: Int, _ x: Float, _ y: Float) { points[vertex] = Point(x: x, y: y) }
    set(33, 231, 272)
    set(133, 271, 272)
    set(362, 344, 272)
    set(263, 384, 272)
    for (number, pair) in FaceGeometry.Vertices.rightLids.enumerated() {
      set(pair.0, 241 + 10 * Float(number), 272 - lids / 2)
      set(pair.1, 241 + 10 * Float(number), 272 + lids / 2)
    }
    for (number, pair) in FaceGeometry.Vertices.leftLids.enumerated() {
      set(pair.0, 354 + 10 * Float(number), 272 - lids / 2)
      set(pair.1, 354 + 10 * Float(number), 272 + lids / 2)
    }
    for (number, pair) in FaceGeometry.Vertices.lips.enumerated() {
      set(pair.0, 290 + 9 * Float(number), 402 - lips / 2)
      set(pair.1, 290 + 9 * Float(number), 402 + lips / 2)
    }
    set(1, 308, 336)
    set(61, 262, 402)
    set(291, 355, 402)
    // Jaw: down the right side of the subject, along the chin, up the left side; then the brows.
    let jaw: [(Float, Float)] = [
      (208, 250), (206, 280), (208, 310), (212, 340), (218, 370), (226, 400), (236, 425), (248, 448),
      (262, 468), (276, 484), (290, 495), (307.5, 500), (325, 495), (339, 484), (353, 468), (367, 448),
      (379, 425), (389, 400), (397, 370), (403, 340), (407, 310), (409, 280), (407, 250),
    ]
    for (vertex, place) in zip(FaceGeometry.Vertices.outline, jaw) { set(vertex, place.0, place.1) }
    for (number, vertex) in FaceGeometry.Vertices.outline.dropFirst(jaw.count).enumerated() {
      set(vertex, 226 + 18 * Float(number), 244)
    }
    let (cosine, sine) = (cos(turn), sin(turn))
    let placed = points.map { point in
      let (x, y) = (point.x * scale, point.y * scale)
      return Point3(x: cosine * x - sine * y + shift.x, y: sine * x + cosine * y + shift.y, z: 0)
    }
    return Face(
      trackID: 1,
      box: Rectangle(
        x: 200 * scale + shift.x, y: 180 * scale + shift.y, width: 216 * scale, height: 320 * scale),
      leftEye: Point(x: placed[263].x, y: placed[263].y), rightEye: Point(x: placed[33].x, y: placed[33].y),
      detection: 1, presence: 1, pose: pose, leftEyeOpenness: 0.3, rightEyeOpenness: 0.3,
      quality: FaceQuality(components: [.unified: 61.4]), landmarks: placed)
  }
}

/// A picture whose pixels are computed.
func picture(
  _ width: Int = 616, _ height: Int = 616, _ pixel: (_ x: Int, _ y: Int) -> (Int, Int, Int)
) -> Image {
  var pixels: [UInt8] = []
  pixels.reserveCapacity(width * height * 3)
  for y in 0..<height {
    for x in 0..<width {
      let (red, green, blue) = pixel(x, y)
      pixels += [UInt8(clamping: red), UInt8(clamping: green), UInt8(clamping: blue)]
    }
  }
  guard let image = Image(width: width, height: height, format: .rgb24, pixels: pixels) else {
    preconditionFailure("sides of 1 to 65535")
  }
  return image
}

func grey(_ width: Int = 616, _ height: Int = 616, _ level: (_ x: Int, _ y: Int) -> Int) -> Image {
  picture(width, height) { x, y in
    let value = level(x, y)
    return (value, value, value)
  }
}

extension FaceImageQuality {
  /// What was measured.
  func native(_ component: StandardQualityComponent) -> Double? {
    guard case .value(_, let native)? = outcomes[component] else { return nil }
    return native
  }

  func failure(_ component: StandardQualityComponent) -> Failure? {
    guard case .failed(let failure)? = outcomes[component] else { return nil }
    return failure
  }
}
