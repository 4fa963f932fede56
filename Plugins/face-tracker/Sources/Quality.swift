// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import Glibc
import ImprintPluginKit

/// A measured value on the scale of quality: `worst` and beyond is 0, `best` and beyond is 100.
struct QualityScale {
  let worst: Float
  let best: Float

  func callAsFunction(_ value: Float) -> Float {
    100 * min(1, max(0, (value - worst) / (best - worst)))
  }

  /// Laplacian over standard deviation of the face in the mesh's 192-pixel picture. On 250 pictures of LFW
  /// (faces about 95 pixels wide) the median is 0.20; blurred by a Gaussian of 2.5 pixels it is 0.045.
  static let sharpness = QualityScale(worst: 0.04, best: 0.2)
  /// Shared part of the histograms of the left and right half: 0.3 is light from one side only.
  static let illuminationUniformity = QualityScale(worst: 0.2, best: 0.7)
  /// Share of pixels with luma up to 25: dark skin and beards in good light stay below a fifth.
  static let dark = QualityScale(worst: 0.7, best: 0.2)
  /// Share of pixels with luma from 247: glasses and foreheads glint in less than 3 %.
  static let bright = QualityScale(worst: 0.4, best: 0.03)
  /// Bits of the luma histogram: 8 is the most there is; 7 is what well-lit portraits have.
  static let dynamicRange = QualityScale(worst: 3.5, best: 7)
  /// Pixels between the eye centres. Below 16 the matcher's 150-pixel chip is guesswork; 60 fills it.
  static let interEyeDistance = QualityScale(worst: 16, best: 60)
  /// Lid distance over eye width, of the less open eye.
  static let eyesOpen = QualityScale(worst: 0.1, best: 0.2)
  /// Share of the head, hair included, that is in the picture.
  static let margin = QualityScale(worst: 0.5, best: 1)
}

extension imp_face_light {
  /// How light falls on the face of a mesh, within the ellipse its points span.
  init(_ mesh: Mesh, in picture: UnsafePointer<Float>) {
    let points = mesh.upright
    // Forehead, chin and the two sides of the face; the ellipse stays a tenth inside, off hair and backdrop.
    let top = points[10]
    let bottom = points[152]
    let height = 0.45 * abs(bottom.y - top.y)
    let width = 0.45 * abs(points[454].x - points[234].x)
    let centre = Point(x: (points[454].x + points[234].x) / 2, y: (top.y + bottom.y) / 2)
    self = imp_face_measure_light(
      picture, UInt32(MeshFinder.side), centre, max(width, 1), max(height, 1), top, bottom)
  }
}

extension FaceQuality {
  /// - Parameters:
  ///   - others: every detection in the image, this face's own among them.
  ///   - picture: the image.
  init(_ face: Face, light: imp_face_light, others: [Rectangle], picture: Rectangle) {
    self.init()
    if light.pixels > 0 {
      self[.sharpness] = QualityScale.sharpness(light.sharpness)
      self[.illuminationUniformity] = QualityScale.illuminationUniformity(light.symmetry)
      self[.underExposurePrevention] = QualityScale.dark(light.dark)
      self[.overExposurePrevention] = QualityScale.bright(light.bright)
      self[.dynamicRange] = QualityScale.dynamicRange(light.entropy)
    }
    self[.interEyeDistance] = QualityScale.interEyeDistance(face.leftEye.distance(to: face.rightEye))
    self[.headYaw] = Self.straightness(face.yaw)
    self[.headPitch] = Self.straightness(face.pitch)
    self[.headRoll] = Self.straightness(face.roll)
    if let left = face.leftEyeOpenness, let right = face.rightEyeOpenness {
      self[.eyesOpen] = QualityScale.eyesOpen(min(left, right))
    }
    let head = Self.head(of: face.box)
    self[.margin] = QualityScale.margin(head.shared(picture) / max(head.area, .leastNormalMagnitude))
    self[.singleFace] = Self.singleness(of: face.box, among: others)
    self[.unified] = unifiedValue
  }

  /// Components that say how well a face will match. Others in the picture do not make this face worse, and
  /// a tilted head is turned upright before it is matched.
  private static let matching: [Component] = [
    .sharpness, .illuminationUniformity, .underExposurePrevention, .overExposurePrevention, .dynamicRange,
    .interEyeDistance, .headYaw, .headPitch,
    .eyesOpen, .margin,
  ]

  /// Half the worst component, half the mean of all: one bad component cannot hide behind nine good ones,
  /// and bettering any one of them shows. Components that were not measured do not count.
  private var unifiedValue: Float {
    let values = Self.matching.compactMap { self[$0] }
    guard let worst = values.min() else { return 0 }
    return 0.5 * worst + 0.5 * values.reduce(0, +) / Float(values.count)
  }

  /// The squared cosine of an angle: 100 straight on, 75 at 30 degrees, 0 from 90 on.
  private static func straightness(_ degrees: Float) -> Float {
    let cosine = cos(min(abs(degrees), 90) * .pi / 180)
    return 100 * cosine * cosine
  }

  /// The head of a face, which reaches from hairline to chin: a third more above, a tenth on each side.
  private static func head(of face: Rectangle) -> Rectangle {
    Rectangle(
      x: face.x - 0.1 * face.width, y: face.y - 0.33 * face.height, width: 1.2 * face.width,
      height: 1.33 * face.height)
  }

  /// Counts faces that were found after this one was described.
  mutating func count(_ others: [Rectangle], besides face: Rectangle) {
    self[.singleFace] = min(self[.singleFace] ?? 100, Self.singleness(of: face, among: others))
  }

  /// 100 alone; 0 beside a face of the same size or larger.
  private static func singleness(of face: Rectangle, among others: [Rectangle]) -> Float {
    // A detection whose middle lies in this face is this face.
    let strangers = others.filter {
      let centre = $0.centre
      return abs(centre.x - face.centre.x) > face.width / 2 || abs(centre.y - face.centre.y) > face.height / 2
    }
    let largest = strangers.map(\.area).max() ?? 0
    return 100 * max(0, 1 - largest / max(face.area, .leastNormalMagnitude))
  }
}
