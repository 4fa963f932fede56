// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization
import TestSupport
import Testing

/// What the frames of enrolment and verification say.
@Suite(.timeLimit(.minutes(3)))
struct FlowFrameTests {
  /// Where the fixture's tracker has every face.
  private let box = Rectangle(x: 1, y: 2, width: 3, height: 4)

  /// Of what the fixture's camera shows.
  private func references(_ fixture: FlowFixture) async throws -> [Template] {
    let settings = EnrollerSettings(capture: fixture.capture(), countdown: 0, numberOfFrames: 1)
    return try await HeardEnrolment(fixture.enroller(settings)).enrollment.templates
  }

  @Test func aFrameOfAnEnrolmentSaysWhereTheFaceIs() async throws {
    let fixture = try FlowFixture()
    let settings = EnrollerSettings(capture: fixture.capture(), countdown: 0, numberOfFrames: 1)
    var frames = 0
    _ = try await HeardEnrolment(fixture.enroller(settings)) { frame in
      frames += 1
      #expect(frame.box == box && frame.faces == 1 && frame.quality == 70)
      #expect(frame.pose == HeadPose(yaw: 5, pitch: 0, roll: 0))
      #expect(frame.image.width == 64 && frame.image.height == 48)
      #expect(frame.askedPose == .front && !frame.isOffered)
    }
    #expect(frames > 0)
  }

  @Test func aFrameOfAVerificationSaysWhereTheFaceIs() async throws {
    let fixture = try FlowFixture(compare: "*similarity = 1; return IMP_OK;")
    let verifier = fixture.verifier(VerifierSettings(capture: fixture.capture()))
    var (frames, previews) = (0, 0)
    for await event in try await verifier.start(subject: nil, references: references(fixture)) {
      guard case .frame(let frame) = event else { continue }
      frames += 1
      #expect(frame.tracking.box == box && frame.tracking.pose == HeadPose(yaw: 5, pitch: 0, roll: 0))
      #expect(frame.actions.isEmpty && frame.livenessScore == 0)
      guard let preview = frame.preview else { continue }
      previews += 1
      #expect(preview.frame.image.width == 64 && preview.overlay?.face == box)
    }
    #expect(frames > 0 && previews > 0)
  }

  @Test func aDelegateOfAVerificationHearsWhatTheEventsSay() async throws {
    let fixture = try FlowFixture(compare: "*similarity = 1; return IMP_OK;")
    let heard = Heard()
    let verifier = fixture.system.faces.verifier(
      settings: VerifierSettings(capture: fixture.capture()), delegate: heard
    ) { fixture.lockout($0) }
    var said: [String] = []
    for await event in try await verifier.start(subject: nil, references: references(fixture)) {
      if let word = event.word { said.append(word) }
    }
    #expect(said == ["started", "feedback good", "ended", "finished"])
    while heard.words.last != "finished" { try await Task.sleep(for: .milliseconds(5)) }
    #expect(heard.words == said)
  }

  @Test func aVerificationThatIsCancelledEndsAsThat() async throws {
    // Its camera gives no frame.
    let installation = try FixtureInstallation(["FIX_NEEDS_FACE": "1"])
    let folder = "\(installation.folder.path)/state/lockout"
    let camera = CameraOptions(locator: "fixture:0")
    let verifier = try installation.open().faces.verifier(
      settings: VerifierSettings(capture: FaceCaptureSettings(livenessMode: .none, camera: camera))
    ) { LockoutStore(folder: folder, settings: $0) }
    let events = try await verifier.start(subject: nil, references: references(FlowFixture()))
    await verifier.cancel()
    var last: VerifierEvent?
    for await event in events { last = event }
    guard case .finished(.error(let error)) = last else { throw MissingForTest("no error") }
    #expect(error.code == .cancelled)
  }
}

/// Notes what is said, but for the frames and for what comes of the capture itself.
private final class Heard: VerifierDelegate {
  private let said = Mutex<[String]>([])

  var words: [String] { said.withLock { $0 } }

  func verifierSaid(_ event: VerifierEvent) async {
    if let word = event.word { said.withLock { $0.append(word) } }
  }
}

extension VerifierEvent {
  fileprivate var word: String? {
    switch self {
    case .capturingStarted: "started"
    case .feedback(let feedback): "feedback \(feedback.rawValue)"
    case .interrupted(let reason): "interrupted \(reason.rawValue)"
    case .ready: "ready"
    case .capturingEnded: "ended"
    case .finished: "finished"
    case .frame, .capture: nil
    }
  }
}
