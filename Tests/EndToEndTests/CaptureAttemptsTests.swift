// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `capture` with attempts that count, before a fixture that finds every person fake.
@Suite struct CaptureAttemptsTests {
  /// Shows a challenge, keeps one frame, and judges with the fifth; `e` is an event to fill.
  private static let judgesFake = """
    imp_capture_event_v2 *e; (void)e; \
    if (input == IMP_INPUT_FRAME) { event(events, IMP_CAPTURE_FACE)->face = 0; \
    if (capture->steps == 2) event(events, IMP_CAPTURE_CHALLENGE)->count = 1; \
    if (capture->steps == 3) event(events, IMP_CAPTURE_KEEP)->slot = 2; \
    if (capture->steps == 5) { e = event(events, IMP_CAPTURE_FINDING); e->code = IMP_METHOD_SHAPE; \
    e->value = 1; e->limit = 2; e->liveness = IMP_LIVENESS_FAKE; \
    e = event(events, IMP_CAPTURE_RESULT); e->slot = 2; e->value = 80; \
    e->tracking = IMP_TRACKING_STEADY; e->liveness = IMP_LIVENESS_FAKE; \
    e = event(events, IMP_CAPTURE_FINISHED); e->code = IMP_FINISH_CAPTURED; e->liveness = IMP_LIVENESS_FAKE; } }
    """
  private static let frames = """
    if (camera->frames >= 50) return IMP_OUTCOME_END; \
    imp_status answer = grey(camera, pixels, frame, 64, 48); frame->timestamp_ns *= 40000000u; return answer;
    """

  private let installation: FixtureInstallation

  init() throws {
    installation = try FixtureInstallation(["FIX_FRAME": Self.frames, "FIX_STEP": Self.judgesFake])
    try LicensedHome.install(in: installation.folder)
  }

  private func capture(_ out: String, _ more: [String]) throws -> CommandRun {
    try installation.run(
      [
        "capture", "--camera", "fixture:0", "--liveness", "active", "--images", "1", "--out", out, "--json",
      ] + more)
  }

  private func standing(_ more: [String] = []) throws -> [String: Any] {
    try CommandRun.sdkctl(
      ["lockout", "show", "--folder", "attempts", "--json"] + more, home: installation.folder
    ).json
  }

  @Test func whatFailsIsCountedAndLocksTheNextOne() throws {
    let counted = [
      "--max-captures", "2", "--capture-delays", "600,1200", "--lockout-folder", "attempts", "--subject",
      "ada",
    ]
    for out in ["first", "second"] {
      let run = try capture(out, counted)
      #expect(
        try run.exitCode == 1 && run.json["liveness"] as? String == "fake", "\(run.output)\(run.errors)")
    }
    let locked = try capture("third", counted)
    #expect(try locked.exitCode == 1 && locked.errorCode == "capture-is-locked", "\(locked.output)")
    #expect(!locked.errors.contains("step:"))
    let error = try #require(try locked.json["error"] as? [String: Any])
    #expect(error["type"] as? String == "device-blocked")
    // Ten minutes from now, at most.
    let unlock = try #require(error["unlockUTCMilliseconds"] as? Double) / 1000
    #expect((400...601).contains(unlock - Date().timeIntervalSince1970), "\(unlock)")
    #expect(!FileManager.default.fileExists(atPath: "\(installation.folder.path)/third"))
    let standing = try standing(["--subject", "ada"])
    #expect(standing["locked"] as? Bool == true)
    let seconds = try #require((standing["subject"] as? [String: Any])?["secondsToUnlock"] as? Int)
    #expect((500...600).contains(seconds))
  }

  @Test func withoutBeingToldToNothingIsCounted() throws {
    for out in ["first", "second"] { #expect(try capture(out, []).exitCode == 1) }
    #expect(!FileManager.default.fileExists(atPath: "\(installation.folder.path)/attempts"))
    #expect(try standing()["locked"] as? Bool == false)
  }

  @Test func aTurnedDeviceTurnsTheImages() throws {
    let run = try capture("out", ["--orientation", "landscape-left", "--record", "turned.imps"])
    let images = try #require(try run.json["images"] as? [[String: Any]], "\(run.output)\(run.errors)")
    #expect(images.first?["width"] as? Int == 48 && images.first?["height"] as? Int == 64)
    // And the recording knows it.
    let shown = try installation.run(["session", "show", "turned.imps", "--steps", "--json"])
    let turns = try #require(try shown.json["turns"] as? [[String: Any]], "\(shown.output)\(shown.errors)")
    #expect(turns.count == 1 && turns.first?["orientation"] as? String == "landscape-left")
    let steps = try #require(try shown.json["steps"] as? [[String: Any]])
    #expect(steps.first?["orientation"] as? String == "landscape-left")
    let text = try installation.run(["session", "show", "turned.imps"])
    #expect(text.output.contains("landscape-left from step 1 on"), "\(text.output)")
    for source in ["faces", "frames"] {
      let replay = try installation.run(["session", "replay", "turned.imps", "--from", source, "--json"])
      #expect(try replay.json["conclusion"] as? String == "same", "\(source): \(replay.output)")
      #expect(try replay.json["orientations"] as? [String] == ["landscape-left"])
    }
  }

  @Test func everyEventIsALineOfJSON() throws {
    let path = "\(installation.folder.path)/events.jsonl"
    let run = try capture("out", ["--events", "events.jsonl"])
    #expect(run.exitCode == 1)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let events = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
    let names = events.compactMap { $0["event"] as? String }
    #expect(names.count == events.count && names.first == "mode" && names.last == "finished", "\(names)")
    #expect(Set(names).isSuperset(of: ["challenge", "tracking", "finding"]))
    let tracking = try #require(
      events.first { $0["event"] as? String == "tracking" }?["tracking"] as? [String: Any])
    #expect(tracking["referenceWidth"] as? Int == 64 && tracking["leftEye"] is [String: Any])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // It replaces nothing.
    let again = try capture("again", ["--events", "events.jsonl"])
    #expect(try again.errorCode == "file", "\(again.output)")
    #expect(!FileManager.default.fileExists(atPath: "\(installation.folder.path)/again"))
  }

  @Test func whoLightsIsToldTheColours() throws {
    let step = Self.judgesFake.replacing(
      "if (capture->steps == 2)",
      with: "if (capture->steps == 1 && capture->options.helps & IMP_HELP_LIGHTS) "
        + "event(events, IMP_CAPTURE_LIGHT)->color = 0xFF0080u; if (capture->steps == 2)")
    let installation = try FixtureInstallation(["FIX_FRAME": Self.frames, "FIX_STEP": step])
    try LicensedHome.install(in: installation.folder)
    func lights(_ out: String, _ options: [String]) throws -> [String] {
      let run = try installation.run(
        [
          "capture", "--camera", "fixture:0", "--liveness", "active", "--images", "1", "--out", out, "--json",
          "--events", "\(out).jsonl",
        ] + options)
      #expect(run.exitCode == 1, "it is fake")
      return try String(contentsOfFile: "\(installation.folder.path)/\(out).jsonl", encoding: .utf8)
        .split(separator: "\n").map(String.init).filter { $0.contains("\"light\"") }
    }
    let said = try lights("lit", ["--lights"])
    let color = try #require(
      try said.first.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any])
    #expect(said.count == 1 && color["red"] as? Int == 255 && color["blue"] as? Int == 128, "\(said)")
    #expect(try lights("dark", []).isEmpty)
  }

  @Test func whoLightsNeedsTheEvents() throws {
    let run = try capture("out", ["--lights"])
    #expect(run.exitCode == 64 && run.errors.contains("--lights needs --events"), "\(run.errors)")
  }

  @Test func aCaptureThatDoesNotBeginLeavesNoFileForEvents() throws {
    for options in [["--max-captures", "0"], ["--record", "events.jsonl"]] {
      let run = try capture("out", ["--events", "events.jsonl"] + options)
      #expect(try run.errorCode == "bad-options", "\(run.output)\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(installation.folder.path)/events.jsonl"))
    }
  }

  @Test func aFullDiskForEventsFailsNoCapture() throws {
    let run = try capture("out", ["--events", "/dev/full"])
    #expect(try run.json["outcome"] as? String == "captured", "\(run.output)\(run.errors)")
    #expect(run.errors.contains("events: /dev/full: lines are missing"))
  }

  @Test func aNumberOfAttemptsOutOfItsRangeIsAnError() throws {
    let run = try capture("out", ["--max-captures", "0"])
    #expect(try run.exitCode == 1 && run.errorCode == "bad-options", "\(run.output)\(run.errors)")
    #expect(
      try CommandRun.sdkctl(
        ["capture", "--out", "out", "--capture-delays", "1,x"], home: installation.folder
      ).exitCode == 64)
    #expect(
      try CommandRun.sdkctl(
        ["capture", "--out", "out", "--challenge-interval", "11"], home: installation.folder
      ).exitCode == 64)
  }
}
