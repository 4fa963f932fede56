// SPDX-License-Identifier: Apache-2.0
import CFaceGeometry
import CImprint
import Foundation
import Testing

@Suite struct FaceGeometryTests {
  private static func letterbox(_ picture: Picture, _ side: Int) -> ([Float], imp_letterbox) {
    var out = [Float](repeating: .nan, count: side * side * 3)
    var box = imp_letterbox()
    #expect(picture.withImage { imp_face_letterbox($0, UInt32(side), &out, &box) } == IMP_OK)
    return (out, box)
  }

  @Test(arguments: [(640, 480), (480, 640), (100, 37), (1, 1), (3000, 5), (129, 128)])
  func letterboxOfAFlatPictureIsFlatWithBlackBars(width: Int, height: Int) {
    let (out, box) = Self.letterbox(.flat(width, height, 255), 128)
    let inside = { (x: Int, y: Int) in
      let u = (Float(x) + 0.5 - box.left) / box.scale_x
      let v = (Float(y) + 0.5 - box.top) / box.scale_y
      return u > 0 && v > 0 && u < Float(width) && v < Float(height)
    }
    for y in 0..<128 {
      for x in 0..<128 {
        #expect(abs(out[(y * 128 + x) * 3 + 1] - (inside(x, y) ? 1 : -1)) < 1e-5)
      }
    }
  }

  @Test func shrinkingAveragesTheSourceUnderEachPixel() {
    let picture = Picture.noise(512, 512, seed: 4)
    let (out, _) = Self.letterbox(picture, 128)
    for (x, y) in [(0, 0), (64, 17), (127, 127)] {
      for channel in 0..<3 {
        let cells = (0..<16).map { Int(picture[4 * x + $0 % 4, 4 * y + $0 / 4, channel]) }
        let mean = Float(cells.reduce(0, +)) / 16
        #expect(abs((out[(y * 128 + x) * 3 + channel] + 1) * 127.5 - mean) < 0.01)
      }
    }
  }

  @Test(arguments: [5, 6]) func turningMovesEachPixelClockwiseAndFourTurnsAreNone(side: Int) {
    let start = (0..<side * side * 3).map(Float.init)
    var picture = start
    imp_face_turn(&picture, UInt32(side), 1)
    for y in 0..<side {
      for x in 0..<side {
        for channel in 0..<3 {
          #expect(
            picture[(x * side + side - 1 - y) * 3 + channel] == start[(y * side + x) * 3 + channel])
        }
      }
    }
    imp_face_turn(&picture, UInt32(side), 7)
    #expect(picture == start)
  }

  @Test func signedCropHasTheSamePixelsAsTheCrop() {
    let picture = Picture.noise(60, 50, seed: 6)
    var map = imp_affine_square(imp_point(x: 30, y: 20), 70, 0.3, 24)
    var crop = [Float](repeating: .nan, count: 24 * 24 * 3)
    var signed = crop
    picture.withImage { imp_face_crop($0, &map, 24, &crop) }
    picture.withImage { imp_face_crop_signed($0, &map, 24, &signed) }
    #expect(zip(crop, signed).allSatisfy { abs(2 * $0 - 1 - $1) < 1e-5 })
  }

  @Test func greyIsTheSameAsItsColours() {
    let grey = Picture.noise(90, 70, seed: 5).grey
    var colour = Picture.flat(90, 70)
    colour = colour.map { x, y, _ in grey[x, y, 0] }
    #expect(Self.letterbox(grey, 64).0 == Self.letterbox(colour, 64).0)
    var map = imp_affine_square(imp_point(x: 40, y: 30), 80, 0.4, 32)
    var chips = [[UInt8](repeating: 0, count: 3072), [UInt8](repeating: 1, count: 3072)]
    grey.withImage { imp_face_chip($0, &map, 32, 32, &chips[0]) }
    colour.withImage { imp_face_chip($0, &map, 32, 32, &chips[1]) }
    #expect(chips[0] == chips[1])
  }

  @Test func cropOfTheWholePictureIsThePicture() {
    let picture = Picture.noise(48, 48, seed: 6)
    var map = imp_affine_square(imp_point(x: 24, y: 24), 48, 0, 48)
    var chip = [UInt8](repeating: 0, count: picture.pixels.count)
    var crop = [Float](repeating: 0, count: picture.pixels.count)
    picture.withImage {
      imp_face_chip($0, &map, 48, 48, &chip)
      imp_face_crop($0, &map, 48, &crop)
    }
    #expect(chip == picture.pixels)
    #expect(zip(crop, picture.pixels).allSatisfy { abs($0 * 255 - Float($1)) < 0.01 })
  }

  @Test func quarterTurnMovesEveryPixelToItsPlace() {
    let picture = Picture.noise(32, 32, seed: 7)
    var map = imp_affine_square(imp_point(x: 16, y: 16), 32, .pi / 2, 32)
    var chip = [UInt8](repeating: 0, count: picture.pixels.count)
    picture.withImage { imp_face_chip($0, &map, 32, 32, &chip) }
    for y in 0..<32 {
      for x in 0..<32 {
        // The square's x axis points down: its pixel (x, y) lies at (31 - y, x).
        #expect(abs(Int(chip[(y * 32 + x) * 3]) - Int(picture[31 - y, x, 0])) <= 1)
      }
    }
  }

  @Test func outsideThePictureIsBlack() {
    var chip = [UInt8](repeating: 9, count: 8 * 8 * 3)
    var map = imp_affine_square(imp_point(x: 1000, y: -1000), 8, 0.3, 8)
    Picture.flat(20, 20, 255).withImage { imp_face_chip($0, &map, 8, 8, &chip) }
    #expect(chip.allSatisfy { $0 == 0 })
    var broken = imp_affine(xx: .nan, xy: .infinity, x0: 1e30, yx: 0, yy: 1, y0: -.infinity)
    Picture.flat(20, 20, 255).withImage { imp_face_chip($0, &broken, 8, 8, &chip) }
    #expect(chip.allSatisfy { $0 == 0 })
  }

  @Test func shrinkingAChipAveragesFineStripes() {
    let stripes = Picture.flat(800, 800).map { x, _, _ in x % 2 == 0 ? 0 : 255 }
    var chip = [UInt8](repeating: 0, count: 100 * 100 * 3)
    var map = imp_affine_square(imp_point(x: 400, y: 400), 800, 0, 100)
    stripes.withImage { imp_face_chip($0, &map, 100, 100, &chip) }
    #expect(chip.allSatisfy { abs(Int($0) - 127) < 20 })
  }

  /// Within the picture, at its edges and beyond them; turned, and far larger than the chip.
  @Test(arguments: [(320, 0.0, 200, 200), (320, 0.3, 200, 200), (450, -0.5, 30, 390), (1200, 0.1, 200, 200)])
  func chipOfMeansIsNearTheChipOfManySamples(size: Int, angle: Double, x: Int, y: Int) {
    let noise = Picture.noise(20, 20, seed: 9)
    // The same over some pixels, so that what lies between samples is not chance.
    let picture = Picture.flat(400, 400).map { noise[$0 / 20, $1 / 20, $2] }
    for picture in [picture, picture.grey, picture.withGap(7)] {
      var map = imp_affine_square(imp_point(x: Float(x), y: Float(y)), Float(size), Float(angle), 100)
      var (sampled, means) = ([UInt8](repeating: 0, count: 30000), [UInt8](repeating: 1, count: 30000))
      picture.withImage {
        imp_face_chip($0, &map, 100, 100, &sampled)
        #expect(imp_face_chip_of_means($0, &map, 100, 100, &means) == IMP_OK)
      }
      let differences = zip(sampled, means).map { abs(Int($0) - Int($1)) }
      #expect(differences.reduce(0, +) / differences.count < 8)
      #expect(differences.contains { $0 > 0 })
    }
  }

  @Test func chipOfMeansAveragesEachPixelOnce() {
    let picture = Picture.noise(400, 400, seed: 10)
    var map = imp_affine_square(imp_point(x: 200, y: 200), 400, 0, 100)
    map.x0 += 1e-6
    var means = [UInt8](repeating: 0, count: 30000)
    picture.withImage { #expect(imp_face_chip_of_means($0, &map, 100, 100, &means) == IMP_OK) }
    // Four pixels to one of the chip: blocks of 3 x 3, then between them. Their mean is the picture's.
    let (mean, wanted) = (Self.mean(means), Self.mean(picture.pixels))
    #expect(abs(mean - wanted) < 1)
  }

  @Test func chipOfMeansOfASmallFaceIsTheChip() {
    let picture = Picture.noise(120, 90, seed: 11)
    var map = imp_affine_square(imp_point(x: 60, y: 45), 140, 0.2, 100)
    var (chip, means) = ([UInt8](repeating: 0, count: 30000), [UInt8](repeating: 1, count: 30000))
    picture.withImage {
      imp_face_chip($0, &map, 100, 100, &chip)
      #expect(imp_face_chip_of_means($0, &map, 100, 100, &means) == IMP_OK)
    }
    #expect(chip == means)
  }

  @Test func chipOfMeansOutsideOfThePictureIsBlack() {
    var chip = [UInt8](repeating: 9, count: 192)
    for place in [-5000, 5000, 1e30, -1e30, Float.nan, .infinity] {
      for size in [4, 1000, 1e9, Float.nan, .infinity] {
        var map = imp_affine_square(imp_point(x: place, y: place), size, 0.1, 8)
        Picture.flat(1, 1, 255).withImage { #expect(imp_face_chip_of_means($0, &map, 8, 8, &chip) == IMP_OK) }
      }
      #expect(chip.allSatisfy { $0 == 0 })
    }
  }

  private static func mean(_ bytes: [UInt8]) -> Double {
    Double(bytes.reduce(0) { $0 + Int($1) }) / Double(bytes.count)
  }

  @Test func mirrorOfTheMirrorIsTheChip() {
    let chip = Picture.noise(15, 15, seed: 8).pixels
    var mirrored = [UInt8](repeating: 0, count: chip.count)
    var back = mirrored
    imp_face_mirror(chip, 15, 15, &mirrored)
    imp_face_mirror(mirrored, 15, 15, &back)
    #expect(back == chip && mirrored != chip)
    #expect(mirrored[0..<3] == chip[42..<45])
  }

  @Test func similarityFindsTurnScaleAndShift() throws {
    var truth = imp_affine(xx: 1.2, xy: -0.5, x0: 7, yx: 0.5, yy: 1.2, y0: -3)
    let from = [(10, 20), (40, 22), (25, 60), (12, 3), (70, 71)].map {
      imp_point(x: Float($0.0), y: Float($0.1))
    }
    let to = from.map { imp_affine_apply(&truth, $0) }
    var found = imp_affine()
    #expect(imp_affine_similarity(from, to, 5, &found) == IMP_OK)
    var back = imp_affine()
    #expect(imp_affine_inverse(&found, &back) == IMP_OK)
    for point in from {
      let there = imp_affine_apply(&found, point)
      let again = imp_affine_apply(&back, there)
      #expect(hypot(again.x - point.x, again.y - point.y) < 1e-3)
    }
    #expect(abs(found.xx - 1.2) < 1e-4 && abs(found.yx - 0.5) < 1e-4 && abs(found.x0 - 7) < 1e-3)
  }

  @Test func pointsOnOneSpotHaveNoSimilarity() {
    let spot = [imp_point](repeating: imp_point(x: 3, y: 4), count: 5)
    let other = (0..<5).map { imp_point(x: Float($0), y: Float($0 * $0)) }
    let broken = [imp_point](repeating: imp_point(x: .nan, y: 4), count: 5)
    var map = imp_affine()
    #expect(imp_affine_similarity(spot, other, 5, &map) == IMP_E_SAMPLE)
    #expect(imp_affine_similarity(other, spot, 5, &map) == IMP_E_SAMPLE)
    #expect(imp_affine_similarity(broken, other, 5, &map) == IMP_E_SAMPLE)
  }

  /// A head, turned by known angles: first tilted in its own plane, then up, then aside.
  @Test(arguments: [
    (0, 0, 0), (30, 0, 0), (-30, 0, 0), (0, 20, 0), (0, -20, 0), (0, 0, 25), (25, -15, 10), (-40, 20, -30),
  ])
  func poseIsTheTurnOfTheHead(yaw: Int, pitch: Int, roll: Int) {
    let head: [(Double, Double, Double)] = [
      (0, -0.5, -0.1), (0, 0.3, -0.4), (0.5, 0, 0), (-0.5, 0, 0), (0.7, 0.1, 0.5), (-0.7, 0.1, 0.5),
      (0.2, 0.6, -0.1),
    ]
    let angle = (
      yaw: Double(yaw) * .pi / 180, pitch: Double(pitch) * .pi / 180, roll: Double(roll) * .pi / 180
    )
    let turned = head.map { point -> imp_point3 in
      // Tilting to the subject's left takes the top of the head to the picture's right.
      var (x, y, z) = point
      (x, y) = (x * cos(angle.roll) - y * sin(angle.roll), x * sin(angle.roll) + y * cos(angle.roll))
      // Looking up takes the nose, which is nearest, to the picture's top.
      (y, z) = (y * cos(angle.pitch) + z * sin(angle.pitch), -y * sin(angle.pitch) + z * cos(angle.pitch))
      // Looking to the subject's left takes the nose to the picture's right.
      (x, z) = (x * cos(angle.yaw) - z * sin(angle.yaw), x * sin(angle.yaw) + z * cos(angle.yaw))
      return imp_point3(x: Float(300 + 90 * x), y: Float(200 + 90 * y), z: Float(90 * z))
    }
    let reference = head.map { imp_point3(x: Float($0.0), y: Float($0.1), z: Float($0.2)) }
    var pose = imp_head_pose()
    #expect(imp_face_pose(turned, reference, UInt32(head.count), &pose) == IMP_OK)
    #expect(abs(pose.yaw - Float(yaw)) < 0.05 && abs(pose.pitch - Float(pitch)) < 0.05)
    #expect(abs(pose.roll - Float(roll)) < 0.05)
  }

  @Test func lightFromOneSideIsSeen() {
    let side = 64
    func crop(_ level: (_ x: Int) -> Float) -> [Float] {
      (0..<side * side * 3).map { level(($0 / 3) % side) + Float(($0 / 3 / side) % 7) / 70 }
    }
    func light(_ crop: [Float]) -> imp_face_light {
      imp_face_measure_light(
        crop, UInt32(side), imp_point(x: 32, y: 32), 28, 30, imp_point(x: 32, y: 2), imp_point(x: 32, y: 62))
    }
    let even = light(crop { _ in 0.5 })
    let uneven = light(crop { $0 < 32 ? 0.05 : 0.8 })
    #expect(even.symmetry > 0.95 && uneven.symmetry < 0.05)
    #expect(even.dark == 0 && uneven.dark > 0.2)
    #expect(light(crop { _ in 1.2 }).bright > 0.99)
    let none = imp_face_measure_light(
      crop { _ in 0.5 }, UInt32(side), imp_point(x: -900, y: 0), 1, 1, imp_point(x: 0, y: 0),
      imp_point(x: 0, y: 1))
    #expect(none.pixels == 0)
  }
}
