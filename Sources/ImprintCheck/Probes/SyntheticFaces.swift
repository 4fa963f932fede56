// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc

/// Drawn faces: nobody's, and the same on every machine. An oval with a texture of its own, eyes, nose and mouth.
///
/// They are for finding out how a plugin behaves, not how well it recognises people.
enum SyntheticFaces {
  /// Pixels a side.
  static let side = 160

  /// - Parameters:
  ///   - person: Whose; each has a texture of its own.
  ///   - isColor: RGB, otherwise grey.
  static func picture(person: Int, isColor: Bool = true, padding: Int = 0) -> CheckPicture {
    var random = CheckRandom(seed: UInt64(person), check: "synthetic-face")
    let texture = (0..<64).map { _ in random.unit() }
    let tint = (random.unit(), random.unit(), random.unit())
    return CheckPicture(width: side, height: side, isColor: isColor, padding: padding) { x, y in
      let across = (Double(x) - 80) / 55
      let down = (Double(y) - 85) / 70
      let isFace = across * across + down * down < 1
      var light = isFace ? 90 + 110 * shade(texture, x, y) : 30 + 40 * shade(texture, side - 1 - x, y)
      if isFace && isFeature(x, y) { light *= 0.35 }
      // Fine grain, so that there is something to blur.
      light += (x &* 7 &+ y &* 13) % 4 == 0 ? 14 : 0
      func level(_ part: Double) -> UInt8 { UInt8(max(0, min(255, light * (0.8 + 0.2 * part)))) }
      return (level(tint.0), level(tint.1), level(tint.2))
    }
  }

  /// Two bright ovals of different size on a dark ground: two faces for a tracker that goes by light.
  static func pair(shift: Int = 0) -> CheckPicture {
    CheckPicture(width: 160, height: 96, isColor: false) { x, y in
      func oval(_ centre: Int, _ width: Double, _ height: Double) -> Bool {
        let across = Double(x - centre - shift) / width
        let down = Double(y - 48) / height
        return across * across + down * down < 1
      }
      let isFace = oval(36, 18, 24) || oval(118, 26, 36)
      let light = UInt8((x &* 5 &+ y &* 3) % 16)
      return isFace ? (190 + light, 190 + light, 190 + light) : (20 + light, 20 + light, 20 + light)
    }
  }

  private static func isFeature(_ x: Int, _ y: Int) -> Bool {
    let eyes = abs(y - 70) < 6 && (abs(x - 57) < 12 || abs(x - 103) < 12)
    let nose = abs(x - 80) < 5 && abs(y - 98) < 5
    return eyes || nose || (abs(y - 125) < 4 && abs(x - 80) < 22)
  }

  /// 8 x 8 values, smooth between them.
  private static func shade(_ texture: [Double], _ x: Int, _ y: Int) -> Double {
    let column = Double(x) / Double(side) * 6.99
    let row = Double(y) / Double(side) * 6.99
    let (left, top) = (Int(column), Int(row))
    let (right, down) = (column - Double(left), row - Double(top))
    func at(_ x: Int, _ y: Int) -> Double { texture[y * 8 + x] }
    let upper = at(left, top) * (1 - right) + at(left + 1, top) * right
    let lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
    return upper * (1 - down) + lower * down
  }

  // MARK: What a tracker would say of the face

  /// The face of ``picture(person:isColor:padding:)``.
  static func face(of picture: CheckPicture, index: UInt32 = 0) -> imp_face {
    let x = Float(picture.width) / Float(side)
    let y = Float(picture.height) / Float(side)
    var face = imp_face()
    face.size = UInt32(MemoryLayout<imp_face>.size)
    face.track_id = index + 1
    face.box = imp_rect(x: 25 * x, y: 15 * y, width: 110 * x, height: 140 * y)
    face.left_eye = imp_point(x: 103 * x, y: 70 * y)
    face.right_eye = imp_point(x: 57 * x, y: 70 * y)
    face.detection = 0.98
    face.presence = 0.98
    face.left_eye_openness = 0.27
    face.right_eye_openness = 0.27
    face.landmark_model = UInt32(IMP_LANDMARKS_MESH468)
    face.landmark_first = index * UInt32(landmarkCount)
    face.landmark_count = UInt32(landmarkCount)
    withUnsafeMutableBytes(of: &face.quality) { bytes in
      let quality = bytes.bindMemory(to: Float.self)
      for component in quality.indices {
        quality[component] = component <= Int(IMP_QUALITY_SINGLE_FACE) ? 80 : -1
      }
      quality[Int(IMP_QUALITY_UNIFIED)] = picture.sharpness
      quality[Int(IMP_QUALITY_SHARPNESS)] = picture.sharpness
    }
    return face
  }

  static let landmarkCount = 468

  /// The mesh of that face: its points spread over the oval, and those that matchers align by where they belong.
  static func landmarks(of picture: CheckPicture) -> [imp_point3] {
    let x = Float(picture.width) / Float(side)
    let y = Float(picture.height) / Float(side)
    return (0..<landmarkCount).map { vertex in
      let place = named[vertex] ?? spread(vertex)
      return imp_point3(x: place.0 * x, y: place.1 * y, z: place.2 * x)
    }
  }

  private static func spread(_ vertex: Int) -> (Float, Float, Float) {
    let share = (Double(vertex) + 0.5) / Double(landmarkCount)
    let angle = Double(vertex) * 2.399963 // the golden angle
    let radius = share.squareRoot()
    return (
      Float(80 + 52 * radius * cos(angle)), Float(85 + 66 * radius * sin(angle)), Float(-30 * (1 - radius))
    )
  }

  /// Vertices of the canonical mesh: corners of the eyes and mouth, nose, brows, chin, forehead, sides.
  private static let named: [Int: (Float, Float, Float)] = [
    33: (45, 70, -5), 133: (69, 71, -8), 159: (57, 65, -9), 145: (57, 75, -9), 263: (115, 70, -5),
    362: (91, 71, -8), 386: (103, 65, -9), 374: (103, 75, -9), 1: (80, 98, -30), 2: (80, 104, -24),
    4: (80, 96, -32), 168: (80, 72, -16), 6: (80, 78, -20), 61: (58, 125, -10), 291: (102, 125, -10),
    13: (80, 122, -18), 14: (80, 128, -18), 0: (80, 119, -19), 17: (80, 132, -17), 152: (80, 152, -8),
    10: (80, 18, -5), 234: (27, 85, 20), 454: (133, 85, 20), 70: (42, 56, -6), 300: (118, 56, -6),
    105: (57, 52, -10), 334: (103, 52, -10), 98: (72, 103, -18), 327: (88, 103, -18),
  ]
}
