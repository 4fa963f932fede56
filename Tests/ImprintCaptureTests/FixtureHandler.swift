// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization
import TestSupport
import Testing

/// A capture handler over a ``FixtureCapture``, with a lock-out of its own, whose clock the test sets.
final class FixtureHandler: FaceCaptureSource {
  let fixture: FixtureCapture
  let clock = FixtureClock()
  private let plugin: OpenPlugin
  private let refusal = Mutex<FaceCaptureError?>(nil)
  private struct Recording: Sendable {
    var entitlements: any EntitlementProvider = EverythingGranted()
    var onOpening: @Sendable () throws -> Void = {}
    var opened = 0
  }
  private let recording = Mutex(Recording())

  /// The application's, which recordings need.
  var entitlements: any EntitlementProvider {
    get { recording.withLock { $0.entitlements } }
    set { recording.withLock { $0.entitlements = newValue } }
  }
  /// Called before a camera is opened.
  var onOpening: @Sendable () throws -> Void {
    get { recording.withLock { $0.onOpening } }
    set { recording.withLock { $0.onOpening = newValue } }
  }
  /// How many cameras were opened.
  var opened: Int { recording.withLock { $0.opened } }

  init(_ fixture: FixtureCapture) throws {
    self.fixture = fixture
    plugin = try fixture.opened()
  }

  static func endless() throws -> FixtureHandler { try FixtureHandler(.endless()) }

  static func judging(
    _ verdict: String, finding: String? = nil, finish: String = "JUDGED"
  ) throws -> FixtureHandler {
    try FixtureHandler(.judging(verdict, finding: finding, finish: finish))
  }

  func parts(camera: CameraOptions?, options: FaceCaptureOptions) async throws -> FaceCaptureParts {
    if let error = refusal.withLock({ $0 }) { throw error }
    try onOpening()
    recording.withLock { $0.opened += 1 }
    return FaceCaptureParts(
      camera: try await Camera.open(plugin, options: camera ?? CameraOptions(locator: "fixture:0")),
      tracker: try await FaceTracker.make(plugin),
      machine: try await FaceCaptureMachine.make(plugin, options: options), comparer: nil,
      logger: CollectedLog().logger())
  }

  func recorders(_ options: FaceCaptureRecordingOptions) async throws -> any FaceCaptureRecorders {
    try SessionRecorders(options, entitlements: entitlements, logger: CollectedLog().logger()) { capture in
      (try #require(await capture.setup), FixtureCapture.origin)
    }
  }

  /// Opens nothing any more.
  func refuse(_ error: FaceCaptureError?) { refusal.withLock { $0 = error } }

  var lockoutFolder: String { "\(fixture.folder.path)/state/lockout" }

  func make(
    _ options: FaceCaptureHandlerOptions = FaceCaptureHandlerOptions(livenessMode: .active),
    delegate: (any FaceCaptureHandlerDelegate)? = nil
  ) throws(FaceCaptureError) -> FaceCaptureHandler {
    let (folder, clock) = (lockoutFolder, clock)
    return try FaceCaptureHandler(source: self, options: options, delegate: delegate) {
      LockoutStore(folder: folder, settings: $0, clock: clock, patience: .seconds(60))
    }
  }
}

extension FixtureCapture {
  /// A camera that gives one frame and then none, before a plugin that shows a challenge, and goes on until
  /// it is stopped: then it returns the frame.
  static func endless() throws -> FixtureCapture {
    var fixture = try FixtureCapture()
    fixture.frame = "if (camera->frames == 0) return grey(camera, pixels, frame, 64, 48);"
    fixture.step = """
      if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_KEEP)->slot = 2; \
      event(events, IMP_CAPTURE_CHALLENGE)->count = 1; } \
      if (input == IMP_INPUT_STOP) { e = event(events, IMP_CAPTURE_RESULT); e->slot = 2; e->value = 80; \
      e->tracking = IMP_TRACKING_STEADY; e->liveness = IMP_LIVENESS_NO_DECISION; \
      e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_STOPPED; \
      e->liveness = IMP_LIVENESS_NO_DECISION; }
      """
    return fixture
  }

  /// A plugin that shows a challenge in its first frame, and ends with its third.
  /// - Parameters:
  ///   - verdict, finding: `IMP_LIVENESS_...`; without a finding it is one that judges nothing.
  ///   - finish: `IMP_FINISH_...`.
  static func judging(
    _ verdict: String, finding: String? = nil, finish: String = "JUDGED"
  ) throws -> FixtureCapture {
    var fixture = try FixtureCapture()
    let found = finding.map {
      """
      e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_SHAPE; e->value = 1; e->limit = 2; \
      e->liveness = IMP_LIVENESS_\($0);
      """
    }
    fixture.step = """
      if (capture->steps == 1) { event(events, IMP_CAPTURE_STEP)->code = IMP_STEP_CHALLENGE; \
      event(events, IMP_CAPTURE_CHALLENGE)->count = 1; } \
      if (capture->steps == 3) { \(found ?? "") e = event(events, IMP_CAPTURE_FINISHED); \
      e->code = IMP_FINISH_\(finish); e->liveness = IMP_LIVENESS_\(verdict); }
      """
    return fixture
  }
}

/// A clock that goes when the test says so.
final class FixtureClock: LockoutClock {
  private let seconds = Mutex<Int64>(100)

  func now() -> LockoutMoment {
    let seconds = seconds.withLock { $0 }
    return LockoutMoment(
      boot: "one", bootTime: seconds * 1_000_000_000, wall: 1_795_000_000_000 + seconds * 1000)
  }

  func run(_ more: Int64) { seconds.withLock { $0 += more } }
}

extension FaceCaptureHandler {
  /// Captures once.
  func capture(of subject: LockoutSubject? = nil) async throws -> FaceCaptureConclusion {
    var conclusions: [FaceCaptureConclusion] = []
    for await event in try await start(subject: subject) {
      #expect(conclusions.isEmpty, "nothing comes after the conclusion")
      if case .finished(let conclusion) = event { conclusions.append(conclusion) }
    }
    return try #require(conclusions.first)
  }
}

/// The error that something throws.
func handlerError(_ work: () async throws -> Void) async throws -> FaceCaptureError {
  do {
    try await work()
  } catch let error as FaceCaptureError {
    return error
  }
  throw NothingThrown()
}

private struct NothingThrown: Error {}
