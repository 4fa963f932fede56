// SPDX-License-Identifier: Apache-2.0
import CImprint
import Testing

@testable import V4L2Devices

/// What is asked of a camera for a wish that it may not have.
@Suite struct ModeChoiceTests {
  /// As a common webcam has it: raw up to 640 × 480 at 30, compressed beyond.
  private let webcam = [
    mode("MJPG", 1280, 720, 30), mode("MJPG", 640, 480, 30), mode("MJPG", 640, 480, 60),
    mode("YUYV", 640, 480, 30), mode("YUYV", 640, 480, 15), mode("YUYV", 320, 240, 30),
    mode("YUYV", 1280, 720, 10),
  ]

  private static func mode(_ fourcc: StaticString, _ width: UInt32, _ height: UInt32, _ rate: UInt32)
    -> NodeMode
  {
    NodeMode(
      fourcc: FourCC(fourcc), width: width...width, height: height...height, rate: rate * 1000...rate * 1000)
  }

  private static func choice(
    _ fourcc: StaticString, _ width: UInt32, _ height: UInt32, _ rate: UInt32
  ) -> ModeChoice {
    ModeChoice(fourcc: FourCC(fourcc), width: width, height: height, rate: rate * 1000)
  }

  @Test func withoutAWishItIsTheUsualUncompressed() {
    #expect(ModeChoice.nearest(to: ModeWish(), of: webcam) == Self.choice("YUYV", 640, 480, 30))
  }

  @Test func aSizeThatIsAskedComesAtItsBestRate() {
    let wish = ModeWish(width: 1280, height: 720)
    #expect(ModeChoice.nearest(to: wish, of: webcam) == Self.choice("MJPG", 1280, 720, 30))
  }

  @Test func aSizeThatIsNotOfferedBecomesTheNearest() {
    let wish = ModeWish(width: 1920, height: 1080)
    #expect(ModeChoice.nearest(to: wish, of: webcam)?.width == 1280)
    #expect(ModeChoice.nearest(to: ModeWish(width: 1, height: 1), of: webcam)?.width == 320)
  }

  @Test func oneSideImpliesTheOther() {
    #expect(ModeChoice.nearest(to: ModeWish(width: 320), of: webcam)?.height == 240)
    #expect(ModeChoice.nearest(to: ModeWish(height: 240), of: webcam)?.width == 320)
  }

  @Test func aRateThatIsAskedGoesBeforeTheUsualFormat() {
    #expect(ModeChoice.nearest(to: ModeWish(rate: 60_000), of: webcam) == Self.choice("MJPG", 640, 480, 60))
  }

  @Test func aFormatThatIsAskedGoesBeforeAll() {
    let wish = ModeWish(format: UInt32(IMP_PIXEL_YUYV), width: 1280, height: 720, rate: 30_000)
    #expect(ModeChoice.nearest(to: wish, of: webcam) == Self.choice("YUYV", 1280, 720, 10))
  }

  @Test func aFormatThatIsNotOfferedIsLeftToTheCamera() {
    let wish = ModeWish(format: UInt32(IMP_PIXEL_GREY16))
    #expect(ModeChoice.nearest(to: wish, of: webcam) == Self.choice("YUYV", 640, 480, 30))
  }

  @Test func aRangeOfSizesIsAskedInItsSteps() {
    let mode = NodeMode(
      fourcc: FourCC("GREY"), width: 2...8192, widthStep: 4, height: 1...8192, heightStep: 1, rate: 0...0)
    let choice = ModeChoice.nearest(to: ModeWish(width: 645, height: 483), of: [mode])
    #expect(choice?.width == 642)
    #expect(choice?.height == 483)
  }

  @Test func aCameraWithoutModesGivesNoChoice() {
    #expect(ModeChoice.nearest(to: ModeWish(), of: []) == nil)
  }

  @Test(arguments: [(1, 30, UInt32(30_000)), (1001, 30_000, 29_970), (2, 25, 12_500)])
  func anIntervalIsARate(_ numerator: UInt32, _ denominator: UInt32, _ rate: UInt32) {
    #expect(FrameInterval(numerator: numerator, denominator: denominator).rate == rate)
  }

  @Test func anIntervalOfNothingIsNoRate() {
    #expect(FrameInterval(numerator: 0, denominator: 1).rate == nil)
    #expect(FrameInterval(numerator: 1, denominator: 0).rate == 0)
    #expect(FrameInterval(numerator: 1, denominator: .max).rate == .max)
  }
}
