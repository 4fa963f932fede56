// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `sdkctl device`, with recordings for devices.
@Suite struct DeviceCommandTests {
  @Test func recordingsAreNotListed() throws {
    let run = try ReplayInstallation().run(["device", "list", "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try (run.json["devices"] as? [Any])?.isEmpty == true)
    #expect(try (run.json["failures"] as? [Any])?.isEmpty == true)
  }

  @Test func aPluginThatCannotBeOpenedIsAFailureOfTheList() throws {
    let home = try TemporaryFolder()
    var manifest = FixtureManifest()
    manifest.provides = ["imprint.microphone/1"]
    try home.write(manifest.yaml, to: "root/plugins/org.example.fixture/plugin.yaml")
    try home.write("no library", to: "root/plugins/org.example.fixture/libFixture.so")
    let run = try CommandRun.sdkctl(
      ["device", "list", "--json", "--kind", "microphone", "--root", home.path + "/root"], home: home)
    #expect(run.exitCode == 1)
    let failures = try #require(try run.json["failures"] as? [[String: String]])
    #expect(failures.map { $0["plugin"] } == ["org.example.fixture"])
    #expect(failures.map { $0["code"] } == ["not-an-elf-library"])
    #expect(failures.allSatisfy { $0["remedy"]?.isEmpty == false })
  }

  @Test func aMicrophoneIsTestedByWhatItGives() throws {
    let installation = try ReplayInstallation()
    let (path, _) = try installation.tone("tone.wav", seconds: 1)
    let run = try installation.run(["device", "test", path, "--seconds", "1", "--pace", "full", "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try run.json["frames"] as? Int == 16_000)
    let levels = try #require(try run.json["levels"] as? [[String: Double]])
    #expect(levels.count == 1 && abs((levels[0]["rms"] ?? 0) + 12) < 0.1)
    #expect(try run.json["lost"] as? Int == 0)
    // More than there is.
    let short = try installation.run(["device", "test", path, "--seconds", "2", "--pace", "full"])
    #expect(short.exitCode == 1)
  }

  @Test func aMicrophoneInRealTimeHasItsRate() throws {
    let installation = try ReplayInstallation()
    let (path, _) = try installation.tone("tone.wav", seconds: 2)
    let run = try installation.run(["device", "test", path, "--seconds", "1.5", "--json"])
    let rate = try #require(try run.json["measuredRate"] as? Double)
    // The machine may be busy; a source that is not paced at all is thousands of times as fast.
    #expect(rate > 12_000 && rate < 20_000)
  }

  @Test func aSilentMicrophoneIsMuted() throws {
    let installation = try ReplayInstallation()
    let clip = try #require(
      AudioClip(rate: 16_000, channels: 1, samples: .s16([Int16](repeating: 0, count: 16_000))))
    let path = installation.home.path + "/silence.wav"
    try AudioFile.write(clip, to: path)
    let run = try installation.run(["device", "test", path, "--seconds", "1", "--pace", "full", "--json"])
    #expect(run.exitCode == 1)
    #expect(try run.json["muted"] as? Bool == true)
  }

  @Test func aCameraIsTestedByItsFrames() throws {
    let installation = try ReplayInstallation()
    let (path, _) = try installation.video("clip.y4m", frames: 10)
    let run = try installation.run(["device", "test", path, "--frames", "10", "--pace", "full", "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try run.json["frames"] as? Int == 10 && run.json["width"] as? Int == 4)
    #expect(try run.json["framesPerSecond"] as? Double == 25)
    let short = try installation.run(["device", "test", path, "--frames", "11", "--pace", "full"])
    #expect(short.exitCode == 1)
  }

  @Test func theFormatsOfAMicrophoneAreTried() throws {
    let installation = try ReplayInstallation()
    let (path, _) = try installation.tone("tone.wav", seconds: 0.1, rate: 44_100)
    let run = try installation.run(["device", "probe", path, "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let formats = try #require(try run.json["formats"] as? [[String: Any]])
    // Replay does not resample: one rate, two numbers of channels, three kinds of sample.
    #expect(formats.count == 6)
    #expect(formats.allSatisfy { $0["rate"] as? Int == 44_100 })
  }

  @Test func whatIsNotThereIsAnError() throws {
    let installation = try ReplayInstallation()
    for (arguments, code) in [
      (["device", "test", "/dev/nothing"], "unknown-device"),
      (["device", "test", "hw:CARD=None,DEV=0"], "unknown-device"),
      (["device", "test", "usb-0123_4567-none"], "unknown-device"),
      (["device", "test", "folder/nothing"], "file"), (["device", "probe", "none.wav"], "file"),
    ] {
      let run = try installation.run(arguments + ["--json"])
      #expect(run.exitCode == 1)
      #expect(try run.errorCode == code, "\(arguments)")
    }
    let sound = try installation.run(["device", "test", "hw:CARD=None,DEV=0"])
    #expect(sound.errors.contains("microphone"))
    let reader = try installation.run(["device", "test", "ACME Reader", "--kind", "card-reader", "--json"])
    #expect(reader.exitCode == 1)
    #expect(["no-plugin", "service", "unknown-device", "device-missing"].contains(try reader.errorCode))
  }
}

/// `sdkctl device record` and `capture`: what they write is played again.
@Suite struct DeviceRecordingTests {
  @Test(arguments: ["voice.wav", "voice.flac"])
  func aRecordingHasEverySampleOfItsMicrophone(name: String) throws {
    let installation = try ReplayInstallation()
    let (path, clip) = try installation.tone("tone.wav", seconds: 1)
    let run = try installation.run([
      "device", "record", path, "--seconds", "0.5", "--out", name, "--pace", "full", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try run.json["outcome"] as? String == "complete")
    #expect(try AudioFile.read(installation.home.path + "/" + name) == clip.frames(0..<8000))
  }

  @Test func aRecordingUntilSilenceEndsWithTheVoice() throws {
    let installation = try ReplayInstallation()
    let (_, clip) = try installation.tone("tone.wav", seconds: 1)
    guard case .s16(let samples) = clip.samples else { throw MissingForTest("no samples") }
    let quiet = (0..<48_000).map { Int16($0 & 3) }
    let long = try #require(AudioClip(rate: 16_000, channels: 1, samples: .s16(samples + quiet)))
    try AudioFile.write(long, to: installation.home.path + "/long.wav")
    let run = try installation.run([
      "device", "record", "long.wav", "--until-silence", "--seconds", "30", "--out", "said.flac", "--pace",
      "full", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try run.json["outcome"] as? String == "silence")
    let frames = try #require(try run.json["frames"] as? Int)
    #expect(frames < 40_000 && frames > 28_000)
  }

  @Test func aFolderThatIsMissingIsToldBeforeTheMicrophoneIsOpened() throws {
    let installation = try ReplayInstallation()
    // Neither is there: the one that would cost a recording is told.
    let run = try installation.run(["device", "record", "none.wav", "--out", "nowhere/voice.wav", "--json"])
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "missing", "\(run.output)\(run.errors)")
  }

  @Test func samplesThatFlacNeverKeepsAreRefusedBeforeTheMicrophoneIsOpened() throws {
    let installation = try ReplayInstallation()
    let (path, _) = try installation.tone("tone.wav", seconds: 1)
    let run = try installation.run([
      "device", "record", path, "--out", "voice.flac", "--samples", "float32", "--pace", "full",
    ])
    #expect(run.exitCode == 64 && run.errors.contains("flac cannot store float32"), "\(run.errors)")
    #expect(try installation.names() == ["tone.wav"])
  }

  @Test func soundThatFlacDoesNotKeepIsWrittenAsAWaveFile() throws {
    let installation = try ReplayInstallation()
    let clip = try #require(
      AudioClip(rate: 16_000, channels: 1, samples: .s32((0..<16_000).map { Int32($0) })))
    try AudioFile.write(clip, to: installation.home.path + "/fine.wav")
    let run = try installation.run([
      "device", "record", "fine.wav", "--seconds", "1", "--out", "voice.flac", "--samples", "s32", "--pace",
      "full", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try run.json["file"] as? String == "voice.flac.wav")
    #expect(run.errors.contains("voice.flac.wav"))
    #expect(try AudioFile.read(installation.home.path + "/voice.flac.wav") == clip)
  }

  /// What a program may write, in kilobytes: more than a copy of the plugin's library, which is made first,
  /// and less than what is recorded.
  private static let disk = 12_288

  @Test func aFullDiskLeavesWhatWasThere() throws {
    let installation = try ReplayInstallation()
    let (path, clip) = try installation.tone("tone.wav", seconds: 450)
    try installation.home.write("before", to: "voice.wav")
    let run = try installation.run(
      ["device", "record", path, "--seconds", "450", "--out", "voice.wav", "--pace", "full", "--json"],
      blocks: Self.disk)
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "no-space")
    #expect(try installation.bytes("voice.wav") == Array("before".utf8))
    #expect(try installation.names() == ["tone.wav", "voice.wav"])
    #expect(clip.frames == 7_200_000)
  }

  @Test func capturedFramesAreThoseOfTheCamera() throws {
    let installation = try ReplayInstallation()
    let (path, bytes) = try installation.video("clip.y4m", frames: 6)
    let run = try installation.run([
      "device", "capture", path, "--out", "again.y4m", "--frames", "6", "--pace", "full",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try installation.bytes("again.y4m") == bytes)
  }

  @Test(arguments: ["again.mjpeg", "again"])
  func capturedFramesArePlayedAgain(name: String) throws {
    let installation = try ReplayInstallation()
    let (path, _) = try installation.video("clip.y4m", frames: 12)
    let run = try installation.run([
      "device", "capture", path, "--out", name, "--frames", "12", "--pace", "full", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try run.json["frames"] as? Int == 12)
    let again = try installation.run([
      "device", "test", name, "--frames", "12", "--pace", "full", "--json",
    ])
    #expect(again.exitCode == 0, "\(again.output)\(again.errors)")
    #expect(try again.json["frames"] as? Int == 12)
  }

  @Test func aCaptureThatFailsLeavesNothing() throws {
    let installation = try ReplayInstallation()
    let (path, _) = try installation.video("clip.y4m", frames: 24, width: 640, height: 640)
    let full = try installation.run(
      ["device", "capture", path, "--out", "full.y4m", "--frames", "24", "--pace", "full", "--json"],
      blocks: Self.disk)
    #expect(full.exitCode == 1)
    #expect(try full.errorCode == "no-space")
    #expect(try installation.names() == ["clip.y4m"])
    let there = try installation.run(["device", "capture", path, "--out", "clip.y4m", "--json"])
    #expect(try there.errorCode == "file")
  }
}
