// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `sdkctl speech recognize` and `listen`, with the bundled recogniser and what a person says.
@Suite(.enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE names no stage"), .timeLimit(.minutes(5)))
struct SpeechListenCommandTests {
  private let home: TemporaryFolder
  private let stage: String
  private static let phrases = SpokenSound.all.flatMap { ["--phrase", $0] }

  init() throws {
    home = try TemporaryFolder()
    stage = try #require(BuiltProducts.stage).path
  }

  private func run(_ arguments: String..., hearing: [String] = phrases) throws -> CommandRun {
    try CommandRun.sdkctl(["speech"] + arguments + hearing + ["--root", stage], home: home)
  }

  /// - Parameter parts: what is said, with half a second of silence before each.
  private func file(_ name: String, _ parts: String...) throws -> String {
    var sound: [Float] = []
    for part in parts {
      sound += [Float](repeating: 0, count: 8000)
      sound += try SpokenSound(part).samples
      // Longer than the rules wait.
      sound += [Float](repeating: 0, count: 40_000)
    }
    let samples = AudioSamples.s16(sound.map { Int16(clamping: Int(($0 * 32768).rounded())) })
    let clip = try #require(AudioClip(rate: SpokenSound.rate, channels: 1, samples: samples))
    let path = home.url.appending(path: name).path
    try AudioFile.write(clip, to: path)
    return path
  }

  private func lines(_ run: CommandRun) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func allUtterancesOfAFileAreRecognised() throws {
    let file = try file("two.wav", "front center", "rear left")
    let run = try run("recognize", file)
    #expect(run.exitCode == 0, "\(run.errors)")
    let said = run.output.split(separator: "\n")
    #expect(said.count == 2, "\(run.output)")
    #expect(said.first?.contains("front center") == true && said.last?.contains("rear left") == true)
  }

  @Test func eventsAreLinesOfJSONAndTheLastOneHasAllResults() throws {
    let file = try file("one.wav", "front center")
    let run = try run("recognize", file, "--json", "--alternatives", "2")
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = try lines(run)
    let events = lines.dropLast().map { $0["event"] as? String }
    #expect(Set(events).isSuperset(of: ["began", "level", "speech", "partial", "finished"]), "\(events)")
    let files = try #require(lines.last?["files"] as? [[String: Any]])
    let results = try #require(files.first?["results"] as? [[String: Any]])
    #expect(results.map { $0["text"] as? String } == ["front center"])
    let words = try #require(results.first?["words"] as? [[String: Any]])
    #expect(words.count == 2 && words.allSatisfy { ($0["confidence"] as? Double ?? 0) > 0.5 })
  }

  @Test func aFileInWhichNobodySpeaksIsAFailure() throws {
    let silence = AudioSamples.s16([Int16](repeating: 0, count: 32_000))
    let path = home.url.appending(path: "silence.wav").path
    try AudioFile.write(try #require(AudioClip(rate: 16_000, channels: 1, samples: silence)), to: path)
    let run = try run("recognize", path)
    #expect(run.exitCode == 1 && run.output.contains("nothing recognised"))
  }

  @Test func aWordThatTheDictionaryLacksIsAnErrorThatNamesIt() throws {
    let run = try run("recognize", try file("one.wav", "front center"), hearing: ["--phrase", "front zzyzx"])
    #expect(run.exitCode == 1 && run.errors.contains("zzyzx"))
  }

  @Test func aGraphIsTakenByItsName() throws {
    let dictionary = "\(stage)/plugins/dev.imprint.speech-sphinx/models/en-us.dict"
    try home.write("front center\nrear left\n".utf8, to: "phrases.txt")
    let build = try CommandRun.sdkctl(
      ["speech", "graph", "build", "speakers", "--phrases", "phrases.txt", "--dictionary", dictionary],
      home: home)
    #expect(build.exitCode == 0, "\(build.errors)")
    let file = try file("one.wav", "rear left")
    let run = try run("recognize", file, hearing: ["--graph", "speakers"])
    #expect(run.exitCode == 0 && run.output.contains("rear left"), "\(run.output) \(run.errors)")
    let unknown = try self.run("recognize", file, hearing: ["--graph", "other"])
    #expect(unknown.exitCode == 1 && unknown.errors.contains("[graph]"))
  }

  @Test func aRecordingIsListenedToAsAMicrophoneAndKeptWhereThatIsAsked() throws {
    let file = try file("one.wav", "front center")
    let kept = home.url.appending(path: "kept").path
    let run = try run("listen", "--microphone", file, "--record", "--metadata", "--recordings", kept)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("front center") && run.output.contains("good-match"), "\(run.output)")
    let names = try FileManager.default.contentsOfDirectory(atPath: kept).filter { !$0.hasPrefix(".") }
    #expect(Set(names.map { ($0 as NSString).pathExtension }) == ["wav", "json"])
  }

  @Test(arguments: [
    ["--graph", "a", "--phrase", "b"], [], ["--phrase", "a", "--rule", "no-speech"],
    ["--phrase", "a", "--rule", "other=1"], ["--phrase", "a", "--alternatives", "10"],
    ["--phrase", "a", "--trigger", "b", "--trigger-graph", "c"],
  ])
  func whatCannotBeMeantIsWrongUsage(hearing: [String]) throws {
    #expect(try run("recognize", "one.wav", hearing: hearing).exitCode == 64)
  }

  @Test func aRuleOutsideOfItsRangeSaysWhichRangeItHas() throws {
    let run = try run("recognize", "one.wav", "--rule", "no-speech=500")
    #expect(run.exitCode == 1 && run.errors.contains("[bad-option]") && run.errors.contains("no-speech"))
  }
}
