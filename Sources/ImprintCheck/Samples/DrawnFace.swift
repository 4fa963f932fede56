// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc

/// The face of a ``DrawnPerson`` in an image, as a tracker would report it.
///
/// The 468 landmarks lie on an ellipsoid; those used for alignment (corners of the eyes, nose, mouth, chin)
/// lie where they are drawn.
struct DrawnFace: Sendable, Hashable {
  /// The midpoint of the eyes, in pixels.
  let x: Double
  let y: Double
  /// Pixels.
  let eyeDistance: Double
  /// In units of the eye distance.
  let faceWidth: Double

  /// The mesh's indices of some landmarks, and their positions relative to the eyes' midpoint, in units of
  /// the eye distance.
  private static let known: [Int: (Double, Double)] = [
    33: (-0.74, 0), 133: (-0.26, 0), 362: (0.26, 0), 263: (0.74, 0),
    159: (-0.5, -0.1), 145: (-0.5, 0.1), 386: (0.5, -0.1), 374: (0.5, 0.1),
    168: (0, 0), 6: (0, 0.15), 1: (0, 0.8), 4: (0, 0.75), 2: (0, 0.95),
    61: (-0.45, 1.4), 291: (0.45, 1.4), 13: (0, 1.36), 14: (0, 1.44), 0: (0, 1.3), 17: (0, 1.5),
    10: (0, -1.2), 152: (0, 2.1), 234: (-1.1, 0.35), 454: (1.1, 0.35),
    105: (-0.5, -0.33), 334: (0.5, -0.33), 98: (-0.2, 0.9), 327: (0.2, 0.9),
  ]

  /// The 468 landmarks, in pixels.
  var landmarks: [imp_point3] {
    (0..<468).map { index in
      let (u, v) = Self.known[index] ?? onEllipsoid(index)
      let radius = faceWidth / 2
      let depth = -(max(0, 1 - (u / radius) * (u / radius))).squareRoot() * 0.8
      return imp_point3(
        x: Float(x + u * eyeDistance), y: Float(y + v * eyeDistance), z: Float(depth * eyeDistance))
    }
  }

  // The golden angle spreads points evenly over a disc.
  private func onEllipsoid(_ index: Int) -> (Double, Double) {
    let radius = (Double(index) / 468).squareRoot() * 0.95
    let turn = Double(index) * 2.399_963_229_728_653
    return (radius * faceWidth / 2 * cos(turn), 0.35 + radius * 1.65 * sin(turn))
  }

  /// The face as a tracker's struct; its landmarks begin at 0.
  var face: imp_face {
    var face = imp_face()
    face.size = UInt32(MemoryLayout<imp_face>.size)
    face.track_id = 1
    let width = faceWidth * eyeDistance
    face.box = imp_rect(
      x: Float(x - width / 2), y: Float(y - 1.0 * eyeDistance), width: Float(width),
      height: Float(3.0 * eyeDistance))
    // The subject's left is the image's right.
    face.left_eye = imp_point(x: Float(x + eyeDistance / 2), y: Float(y))
    face.right_eye = imp_point(x: Float(x - eyeDistance / 2), y: Float(y))
    face.detection = 0.95
    face.presence = 0.95
    face.left_eye_openness = 0.27
    face.right_eye_openness = 0.27
    face.landmark_model = UInt32(IMP_LANDMARKS_MESH468)
    face.landmark_first = 0
    face.landmark_count = 468
    withUnsafeMutableBytes(of: &face.quality) { raw in
      let quality = raw.bindMemory(to: Float.self)
      for index in quality.indices { quality[index] = -1 }
      quality[Int(IMP_QUALITY_UNIFIED)] = 80
    }
    return face
  }
}
