// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization
import TestSupport
import Testing

/// Enrolments and verifications that are cancelled, in each of their states.
@Suite(.timeLimit(.minutes(3)))
struct FlowCancellationTests {
  /// A time that no capture of a test comes to.
  private static let long = 100_000

  @Test func anEnrolmentThatCountsDownEndsBeforeItsCameraIsOpened() async throws {
    let fixture = try FlowFixture()
    let settings = EnrollerSettings(capture: fixture.capture(), countdown: 3600)
    let enroller = fixture.enroller(settings, clock: ContinuousClock())
    let heard = try await HeardEnrolment(
      enroller, hearing: { event in if case .countdown = event { await enroller.cancel() } })
    // On a machine that is busy a second or more may pass before the cancellation is served.
    #expect(heard.countdown.first == 3600 && (1...1800).contains(heard.countdown.count))
    #expect(heard.texts.isEmpty && heard.error == .cancelled)
    #expect(!fixture.isOpen("opened"))
  }

  @Test func anEnrolmentThatCapturesEndsWithItsCameraClosedAndCountsNothing() async throws {
    let fixture = try FlowFixture(seconds: Self.long)
    // No image is good enough, so that it goes on.
    let enroller = fixture.enroller(EnrollerSettings(capture: fixture.capture(quality: 71), countdown: 0))
    var isClosed = false
    let heard = try await HeardEnrolment(enroller) { _ in
      await enroller.cancel()
      isClosed = fixture.isOpen("closed")
    }
    #expect(heard.texts == ["started", "ended"] && heard.error == .cancelled && isClosed)
    #expect(try await fixture.attemptsLeft() == 5)
  }

  @Test func aTemplateThatIsBeingMadeIsDroppedAndDelaysNothing() async throws {
    let fixture = try FlowFixture(extract: FlowFixture.waits, seconds: Self.long)
    let settings = EnrollerSettings(capture: fixture.capture(), countdown: 0, numberOfFrames: 1)
    let delegate = Noting()
    let enroller = fixture.enroller(settings, delegate: delegate)
    let heard = try await HeardEnrolment(enroller) { frame in
      if frame.lastExtraction == .extracting { await enroller.cancel() }
    }
    #expect(heard.texts == ["started", "ended"] && heard.error == .cancelled)
    try fixture.open("go")
    let next = try await HeardEnrolment(enroller)
    #expect(next.texts == ["started", "1 of 1", "ended"])
    #expect(try next.enrollment.views.count == 1)
    // The delegate hears both in turn, and of neither more than its conclusion.
    while delegate.words.count(where: { $0 == "finished" }) < 2 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(delegate.words == ["started", "ended", "finished", "started", "1 of 1", "ended", "finished"])
  }

  /// With a mode of liveness templates are made after the capture.
  @Test func anEnrolmentThatIsCancelledBeforeItsTemplatesAreMadeEnrolsNobody() async throws {
    let fixture = try FlowFixture(extract: FlowFixture.waits, liveness: "LIVE")
    let settings = EnrollerSettings(capture: fixture.capture(.blink), countdown: 0, numberOfFrames: 1)
    let enroller = fixture.enroller(settings)
    let heard = try await HeardEnrolment(
      enroller,
      hearing: { event in
        guard case .capturingEnded = event else { return }
        try await fixture.wait(for: "begun")
        let cancelling = Task.immediate { await enroller.cancel() }
        // Whoever asks after it is answered after it; this changes nothing.
        try await enroller.resume()
        try fixture.open("go")
        await cancelling.value
      })
    #expect(heard.error == .cancelled)
  }

  @Test func aVerificationThatCapturesEndsWithItsCameraClosedAndCountsNothing() async throws {
    let fixture = try FlowFixture(keeps: "0", seconds: Self.long)
    let references = try await fixture.references()
    try fixture.close("closed")
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    var isClosed = false
    let heard = try await HeardVerification(verifier, references: references) { event in
      guard case .frame = event else { return }
      await verifier.cancel()
      isClosed = fixture.isOpen("closed")
    }
    #expect(heard.texts == ["started", "ended"] && heard.error == .cancelled && isClosed)
    #expect(try await fixture.attemptsLeft() == 5)
  }

  /// Whoever cancels is not told that they are verified, and has not taken back that they were not.
  @Test(arguments: [(similarity: 0, left: 4), (similarity: 1, left: 5)])
  func aVerificationThatIsCancelledWhileItComparesHasNoVerdict(similarity: Int, left: Int) async throws {
    let fixture = try FlowFixture(
      compare: "\(FlowFixture.waits) *similarity = \(similarity); return IMP_OK;")
    let references = try await fixture.references()
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    let heard = try await HeardVerification(verifier, references: references) { event in
      guard case .capturingEnded = event else { return }
      try await fixture.wait(for: "begun")
      let cancelling = Task.immediate { await verifier.cancel() }
      // Whoever asks after it is answered after it; this changes nothing.
      try await verifier.resume()
      try fixture.open("go")
      await cancelling.value
    }
    #expect(heard.error == .cancelled)
    #expect(try await fixture.attemptsLeft() == left)
  }

  // MARK: A cancellation that comes late

  private func chosen(_ fixture: FlowFixture) -> Enroller {
    fixture.enroller(
      EnrollerSettings(
        capture: fixture.capture(), countdown: 0, numberOfFrames: 1, selection: .application,
        decisionTimeout: .seconds(60)))
  }

  @Test func anEnrolmentThatHasEndedIsCancelledWithoutHarmToTheNext() async throws {
    let fixture = try FlowFixture(seconds: Self.long)
    let enroller = chosen(fixture)
    let first = try await enroller.start()
    for await event in first {
      if case .frame(let frame) = event, frame.isOffered {
        try await enroller.addFaceFrameForEnrollment(frame)
      }
    }
    let second = try await HeardEnrolment(enroller) { frame in
      guard frame.isOffered else { return }
      await enroller.cancel(first)
      try await enroller.addFaceFrameForEnrollment(frame)
    }
    #expect(try second.enrollment.views.count == 1)
    // One that runs is ended by its events.
    let third = try await enroller.start()
    await enroller.cancel(third)
    var last: EnrollerEvent?
    for await event in third { last = event }
    guard case .finished(.error(let error)) = last else { throw MissingForTest("no error") }
    #expect(error.code == .cancelled)
  }

  @Test func aVerificationThatHasEndedIsCancelledWithoutHarmToTheNext() async throws {
    let fixture = try FlowFixture(keeps: "IS_OPEN(\"enough\")", seconds: Self.long)
    let references = try await fixture.references()
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    try fixture.open("enough")
    let first = try await verifier.start(subject: nil, references: references)
    for await _ in first {}
    try fixture.close("enough")
    let second = try await HeardVerification(verifier, references: references) { event in
      guard case .capturingStarted = event else { return }
      await verifier.cancel(first)
      try fixture.open("enough")
    }
    #expect(try second.verification.isVerified)
    try fixture.close("enough")
    let third = try await verifier.start(subject: nil, references: references)
    await verifier.cancel(third)
    var last: VerifierEvent?
    for await event in third { last = event }
    guard case .finished(.error(let error)) = last else { throw MissingForTest("no error") }
    #expect(error.code == .cancelled)
  }

  @Test func aTaskThatIsCancelledTakesItsEnrolmentWithIt() async throws {
    let fixture = try FlowFixture(track: "TELL(\"tracked\")", seconds: Self.long)
    let enroller = fixture.enroller(EnrollerSettings(capture: fixture.capture(quality: 71), countdown: 0))
    let task = Task { try await enroller.enroll() }
    try await fixture.wait(for: "tracked")
    task.cancel()
    let error = await #expect(throws: FaceFlowError.self) { _ = try await task.value }
    #expect(error?.code == .cancelled && fixture.isOpen("closed"))
    // Another one can be started.
    _ = try await enroller.start()
    await enroller.cancel()
  }

  // MARK: A second start

  @Test func aSecondEnrolmentIsRefusedAndTheFirstGoesOn() async throws {
    let fixture = try FlowFixture(seconds: Self.long)
    let enroller = chosen(fixture)
    let heard = try await HeardEnrolment(enroller) { frame in
      guard frame.isOffered else { return }
      let error = await #expect(throws: FaceFlowError.self) { _ = try await enroller.start() }
      #expect(error?.code == .invalidOperation && error?.place == "enroller")
      try await enroller.addFaceFrameForEnrollment(frame)
    }
    #expect(try heard.enrollment.views.count == 1)
  }

  @Test func aSecondVerificationIsRefusedAndTheFirstGoesOn() async throws {
    let fixture = try FlowFixture(keeps: "IS_OPEN(\"enough\")", seconds: Self.long)
    let references = try await fixture.references()
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    let heard = try await HeardVerification(verifier, references: references) { event in
      guard case .capturingStarted = event else { return }
      let error = await #expect(throws: FaceFlowError.self) {
        _ = try await verifier.start(subject: nil, references: references)
      }
      #expect(error?.code == .invalidOperation && error?.place == "verifier")
      try fixture.open("enough")
    }
    #expect(try heard.verification.comparison != nil)
  }
}

/// Notes what is said, but for frames and feedback.
private final class Noting: EnrollerDelegate {
  private let said = Mutex<[String]>([])

  var words: [String] { said.withLock { $0 } }

  func enrollerSaid(_ event: EnrollerEvent) async {
    let word: String? =
      switch event {
      case .countdown(let seconds): "in \(seconds)"
      case .capturingStarted: "started"
      case .frameExpired: "expired"
      case .frameEnrolled(let count, let all): "\(count) of \(all)"
      case .extractionFailed: "failed"
      case .restarted: "restarted"
      case .interrupted: "interrupted"
      case .ready: "ready"
      case .capturingEnded: "ended"
      case .finished: "finished"
      case .frame, .pose, .feedback, .action, .capture: nil
      }
    if let word { said.withLock { $0.append(word) } }
  }
}
