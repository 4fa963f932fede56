// SPDX-License-Identifier: Apache-2.0

/// A synthetic person, drawn from a few numbers: the same numbers give the same face.
///
/// A drawing suffices for an extractor that is given the face's position. A detector of real faces may find
/// none in it, and reports so by a status: checks of faces are then skipped, with that reason.
struct DrawnPerson: Sendable, Hashable {
  /// Red, green and blue, 0...255.
  private typealias Color = SIMD3<Double>

  // All lengths in units of the eye distance.
  private let skin: Color
  private let hair: Color
  private let iris: Color
  private let faceWidth: Double
  private let noseLength: Double
  private let noseWidth: Double
  private let mouthWidth: Double
  private let lip: Double
  private let brow: Double
  private let marks: [[Double]]

  init(_ random: inout CheckRandom) {
    func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unit() }
    let tone = number(0.35, 1)
    skin = Color(235 * tone, number(180, 200) * tone, number(150, 175) * tone)
    hair = Color(number(10, 120), number(10, 80), number(5, 50))
    iris = Color(number(20, 110), number(50, 120), number(40, 150))
    faceWidth = number(2.0, 2.5)
    noseLength = number(0.75, 1.05)
    noseWidth = number(0.35, 0.6)
    mouthWidth = number(0.75, 1.15)
    lip = number(0.08, 0.2)
    brow = number(0.25, 0.42)
    marks = (0..<5).map { _ in [number(-0.9, 0.9), number(-0.6, 1.7), number(0.02, 0.06)] }
  }

  /// An image and the face's position in it. Noise and a slight shift make every image different.
  func picture(width: Int = 320, height: Int = 400, _ random: inout CheckRandom) -> (CheckImage, DrawnFace) {
    var image = CheckImage(width: width, height: height, format: .rgb24)
    let unit = 0.27 * Double(min(width, height))
    let face = DrawnFace(
      x: Double(width) / 2 + 4 * (random.unit() - 0.5), y: Double(height) * 0.42 + 4 * (random.unit() - 0.5),
      eyeDistance: unit, faceWidth: faceWidth)
    for y in 0..<height {
      for x in 0..<width {
        let color = color((Double(x) + 0.5 - face.x) / unit, (Double(y) + 0.5 - face.y) / unit)
        let grain = 6 * (random.unit() - 0.5)
        for channel in 0..<3 {
          image.pixels[y * image.rowBytes + 3 * x + channel] = UInt8(min(255, max(0, color[channel] + grain)))
        }
      }
    }
    return (image, face)
  }

  // At a position relative to the eyes' midpoint, in units of the eye distance.
  private func color(_ u: Double, _ v: Double) -> Color {
    func isIn(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
      let (a, b) = ((u - x) / width, (v - y) / height)
      return a * a + b * b < 1
    }
    let half = faceWidth / 2
    guard isIn(0, 0.35, half, 1.75) else {
      return isIn(0, -0.1, half * 1.2, 1.75) ? hair : Color(90 + 25 * v, 110 + 20 * v, 130 + 15 * u)
    }
    if v < -0.85 { return hair }
    for side in [-0.5, 0.5] {
      if isIn(side, 0, 0.06, 0.06) { return Color(8, 8, 8) }
      if isIn(side, 0, 0.11, 0.11) { return iris }
      if isIn(side, 0, 0.25, 0.12) { return Color(240, 240, 238) }
      if isIn(side, -brow, 0.3, 0.055) { return hair }
    }
    if isIn(-noseWidth / 4, noseLength, 0.06, 0.04) || isIn(noseWidth / 4, noseLength, 0.06, 0.04) {
      return skin * 0.45
    }
    if isIn(0, noseLength + 0.5, mouthWidth / 2, lip) { return Color(170, 70, 75) }
    for mark in marks where isIn(mark[0], mark[1], mark[2], mark[2]) { return skin * 0.6 }
    // Lit from above and the front: a rounded face with a ridge for the nose.
    let shade = 1 - 0.25 * (u / half) * (u / half) - 0.05 * v
    let ridge = isIn(0, noseLength * 0.55, noseWidth / 3, noseLength * 0.55) ? 1.08 : 1
    return skin * shade * ridge
  }
}
