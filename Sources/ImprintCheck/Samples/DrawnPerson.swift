// SPDX-License-Identifier: Apache-2.0

/// A synthetic person, drawn from a few numbers: the same numbers give the same face.
///
/// A drawing suffices for an extractor that is given the face's position. A detector of real faces may find
/// none in it, and reports so by a status: checks of faces are then skipped, with that reason.
///
/// Every check of faces draws some, mostly in a debug build: so the pixels' loops call nothing generic, and
/// look for no feature where none can be.
struct DrawnPerson: Sendable, Hashable {
  /// Red, green and blue, 0...255.
  private struct Color: Hashable {
    let red: Double
    let green: Double
    let blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    func scaled(_ factor: Double) -> Color { Color(red * factor, green * factor, blue * factor) }
  }

  private struct Mark: Hashable {
    let x: Double
    let y: Double
    let radius: Double
  }

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
  private let marks: [Mark]

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
    marks = (0..<5).map { _ in
      Mark(x: number(-0.9, 0.9), y: number(-0.6, 1.7), radius: number(0.02, 0.06))
    }
  }

  /// An image and the face's position in it. Noise and a slight shift make every image different.
  func picture(width: Int = 320, height: Int = 400, _ random: inout CheckRandom) -> (CheckImage, DrawnFace) {
    var image = CheckImage(width: width, height: height, format: .rgb24)
    let unit = 0.27 * Double(min(width, height))
    let face = DrawnFace(
      x: Double(width) / 2 + 4 * (random.unit() - 0.5), y: Double(height) * 0.42 + 4 * (random.unit() - 0.5),
      eyeDistance: unit, faceWidth: faceWidth)
    let rowBytes = image.rowBytes
    image.pixels.withUnsafeMutableBufferPointer { pixels in
      var y = 0
      while y < height {
        let v = (Double(y) + 0.5 - face.y) / unit
        var (x, at) = (0, y * rowBytes)
        while x < width {
          let color = color((Double(x) + 0.5 - face.x) / unit, v)
          let grain = 6 * (random.unit() - 0.5)
          pixels[at] = Self.byte(color.red + grain)
          pixels[at + 1] = Self.byte(color.green + grain)
          pixels[at + 2] = Self.byte(color.blue + grain)
          x += 1
          at += 3
        }
        y += 1
      }
    }
    return (image, face)
  }

  private static func byte(_ value: Double) -> UInt8 { value < 0 ? 0 : value > 255 ? 255 : UInt8(value) }

  private static func isIn(
    _ u: Double, _ v: Double, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> Bool {
    let (a, b) = ((u - x) / width, (v - y) / height)
    return a * a + b * b < 1
  }

  // At a position relative to the eyes' midpoint, in units of the eye distance.
  private func color(_ u: Double, _ v: Double) -> Color {
    let half = faceWidth / 2
    guard Self.isIn(u, v, 0, 0.35, half, 1.75) else {
      return Self.isIn(u, v, 0, -0.1, half * 1.2, 1.75)
        ? hair : Color(90 + 25 * v, 110 + 20 * v, 130 + 15 * u)
    }
    if v < -0.85 { return hair }
    if v < 0.12, let eye = eye(u, v, side: u < 0 ? -0.5 : 0.5) { return eye }
    if v > noseLength - 0.04 {
      if Self.isIn(u, v, -noseWidth / 4, noseLength, 0.06, 0.04)
        || Self.isIn(u, v, noseWidth / 4, noseLength, 0.06, 0.04)
      {
        return skin.scaled(0.45)
      }
      if Self.isIn(u, v, 0, noseLength + 0.5, mouthWidth / 2, lip) { return Color(170, 70, 75) }
    }
    var index = 0
    while index < marks.count {
      let mark = marks[index]
      if Self.isIn(u, v, mark.x, mark.y, mark.radius, mark.radius) { return skin.scaled(0.6) }
      index += 1
    }
    // Lit from above and the front: a rounded face with a ridge for the nose.
    let shade = 1 - 0.25 * (u / half) * (u / half) - 0.05 * v
    let ridge = Self.isIn(u, v, 0, noseLength * 0.55, noseWidth / 3, noseLength * 0.55) ? 1.08 : 1
    return skin.scaled(shade).scaled(ridge)
  }

  // The eye on the person's side where this is, with its brow.
  private func eye(_ u: Double, _ v: Double, side: Double) -> Color? {
    if Self.isIn(u, v, side, 0, 0.06, 0.06) { return Color(8, 8, 8) }
    if Self.isIn(u, v, side, 0, 0.11, 0.11) { return iris }
    if Self.isIn(u, v, side, 0, 0.25, 0.12) { return Color(240, 240, 238) }
    return Self.isIn(u, v, side, -brow, 0.3, 0.055) ? hair : nil
  }
}
