// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization
import TestSupport
import Testing

/// What becomes of the frames of an enrolment: when its face changes, while a template is being made, and
/// where nobody answers.
@Suite(.timeLimit(.minutes(3)))
struct EnrollerFrameTests {
  /// The tracker follows another face.
  private static let another = "if (IS_OPEN(\"another\")) faces->faces[0].track_id = 9;"

  private func chosen(_ fixture: FlowFixture, wait: Duration = .seconds(60)) -> EnrollerSettings {
    EnrollerSettings(
      capture: fixture.capture(), countdown: 0, numberOfFrames: 2, selection: .application,
      decisionTimeout: wait)
  }

  @Test func whereAnotherFaceComesWhatWasEnrolledIsDropped() async throws {
    let fixture = try FlowFixture(track: Self.another, seconds: 100_000)
    let enroller = fixture.enroller(chosen(fixture))
    var offered: [Int] = []
    let heard = try await HeardEnrolment(enroller) { frame in
      guard frame.isOffered else { return }
      offered.append(frame.enrolled)
      guard frame.enrolled == 1, !fixture.isOpen("another") else {
        return try await enroller.addFaceFrameForEnrollment(frame)
      }
      try fixture.open("another")
      try await enroller.skip(frame)
    }
    #expect(offered == [0, 1, 0, 1])
    #expect(heard.texts == ["started", "1 of 2", "restarted", "1 of 2", "2 of 2", "ended"])
    #expect(try heard.enrollment.views.map(\.face.trackID) == [9, 9])
  }

  @Test func aTemplateOfTheFirstFaceThatComesAfterAnotherCameIsDropped() async throws {
    let fixture = try FlowFixture(extract: FlowFixture.waits, track: Self.another, seconds: 100_000)
    let settings = EnrollerSettings(capture: fixture.capture(), countdown: 0, numberOfFrames: 1)
    let heard = try await HeardEnrolment(
      fixture.enroller(settings),
      at: { frame in if frame.lastExtraction == .extracting { try fixture.open("another") } },
      hearing: { event in if case .restarted = event { try fixture.open("go") } })
    #expect(heard.texts == ["started", "restarted", "1 of 1", "ended"])
    #expect(try heard.enrollment.views.map(\.face.trackID) == [9])
  }

  @Test func anEnrolmentIsNotCompletedWhileItsFirstTemplateIsBeingMade() async throws {
    let fixture = try FlowFixture(extract: FlowFixture.waits, seconds: 100_000)
    let enroller = fixture.enroller(chosen(fixture))
    let heard = try await HeardEnrolment(enroller) { frame in
      if frame.enrolled == 1 { return try await enroller.completeEnrollment() }
      if frame.isOffered { return try await enroller.addFaceFrameForEnrollment(frame) }
      guard !fixture.isOpen("go") else { return }
      let early = await #expect(throws: FaceFlowError.self) { try await enroller.completeEnrollment() }
      #expect(early?.code == .nothingAdded)
      try fixture.open("go")
    }
    #expect(heard.texts == ["started", "1 of 2", "ended"])
    #expect(try heard.enrollment.views.count == 1)
  }

  @Test func aDelegateThatNeverAnswersDelaysEachFrameForABoundedTime() async throws {
    let fixture = try FlowFixture(seconds: 1)
    let silent = Silent()
    let heard = try await HeardEnrolment(
      fixture.enroller(chosen(fixture, wait: .milliseconds(2)), delegate: silent))
    // What it says now is of no account any more.
    silent.answer(true)
    // 26 frames until the time is over, one a 40 ms.
    #expect(heard.retry == .timedOut && heard.expired >= 25)
    #expect(heard.texts == ["started", "ended"])
  }
}

/// Answers for no frame until it is told to, whatever becomes of the task that asks.
private final class Silent: EnrollerDelegate {
  private struct State {
    var answer: Bool?
    var waiting: [CheckedContinuation<Bool?, Never>] = []
  }

  private let state = Mutex(State())

  func shouldAddFaceEvent(_ frame: EnrollmentFrame, index: Int) async -> Bool? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state in
        if state.answer == nil { state.waiting.append(continuation) }
        return state.answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  func answer(_ answer: Bool) {
    let waiting = state.withLock { state in
      state.answer = answer
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume(returning: answer) }
  }
}
