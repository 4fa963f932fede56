// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import Synchronization
import TestSupport
import Testing

/// A device that is turned, while its capture is recorded.
@Suite(.timeLimit(.minutes(3)))
struct TurnedSessionTests {
  /// Frames with a mark in their first corner, a tracker that sees pictures as they are turned, and a machine
  /// that sees which are upright: each turned on its side counts a thousand steps.
  private static func fixture() throws -> FixtureCapture {
    var fixture = try FixtureCapture()
    fixture.frame = FixtureCapture.frames(25).replacing(
      "return answer;", with: "if (answer == IMP_OK) ((uint8_t *)pixels->data)[0] = 200; return answer;")
    fixture.track = """
      faces->faces[0].box.x = ((const uint8_t *)image->pixels.data)[0]; \
      faces->faces[0].box.width = image->width;
      """
    fixture.step = """
      if (input == IMP_INPUT_FRAME) { if (image->width == 48) capture->steps += 1000; \
      event(events, IMP_CAPTURE_FACE)->face = 0; e = event(events, IMP_CAPTURE_PROGRESS); \
      e->value = (capture->steps % 1000 + capture->steps / 1000) / 100.0f; \
      if (now == 360000000u) event(events, IMP_CAPTURE_KEEP)->slot = 2; } \
      if (input == IMP_INPUT_END) { e = event(events, IMP_CAPTURE_RESULT); e->slot = 2; \
      e->value = 50 + capture->steps / 1000; e->tracking = IMP_TRACKING_STEADY; \
      e->liveness = IMP_LIVENESS_UNKNOWN; \(FixtureCapture.finishes("IMP_FINISH_ENDED")) }
      """
    return fixture
  }

  private func make(_ fixture: FixtureCapture, _ turner: Turner) async throws -> FaceCapture {
    var fixture = fixture
    fixture.observers = [turner]
    let capture = try await fixture.make()
    await capture.setOrientation(.landscapeLeft)
    turner.capture.withLock { $0 = capture }
    return capture
  }

  /// Between the frame of that number and the step that takes it: of the next frame on.
  private static let turns: [UInt64: CaptureOrientation] = [
    3: .portrait, 8: .landscapeRight, 12: .upsideDown,
  ]

  /// How the device was held when each frame was taken.
  private static func orientation(of sequence: UInt64) -> CaptureOrientation {
    switch sequence {
    case 0...3: .landscapeLeft
    case 4...8: .portrait
    case 9...12: .landscapeRight
    default: .upsideDown
    }
  }

  private func recorded(redacted: Bool = false) async throws -> (path: String, CaptureResult) {
    let fixture = try Self.fixture()
    let path = "\(fixture.folder.path)/capture.imps"
    let capture = try await make(fixture, Turner(Self.turns))
    let recorder = try SessionRecorder(
      creating: path, of: try #require(await capture.setup), FixtureCapture.origin, redacted: redacted,
      entitlements: await capture.entitlements, logger: CollectedLog().logger())
    try await capture.add(recorder)
    let result = try await capture.run()
    try await recorder.finish()
    #expect(recorder.failure == nil)
    return (path, result)
  }

  @Test func eachFrameIsAsTheCameraGaveItWithHowTheDeviceWasHeld() async throws {
    let (path, _) = try await recorded()
    var held = CaptureOrientation.portrait
    var frames = 0
    for chunk in try SessionContents(path).chunks {
      if case .orientation(let orientation) = chunk { held = orientation }
      guard case .frame(let frame) = chunk else { continue }
      #expect(held == Self.orientation(of: frame.sequence), "\(frame.sequence)")
      #expect(frame.width == 64 && frame.bytes.first == 200)
      frames += 1
    }
    #expect(frames == 25)
    let digest = try SessionDigest(file: path)
    #expect(
      digest.turns.map(\.orientation) == [.landscapeLeft, .portrait, .landscapeRight, .upsideDown]
        && digest.turns.map(\.step) == [1, 5, 10, 14])
    let orientations = digest.steps.map(\.orientation)
    #expect(orientations == (0..<25).map { Self.orientation(of: $0) } + [nil])
  }

  @Test func aTurnedCaptureComesOutAgainFromFacesAndFromFrames() async throws {
    let (path, result) = try await recorded()
    // Eight frames were turned on their side.
    #expect(result.images.map(\.quality) == [58] && result.images.map(\.image.width) == [48])
    for source in SessionReplay.Source.allCases {
      let report = try await Self.fixture().replay(path, from: source)
      #expect(report.conclusion == .same && report.differing == 0 && report.differingFaces == 0, "\(source)")
      #expect(report.recordedVerdict == report.replayedVerdict && report.missingPictures == 0)
      #expect(report.orientations == [.landscapeLeft, .portrait, .landscapeRight, .upsideDown])
    }
  }

  /// So the replays above turn each frame, and none of them by chance.
  @Test func whereTheFileSaysOtherwiseTheReplayDiffers() async throws {
    let (path, _) = try await recorded()
    let changed = "\(path).changed"
    try SessionContents(path).write(
      { chunk in
        if case .orientation(.landscapeRight) = chunk { .orientation(.upsideDown) } else { chunk }
      }, to: changed)
    let faces = try await Self.fixture().replay(changed)
    #expect(faces.conclusion == .different && faces.difference?.step == 10)
    let frames = try await Self.fixture().replay(changed, from: .frames)
    #expect(frames.differingFaces == 4 && frames.difference?.step == 10)
  }

  @Test func aServerHasTheReturnedImageUpright() async throws {
    let fixture = try Self.fixture()
    let capture = try await make(fixture, Turner(Self.turns))
    let metadata = try MetadataRecorder(
      of: try #require(await capture.setup), FixtureCapture.origin,
      entitlements: await capture.entitlements)
    try await capture.add(metadata)
    let result = try await capture.run()
    let key = MetadataPrivateKey.generate()
    let opened = try OpenedMetadata(opening: try metadata.sealed(to: key.publicKey), with: key)
    #expect(opened.images.map(\.orientation) == [.landscapeRight] && opened.images.first?.frame.width == 64)
    #expect(try opened.images.map { try $0.picture() } == result.images.map(\.image))
    // Those that are grey have the sizes of turned frames, which the machine counts.
    let path = try fixture.folder.write(opened.session, to: "session.imps")
    let report = try await Self.fixture().replay(path)
    #expect(report.conclusion == .same && report.missingPictures == 24)
  }

  @Test func aRedactedRecordingSaysHowTheDeviceWasHeld() async throws {
    let (path, _) = try await recorded(redacted: true)
    let whole = try SessionDigest(file: try await recorded().path)
    #expect(try SessionContents(path).frames == 0 && SessionDigest(file: path).turns == whole.turns)
  }

  @Test func theLastSecondsSayHowTheDeviceWasHeldBefore() async throws {
    var fixture = try Self.fixture()
    // 300 kB a frame: three of them fit, all of which were taken upside down.
    fixture.frame = fixture.frame.replacing("64, 48", with: "640, 480")
    let capture = try await make(fixture, Turner(Self.turns))
    let recorder = try LastSecondsRecorder(
      of: try #require(await capture.setup), FixtureCapture.origin, limit: 1 << 20,
      entitlements: await capture.entitlements)
    try await capture.add(recorder)
    _ = try await capture.run()
    for redacted in [false, true] {
      let path = "\(fixture.folder.path)/\(redacted).imps"
      try await recorder.write(to: path, redacted: redacted)
      let contents = try SessionContents(path)
      #expect(contents.header.omitted > 0 && contents.chunks.first == .orientation(.upsideDown))
      #expect(try SessionDigest(file: path).turns.count == 1)
    }
  }

  @Test func aDeviceThatIsTurnedBackBeforeTheNextFrameIsNotSaidToBeTurned() async throws {
    let fixture = try FixtureCapture()
    let path = "\(fixture.folder.path)/capture.imps"
    let (capture, recorder) = try await fixture.recorded(to: path)
    for orientation in [CaptureOrientation.upsideDown, .landscapeLeft, .portrait] {
      await capture.setOrientation(orientation)
    }
    _ = try await capture.run()
    try await recorder.finish()
    #expect(try SessionDigest(file: path).turns.isEmpty)
  }
}

/// Turns the device once frames were shown.
private final class Turner: CaptureObserver {
  let capture = Mutex<FaceCapture?>(nil)
  private let turns: [UInt64: CaptureOrientation]

  init(_ turns: [UInt64: CaptureOrientation]) { self.turns = turns }

  func captureTold(_ event: CaptureEvent) async {
    guard case .preview(let frame, _) = event, let orientation = turns[frame.sequence] else { return }
    await capture.withLock { $0 }?.setOrientation(orientation)
  }
}
