// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// What a verification is asked for is what its capture and its comparison go by.
@Suite(.timeLimit(.minutes(3)))
struct FlowSettingsTests {
  /// Of what the fixture's camera shows.
  private func references(_ fixture: FlowFixture) async throws -> [Template] {
    let settings = EnrollerSettings(capture: fixture.capture(), countdown: 0, numberOfFrames: 1)
    return try await HeardEnrolment(fixture.enroller(settings)).enrollment.templates
  }

  @Test func settingsOfAVerificationReachThePlugin() async throws {
    // Says in findings what it was asked for, and ends.
    let installation = try FixtureInstallation([
      "FIX_NEEDS_FACE": "1",
      "FIX_FRAME": "imp_status answer = grey(camera, pixels, frame, 64, 48); return answer;",
      "FIX_STEP": """
      const imp_face_capture_options_v2 *o = &capture->options; imp_capture_event_v2 *e; \
      float said[] = {(float)o->liveness_mode, o->liveness_threshold, o->quality_threshold, \
      (float)o->timeout_ns / 1e9f, (float)o->blink_timeout_ns / 1e9f, (float)o->images, \
      (float)(o->helps & ~IMP_HELP_COMPARES), 0}; \
      for (int i = 0; i < 8; i += 2) { e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_BLINK; \
      e->liveness = IMP_LIVENESS_FAKE; e->value = said[i]; e->limit = said[i + 1]; } \
      e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_JUDGED; e->liveness = IMP_LIVENESS_FAKE;
      """,
    ])
    let folder = "\(installation.folder.path)/state/lockout"
    let capture = FaceCaptureSettings(
      livenessMode: .blink, livenessThreshold: 12, qualityThreshold: 34, timeout: .seconds(56),
      camera: CameraOptions(locator: "fixture:0"), helps: [.lights, .motion])
    let verifier = try installation.open().faces.verifier(
      settings: VerifierSettings(capture: capture, blinkTimeout: .seconds(7))
    ) { LockoutStore(folder: folder, settings: $0) }
    var said: [Float] = []
    for await event in try await verifier.start(subject: nil, references: references(FlowFixture())) {
      switch event {
      case .capture(.finding(let finding)): said += [finding.measure, finding.limit]
      case .finished(.verdict(let verification)): #expect(verification.decision == .notLive)
      case .finished(let conclusion): Issue.record("no verdict: \(conclusion)")
      case .capturingStarted, .frame, .feedback, .capture, .interrupted, .ready, .capturingEnded: break
      }
    }
    #expect(said == [4, 12, 34, 56, 7, 1, 6, 0])
  }

  /// A similarity of 0.9 is a score of 4000.
  @Test func thePolicyOfAVerificationDecides() async throws {
    let fixture = try FlowFixture(compare: "*similarity = 0.9f; return IMP_OK;")
    let references = try await references(fixture)
    for (threshold, decision) in [(3900.0, FaceVerification.Decision.verified), (4100, .notMatching)] {
      let verifier = fixture.verifier(
        VerifierSettings(capture: fixture.capture(), policy: .threshold(Score(threshold))))
      let conclusion = try await verifier.verify(subject: nil, references: references)
      guard case .verdict(let verification) = conclusion else {
        throw MissingForTest("no verdict: \(conclusion)")
      }
      #expect(verification.decision == decision)
    }
  }
}
