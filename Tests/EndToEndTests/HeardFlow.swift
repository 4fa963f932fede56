// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// All that an enrolment says.
struct HeardEnrolment {
  var countdown: [Int] = []
  var texts: [String] = []
  var expired = 0
  var feedback: [CaptureFeedback] = []
  var poses: [EnrollmentPose] = []
  var captured: [CaptureEvent] = []
  var conclusion: FaceEnrollmentConclusion?

  /// - Parameters:
  ///   - at: what is done at each frame.
  ///   - hearing: what is done at each event.
  init(
    _ enroller: Enroller, at frame: (EnrollmentFrame) async throws -> Void = { _ in },
    hearing: (EnrollerEvent) async throws -> Void = { _ in }
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
      case .capture(let event): captured.append(event)
      case .interrupted(let reason): texts.append(reason.rawValue)
      case .ready: texts.append("ready")
      case .capturingEnded: texts.append("ended")
      case .finished(let last): conclusion = last
      }
      try await hearing(event)
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

/// All that a verification says, but for what is drawn.
struct HeardVerification {
  var texts: [String] = []
  var conclusion: FaceVerificationConclusion?

  /// - Parameter hearing: what is done at each event.
  init(
    _ verifier: Verifier, of subject: LockoutSubject? = nil, references: [Template],
    hearing: (VerifierEvent) async throws -> Void = { _ in }
  ) async throws {
    for await event in try await verifier.start(subject: subject, references: references) {
      #expect(conclusion == nil, "nothing comes after the conclusion")
      switch event {
      case .capturingStarted: texts.append("started")
      case .frame, .feedback, .capture: break
      case .interrupted(let reason): texts.append(reason.rawValue)
      case .ready: texts.append("ready")
      case .capturingEnded: texts.append("ended")
      case .finished(let last): conclusion = last
      }
      try await hearing(event)
    }
  }

  /// The verdict.
  var verification: FaceVerification {
    get throws {
      guard case .verdict(let verification) = conclusion else {
        throw MissingForTest("no verdict: \(String(describing: conclusion))")
      }
      return verification
    }
  }

  var retry: FaceFlowRetry? { if case .retry(let retry) = conclusion { retry } else { nil } }
  var error: FaceFlowErrorCode? { if case .error(let error) = conclusion { error.code } else { nil } }
}
