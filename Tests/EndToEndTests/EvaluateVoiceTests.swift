// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing
import VoiceSamples

/// `evaluate --modality voice` on sound of speakers who do not exist.
@Suite struct EvaluateVoiceTests {
  /// Writes a folder for each speaker, with so many sounds in it.
  private static func write(speakers: Int, takes: Int, in folder: TemporaryFolder) throws {
    for speaker in 0..<speakers {
      for take in 0..<takes {
        let samples = SyntheticSpeaker(number: speaker).speaks(seconds: 1.6, take: 10 * speaker + take)
        try write(samples, to: "sounds/s\(speaker)/\(take).wav", in: folder)
      }
    }
  }

  private static func write(
    _ samples: [Float], rate: Int = SyntheticSpeaker.rate, to path: String, in folder: TemporaryFolder
  ) throws {
    let whole = samples.map { Int16(max(-32768, min(32767, $0 * 32768))) }
    let clip = try #require(AudioClip(rate: rate, channels: 1, samples: .s16(whole)))
    let file = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try AudioFile.write(clip, to: file.path)
  }

  private func installation() throws -> TemplateInstallation {
    try TemplateInstallation(
      [.voice()], needs: ["imprint.voice-extractor/1", "{ability: imprint.matcher/2, modality: voice}"])
  }

  private func evaluate(_ installation: TemplateInstallation, _ arguments: [String]) throws -> CommandRun {
    let sounds = installation.folder.url.appending(path: "sounds").path
    return try installation.run(["evaluate", "--modality", "voice", "--people", sounds] + arguments)
  }

  @Test func everySoundIsComparedWithEveryOtherOne() throws {
    let installation = try installation()
    try Self.write(speakers: 3, takes: 3, in: installation.folder)
    let json = try evaluate(installation, ["--json"]).json
    #expect(json["genuineComparisons"] as? Int == 9 || json["genuine"] as? Int == 9, "\(json)")
    let text = try evaluate(installation, ["--components"])
    #expect(text.exitCode == 0, "\(text.errors)")
    #expect(text.output.contains("3 people, 9 sounds, 9 templates"))
    #expect(text.output.contains("every sound with every other one"))
    #expect(!text.output.contains("picture"), "\(text.output)")
  }

  @Test func soundThatCannotBeUsedIsTold() throws {
    let installation = try installation()
    try Self.write(speakers: 3, takes: 2, in: installation.folder)
    let folder = installation.folder
    let nothing = [Float](repeating: 0, count: SyntheticSpeaker.rate)
    try Self.write(nothing, to: "sounds/s0/quiet.wav", in: folder)
    try Self.write(nothing, rate: 8000, to: "sounds/s1/slow.wav", in: folder)
    try folder.write("no sound\n", to: "sounds/s2/broken.wav")
    try folder.write("no sound\n", to: "sounds/s2/notes.txt")
    let run = try evaluate(installation, ["--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let failures = try #require(try run.json["failures"] as? [[String: Any]])
    let told = Dictionary(
      uniqueKeysWithValues: failures.map { ($0["image"] as? String ?? "", $0["reason"] as? String ?? "") })
    #expect(
      told == ["s0/quiet.wav": "quality", "s1/slow.wav": "rate", "s2/broken.wav": "not-audio"], "\(told)")
    #expect(failures.map { $0["unread"] as? Bool } == [false, true, true])
    #expect(run.errors.contains("no sound of a person's folder: s2/notes.txt"))
  }

  @Test func aSoundIsNoPicture() throws {
    let installation = try installation()
    try Self.write(speakers: 2, takes: 1, in: installation.folder)
    let sounds = installation.folder.url.appending(path: "sounds").path
    let run = try installation.run(["evaluate", "--people", sounds, "--json"])
    #expect(run.exitCode != 0)
    #expect(try run.errorCode == "too-few-people")
  }

  // With the bundled plugin: its network, its fused references, its manifest.

  @Test(.enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE names no stage with models"))
  func severalSoundsAreEnrolledAndACalibrationIsMeasured() throws {
    let installation = try FaceInstallation()
    let folder = installation.home
    try Self.write(speakers: 18, takes: 5, in: folder)
    var list = "pathA,pathB,same,subjectA,subjectB\n"
    for speaker in 0..<18 {
      for take in 0..<5 {
        let other = (speaker + 1) % 18
        list += "s\(speaker)/\(take).wav,s\(other)/\(take).wav,0,s\(speaker),s\(other)\n"
      }
    }
    try folder.write(list, to: "sounds/pairs.csv")
    let manifest = BuiltProducts.package.appending(path: "manifests/plugins/voice-v1.yaml")
    try folder.write(try String(contentsOf: manifest, encoding: .utf8), to: "plugin.yaml")
    let pairs = folder.url.appending(path: "sounds/pairs.csv").path
    let copy = folder.url.appending(path: "plugin.yaml").path
    let run = try installation.run([
      "evaluate", "references", "--modality", "voice", "--pairs", pairs, "--fused", "2", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let json = try run.json
    let references = try #require(json["references"] as? Int)
    #expect(references > 12, "\(json)")
    let eer = try #require((json["eer"] as? [String: Any])?["rate"] as? Double)
    #expect(eer < 0.25, "\(eer)")
    let calibrated = try installation.run([
      "evaluate", "--modality", "voice", "--pairs", pairs, "--calibrate", copy,
      "--population", "speakers who do not exist", "--data-set", "made up",
    ])
    #expect(calibrated.exitCode == 0, "\(calibrated.errors)")
    let text = try String(contentsOf: folder.url.appending(path: "plugin.yaml"), encoding: .utf8)
    #expect(text.contains("population: \"speakers who do not exist\""))
    #expect(text.contains("  - format: \"imprint.voice-v1\"\n"))
  }
}
