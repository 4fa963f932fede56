// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Glibc

/// Pictures with texture, in three parts that move apart from each other: the middle with the face, what is
/// beside it, and what lies far from it.
struct MovingRoom {
  /// Pixels.
  struct Shift {
    var x: Float = 0
    var y: Float = 0
  }

  static let width = 320
  static let height = 240
  static let box = imp_rect(x: 125, y: 85, width: 70, height: 70)

  private static func wave(_ place: Float) -> Float { 26 * sinf(0.23 * place) + 34 * sinf(0.06 * place + 1) }

  /// - Parameter hasTexture: whether there is anything to be seen outside of the middle.
  static func picture(
    face: Shift, beside: Shift, far: Shift, number: Int, hasTexture: Bool = true
  ) -> TestImage {
    func columns(_ shift: Shift) -> [Float] { (0..<width).map { wave(Float($0) - shift.x) } }
    func rows(_ shift: Shift) -> [Float] { (0..<height).map { 127 + wave(Float($0) - shift.y + 50) } }
    let parts = [far, beside, face].map { (columns: columns($0), rows: rows($0)) }
    let part = (0..<width).map { x in abs(x - 160) < 36 ? 2 : abs(x - 160) < 96 ? 1 : 0 }
    var picture = TestImage(width: width, height: height) { x, y in
      let seen = part[x]
      return hasTexture || seen == 2 ? UInt8(parts[seen].columns[x] + parts[seen].rows[y]) : 127
    }
    // No two frames are the same, as of a sensor with noise.
    (picture.pixels[0], picture.pixels[1]) = (UInt8(number % 256), UInt8(number / 256))
    return picture
  }
}
