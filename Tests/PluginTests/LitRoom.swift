// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Glibc

/// Pictures of a face of even colour before a wall, with a screen before them: what CaptureDriver's face
/// needs to be lit.
struct LitRoom {
  /// The screen's light on the face, against that of the lamps.
  var strength: Float
  private var number = 0

  private static let skin: [Float] = [0.35, 0.22, 0.16]
  private static let wall: [Float] = [0.3, 0.3, 0.32]

  init(strength: Float) { self.strength = strength }

  /// The next frame, lit in 0xRRGGBB. No two are the same, as of a sensor with noise.
  mutating func picture(_ color: UInt32) -> TestImage {
    let light = [color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF].map { Float($0) / 255 }
    let skin = zip(Self.skin, light).map { Self.byte($0 * (1 + strength * $1)) }
    let wall = Self.wall.map(Self.byte)
    let side = CaptureDriver.side
    let row = (0..<side).flatMap { (120..<280).contains($0) ? skin : wall }
    var picture = TestImage(width: 1, height: 1) { _, _ in 0 }
    (picture.width, picture.height, picture.rowBytes) = (side, side, 3 * side)
    picture.format = UInt32(IMP_PIXEL_RGB24)
    let above = (0..<side).flatMap { _ in wall }
    picture.pixels = (0..<side).flatMap { $0 < 60 ? above : row }
    number += 1
    (picture.pixels[0], picture.pixels[3]) = (UInt8(number % 256), UInt8(number / 256 % 256))
    return picture
  }

  /// sRGB of linear light.
  private static func byte(_ linear: Float) -> UInt8 {
    UInt8((255 * (1.055 * powf(linear, 1 / 2.4) - 0.055)).rounded())
  }
}
