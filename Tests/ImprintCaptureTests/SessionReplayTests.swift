// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Whether what was recorded comes out again, and what is said where it does not.
@Suite(.timeLimit(.minutes(3)))
struct SessionReplayTests {
  @Test func aRecordedCaptureComesOutAgainFromFacesAndFromFrames() async throws {
    let path = try await FixtureCapture().record()
    let report = try await FixtureCapture().replay(path)
    #expect(report.conclusion == .same && report.difference == nil)
    #expect(report.steps == 26 && report.compared == 26 && report.missingPictures == 0)
    #expect(report.recordedVerdict == report.replayedVerdict && report.tracker == nil)
    let again = try await FixtureCapture().replay(path, from: .frames)
    #expect(again.conclusion == .same && again.differing == 0 && again.differingFaces == 0)
    #expect(again.tracker == FixtureCapture.component)
  }

  @Test(arguments: [4200.9, nil]) func recordedAnswersOfComparisonsAreGivenAgain(score: Double?) async throws
  {
    var fixture = try FixtureCapture()
    fixture.step = FixtureCapture.comparesTwo
    fixture.options.helps = .compares
    fixture.comparer = FixedComparer(answer: score.map { Score($0) })
    let path = try await fixture.record()
    var other = try FixtureCapture()
    other.step = FixtureCapture.comparesTwo
    for source in SessionReplay.Source.allCases {
      let report = try await other.replay(path, from: source)
      #expect(report.conclusion == .same && report.unanswered == 0, "\(source)")
      let finding = LivenessFinding(
        method: .person, verdict: score == nil ? .noDecision : .live, measure: score == nil ? 0 : 4200,
        limit: 3500)
      #expect(report.recordedFindings == [finding] && report.replayedFindings == [finding], "\(source)")
      other = try FixtureCapture()
      other.step = FixtureCapture.comparesTwo
    }
  }

  @Test func aMachineThatAnswersOtherwiseIsNamedWithStepAndEvent() async throws {
    let path = try await FixtureCapture().record()
    var other = try FixtureCapture()
    other.step = FixtureCapture.keepsOne.replacing("e->value = 80;", with: "e->value = 79;")
    let report = try await other.replay(path)
    #expect(report.conclusion == .different && report.differing == 1)
    #expect(report.recordedVerdict?.outcome == .ended)
    let difference = try #require(report.difference)
    #expect(difference.step == 26 && difference.event == 2)
    #expect(difference.expected.contains("result") && difference.expected.contains("value 80.0"))
    #expect(difference.found.contains("value 79.0"))
    // The verdict is the same, so from frames it counts as such; the event is told all the same.
    var third = try FixtureCapture()
    third.step = other.step
    let frames = try await third.replay(path, from: .frames)
    #expect(frames.conclusion == .same && frames.difference == difference)
  }

  @Test func anEventThatWasChangedInTheFileIsNamed() async throws {
    let fixture = try FixtureCapture()
    let path = try await fixture.record()
    let changed = "\(fixture.folder.path)/changed.imps"
    var answers = 0
    try SessionContents(path).write(
      { chunk in
        guard case .events(var events) = chunk else { return chunk }
        answers += 1
        // The last bit of the fourth answer.
        if answers == 4 { events.bytes[events.bytes.count - 1] ^= 1 }
        return .events(events)
      }, to: changed)
    let report = try await FixtureCapture().replay(changed)
    #expect(report.conclusion == .different && report.difference?.step == 4)
    #expect(report.compared == 4)
  }

  @Test func aVerdictThatWasChangedInTheFileIsNamed() async throws {
    let fixture = try FixtureCapture()
    let path = try await fixture.record()
    let changed = "\(fixture.folder.path)/changed.imps"
    try SessionContents(path).write(
      { chunk in
        guard case .verdict(var verdict) = chunk else { return chunk }
        verdict.liveness = .live
        return .verdict(verdict)
      }, to: changed)
    let report = try await FixtureCapture().replay(changed)
    #expect(report.conclusion == .different && report.difference?.step == 27)
    #expect(try await FixtureCapture().replay(changed, from: .frames).conclusion == .different)
  }

  @Test func aCutFileIsReplayedUpToTheCutAndSaysSo() async throws {
    let fixture = try FixtureCapture()
    let bytes = try Data(contentsOf: URL(filePath: try await fixture.record()))
    let cut = try fixture.folder.write(bytes.prefix(bytes.count / 2), to: "cut.imps")
    let report = try await FixtureCapture().replay(cut)
    #expect(report.conclusion == .sameSoFar && report.recordedVerdict == nil)
    #expect(report.compared > 5 && report.compared < 20)
    guard case .cut = report.ending else {
      Issue.record("\(report.ending)")
      return
    }
    // From frames only the verdict counts, and there is none.
    #expect(try await FixtureCapture().replay(cut, from: .frames).conclusion == .notCompared)
  }

  @Test func aSessionWithoutSomeFramesIsReplayedFromFacesOnly() async throws {
    let fixture = try FixtureCapture()
    let path = try await fixture.record()
    let sparse = "\(fixture.folder.path)/sparse.imps"
    try SessionContents(path).write(
      { chunk in
        guard case .frame(let frame) = chunk, frame.sequence > 3 else { return chunk }
        return .omittedFrame(OmittedFrame(of: frame))
      }, to: sparse)
    let report = try await FixtureCapture().replay(sparse)
    #expect(report.conclusion == .same && report.missingPictures == 21)
    let error = await #expect(throws: SessionReplayError.self) {
      try await FixtureCapture().replay(sparse, from: .frames)
    }
    #expect(error?.code == .frames)
  }

  @Test func whatIsRedactedIsNotReplayed() async throws {
    let path = try await FixtureCapture().record(redacted: true)
    let error = await #expect(throws: SessionReplayError.self) { try await FixtureCapture().replay(path) }
    #expect(error?.code == .redacted)
  }

  @Test func optionsThatAreNotOfACaptureAreRefused() async throws {
    let fixture = try FixtureCapture()
    var header = try SessionContents(try await fixture.record()).header
    for (name, value) in [("livenessMode", SessionScalar.integer(99)), ("images", .text("four"))] {
      header.options[name] = value
      let path = "\(fixture.folder.path)/\(name).imps"
      try SessionBuffer(header: header).write(to: path)
      let error = await #expect(throws: SessionReplayError.self) { try await FixtureCapture().replay(path) }
      #expect(error?.code == .options && error?.reason.contains(name) == true)
      header.options[name] = .integer(1)
    }
  }

  /// Runs a capture, and switches it to a second camera of 25 frames after its first frame.
  private func switching(
    _ capture: FaceCapture, to other: FixtureCapture? = nil, options: FaceCaptureOptions
  ) async throws {
    // Before: the first camera goes on at full speed meanwhile.
    let second = try (other ?? FixtureCapture()).opened()
    let camera = try await Camera.open(second, options: CameraOptions(locator: "fixture:0"))
    let tracker = try await FaceTracker.make(second)
    let machine = try await FaceCaptureMachine.make(second, options: options)
    let running = Task { try await capture.run() }
    var hasSwitched = false
    for await event in capture.events {
      guard case .tracking = event, !hasSwitched else { continue }
      hasSwitched = true
      try await capture.switchCamera(to: camera, tracker: tracker, machine: machine)
    }
    #expect(try await running.value.frames == 25)
  }

  @Test func aCaptureThatWentOnWithAnotherCameraComesOutAgain() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(1_000_000)
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    try await switching(capture, options: await capture.options)
    try await recorder.finish()
    for source in SessionReplay.Source.allCases {
      let report = try await FixtureCapture().replay(path, from: source)
      #expect(report.conclusion == .same, "\(source): \(String(describing: report.difference))")
      #expect(report.steps > 26 && report.recordedVerdict == report.replayedVerdict)
    }
    // Without any picture of the first camera: those that were grey are counted for all cameras.
    let sparse = "\(fixture.folder.path)/sparse.imps"
    var (cameras, omitted) = (1, 0)
    try SessionContents(path).write(
      { chunk in
        if case .camera = chunk { cameras += 1 }
        guard case .frame(let frame) = chunk, cameras == 1 else { return chunk }
        omitted += 1
        return .omittedFrame(OmittedFrame(of: frame))
      }, to: sparse)
    let report = try await FixtureCapture().replay(sparse)
    #expect(cameras == 2 && omitted > 0 && report.conclusion == .same)
    #expect(report.missingPictures > 0 && report.missingPictures <= omitted)
  }

  /// Its result says which seed the machine was made with.
  private static func saysItsSeed() throws -> FixtureCapture {
    var fixture = try FixtureCapture()
    fixture.step = FixtureCapture.keepsOne.replacing(
      "e->value = 80;", with: "e->value = 50 + capture->options.seed[0];")
    return fixture
  }

  @Test func aCaptureThatWentOnWithAnotherChallengeComesOutAgain() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(1_000_000)
    fixture.options.seed = CaptureSeed(low: 3, high: 0)
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    try await switching(
      capture, to: try Self.saysItsSeed(), options: FaceCaptureOptions(seed: CaptureSeed(low: 9, high: 1)))
    try await recorder.finish()
    let digest = try SessionDigest(file: path)
    #expect(digest.switches.map(\.seed) == [1 << 64 | 9] && digest.header.seed == 3)
    #expect(digest.verdict?.images.map(\.quality) == [59])
    for source in SessionReplay.Source.allCases {
      let report = try await Self.saysItsSeed().replay(path, from: source)
      #expect(report.conclusion == .same && report.difference == nil, "\(source)")
      #expect(report.recordedVerdict == report.replayedVerdict)
    }
    // Its seed is the one that counts.
    let changed = "\(fixture.folder.path)/changed.imps"
    try SessionContents(path).write(
      { chunk in if case .camera(let camera, _) = chunk { .camera(camera) } else { chunk } }, to: changed)
    #expect(try await Self.saysItsSeed().replay(changed).conclusion == .different)
  }

  @Test func aCameraThatWasSwitchedBeforeTheBeginComesOutAgain() async throws {
    var fixture = try FixtureCapture()
    fixture.options.seed = CaptureSeed(low: 3, high: 0)
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    let second = try Self.saysItsSeed().opened()
    try await capture.switchCamera(
      to: try await Camera.open(second, options: CameraOptions(locator: "fixture:0")),
      tracker: try await FaceTracker.make(second),
      machine: try await FaceCaptureMachine.make(
        second, options: FaceCaptureOptions(seed: CaptureSeed(low: 8, high: 0))))
    _ = try await capture.run()
    try await recorder.finish()
    let switches = try SessionDigest(file: path).switches
    #expect(switches.map(\.step) == [1] && switches.map(\.seed) == [8])
    #expect(try await Self.saysItsSeed().replay(path).conclusion == .same)
  }

  @Test func whatTheFirstCameraShowedIsNotWhatIsFound() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(1_000_000)
    fixture.step = """
      if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_FACE)->face = 0; \
      e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_PERSON; e->value = 1; e->limit = 2; \
      e->liveness = IMP_LIVENESS_LIVE; }
      """
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    try await switching(capture, options: await capture.options)
    try await recorder.finish()
    let digest = try SessionDigest(file: path)
    #expect(digest.findings.isEmpty && digest.switches.map(\.seed) == [nil])
    #expect(digest.steps.first?.events?.contains { $0.contains("finding") } == true)
  }

  @Test func aCaptureThatWentOnWithOtherOptionsEndsItsRecording() async throws {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(1_000_000)
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    try await switching(capture, options: FaceCaptureOptions(images: 2))
    let error = await #expect(throws: SessionError.self) { try await recorder.finish() }
    #expect(error?.code == .content)
    #expect(try SessionContents(path).verdict?.outcome == .failed)
  }
}

/// Gives the same answer to all.
private struct FixedComparer: CaptureComparer {
  let answer: Score?

  func score(of first: KeptFrame, and second: KeptFrame) async throws -> Score? { answer }
}
