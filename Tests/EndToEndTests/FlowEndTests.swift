// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// How enrolments and verifications end that nobody cancels, other than well.
@Suite(.timeLimit(.minutes(3)))
struct FlowEndTests {
  private static let nobody = "if (IS_OPEN(\"nobody\")) faces->face_count = faces->landmark_count = 0;"

  private func lock(_ fixture: FlowFixture) async throws {
    for _ in 0..<5 { try await fixture.lockout(.standard).begin().end(.fake) }
  }

  // MARK: Enrolments

  @Test(
    arguments: [
      ("FAKE", LivenessStatus.fake, 4), ("NO_DECISION", .noDecision, 5), ("UNKNOWN", .unknown, 5),
    ])
  func whoIsNotFoundLiveIsNotEnrolled(found: String, liveness: LivenessStatus, left: Int) async throws {
    let fixture = try FlowFixture(liveness: found)
    let settings = EnrollerSettings(capture: fixture.capture(.blink), countdown: 0, numberOfFrames: 1)
    let heard = try await HeardEnrolment(fixture.enroller(settings))
    guard case .notLive(let status) = heard.conclusion else {
      throw MissingForTest("another conclusion: \(String(describing: heard.conclusion))")
    }
    #expect(status == liveness && heard.texts == ["started", "ended"])
    #expect(try await fixture.attemptsLeft() == left)
  }

  @Test func whoIsFoundLiveIsEnrolledFromTheImageOfTheCapture() async throws {
    let fixture = try FlowFixture(liveness: "LIVE")
    let settings = EnrollerSettings(capture: fixture.capture(.blink), countdown: 0, numberOfFrames: 1)
    let enroller = fixture.enroller(settings)
    let heard = try await HeardEnrolment(enroller)
    #expect(try heard.enrollment.liveness == .live && heard.enrollment.views.count == 1)
    // It has ended, and has nothing to be completed.
    let error = await #expect(throws: FaceFlowError.self) { try await enroller.completeEnrollment() }
    #expect(error?.code == .invalidOperation)
  }

  @Test func anEnrolmentBeforeWhichNobodyIsRunsOutOfTime() async throws {
    let fixture = try FlowFixture(track: Self.nobody, seconds: 1)
    try fixture.open("nobody")
    // Without a face, no image is of too low quality.
    let settings = EnrollerSettings(capture: fixture.capture(quality: 100), countdown: 0)
    let heard = try await HeardEnrolment(fixture.enroller(settings))
    #expect(heard.retry == .timedOut && heard.texts == ["started", "ended"])
  }

  @Test func aLockEndsAnEnrolmentBeforeItsCameraIsOpened() async throws {
    let fixture = try FlowFixture()
    try await lock(fixture)
    let heard = try await HeardEnrolment(
      fixture.enroller(EnrollerSettings(capture: fixture.capture(), countdown: 2)))
    guard case .error(let error) = heard.conclusion else {
      throw MissingForTest("another conclusion: \(String(describing: heard.conclusion))")
    }
    #expect(error.code == .captureIsLocked && error.unlockDateTime != nil)
    #expect(heard.texts.isEmpty && !fixture.isOpen("opened"))
  }

  // MARK: Verifications

  @Test func aFakeIsNotVerifiedAndNothingIsCompared() async throws {
    let fixture = try FlowFixture(compare: "TELL(\"compared\")", liveness: "FAKE")
    let references = try await fixture.references()
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture(.blink)))
    let verification = try await HeardVerification(verifier, references: references).verification
    #expect(verification.decision == .notLive && verification.liveness == .fake)
    #expect(verification.comparison == nil && !fixture.isOpen("compared"))
    #expect(try await fixture.attemptsLeft() == 4)
  }

  @Test(arguments: [("LIVE", FaceVerification.Decision.verified), ("UNKNOWN", .notLive)])
  func aMatchVerifiesOnlyWhoIsFoundLiveWhereThatIsAskedFor(
    found: String, decision: FaceVerification.Decision
  ) async throws {
    let fixture = try FlowFixture(compare: "*similarity = 1; return IMP_OK;", liveness: found)
    let references = try await fixture.references()
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture(.blink)))
    let verification = try await HeardVerification(verifier, references: references).verification
    #expect(verification.decision == decision && verification.comparison?.isMatch == true)
  }

  /// With a face in its frames and without.
  @Test(arguments: [(true, FaceFlowRetry.badQuality), (false, .timedOut)])
  func aVerificationWithoutAnImageRunsOutOfTime(isThere: Bool, retry: FaceFlowRetry) async throws {
    let fixture = try FlowFixture(track: Self.nobody, keeps: "0", seconds: 1)
    let references = try await fixture.references()
    if !isThere { try fixture.open("nobody") }
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    let heard = try await HeardVerification(verifier, references: references)
    #expect(heard.retry == retry && heard.texts == ["started", "ended"])
    #expect(try await fixture.attemptsLeft() == 5)
  }

  @Test func anImageThatIsTooBadToBeComparedCountsAndResetsNothing() async throws {
    let fixture = try FlowFixture(
      compare: "TELL(\"compared\")", finish: "JUDGED", liveness: "LIVE", quality: 47)
    let references = try await fixture.references()
    try await fixture.lockout(.standard).begin().end(.fake)
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture(.blink)))
    let heard = try await HeardVerification(verifier, references: references)
    #expect(heard.retry == .badQuality && !fixture.isOpen("compared"))
    #expect(try await fixture.attemptsLeft() == 4)
  }

  @Test func aLockEndsAVerificationBeforeItsCameraIsOpened() async throws {
    let fixture = try FlowFixture()
    let references = try await fixture.references()
    try fixture.close("opened")
    try await lock(fixture)
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    let heard = try await HeardVerification(verifier, references: references)
    guard case .error(let error) = heard.conclusion else {
      throw MissingForTest("another conclusion: \(String(describing: heard.conclusion))")
    }
    #expect(error.code == .captureIsLocked && error.unlockDateTime != nil)
    #expect(heard.texts.isEmpty && !fixture.isOpen("opened"))
  }
}
