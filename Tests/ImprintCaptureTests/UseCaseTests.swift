// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization
import TestSupport
import Testing

/// Call-backs grouped by purpose: each comes to the delegate that it is for.
@Suite(.timeLimit(.minutes(2)))
struct UseCaseTests {
  private func useCase(
    _ fixture: FixtureHandler, _ mode: LivenessMode, _ delegates: FaceCaptureDelegates
  ) throws -> FaceCaptureUseCase {
    let (folder, clock) = (fixture.lockoutFolder, fixture.clock)
    return try FaceCaptureUseCase(
      source: fixture, options: FaceCaptureHandlerOptions(livenessMode: mode), delegates: delegates
    ) { LockoutStore(folder: folder, settings: $0, clock: clock, patience: .seconds(60)) }
  }

  /// Says one of each kind in its first frame, and ends with its second.
  private func fixture() throws -> FixtureHandler {
    var capture = try FixtureCapture()
    capture.step = """
      if (capture->steps == 1) { event(events, IMP_CAPTURE_STEP)->code = IMP_STEP_CHALLENGE; \
      event(events, IMP_CAPTURE_FEEDBACK)->code = IMP_FEEDBACK_GOOD; \
      event(events, IMP_CAPTURE_FACE)->face = 0; target(events); \
      event(events, IMP_CAPTURE_PROGRESS)->value = 0.5f; } \
      if (capture->steps == 2) { \(FixtureCapture.finishes("IMP_FINISH_JUDGED")) }
      """
    return try FixtureHandler(capture)
  }

  @Test func eachDelegateHearsWhatItIsFor() async throws {
    let notes = Notes()
    let useCase = try useCase(
      fixture(), .active,
      FaceCaptureDelegates(
        feedback: notes, result: notes, tracking: notes, preview: notes, active: notes, passiveVideo: notes,
        step: notes, liveness: notes))
    try await useCase.start()
    let heard = try await notes.untilFinished()
    // Progress is of passive video alone.
    #expect(
      heard == [
        "liveness active", "step challenge", "feedback good", "tracking", "targets 3", "target 1", "finished",
      ])
    await useCase.destroy()
  }

  @Test func whatNobodyListensToIsNotNeeded() async throws {
    let notes = Notes()
    let useCase = try useCase(fixture(), .passiveVideo, FaceCaptureDelegates(feedback: notes, result: notes))
    try await useCase.start()
    #expect(try await notes.untilFinished() == ["feedback good", "finished"])
    await useCase.cancel()
  }

  @Test func progressOfAPassiveVideoIsTold() async throws {
    let notes = Notes()
    let useCase = try useCase(
      fixture(), .passiveVideo, FaceCaptureDelegates(feedback: notes, result: notes, passiveVideo: notes))
    try await useCase.start()
    #expect(try await notes.untilFinished() == ["feedback good", "progress 0.5", "finished"])
  }

  /// Says this in its first frame, and ends with its second.
  private func fixture(saying statements: String) throws -> FixtureHandler {
    var capture = try FixtureCapture()
    capture.step = """
      if (capture->steps == 1) { \(statements) } \
      if (capture->steps == 2) { \(FixtureCapture.finishes("IMP_FINISH_JUDGED")) }
      """
    return try FixtureHandler(capture)
  }

  @Test func aPassiveVideoTellsItsPreparationAndItsOval() async throws {
    let notes = Notes()
    let useCase = try useCase(
      fixture(
        saying: """
          event(events, IMP_CAPTURE_PREPARATION)->code = IMP_PREPARATION_STARTED; \
          event(events, IMP_CAPTURE_PREPARATION)->code = IMP_PREPARATION_FINISHED; \
          e = event(events, IMP_CAPTURE_OVAL); e->width = 0.5f; e->height = 0.75f; \
          event(events, IMP_CAPTURE_PROGRESS)->value = 1;
          """), .passiveVideo,
      FaceCaptureDelegates(feedback: notes, result: notes, passiveVideo: notes))
    try await useCase.start()
    #expect(
      try await notes.untilFinished() == [
        "preparation started", "preparation finished", "oval", "progress 1.0", "finished",
      ])
  }

  @Test func thePointerIsTold() async throws {
    let notes = Notes()
    let useCase = try useCase(
      fixture(saying: "event(events, IMP_CAPTURE_POINTER)->flags = IMP_SHOWN_VISIBLE;"), .active,
      FaceCaptureDelegates(feedback: notes, result: notes, active: notes))
    try await useCase.start()
    #expect(try await notes.untilFinished() == ["pointer", "finished"])
  }

  @Test func previewsComeToTheirDelegate() async throws {
    let (notes, previews) = (Notes(), Previews())
    let useCase = try useCase(
      fixture(saying: ""), .none, FaceCaptureDelegates(feedback: notes, result: notes, preview: previews))
    try await useCase.start()
    #expect(try await notes.untilFinished() == ["finished"])
    // A slow one misses frames, but never the last.
    #expect((1...2).contains(previews.count))
  }

  @Test func oneThatIsCancelledSaysSo() async throws {
    let notes = Notes()
    let useCase = try useCase(
      .endless(), .active, FaceCaptureDelegates(feedback: notes, result: notes, liveness: notes))
    try await useCase.start()
    await useCase.cancel()
    #expect(try await notes.untilFinished() == ["liveness active", "finished"])
    #expect(notes.conclusion == "error cancelled")
  }
}

/// Counts the frames that it is given.
private final class Previews: FacePreviewDelegate {
  private let seen = Mutex(0)

  var count: Int { seen.withLock { $0 } }

  func previewReceived(_ preview: CapturePreview) async { seen.withLock { $0 += 1 } }
}

/// Writes down every call but that of a preview, and that of a frame without a face.
private final class Notes: FaceFeedbackDelegate, FaceTrackingDelegate, FacePreviewDelegate,
  LivenessActiveDelegate, PassiveVideoDelegate, StepInfoDelegate, CaptureLivenessDelegate,
  CaptureResultDelegate
{
  private let heard = Mutex<[String]>([])
  private let ended = Mutex("")

  /// How it ended.
  var conclusion: String { ended.withLock { $0 } }

  private func note(_ text: String) { heard.withLock { $0.append(text) } }

  func untilFinished() async throws -> [String] {
    while heard.withLock({ $0.last }) != "finished" { try await Task.sleep(for: .milliseconds(5)) }
    return heard.withLock { $0 }
  }

  func captureInfoReceived(feedback: CaptureFeedback) async { note("feedback \(feedback.rawValue)") }
  func captureInfoReceived(trackingData: FaceTrackingInformation) async {
    if !trackingData.box.isEmpty { note("tracking") }
  }
  func previewReceived(_ preview: CapturePreview) async {}
  func pointerUpdated(pointerInfo: Cr2dPointerInfo) async { note("pointer") }
  func targetUpdated(targetInfo: Cr2dTargetInfo) async { note("target \(targetInfo.number)") }
  func targetsNumberReceived(numberOfTargets: Int) async { note("targets \(numberOfTargets)") }
  func preparationStarted() async { note("preparation started") }
  func preparationFinished() async { note("preparation finished") }
  func overlayDidUpdate(overlay: OvalOverlay) async { note("oval") }
  func progressDidUpdate(progress: Float) async { note("progress \(progress)") }
  func captureInfoReceived(stepInfo: CaptureStep) async { note("step \(stepInfo.rawValue)") }
  func captureLiveness(liveness: LivenessMode) async { note("liveness \(liveness.rawValue)") }
  func captureDidFinish(result: FaceCaptureConclusion) async {
    ended.withLock { $0 = result.text }
    note("finished")
  }
}
