// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization
import TestSupport
import Testing

/// The flow of an enrolment, over the fixture's camera.
@Suite(.timeLimit(.minutes(3)))
struct EnrollerTests {
  @Test func settingsHaveTheDefaultsOfTheSeed() {
    let settings = EnrollerSettings()
    #expect(settings.countdown == 5 && settings.numberOfFrames == 4 && settings.mode == .simple)
    #expect(settings.capture.livenessMode == .none && settings.capture.qualityThreshold == 48)
    #expect(settings.capture.livenessThreshold == 0 && settings.selection == .automatic)
    #expect(EnrollmentMode.full.poses == [.front, .right, .left, .down, .up])
  }

  private static let outOfRange: [(String, @Sendable (inout EnrollerSettings) -> Void)] = [
    ("countdown", { @Sendable in $0.countdown = -1 }),
    ("numberOfFrames", { @Sendable in $0.numberOfFrames = 0 }),
    ("qualityThreshold", { @Sendable in $0.capture.qualityThreshold = 101 }),
    ("livenessThreshold", { @Sendable in $0.capture.livenessThreshold = -1 }),
    ("timeout", { @Sendable in $0.capture.timeout = .zero }),
    ("decisionTimeout", { @Sendable in $0.decisionTimeout = .zero }),
    ("livenessMode", { @Sendable in $0.capture.livenessMode = .passiveVideo }),
    ("capture.livenessMode", { @Sendable in ($0.capture.livenessMode, $0.mode) = (.blink, .full) }),
  ]

  @Test(arguments: outOfRange)
  func aSettingOutOfItsRangeIsRefused(
    name: String, change: @Sendable (inout EnrollerSettings) -> Void
  ) async throws {
    let fixture = try FlowFixture()
    var settings = EnrollerSettings(capture: fixture.capture())
    change(&settings)
    let error = await #expect(throws: FaceFlowError.self) {
      _ = try await fixture.enroller(settings).start()
    }
    #expect(error?.code == .badSettings && error?.place == name)
  }

  @Test func itCountsDownAndEnrolsAsManyFramesAsAreWanted() async throws {
    let fixture = try FlowFixture()
    let settings = EnrollerSettings(capture: fixture.capture(), countdown: 3, numberOfFrames: 2)
    let heard = try await HeardEnrolment(fixture.enroller(settings))
    #expect(heard.countdown == [3, 2, 1])
    #expect(heard.texts == ["started", "1 of 2", "2 of 2", "ended"])
    #expect(heard.feedback == [.good])
    let enrollment = try heard.enrollment
    #expect(enrollment.views.map(\.pose) == [.front, .front] && enrollment.liveness == .unknown)
    #expect(enrollment.templates.allSatisfy { $0.modality == .face && $0.created != nil })
  }

  @Test func zeroSkipsTheCountdown() async throws {
    let fixture = try FlowFixture()
    let settings = EnrollerSettings(capture: fixture.capture(), countdown: 0, numberOfFrames: 1)
    let heard = try await HeardEnrolment(fixture.enroller(settings))
    #expect(heard.countdown.isEmpty)
    #expect(try heard.enrollment.views.count == 1)
  }

  @Test func withoutTheQualityThatIsNeededNothingIsEnrolled() async throws {
    let fixture = try FlowFixture(seconds: 1)
    let settings = EnrollerSettings(capture: fixture.capture(quality: 71), countdown: 0)
    let heard = try await HeardEnrolment(fixture.enroller(settings))
    #expect(heard.retry == .badQuality)
  }

  @Test func aFrameOfWhichNoTemplateCanBeMadeIsSaidAndNotEnrolled() async throws {
    let fixture = try FlowFixture(extract: "return IMP_E_QUALITY;", seconds: 1)
    let settings = EnrollerSettings(capture: fixture.capture(), countdown: 0)
    let statuses = Mutex<[ExtractionStatus]>([])
    let heard = try await HeardEnrolment(fixture.enroller(settings)) { frame in
      statuses.withLock { $0.append(frame.lastExtraction) }
    }
    #expect(heard.texts.contains("extraction") && heard.retry == .timedOut)
    #expect(
      statuses.withLock { all in
        all.contains { if case .failed(let error) = $0 { !error.reason.isEmpty } else { false } }
      })
  }

  // MARK: Frames that the application chooses

  private func chosen(
    _ fixture: FlowFixture, frames: Int = 4, wait: Duration = .seconds(20)
  ) -> EnrollerSettings {
    EnrollerSettings(
      capture: fixture.capture(), countdown: 0, numberOfFrames: frames, selection: .application,
      decisionTimeout: wait)
  }

  @Test func whereEveryFrameIsRefusedNothingIsEnrolled() async throws {
    let fixture = try FlowFixture(seconds: 1)
    let asked = Asked { _ in false }
    let heard = try await HeardEnrolment(fixture.enroller(chosen(fixture), delegate: asked))
    #expect(heard.retry == .timedOut && heard.expired == 0)
    // 26 frames until the time is over, one a 40 ms; of the last one too.
    #expect(asked.frames.count >= 25)
    #expect(asked.frames.allSatisfy { $0.isOffered && !$0.box.isEmpty && $0.quality == 70 })
  }

  @Test func aFrameThatNobodyAnswersForIsNotAddedAndTheNextOneComes() async throws {
    let fixture = try FlowFixture(seconds: 1)
    let heard = try await HeardEnrolment(fixture.enroller(chosen(fixture, wait: .milliseconds(2))))
    #expect(heard.retry == .timedOut)
    #expect(heard.expired >= 25)
  }

  @Test func theApplicationAddsFramesAndCompletes() async throws {
    let fixture = try FlowFixture(seconds: 60)
    let enroller = fixture.enroller(chosen(fixture))
    var added = 0
    let heard = try await HeardEnrolment(enroller) { frame in
      if frame.enrolled == 2 { return try await enroller.completeEnrollment() }
      guard frame.isOffered else { return }
      // What is offered waits: its answer is in time, however slow this reader is.
      #expect(frame.lastExtraction == (added == 0 ? .none : .success))
      if frame.number % 2 == 0 { return try await enroller.skip(frame) }
      added += 1
      try await enroller.addFaceFrameForEnrollment(frame)
    }
    #expect(try heard.enrollment.views.count == 2 && added == 2)
  }

  @Test func anEnrolmentIsNotCompletedBeforeAFrameWasExtracted() async throws {
    let fixture = try FlowFixture()
    let enroller = fixture.enroller(chosen(fixture))
    let idle = await #expect(throws: FaceFlowError.self) { try await enroller.completeEnrollment() }
    #expect(idle?.code == .invalidOperation)
    var isFirst = true
    let heard = try await HeardEnrolment(enroller) { frame in
      guard frame.isOffered, isFirst else { return }
      isFirst = false
      let early = await #expect(throws: FaceFlowError.self) { try await enroller.completeEnrollment() }
      #expect(early?.code == .nothingAdded)
      try await enroller.skip(frame)
      let late = await #expect(throws: FaceFlowError.self) {
        try await enroller.addFaceFrameForEnrollment(frame)
      }
      #expect(late?.code == .frameNotOffered)
      Task { await enroller.cancel() }
    }
    #expect(heard.error == .cancelled)
  }

  @Test func cancellingWhileAFrameWaitsEndsItAtOnce() async throws {
    let fixture = try FlowFixture(seconds: 60)
    let enroller = fixture.enroller(chosen(fixture, wait: .seconds(60)))
    let heard = try await HeardEnrolment(enroller) { frame in
      if frame.isOffered { await enroller.cancel() }
    }
    #expect(heard.error == .cancelled)
    // Another one can be started.
    _ = try await enroller.start()
    await enroller.cancel()
  }

  // MARK: Requirements

  @Test func whatIsRequiredIsMetOrSaysWhy() async throws {
    let fixture = try FlowFixture()
    let enroller = fixture.enroller(EnrollerSettings(capture: fixture.capture()))
    #expect(await enroller.requirements.unmet().isEmpty)
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    #expect(await verifier.requirements([]).unmet().mapValues(\.code) == [.configured: .notConfigured])
  }
}

/// Answers for each frame, and remembers it.
private final class Asked: EnrollerDelegate {
  private let seen = Mutex<[EnrollmentFrame]>([])
  private let answer: @Sendable (EnrollmentFrame) -> Bool?

  init(_ answer: @escaping @Sendable (EnrollmentFrame) -> Bool?) { self.answer = answer }

  var frames: [EnrollmentFrame] { seen.withLock { $0 } }

  func shouldAddFaceEvent(_ frame: EnrollmentFrame, index: Int) async -> Bool? {
    seen.withLock { $0.append(frame) }
    return answer(frame)
  }
}
