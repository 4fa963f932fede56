// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Enrolment and verification over the fixture: a camera of endless grey frames, 40 ms apart by their own
/// times, in each of which there is one face.
struct FlowFixture {
  let installation: FixtureInstallation
  let system: BiometricSystem

  /// - Parameters:
  ///   - extract: statements of the extractor, which may answer otherwise.
  ///   - compare: statements of the matcher.
  ///   - seconds: when the capture runs out of time, by the camera's times.
  init(extract: String = "", compare: String = "", seconds: Int = 4) throws {
    installation = try FixtureInstallation([
      "FIX_NEEDS_FACE": "1", "FIX_EXTRACT": extract, "FIX_COMPARE": compare,
      "FIX_FRAME": """
      imp_status answer = grey(camera, pixels, frame, 64, 48); \
      frame->timestamp_ns *= 40000000u; return answer;
      """,
      "FIX_STEP": """
      imp_capture_event_v2 *e; (void)e; \
      if (capture->steps == 1) event(events, IMP_CAPTURE_FEEDBACK)->code = IMP_FEEDBACK_GOOD; \
      if (input == IMP_INPUT_FRAME) event(events, IMP_CAPTURE_FACE)->face = 0; \
      int keeps = input == IMP_INPUT_FRAME && now == 400000000u && capture->options.images > 0; \
      if (keeps) { event(events, IMP_CAPTURE_KEEP)->slot = 0; \
      e = event(events, IMP_CAPTURE_RESULT); e->slot = 0; e->value = 70; e->tracking = IMP_TRACKING_STEADY; \
      e->liveness = IMP_LIVENESS_UNKNOWN; } \
      if (keeps || input == IMP_INPUT_STOP || now >= \(seconds)000000000u) { \
      e = event(events, IMP_CAPTURE_FINISHED); e->liveness = IMP_LIVENESS_UNKNOWN; \
      e->code = keeps ? IMP_FINISH_CAPTURED : input == IMP_INPUT_STOP ? IMP_FINISH_STOPPED \
      : IMP_FINISH_TIMEOUT; }
      """,
    ])
    system = try installation.open()
  }

  func capture(_ mode: LivenessMode = .none, quality: Float = 48) -> FaceCaptureSettings {
    FaceCaptureSettings(
      livenessMode: mode, qualityThreshold: quality, camera: CameraOptions(locator: "fixture:0"))
  }

  func lockout(_ settings: LockoutSettings) -> LockoutStore {
    LockoutStore(folder: "\(installation.folder.path)/state/lockout", settings: settings)
  }

  func enroller(
    _ settings: EnrollerSettings, delegate: (any EnrollerDelegate)? = nil
  ) -> Enroller {
    system.faces.enroller(settings: settings, delegate: delegate, clock: InstantClock()) {
      lockout($0)
    }
  }

  func verifier(_ settings: VerifierSettings) -> Verifier {
    system.faces.verifier(settings: settings) { lockout($0) }
  }
}

/// Nobody waits: a sleep is over at once.
struct InstantClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}

/// All that an enrolment says.
struct HeardEnrolment {
  var countdown: [Int] = []
  var texts: [String] = []
  var expired = 0
  var feedback: [CaptureFeedback] = []
  var poses: [EnrollmentPose] = []
  var conclusion: FaceEnrollmentConclusion?

  /// - Parameter at: what is done at each frame.
  init(
    _ enroller: Enroller, at frame: (EnrollmentFrame) async throws -> Void = { _ in }
  ) async throws {
    for await event in try await enroller.start() {
      #expect(conclusion == nil, "nothing comes after the conclusion")
      switch event {
      case .countdown(let seconds): countdown.append(seconds)
      case .capturingStarted: texts.append("started")
      case .frame(let shown): try await frame(shown)
      case .frameExpired: expired += 1
      case .frameEnrolled(let count, let all): texts.append("\(count) of \(all)")
      case .extractionFailed(let error): texts.append(error.code.rawValue)
      case .restarted: texts.append("restarted")
      case .pose(let pose): poses.append(pose)
      case .feedback(let said): feedback.append(said)
      case .action: texts.append("action")
      case .interrupted(let reason): texts.append(reason.rawValue)
      case .ready: texts.append("ready")
      case .capturingEnded: texts.append("ended")
      case .finished(let last): conclusion = last
      }
    }
  }

  /// What was enrolled.
  var enrollment: FaceEnrollment {
    get throws {
      guard case .enrolled(let enrollment) = conclusion else {
        throw MissingForTest("nothing was enrolled: \(String(describing: conclusion))")
      }
      return enrollment
    }
  }

  var retry: FaceFlowRetry? { if case .retry(let retry) = conclusion { retry } else { nil } }
  var error: FaceFlowErrorCode? { if case .error(let error) = conclusion { error.code } else { nil } }
}
