// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Testing

/// Patterns on a face that skin and paper do not have: a display's pixels, as a camera sees them.
struct CaptureArtefactsTests {
  private typealias Driver = CaptureDriver

  /// A capture of the mode blink by the plugin that judges, of somebody who blinks when asked to.
  /// - Parameters:
  ///   - side: of the face's box, pixels.
  ///   - speed: frames a second.
  private func judged(_ face: WovenFace, side: Float = 160, speed: UInt64 = 25) throws -> Driver {
    let driver = try Driver(plugin: "FaceCaptureNormal", mode: IMP_LIVENESS_MODE_BLINK)
    var face = face
    var lids: [Float] = [0.15, 0.06, 0.1, 0.26]
    for number in 0..<110 where driver.finish == nil {
      // Long enough to be looked at.
      let isAsked = number > 80 && driver.of(IMP_CAPTURE_ACTION).last?.flags == UInt32(IMP_ACTION_BLINK)
      let openness = isAsked && !lids.isEmpty ? lids.removeFirst() : 0.27
      let seen = Driver.face {
        $0.box = imp_rect(x: 200 - side / 2, y: 200 - side / 2, width: side, height: side)
        ($0.left_eye_openness, $0.right_eye_openness) = (openness, openness)
      }
      try driver.frame([seen], in: face.picture(), after: 1_000_000_000 / speed)
    }
    if driver.finish == nil { try driver.stop() }
    return driver
  }

  private func finding(_ driver: Driver) throws -> imp_capture_event_v2 {
    try #require(driver.of(IMP_CAPTURE_FINDING).last { $0.code == IMP_METHOD_ARTEFACTS })
  }

  /// It looked, found nothing, and the rest of the capture decided.
  private func expectNothing(_ driver: Driver) throws {
    let finding = try finding(driver)
    #expect(finding.liveness == UInt32(IMP_LIVENESS_NO_DECISION))
    #expect((0.1..<1.5).contains(finding.value))
    #expect(driver.all.last?.liveness == UInt32(IMP_LIVENESS_LIVE))
  }

  @Test func aFaceOfSkinHasNone() throws { try expectNothing(judged(WovenFace())) }

  @Test func thePixelsOfADisplayAreAFake() throws {
    let driver = try judged(WovenFace(.ofADisplay))
    let finding = try finding(driver)
    #expect(finding.liveness == UInt32(IMP_LIVENESS_FAKE))
    #expect(finding.value > finding.limit)
    #expect(driver.all.last?.liveness == UInt32(IMP_LIVENESS_FAKE))
  }

  @Test func theSamePatternThatMovesWithTheFaceIsSkin() throws {
    try expectNothing(judged(WovenFace(.ofTheSkin)))
  }

  @Test func lampsThatFlickerAreNoPattern() throws {
    var face = WovenFace()
    face.flicker = 0.15
    try expectNothing(judged(face))
  }

  @Test func aGreyCameraSeesThePatternOfTheLight() throws {
    var face = WovenFace(.ofADisplay)
    face.isGrey = true
    #expect(try finding(judged(face)).liveness == UInt32(IMP_LIVENESS_FAKE))
    face.pattern = .none
    try expectNothing(judged(face))
  }

  @Test func aFaceOfFewPixelsOrFewFramesCannotBeLookedAt() throws {
    let drivers = try [judged(WovenFace(.ofADisplay), side: 100), judged(WovenFace(.ofADisplay), speed: 8)]
    for driver in drivers {
      let finding = try finding(driver)
      #expect(finding.liveness == UInt32(IMP_LIVENESS_NO_DECISION))
      #expect(finding.value == 0)
    }
    #expect(drivers.first?.all.last?.liveness == UInt32(IMP_LIVENESS_LIVE))
  }

  @Test func whoTheDeviceDoesNotJudgeIsNotLookedAt() throws {
    let lite = try Driver(plugin: "FaceCaptureLite", mode: IMP_LIVENESS_MODE_PASSIVE)
    try lite.frames(20, [Driver.face()])
    try lite.stop()
    #expect(lite.of(IMP_CAPTURE_FINDING).isEmpty)
  }
}
