// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

/// Enrolment and verification over the fixture: a camera of endless grey frames, 40 ms apart by their own
/// times, in each of which there is one face.
struct FlowFixture {
  let installation: FixtureInstallation
  let system: BiometricSystem
  /// A file for each gate that is open.
  private let gates: TemporaryFolder

  /// Of extractor or matcher: opens the gate `begun`, and waits for `go`.
  static let waits = "TELL(\"begun\") WAIT(\"go\")"

  /// - Parameters:
  ///   - extract: statements of the extractor, which may answer otherwise. In all of them `TELL("name")`
  ///     opens a gate, and `IS_OPEN("name")` asks for one.
  ///   - compare: statements of the matcher.
  ///   - track: statements of the tracker.
  ///   - says: statements of the capture plugin, before its own.
  ///   - keeps: where a capture that returns images keeps its one, and ends: of `now`, in nanoseconds.
  ///   - finish: how it calls that: `IMP_FINISH_...`.
  ///   - liveness: what it finds: `IMP_LIVENESS_...`.
  ///   - quality: of the image, 0...100.
  ///   - seconds: when the capture runs out of time, by the camera's times.
  init(
    extract: String = "", compare: String = "", track: String = "", says: String = "",
    keeps: String = "now == 400000000u",
    finish: String = "CAPTURED", liveness: String = "UNKNOWN", quality: Int = 70, seconds: Int = 4
  ) throws {
    gates = try TemporaryFolder()
    installation = try FixtureInstallation(
      [
        "FOLDER": "\"\(gates.path)\"", "IS_OPEN(name)": "(access(FOLDER \"/\" name, F_OK) == 0)",
        "TELL(name)": "fclose(fopen(FOLDER \"/\" name, \"w\"));",
        // After a long time it gives up, an error.
        "WAIT(name)": """
        for (int i = 0; !IS_OPEN(name); i++) { if (i == 30000) return IMP_E_MEMORY; usleep(2000); }
        """,
        // Mode NONE finds nothing.
        "IS_EXAMINED": "(capture->options.liveness_mode != IMP_LIVENESS_MODE_NONE)",
        "FIX_NEEDS_FACE": "1", "FIX_EXTRACT": extract, "FIX_COMPARE": compare, "FIX_TRACK": track,
        "FIX_CAMERA_OPEN": "TELL(\"opened\")", "FIX_CAMERA_CLOSE": "TELL(\"closed\")",
        "FIX_FRAME": """
        imp_status answer = grey(camera, pixels, frame, 64, 48); \
        frame->timestamp_ns *= 40000000u; return answer;
        """,
        "FIX_STEP": """
        imp_capture_event_v2 *e; (void)e; \(says) \
        int shows = input == IMP_INPUT_FRAME && faces->face_count > 0; \
        if (capture->steps == 1) event(events, IMP_CAPTURE_FEEDBACK)->code = IMP_FEEDBACK_GOOD; \
        if (shows) event(events, IMP_CAPTURE_FACE)->face = 0; \
        int keeps = shows && capture->options.images > 0 && (\(keeps)); \
        if (keeps) { event(events, IMP_CAPTURE_KEEP)->slot = 0; \
        e = event(events, IMP_CAPTURE_RESULT); e->slot = 0; e->value = \(quality); \
        e->tracking = IMP_TRACKING_STEADY; e->liveness = IS_EXAMINED ? IMP_LIVENESS_\(liveness) : IMP_LIVENESS_UNKNOWN; } \
        if (keeps || input == IMP_INPUT_STOP || now >= \(seconds)000000000u) { \
        e = event(events, IMP_CAPTURE_FINISHED); \
        e->liveness = keeps && IS_EXAMINED ? IMP_LIVENESS_\(liveness) : IMP_LIVENESS_UNKNOWN; \
        e->code = keeps ? IMP_FINISH_\(finish) : input == IMP_INPUT_STOP ? IMP_FINISH_STOPPED \
        : IMP_FINISH_TIMEOUT; }
        """,
      ], headers: ["unistd.h"])
    system = try installation.open()
  }

  func open(_ gate: String) throws { try gates.write("", to: gate) }

  func close(_ gate: String) throws {
    if isOpen(gate) { try FileManager.default.removeItem(atPath: "\(gates.path)/\(gate)") }
  }

  func isOpen(_ gate: String) -> Bool { FileManager.default.fileExists(atPath: "\(gates.path)/\(gate)") }

  func wait(for gate: String) async throws {
    while !isOpen(gate) { try await Task.sleep(for: .milliseconds(5)) }
  }

  func capture(
    _ mode: LivenessMode = .none, quality: Float = 48, helps: CaptureHelps = []
  ) -> FaceCaptureSettings {
    FaceCaptureSettings(
      livenessMode: mode, qualityThreshold: quality, camera: CameraOptions(locator: "fixture:0"),
      helps: helps)
  }

  func lockout(_ settings: LockoutSettings) -> LockoutStore {
    LockoutStore(folder: "\(installation.folder.path)/state/lockout", settings: settings)
  }

  /// How many may fail, before captures are locked.
  func attemptsLeft(of subject: LockoutSubject? = nil) async throws -> Int? {
    try await lockout(.standard).standing(of: subject).attemptsLeft
  }

  func enroller(
    _ settings: EnrollerSettings, delegate: (any EnrollerDelegate)? = nil,
    clock: any Clock<Duration> = InstantClock()
  ) -> Enroller {
    system.faces.enroller(settings: settings, delegate: delegate, clock: clock) { lockout($0) }
  }

  func verifier(_ settings: VerifierSettings) -> Verifier {
    system.faces.verifier(settings: settings) { lockout($0) }
  }

  /// Of what the camera shows.
  func references() async throws -> [Template] {
    let settings = EnrollerSettings(capture: capture(), countdown: 0, numberOfFrames: 1)
    return try await HeardEnrolment(enroller(settings)).enrollment.templates
  }
}

/// Nobody waits: a sleep is over at once.
struct InstantClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
