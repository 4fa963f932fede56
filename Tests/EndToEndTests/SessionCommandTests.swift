// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `capture --record` and `--metadata`, `session` and `metadata`, on captures of a sample photograph.
@Suite(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
struct SessionCommandTests {
  private func capture(_ installation: FaceInstallation, _ more: [String]) async throws -> CommandRun {
    let frames = try await SampleRecording.frames(
      of: "obama.jpg", count: 30, in: installation.home, system: try installation.open())
    return try installation.run(
      ["capture", "--camera", frames, "--out", "out", "--images", "2", "--pace", "full", "--json"] + more)
  }

  private func recordings(_ run: CommandRun) throws -> [[String: Any]] {
    try #require(try run.json["recordings"] as? [[String: Any]], "\(run.output)\(run.errors)")
  }

  private func exists(_ name: String, _ installation: FaceInstallation) -> Bool {
    FileManager.default.fileExists(atPath: installation.home.url.appending(path: name).path)
  }

  @Test func aRecordedCaptureIsShownAndComesOutAgain() async throws {
    let installation = try FaceInstallation()
    let run = try await capture(installation, ["--record", "face.imps"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try recordings(run).map { $0["kind"] as? String } == ["session"])
    #expect(run.errors.contains("session: face.imps"))
    let shown = try installation.run(["session", "show", "face.imps", "--steps", "--json"])
    #expect(try shown.exitCode == 0 && shown.json["ending"] as? String == "complete")
    #expect(try #require(try shown.json["steps"] as? [Any]).count > 10)
    for source in ["faces", "frames"] {
      let replay = try installation.run(["session", "replay", "face.imps", "--from", source, "--json"])
      #expect(replay.exitCode == 0, "\(source): \(replay.output)\(replay.errors)")
      #expect(try replay.json["conclusion"] as? String == "same", "\(source): \(replay.output)")
    }
  }

  /// A small form of scripts/replay-sessions: a person who is live, and a print that is not.
  @Test(arguments: [
    ("blink", "high", "willing", "live"), ("passive", "low", "bent-print", "fake"),
  ])
  func aChallengeComesOutAgainOnOtherInstructionSetsToo(
    mode: String, level: String, person: String, verdict: String
  ) throws {
    let installation = try FaceInstallation()
    let made = try installation.run([
      "puppet", "make", try installation.photograph("obama.jpg"), "--output", "obama.puppet",
    ])
    #expect(made.exitCode == 0, "\(made.errors)")
    let run = try installation.run([
      "capture", "--plugin", "dev.imprint.device-puppet", "--camera",
      "puppet:obama.puppet?person=\(person)&seed=5", "--liveness", mode, "--security", level, "--images", "1",
      "--seed", "0123456789abcdef0123456789abcdef", "--record", "face.imps", "--out", "out", "--json",
    ])
    #expect(try run.json["liveness"] as? String == verdict, "\(run.output)\(run.errors)")
    for (source, instructions) in [("faces", "ALL"), ("frames", "ALL"), ("frames", "AVX2")] {
      let replay = try installation.run(
        ["session", "replay", "face.imps", "--from", source, "--json"],
        environment: ["ONEDNN_MAX_CPU_ISA": instructions])
      #expect(replay.exitCode == 0, "\(source), \(instructions): \(replay.output)\(replay.errors)")
      #expect(try replay.json["conclusion"] as? String == "same")
      let replayed = try #require(try replay.json["replayed"] as? [String: Any])
      #expect(replayed["liveness"] as? String == verdict, "\(source), \(instructions)")
    }
  }

  @Test func theLastSecondsMayBeRedactedToo() async throws {
    let installation = try FaceInstallation()
    // 30 frames of 640 x 480 are played within a second or two, so that the dump lacks nothing or little.
    let run = try await capture(installation, ["--record", "last.imps", "--last", "600", "--redact"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let replay = try installation.run(["session", "replay", "last.imps", "--json"])
    #expect(try replay.exitCode == 1 && replay.errorCode == "redacted")
  }

  @Test func aRedactedCopyNamesNobodyAndIsNotReplayed() async throws {
    let installation = try FaceInstallation()
    #expect(try await capture(installation, ["--record", "face.imps"]).exitCode == 0)
    let redacted = try installation.run(["session", "redact", "face.imps", "shown.imps", "--json"])
    #expect(redacted.exitCode == 0, "\(redacted.output)")
    let shown = try installation.run(["session", "show", "shown.imps", "--json"])
    let session = try #require(try shown.json["session"] as? [String: Any])
    #expect(session["redacted"] as? Bool == true)
    let replay = try installation.run(["session", "replay", "shown.imps", "--json"])
    #expect(try replay.exitCode == 1 && replay.errorCode == "redacted")
  }

  @Test func aCutRecordingIsReplayedUpToTheCut() async throws {
    let installation = try FaceInstallation()
    #expect(try await capture(installation, ["--record", "face.imps"]).exitCode == 0)
    let bytes = try Data(contentsOf: installation.home.url.appending(path: "face.imps"))
    try installation.home.write(bytes.prefix(bytes.count / 2), to: "cut.imps")
    let replay = try installation.run(["session", "replay", "cut.imps", "--json"])
    #expect(replay.exitCode == 0, "\(replay.output)\(replay.errors)")
    #expect(try replay.json["conclusion"] as? String == "same-so-far")
    #expect(try replay.json["ending"] as? String == "cut")
  }

  @Test func sealedMetadataOpensWithThePrivateKey() async throws {
    let installation = try FaceInstallation()
    let key = MetadataPrivateKey.generate()
    try installation.home.write(key.pem, to: "server.pem")
    try installation.home.write(key.publicKey.pem, to: "server-public.pem")
    let run = try await capture(
      installation, ["--metadata", "face.impm", "--server-key", "server-public.pem"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let opened = try installation.run([
      "metadata", "open", "face.impm", "--key", "server.pem", "--out", "opened", "--json",
    ])
    #expect(opened.exitCode == 0, "\(opened.output)\(opened.errors)")
    #expect(try opened.json["images"] as? Int == 2)
    for name in ["session.imps", "metadata.json", "1.png", "2.png"] {
      #expect(exists("opened/\(name)", installation), "\(name)")
    }
    // Another key.
    try installation.home.write(MetadataPrivateKey.generate().pem, to: "other.pem")
    let other = try installation.run([
      "metadata", "open", "face.impm", "--key", "other.pem", "--out", "other", "--json",
    ])
    #expect(try other.exitCode == 1 && other.errorCode == "other-key")
    #expect(!exists("other", installation))
  }

  @Test func withoutTheFeatureNothingIsRecordedButMetadataIsSealed() async throws {
    let installation = try FaceInstallation(features: LicensedHome.everything.filter { $0 != .captureDump })
    for more in [["--record", "face.imps"], ["--metadata", "face.imps"]] {
      let run = try await capture(installation, more)
      #expect(try run.exitCode == 1 && run.errorCode == "license", "\(run.output)")
      #expect(try run.error?["reason"]?.contains("MSC_DUMP") == true)
      #expect(!exists("face.imps", installation) && !exists("out", installation))
    }
    try installation.home.write(MetadataPrivateKey.generate().publicKey.pem, to: "key.pem")
    let run = try await capture(installation, ["--metadata", "face.impm", "--server-key", "key.pem"])
    #expect(run.exitCode == 0 && exists("face.impm", installation), "\(run.output)\(run.errors)")
  }

  @Test func aPrivateKeyIsNoServerKeyAndNobodyIsAskedForAnything() async throws {
    let installation = try FaceInstallation()
    try installation.home.write(MetadataPrivateKey.generate().pem, to: "key.pem")
    let run = try await capture(installation, ["--metadata", "face.impm", "--server-key", "key.pem"])
    #expect(try run.exitCode == 1 && run.errorCode == "bad-options")
    #expect(!run.errors.contains("step:") && !exists("out", installation))
  }
}

/// What needs no models.
@Suite struct SessionArgumentTests {
  @Test(arguments: [
    ["capture", "--out", "out", "--last", "5"], ["capture", "--out", "out", "--redact"],
    ["capture", "--out", "out", "--record", "a.imps", "--last", "0"],
    ["capture", "--out", "out", "--server-key", "a.pem"], ["session", "replay", "a.imps", "--from", "air"],
  ]) func optionsThatDoNotGoTogetherAreWrongUsage(arguments: [String]) throws {
    #expect(try CommandRun.sdkctl(arguments, home: TemporaryFolder()).exitCode == 64)
  }

  @Test(arguments: ["show", "replay"]) func whatIsNoSessionIsRefused(verb: String) throws {
    let installation = try NullInstallation()
    let path = try installation.folder.write("not a session", to: "a.imps")
    let run = try installation.run(["session", verb, path, "--variant", "null-only", "--json"])
    #expect(try run.exitCode == 1 && run.errorCode == "not-a-session", "\(run.output)\(run.errors)")
  }

  @Test func whatIsNoMetadataIsRefused() throws {
    let home = try TemporaryFolder()
    try home.write(MetadataPrivateKey.generate().pem, to: "key.pem")
    try home.write("not metadata", to: "a.impm")
    let run = try CommandRun.sdkctl(
      ["metadata", "open", "a.impm", "--key", "key.pem", "--out", "out", "--json"], home: home)
    #expect(try run.exitCode == 1 && run.errorCode == "not-metadata")
  }
}
