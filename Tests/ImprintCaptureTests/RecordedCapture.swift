// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A fixture's capture, recorded, and replayed on another fixture.
extension FixtureCapture {
  static let component = SessionComponent(
    id: "org.example.fixture", version: SemanticVersion(major: 1, minor: 0, patch: 0))
  static let origin = CaptureOrigin(
    plugin: component, tracker: component,
    camera: SessionCamera(name: "canary camera", locator: "canary locator"), subject: "canary subject",
    began: 1_700_000_000)

  /// A capture, and a recorder that is told of it.
  func recorded(
    to path: String, redacted: Bool = false, logger: CollectedLog = CollectedLog()
  ) async throws -> (FaceCapture, SessionRecorder) {
    let capture = try await make()
    let recorder = try SessionRecorder(
      creating: path, of: try #require(await capture.setup), Self.origin, redacted: redacted,
      entitlements: await capture.entitlements, logger: logger.logger())
    try await capture.add(recorder)
    return (capture, recorder)
  }

  /// Records a whole capture.
  /// - Returns: the file's path.
  @discardableResult
  func record(to name: String = "capture.imps", redacted: Bool = false) async throws -> String {
    let path = "\(folder.path)/\(name)"
    let (capture, recorder) = try await recorded(to: path, redacted: redacted)
    _ = try await capture.run()
    try await recorder.finish()
    return path
  }

  /// Replays a session on this fixture's plugin.
  func replay(
    _ path: String, from source: SessionReplay.Source = .faces
  ) async throws -> SessionReplayReport {
    let plugin = try opened()
    return try await SessionReplay.run(path, from: source) { _ in
      SessionReplay.Parts(plugin: Self.component, tracker: Self.component) { options in
        try await FaceCaptureMachine.make(plugin, options: options)
      } makeTracker: { options in
        try await FaceTracker.make(plugin, options: options)
      }
    }
  }

  /// Keeps frames of two steps, has them compared, and tells the score.
  static let comparesTwo = """
    if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_KEEP)->slot = capture->steps; \
    if (capture->steps == 2) { e = event(events, IMP_CAPTURE_COMPARE); e->slot = 1; e->other = 2; } } \
    if (input == IMP_INPUT_COMPARED) { e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_PERSON; \
    e->liveness = given->compared == IMP_COMPARED_DONE ? IMP_LIVENESS_LIVE : IMP_LIVENESS_NO_DECISION; \
    e->value = given->score; e->limit = 3500; \(finishes("IMP_FINISH_JUDGED")) }
    """
}

/// What is in a session file.
struct SessionContents {
  let header: SessionHeader
  let chunks: [SessionChunk]
  let ending: SessionEnding?

  init(_ path: String) throws {
    var reader = try SessionReader(path)
    var chunks: [SessionChunk] = []
    while let chunk = try reader.next() { chunks.append(chunk) }
    header = reader.header
    ending = reader.ending
    self.chunks = chunks
  }

  var isCut: Bool { if case .cut? = ending { true } else { false } }

  var verdict: SessionVerdict? {
    for case .verdict(let verdict) in chunks { return verdict }
    return nil
  }

  var frames: Int {
    chunks.count { if case .frame = $0 { true } else { false } }
  }

  /// Writes it anew, with other chunks.
  func write(_ change: (SessionChunk) -> SessionChunk, to path: String) throws {
    var buffer = try SessionBuffer(header: header)
    for chunk in chunks { try buffer.append(change(chunk)) }
    try buffer.write(to: path)
  }
}
