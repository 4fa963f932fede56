// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintModel
import Testing

@testable import ImprintFaceQuality

/// Pictures whose light is known.
@Suite struct LightMeasureTests {
  private func quality(_ image: Image, _ face: MadeFace = MadeFace()) -> FaceImageQuality {
    FaceImageQuality(of: face.face, in: image, among: [face.face])
  }

  /// sRGB level of a luminance in linear light, and the luminance of a level, 0...255.
  private func luminance(_ level: Int) -> Double {
    let value = Double(level) / 255
    return (255 * (value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92)).rounded()
  }

  @Test(arguments: [0, 60, 128, 188, 230, 255]) func anEvenFaceHasTheLuminanceOfItsLevel(level: Int) {
    let quality = quality(grey { _, _ in level })
    let expected = luminance(level) / 255
    #expect(abs((quality.native(.luminanceMean) ?? -1) - expected) < 1e-9)
    let sigmoids = (1 / (1 + exp((0.2 - expected) / 0.05)), 1 / (1 + exp((0.8 - expected) / 0.05)))
    #expect(quality[.luminanceMean] == Int((100 * sigmoids.0 * (1 - sigmoids.1)).rounded()))
    // One level alone: no variance, no bit of range, and nothing to be sharp.
    #expect(quality[.luminanceVariance] == 0 && quality[.dynamicRange] == 0)
    #expect(quality.failure(.sharpness) == .noContrast)
  }

  @Test func twoLevelsHaveTheVarianceAndTheBitThatTheyAreOf() {
    // Rows of 0 and 255 in turn: a variance of a quarter, and one bit.
    let quality = quality(grey { _, y in y.isMultiple(of: 2) ? 0 : 255 })
    #expect(abs((quality.native(.luminanceVariance) ?? 0) - 0.25) < 0.001)
    #expect(abs((quality.native(.dynamicRange) ?? 0) - 1) < 0.001)
    // An eighth of the eight bits that there are: 12.5.
    #expect([12, 13].contains(quality[.dynamicRange]))
    #expect(quality[.luminanceVariance] == Int((100 * sin(15.0 / 16 * .pi)).rounded()))
  }

  @Test func aBlackFaceIsUnderexposedAndAWhiteOneBurntOut() {
    let (black, white, middle) = (
      quality(grey { _, _ in 0 }), quality(grey { _, _ in 255 }), quality(grey { _, _ in 188 })
    )
    #expect(black[.underExposurePrevention] == 0 && black[.overExposurePrevention] == 100)
    #expect(white[.overExposurePrevention] == 1 && white[.underExposurePrevention] == 100)
    #expect(middle[.underExposurePrevention] == 100 && middle[.overExposurePrevention] == 100)
    #expect(black.native(.underExposurePrevention) == 1 && white.native(.overExposurePrevention) == 1)
  }

  @Test func theMoreIsBurntOutTheLowerIsTheValue() {
    let values = [300, 350, 400, 450].map { edge in
      quality(grey { _, y in y > edge ? 255 : 128 })[.overExposurePrevention] ?? -1
    }
    #expect(values == values.sorted() && Set(values).count == 4, "\(values)")
  }

  @Test func cheeksOfOneLightShareTheirHistogramsAndOfTwoNothing() {
    let even = quality(grey { _, y in 60 + y % 90 })
    #expect(even[.illuminationUniformity] == 100)
    let split = quality(grey { x, _ in x < 308 ? 60 : 200 })
    #expect(split[.illuminationUniformity] == 0 && split.native(.illuminationUniformity) == 0)
  }

  @Test func aSteeperGradientAcrossTheFaceIsLessUniform() {
    let values = [0.0, 0.05, 0.1, 0.2, 0.4].map { slope in
      quality(grey { x, y in Int(100 + slope * Double(x - 308)) + 2 * ((x + y) % 20) })
        .native(.illuminationUniformity) ?? -1
    }
    #expect(values == values.sorted(by: >) && values[0] > 0.95 && values[4] < 0.2, "\(values)")
  }

  @Test func aWiderBlurIsLessSharp() {
    // Squares of 8 pixels, then means over windows of growing width.
    func blurred(_ radius: Int) -> Image {
      func square(_ x: Int, _ y: Int) -> Int { (x / 8 + y / 8).isMultiple(of: 2) ? 60 : 190 }
      return grey { x, y in
        var sum = 0
        for j in -radius...radius { for i in -radius...radius { sum += square(x + i + 64, y + j + 64) } }
        return sum / ((2 * radius + 1) * (2 * radius + 1))
      }
    }
    let results = [0, 1, 2, 3].map { quality(blurred($0)) }
    let blurs = results.map { $0.native(.sharpness) ?? -1 }
    #expect(blurs == blurs.sorted() && Set(blurs).count == blurs.count, "\(blurs)")
    let values = results.map { $0[.sharpness] ?? -1 }
    #expect(values == values.sorted(by: >) && values[0] > 90, "\(values)")
  }

  @Test func contrastAloneDoesNotChangeSharpness() {
    let blurs = [20, 40, 80].map { height in
      quality(grey { x, _ in 120 + (x / 8).quotientAndRemainder(dividingBy: 2).remainder * height })
        .native(.sharpness) ?? -1
    }
    #expect(blurs.allSatisfy { abs($0 - blurs[0]) < 0.01 && $0 >= 0 }, "\(blurs)")
  }

  @Test func skinIsNaturalAndBlueIsNot() {
    let skin = quality(picture { x, _ in (200 + x % 3, 150, 120) })
    let blue = quality(picture { x, _ in (90 + x % 3, 120, 220) })
    #expect(skin[.naturalColour] == 100 && skin.native(.naturalColour) == 0)
    #expect(blue[.naturalColour] == 0 && blue.native(.naturalColour) == 100)
    let saturations = [120, 90, 60, 30, 0].map { level in
      quality(picture { x, _ in (210 + x % 2, 140, level) })[.naturalColour] ?? -1
    }
    #expect(saturations == saturations.sorted(by: >), "\(saturations)")
  }

  @Test func aGreyPictureHasNoColourToJudge() throws {
    #expect(quality(grey { x, y in (x + y) % 256 }).failure(.naturalColour) == .noColour)
    let image = try #require(
      Image(width: 616, height: 616, format: .grey8, pixels: (0..<616 * 616).map { UInt8($0 % 251) }))
    let one = quality(image)
    #expect(one.failure(.naturalColour) == .noColour && one[.luminanceMean] != nil && one[.sharpness] != nil)
  }

  @Test func colourOfWhiteHasNoChroma() {
    let (a, b) = CIELAB.chroma(red: 255, green: 255, blue: 255)
    #expect(abs(a) < 0.02 && abs(b) < 0.02)
    // sRGB's red at D50: 80.8, 69.9.
    let red = CIELAB.chroma(red: 255, green: 0, blue: 0)
    #expect(abs(red.a - 80.8) < 0.2 && abs(red.b - 69.9) < 0.2, "\(red)")
  }

  @Test(arguments: [Float(0.3), 0.7, 2, 3.3]) func aLargerPictureOfTheSameHasTheSameLight(scale: Float) {
    func level(_ x: Double, _ y: Double) -> Int { Int(128 + 80 * sin(x / 40) * cos(y / 30)) }
    let whole = quality(grey { x, y in level(Double(x), Double(y)) })
    let side = Int(616 * scale)
    let scaled = quality(
      grey(side, side) { x, y in level(Double(x) / Double(scale), Double(y) / Double(scale)) },
      MadeFace(scale: scale))
    for component in [
      StandardQualityComponent.luminanceMean, .luminanceVariance, .illuminationUniformity, .dynamicRange,
    ] {
      let values = (whole[component] ?? -9, scaled[component] ?? -99)
      #expect(abs(values.0 - values.1) <= 3, "\(component) \(values)")
    }
  }

  @Test func whatLiesBesideTheFaceChangesNothing() {
    let first = quality(grey { x, y in (x + y) % 256 })
    let second = quality(
      grey { x, y in (190..<430).contains(x) && (230..<510).contains(y) ? (x + y) % 256 : 255 })
    for component in LightMeasures.components {
      #expect(first.outcomes[component] == second.outcomes[component])
    }
  }
}
