// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// The flow of a verification, over the fixture's camera.
@Suite(.timeLimit(.minutes(3)))
struct VerifierTests {
  @Test func settingsHaveTheDefaultsOfTheSeed() {
    let settings = VerifierSettings()
    #expect(settings.capture.livenessMode == .blink && settings.blinkTimeout == .seconds(5))
    #expect(settings.capture.livenessThreshold == 0 && settings.capture.qualityThreshold == 48)
    #expect(settings.policy == .standard && !settings.requireCalibrated)
  }

  @Test(arguments: [Duration.seconds(-1), .milliseconds(30_001)])
  func aBlinkTimeoutOutOfItsRangeIsRefused(timeout: Duration) async throws {
    let fixture = try FlowFixture()
    let verifier = fixture.verifier(
      VerifierSettings(capture: fixture.capture(), blinkTimeout: timeout))
    let error = await #expect(throws: FaceFlowError.self) {
      _ = try await verifier.start(subject: nil, references: [])
    }
    #expect(error?.code == .badSettings && error?.place == "blinkTimeout")
  }

  @Test func withoutTemplatesNobodyIsVerified() async throws {
    let fixture = try FlowFixture()
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    let error = await #expect(throws: FaceFlowError.self) {
      _ = try await verifier.start(subject: nil, references: [])
    }
    #expect(error?.code == .notConfigured)
  }

  @Test func theVerdictComesWithScoreAndLiveness() async throws {
    let fixture = try FlowFixture(compare: "*similarity = 1; return IMP_OK;")
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    let conclusion = try await verifier.verify(subject: nil, references: fixture.references())
    guard case .verdict(let verification) = conclusion else {
      throw MissingForTest("no verdict: \(conclusion)")
    }
    #expect(verification.isVerified && verification.liveness == .unknown)
    #expect(verification.score != nil && verification.livenessScore == nil)
  }

  /// Nobody is claimed, and a stranger is before the camera: the device counts.
  @Test func aMatchThatIsRefusedIsAFailedAttemptOfTheDevice() async throws {
    let fixture = try FlowFixture(compare: "*similarity = 0; return IMP_OK;")
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    let references = try await fixture.references()
    for left in [4, 3] {
      _ = try await verifier.verify(subject: nil, references: references)
      #expect(try await fixture.attemptsLeft() == left)
    }
  }

  @Test func whatIsInterruptedBeforeItsCameraIsOpenNeverBegins() async throws {
    let fixture = try FlowFixture()
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    let references = try await fixture.references()
    await verifier.interrupt(.screenLocked)
    let error = await #expect(throws: FaceFlowError.self) {
      _ = try await verifier.start(subject: nil, references: references)
    }
    #expect(error?.code == .interrupted)
    try await verifier.resume()
    guard case .verdict = try await verifier.verify(subject: nil, references: references) else {
      throw MissingForTest("no verdict after resuming")
    }
  }

  @Test func aMatchThatIsRefusedIsAFailedAttemptOfTheSubject() async throws {
    let fixture = try FlowFixture(compare: "*similarity = 0; return IMP_OK;")
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    let ada = LockoutSubject("ada")
    let conclusion = try await verifier.verify(subject: ada, references: fixture.references())
    guard case .verdict(let verification) = conclusion else {
      throw MissingForTest("no verdict: \(conclusion)")
    }
    #expect(verification.decision == .notMatching)
    #expect(try await fixture.attemptsLeft(of: ada) == 4)
  }
}
