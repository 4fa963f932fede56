// SPDX-License-Identifier: Apache-2.0
import Imprint
import TestSupport
import Testing

/// Sleep and locked screens, in an enrolment and a verification.
@Suite(.timeLimit(.minutes(3)))
struct FlowInterruptionTests {
  /// A time that no capture of a test comes to.
  private static let long = 100_000

  private func enroller(_ fixture: FlowFixture) -> Enroller {
    fixture.enroller(
      EnrollerSettings(
        capture: fixture.capture(), countdown: 0, numberOfFrames: 2, selection: .application,
        decisionTimeout: .seconds(60)))
  }

  @Test func anInterruptedEnrolmentBeginsAnewWithNothingEnrolled() async throws {
    let fixture = try FlowFixture(seconds: Self.long)
    let enroller = enroller(fixture)
    var wasInterrupted = false
    var offered: [Int] = []
    let heard = try await HeardEnrolment(
      enroller,
      at: { frame in
        guard frame.isOffered else { return }
        offered.append(frame.enrolled)
        guard frame.enrolled == 1, !wasInterrupted else {
          return try await enroller.addFaceFrameForEnrollment(frame)
        }
        wasInterrupted = true
        await enroller.interrupt(.screenLocked)
        #expect(fixture.isOpen("closed"))
      },
      hearing: { event in
        guard case .interrupted = event else { return }
        try await enroller.resume()
      })
    #expect(offered == [0, 1, 0, 1])
    // When it is ready is said beside what becomes of frames.
    #expect(heard.texts.contains("ready"))
    #expect(
      heard.texts.filter { $0 != "ready" }
        == ["started", "1 of 2", "screen-locked", "1 of 2", "2 of 2", "ended"])
    #expect(try heard.enrollment.views.count == 2)
    #expect(try await fixture.attemptsLeft() == 5)
  }

  @Test func anEnrolmentThatIsCancelledWhileItIsInterruptedEndsSo() async throws {
    let fixture = try FlowFixture(seconds: Self.long)
    let enroller = enroller(fixture)
    let heard = try await HeardEnrolment(
      enroller,
      at: { frame in if frame.isOffered { await enroller.interrupt(.sleep) } },
      hearing: { event in if case .interrupted = event { await enroller.cancel() } })
    #expect(heard.texts == ["started", "sleep", "ended"] && heard.error == .cancelled)
    let error = await #expect(throws: FaceFlowError.self) { _ = try await enroller.start() }
    #expect(error?.code == .interrupted)
    try await enroller.resume()
    _ = try await enroller.start()
    await enroller.cancel()
  }

  @Test func anEnrolmentThatCountsDownIsCancelledByAnInterruption() async throws {
    let fixture = try FlowFixture()
    let enroller = fixture.enroller(
      EnrollerSettings(capture: fixture.capture(), countdown: 3600), clock: ContinuousClock())
    let heard = try await HeardEnrolment(
      enroller, hearing: { event in if case .countdown = event { await enroller.interrupt(.background) } })
    #expect(heard.texts.isEmpty && heard.error == .cancelled)
    #expect(!fixture.isOpen("opened"))
  }

  @Test func anInterruptedVerificationBeginsAnewAndCountsNothing() async throws {
    let fixture = try FlowFixture(keeps: "IS_OPEN(\"enough\")", seconds: Self.long)
    let references = try await fixture.references()
    try fixture.close("closed")
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    var wasInterrupted = false
    let heard = try await HeardVerification(verifier, references: references) { event in
      switch event {
      case .frame where !wasInterrupted:
        wasInterrupted = true
        await verifier.interrupt(.screenLocked)
        #expect(fixture.isOpen("closed"))
        #expect(try await fixture.attemptsLeft() == 5)
      case .interrupted:
        try await verifier.resume()
        try fixture.open("enough")
      case .capturingStarted, .frame, .feedback, .capture, .ready, .capturingEnded, .finished: break
      }
    }
    #expect(heard.texts == ["started", "screen-locked", "ready", "ended"])
    #expect(try heard.verification.isVerified)
    #expect(try await fixture.attemptsLeft() == 5)
  }
}
