// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A capture that ends with fewer images than were asked for, whatever its plugin calls that.
@Suite struct IncompleteCaptureTests {
  /// Keeps one frame and ends with it, in the way of a code; `e` is an event to fill.
  private static func ends(_ code: String) -> String {
    """
    imp_capture_event_v2 *e; (void)e; \
    if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_FACE)->face = 0; \
    if (capture->steps == 3) event(events, IMP_CAPTURE_KEEP)->slot = 2; \
    if (capture->steps == 5) { e = event(events, IMP_CAPTURE_RESULT); e->slot = 2; e->value = 80; \
    e->tracking = IMP_TRACKING_STEADY; e->liveness = IMP_LIVENESS_UNKNOWN; \
    e = event(events, IMP_CAPTURE_FINISHED); e->code = \(code); e->liveness = IMP_LIVENESS_UNKNOWN; } }
    """
  }

  private static let frames = """
    if (camera->frames >= 50) return IMP_OUTCOME_END; \
    imp_status answer = grey(camera, pixels, frame, 64, 48); frame->timestamp_ns *= 40000000u; return answer;
    """

  /// A server that is to decide is sent nothing to decide by.
  @Test(arguments: [("IMP_FINISH_CAPTURED", true), ("IMP_FINISH_ENDED", false)])
  func aChallengeThatWasNotFinishedIsIncomplete(code: String, isComplete: Bool) throws {
    let step = Self.ends(code).replacingOccurrences(of: "LIVENESS_UNKNOWN", with: "LIVENESS_NO_DECISION")
    let installation = try FixtureInstallation(["FIX_FRAME": Self.frames, "FIX_STEP": step])
    try LicensedHome.install(in: installation.folder)
    let run = try installation.run([
      "capture", "--camera", "fixture:0", "--liveness", "passive-video", "--images", "1", "--out", "out",
      "--json",
    ])
    #expect(try run.json["complete"] as? Bool == isComplete, "\(run.output)\(run.errors)")
    #expect(run.exitCode == (isComplete ? 0 : 1))
  }

  @Test(
    arguments: [
      ("IMP_FINISH_CAPTURED", 1, "captured", 1), ("IMP_FINISH_CAPTURED", 2, "captured", 1),
      ("IMP_FINISH_TIMEOUT", 1, "timeout", 0),
    ] as [(String, Int, String, Int)])
  func itExitsWith1WhereItVouchesForLessThanWasAskedFor(
    code: String, images: Int, outcome: String, vouched: Int
  ) throws {
    let installation = try FixtureInstallation(["FIX_FRAME": Self.frames, "FIX_STEP": Self.ends(code)])
    let run = try installation.run([
      "capture", "--camera", "fixture:0", "--images", "\(images)", "--out", "out", "--json",
    ])
    #expect(try run.json["outcome"] as? String == outcome, "\(run.output)\(run.errors)")
    #expect(try run.json["vouched"] as? Int == vouched)
    #expect(try run.json["complete"] as? Bool == (vouched >= images))
    #expect(run.exitCode == (vouched >= images ? 0 : 1))
    // What there is was written all the same.
    let written = try FileManager.default.contentsOfDirectory(atPath: "\(installation.folder.path)/out")
    #expect(Set(written) == ["1.png", "capture.json"])
  }
}
