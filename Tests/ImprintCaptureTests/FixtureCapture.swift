// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A capture whose camera and capture plugin do what a test says, in C.
struct FixtureCapture {
  /// Statements of the camera's `next_frame`; see `Tests/Fixtures/plugins/fixture.c`.
  var frame = Self.frames(25)
  /// Statements of the capture's `step`; `e` is an event to fill.
  var step = Self.keepsOne
  /// Statements of the camera's `open`.
  var cameraOpen = ""
  /// Statements of the camera's `close`.
  var cameraClose = ""
  /// How many faces the tracker finds in each frame.
  var faces = 1
  /// Statements of the tracker, which may change the faces that it found.
  var track = ""
  var entitlements: any EntitlementProvider = EverythingGranted()
  var options = FaceCaptureOptions()
  var comparer: (any CaptureComparer)?
  var observers: [any CaptureObserver] = []
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// So many grey frames, one every 40 ms, and then the end; `before` comes first, and may answer otherwise.
  static func frames(_ count: Int, before: String = "") -> String {
    """
    \(before) if (camera->frames >= \(count)) return IMP_OUTCOME_END; \
    imp_status answer = grey(camera, pixels, frame, 64, 48); frame->timestamp_ns *= 40000000u; return answer;
    """
  }

  /// Follows the face, keeps the frame of the tenth step, and returns it when the source ends.
  static let keepsOne = """
    if (capture->steps == 1) event(events, IMP_CAPTURE_STEP)->code = IMP_STEP_SCANNING; \
    if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_FACE)->face = 0; \
    event(events, IMP_CAPTURE_PROGRESS)->value = now / 1e9f > 1 ? 1 : now / 1e9f; \
    if (now == 360000000u) event(events, IMP_CAPTURE_KEEP)->slot = 2; } \
    if (input == IMP_INPUT_END) { event(events, IMP_CAPTURE_FEEDBACK)->code = IMP_FEEDBACK_GOOD; \
    e = event(events, IMP_CAPTURE_RESULT); e->slot = 2; e->value = 80; e->tracking = IMP_TRACKING_STEADY; \
    e->liveness = IMP_LIVENESS_UNKNOWN; e = event(events, IMP_CAPTURE_FINISHED); \
    e->code = IMP_FINISH_ENDED; e->liveness = IMP_LIVENESS_UNKNOWN; }
    """

  /// Follows the face of each frame, and finishes with the source.
  static let followsAFace = """
    if (input == IMP_INPUT_FRAME) event(events, IMP_CAPTURE_FACE)->face = 0; \
    if (input == IMP_INPUT_END) { \(finishes("IMP_FINISH_ENDED")) }
    """

  /// The last event.
  static func finishes(_ code: String) -> String {
    "e = event(events, IMP_CAPTURE_FINISHED); e->code = \(code); e->liveness = IMP_LIVENESS_UNKNOWN;"
  }

  /// Is there once the camera was closed.
  private var witness: URL { folder.url.appending(path: "closed") }
  var cameraIsClosed: Bool { FileManager.default.fileExists(atPath: witness.path) }

  func make(logger: CollectedLog = CollectedLog()) async throws -> FaceCapture {
    let plugin = try opened()
    return FaceCapture(
      camera: try await Camera.open(plugin, options: CameraOptions(locator: "fixture:0")),
      tracker: try await FaceTracker.make(plugin),
      machine: try await FaceCaptureMachine.make(plugin, options: options), comparer: comparer,
      observers: observers, logger: logger.logger())
  }

  /// The fixture's tracker and capture over another camera.
  func make(over camera: Camera) async throws -> FaceCapture {
    let plugin = try opened()
    return FaceCapture(
      camera: camera, tracker: try await FaceTracker.make(plugin),
      machine: try await FaceCaptureMachine.make(plugin),
      logger: CollectedLog().logger())
  }

  /// A tracker and a capture machine of their own, for a camera that comes later.
  func parts() throws -> (tracker: FaceTracker, machine: FaceCaptureMachine) {
    let plugin = try opened()
    return (try FaceTracker(plugin), try FaceCaptureMachine(plugin))
  }

  func opened() throws -> OpenPlugin {
    let plugin = FixturePlugin([
      "FIX_FACES": "\(faces)u", "FIX_TRACK": track, "FIX_FRAME": frame,
      "FIX_STEP": "imp_capture_event_v2 *e; (void)e; \(step)",
      "FIX_CAMERA_OPEN": cameraOpen,
      "FIX_CAMERA_CLOSE":
        "FILE *closed = fopen(\"\(witness.path)\", \"w\"); if (closed) fclose(closed); \(cameraClose)",
    ])
    return try open(plugin.manifest.id, in: try plugin.install(in: folder).url, entitlements: entitlements)
  }
}

/// Opens one plugin of a root.
func open(
  _ id: String, in root: URL, entitlements: any EntitlementProvider = EverythingGranted()
) throws -> OpenPlugin {
  let path = PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)])
  let runtime = PluginRuntime(
    catalog: .discover(path), trust: .off, entitlements: entitlements, logger: CollectedLog().logger(),
    hostName: "tests", hostVersion: "1.0.0")
  let found = try #require(runtime.catalog.plugin(withID: id), "\(runtime.catalog.skipped.map(\.error))")
  return try runtime.openBlocking(found)
}

extension CaptureEvent {
  var isPreview: Bool { if case .preview = self { true } else { false } }

  /// All of it, as text that can be compared: two events are the same exactly if these are.
  var text: String {
    switch self {
    case .mode(let mode): "mode \(mode.rawValue)"
    case .step(let step): "step \(step.rawValue)"
    case .preview(let frame, let faces):
      "preview \(frame.sequence) \(frame.timestamp) \(frame.dropped) \(hash(frame.image)) "
        + "\(faces.map { "\($0.trackID) \($0.box) \($0.pose) \($0.quality.components.count)" })"
    case .tracking(let information): "tracking \(information)"
    case .feedback(let feedback): "feedback \(feedback.rawValue)"
    case .progress(let progress): "progress \(progress)"
    case .challenge(let challenge): "challenge \(challenge.number) of \(challenge.total)"
    case .target(let target): "target \(target.number) of \(target.total)"
    case .pointer(let pointer): "pointer \(pointer.place.x) \(pointer.place.y)"
    case .oval(let oval): "oval \(oval.width) \(oval.height)"
    case .preparation(let preparation): "preparation \(preparation.rawValue)"
    case .light(let color): "light \(String(color.rgb, radix: 16))"
    case .action(let actions, let score): "action \(actions.words) \(score)"
    case .finding(let finding): "finding \(finding.text)"
    case .sourceEnded: "source ended"
    case .finished(let result): "finished \(result.text)"
    }
  }
}

extension CaptureResult {
  var text: String {
    let images = images.map {
      "\($0.timestamp) \($0.quality) \($0.tracking) \($0.liveness) \(hash($0.image)) \($0.face.box)"
    }
    return "\(outcome) \(liveness) \(findings.map(\.text)) \(frames) \(dropped) \(images)"
  }
}

extension LivenessFinding {
  var text: String { "\(method.rawValue) \(verdict) \(measure) of \(limit)" }
}

private func hash(_ image: Image) -> String {
  "\(image.width)x\(image.height) \(ContentHash(of: image.pixels).hex)"
}

/// Runs a capture and collects every event meanwhile, but for the previews: of those a reader that is slower
/// than the camera hears only the newest.
func perform(_ capture: FaceCapture) async throws -> (events: [String], result: CaptureResult) {
  let events = capture.events
  async let heard = {
    var texts: [String] = []
    for await event in events where !event.isPreview { texts.append(event.text) }
    return texts
  }()
  let result = try await capture.run()
  return (await heard, result)
}

/// The error that a capture ends with.
func failure(of capture: FaceCapture) async throws -> CaptureError {
  try await #require(throws: CaptureError.self) { try await capture.run() }
}
