// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintModel
import ImprintRuntime
import Testing

/// Enrolment of several presses.
@Suite struct FingerEnrollmentTests {
  @Test func threePressesOfTheCompactCardAreEnrolledByDefault() async throws {
    let qualities: [UInt8] = [60, 90, 70]
    let reader = PressedFingers(qualities.flatMap { [PressedFingers.Step].press(drawnPrint(7, quality: $0)) })
    let enrolled = try await TestFingers(reader).flows.enroll(
      FingerEnrollmentSettings(site: .leftThumb)
    ).value()
    #expect(enrolled.templates.map(\.format.algorithm) == Array(repeating: "imprint.finger-card", count: 3))
    #expect(enrolled.templates.map(\.quality) == [60, 90, 70] && enrolled.site == .leftThumb)
    #expect(!enrolled.isOneFinger)
  }

  @Test func theBestOfFiveAreKept() async throws {
    let qualities: [UInt8] = [60, 20, 70, 90, 30]
    let reader = PressedFingers(qualities.map { .image(drawnPrint(7, quality: $0)) })
    let enrolled = try await TestFingers(reader).flows.enroll(
      FingerEnrollmentSettings(site: .leftThumb, presses: 5, kept: 3)
    ).value()
    #expect(enrolled.templates.map(\.quality) == [60, 70, 90])
  }

  @Test func anotherFingerInBetweenIsNotEnrolled() async throws {
    let reader = PressedFingers([7, 8, 7, 7].map { .image(drawnPrint($0)) })
    let demand = FingerDemand(signals: FingerSignals(playsSounds: true))
    let operation = try await TestFingers(reader).flows.enroll(
      FingerEnrollmentSettings(site: .leftThumb, demand: demand), verifier: DrawnVerifier())
    let told = await operation.told()
    #expect(told.filter { $0 == "other-finger" }.count == 1 && told.last == "sound accepted")
    let enrolled = try await operation.value()
    #expect(enrolled.templates.map(\.payload) == [[7], [7], [7]] && enrolled.isOneFinger)
  }

  @Test func anEnrolmentThatTimesOutIsRejectedByItsSoundAndKeepsWhatWasGood() async throws {
    let reader = PressedFingers([.image(drawnPrint(7)), .wait(.seconds(600))])
    let operation = try await TestFingers(reader).flows.enroll(
      FingerEnrollmentSettings(
        site: .leftThumb,
        demand: FingerDemand(signals: FingerSignals(playsSounds: true))))
    #expect(await operation.told().last == "sound rejected")
    guard case .retry(.timedOut, let kept) = await operation.conclusion else {
      Issue.record("\(await operation.conclusion)")
      return
    }
    #expect(kept.count == 1)
  }

  @Test(arguments: [
    (FingerEnrollmentSettings(site: .rightIndex, presses: 2), FingerCaptureErrorCode.badOptions),
    (FingerEnrollmentSettings(site: .rightIndex, presses: 6), .badOptions),
    (FingerEnrollmentSettings(site: .rightIndex, kept: 4), .badOptions),
    (FingerEnrollmentSettings(site: .leftHand), .wrongBiometricLocation),
    (FingerEnrollmentSettings(site: .rightIndex, templateType: .edges), .otherTemplateType),
  ])
  func whatCannotBeEnrolledIsRefusedBeforeAReaderIsOpened(
    settings: FingerEnrollmentSettings, code: FingerCaptureErrorCode
  ) async throws {
    let fingers = TestFingers(PressedFingers([]))
    let error = await #expect(throws: FingerCaptureError.self) {
      try await fingers.flows.enroll(settings, verifier: DrawnVerifier())
    }
    #expect(error?.code == code && fingers.askedFor.isEmpty)
  }
}
