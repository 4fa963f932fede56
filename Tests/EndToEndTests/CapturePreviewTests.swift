// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `capture --previews`: the frames as an application draws them.
@Suite struct CapturePreviewTests {
  private let installation: FixtureInstallation

  init() throws {
    // Frames come 2 ms apart, so that each is written before the next.
    installation = try FixtureInstallation([
      "FIX_FRAME": """
      struct timespec pause = {0, 2000000}; nanosleep(&pause, NULL); \
      if (camera->frames >= 20) return IMP_OUTCOME_END; \
      imp_status answer = grey(camera, pixels, frame, 64, 48); frame->timestamp_ns *= 40000000u; return answer;
      """,
      "FIX_STEP": """
      imp_capture_event_v2 *e; (void)e; \
      if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_FACE)->face = 0; \
      if (capture->steps == 3) event(events, IMP_CAPTURE_KEEP)->slot = 2; } \
      if (input == IMP_INPUT_END) { e = event(events, IMP_CAPTURE_RESULT); e->slot = 2; e->value = 80; \
      e->tracking = IMP_TRACKING_STEADY; e->liveness = IMP_LIVENESS_UNKNOWN; \
      e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_ENDED; \
      e->liveness = IMP_LIVENESS_UNKNOWN; }
      """,
    ])
  }

  private func capture(_ more: [String]) throws -> CommandRun {
    try installation.run(
      ["capture", "--camera", "fixture:0", "--images", "1", "--out", "out", "--json"] + more)
  }

  private func previews(_ folder: String) throws -> [String: Image] {
    let folder = installation.folder.url.appending(path: folder)
    var found: [String: Image] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      found[name] = try ImageFile.read(folder.appending(path: name).path)
    }
    return found
  }

  private func lines(_ name: String) throws -> [[String: Any]] {
    let text = try String(contentsOfFile: "\(installation.folder.path)/\(name)", encoding: .utf8)
    return try text.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }.filter { $0["event"] as? String == "preview" }
  }

  @Test func previewsAreFilesAndWhatIsDrawnOverThemIsSaid() throws {
    let run = try capture(["--previews", "shown", "--events", "events.jsonl"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let previews = try previews("shown")
    #expect(!previews.isEmpty && previews.values.allSatisfy { $0.width == 64 && $0.height == 48 })
    let lines = try lines("events.jsonl")
    #expect(Set(lines.compactMap { $0["file"] as? String }) == Set(previews.keys))
    let overlay = try #require(lines.first?["overlay"] as? [String: Any])
    #expect((overlay["face"] as? [String: Any])?["width"] as? Int == 3)
    #expect(overlay["targets"] as? [String] == [] && overlay["oval"] is NSNull)
    // What is there is not replaced.
    #expect(try capture(["--previews", "shown"]).errorCode == "file")
  }

  @Test func theyAreShownAsWasAskedForAndWithoutAnOverlay() throws {
    let run = try capture([
      "--previews", "shown", "--preview-colorspace", "gray-blur-bordered", "--no-overlay", "--events",
      "events.jsonl",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    for preview in try previews("shown").values {
      // Nearly white, as JPEG has it.
      #expect(preview.format == .grey8 && preview.pixels[0] > 200 && preview.pixels[24 * 64 + 32] < 60)
    }
    let lines = try lines("events.jsonl")
    #expect(!lines.isEmpty && lines.allSatisfy { $0["overlay"] is NSNull })
    // The image that was captured stays as it is.
    let image = try ImageFile.read("\(installation.folder.path)/out/1.png")
    #expect(image.pixels[0] < 60)
  }

  @Test func withoutACaptureNoFolderIsLeft() throws {
    let run = try capture(["--previews", "shown", "--record", "missing/capture.imps"])
    #expect(run.exitCode == 1)
    #expect(!FileManager.default.fileExists(atPath: "\(installation.folder.path)/shown"))
  }

  @Test(arguments: [["--no-overlay"], ["--preview-colorspace", "gray"]])
  func whatIsOfPreviewsNeedsThem(options: [String]) throws {
    let run = try capture(options)
    #expect(run.exitCode == 64 && run.errors.contains("are of --previews"), "\(run.errors)")
  }
}
