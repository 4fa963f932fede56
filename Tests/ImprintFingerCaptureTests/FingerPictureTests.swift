// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintModel
import ImprintRuntime
import Testing

/// What is measured of a picture, what is shown of it, and what is said of a finger.
@Suite struct FingerPictureTests {
  @Test func areaIsWhatHasRidges() {
    #expect(FingerImageMeasures(of: drawnPrint(1)).area == 100)
    #expect(FingerImageMeasures(of: drawnPrint(1, area: 40)).area == 40)
    #expect(FingerImageMeasures(of: stripes(200, 200)).area == 0)
    #expect(FingerImageMeasures(of: stripes(100, 120)).area == 100)
  }

  @Test func aBrightGroundWithTheNoiseOfASensorHasNoRidges() {
    let measures = FingerImageMeasures(of: stripes(254, 255))
    #expect(measures.area == 0 && measures.contrast == 0)
  }

  @Test func areaInSquareMillimetresIsOfTheFinger() {
    // 75 pixels at 500 dots an inch are 3.8 mm.
    let whole = FingerImageMeasures(of: drawnPrint(1)).squareMillimetres
    #expect(abs(whole - 14.5) < 0.1)
  }

  @Test func contrastIsHowMuchRidgesAndValleysDiffer() throws {
    #expect((70...80).contains(FingerImageMeasures(of: drawnPrint(1)).contrast))
    #expect((1..<15).contains(FingerImageMeasures(of: stripes(118, 138)).contrast))
  }

  @Test func faintRidgesAreShownAsClearlyAsOthersAndBlankStaysWhite() {
    let shown = stripes(120, 136).enhanced().pixels
    #expect((shown.max() ?? 0) - (shown.min() ?? 0) > 120)
    #expect(drawnPrint(1, area: 0).enhanced().pixels.suffix(75).allSatisfy { $0 == 255 })
  }

  @Test func aPictureOfOnePixelIsMeasuredAndShown() throws {
    let image = try #require(Image(width: 1, height: 1, format: .grey8, pixels: [7]))
    let resolution = try #require(FingerResolution(x: 1_000_000, y: 1))
    let one = try #require(FingerImage(image: image, resolution: resolution))
    #expect(FingerImageMeasures(of: one).area == 0 && one.enhanced().pixels == [255])
  }

  @Test func descriptionsShowNoPixels() {
    let picture = FingerPicture(
      raw: drawnPrint(1), enhanced: nil, measures: FingerImageMeasures(of: drawnPrint(1)), quality: 3)
    #expect("\(picture)".contains("<redacted>"))
  }

  @Test func everyReasonHasWordsOfItsOwn() {
    let words = FingerRetryReason.allCases.map(\.words)
    #expect(Set(words).count == words.count && words.allSatisfy { $0.hasSuffix(".") })
    #expect(FingerFeedback.place(.rightIndex).words == "Put the right index finger on the reader.")
    #expect(FingerFeedback.place(.leftThumb).words == "Put the left thumb on the reader.")
    #expect(FingerFeedback.place(.unknown).words == "Put a finger on the reader.")
  }

  /// Stripes of two shades.
  private func stripes(_ dark: UInt8, _ light: UInt8) -> FingerImage {
    let pixels = (0..<75 * 75).map { $0 % 75 / 4 % 2 == 0 ? dark : light }
    guard let image = Image(width: 75, height: 75, format: .grey8, pixels: pixels),
      let resolution = FingerResolution(x: 19685, y: 19685),
      let made = FingerImage(image: image, resolution: resolution)
    else { preconditionFailure("75 by 75 grey pixels are an image.") }
    return made
  }
}
