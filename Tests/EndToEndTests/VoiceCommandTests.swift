// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing
import VoiceSamples

/// `sdkctl voice`, with the bundled plugin and speakers who do not exist.
@Suite(.enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE names no stage"), .timeLimit(.minutes(10)))
struct VoiceCommandTests {
  private let home: TemporaryFolder
  private let stage: String

  init() throws {
    home = try TemporaryFolder()
    stage = try #require(BuiltProducts.stage).path
    try LicensedHome.install(in: home)
  }

  /// A file in which a speaker says the phrase. Each take has another pitch, as people have.
  private func sound(
    _ name: String, speaker number: Int = 1, syllables: [Int] = [0, 3, 1, 4, 2, 5], take: Int,
    pitch: Double = 1
  ) throws -> String {
    let speaker = SyntheticSpeaker(number: number)
    let today = SyntheticSpeaker(pitch: pitch * speaker.pitch, tract: speaker.tract, tilt: speaker.tilt)
    let whole = today.says(syllables, take: take).map { Int16(max(-32768, min(32767, $0 * 32768))) }
    let clip = try #require(AudioClip(rate: SyntheticSpeaker.rate, channels: 1, samples: .s16(whole)))
    let file = home.url.appending(path: "\(name).wav").path
    try AudioFile.write(clip, to: file)
    return file
  }

  private func run(_ arguments: [String], deciding: Bool = true) throws -> CommandRun {
    let limits = deciding ? ["--phrase", "open", "--accept", "0.85", "--reject", "0.6"] : []
    return try CommandRun.sdkctl(
      ["voice"] + arguments + limits
        + ["--folder", "\(home.path)/voices", "--root", stage, "--json"], home: home)
  }

  /// Somebody who was registered.
  private func registered() throws -> String {
    let sounds = [
      try sound("one", take: 1), try sound("two", take: 6, pitch: 0.92),
      try sound("three", take: 77, pitch: 1.09),
    ]
    let run = try run(["register", "--call-reference", "desk 2", "--sound"] + sounds)
    #expect(run.exitCode == 0, "\(run.output) \(run.errors)")
    #expect(try run.json["registered"] as? Bool == true)
    return try #require(try run.json["claimant"] as? String)
  }

  @Test func somebodyIsRegisteredVerifiedListedAndDeleted() throws {
    let claimant = try registered()
    let again = try run(["verify", "--claimant", claimant, "--sound", sound("again", take: 40, pitch: 0.95)])
    #expect(again.exitCode == 0, "\(again.output) \(again.errors)")
    #expect(try again.json["outcome"] as? String == "accept")

    let list = try run(["list", "--audit"], deciding: false)
    let claimants = try #require(try list.json["claimants"] as? [[String: Any]])
    #expect(claimants.map { $0["claimant"] as? String } == [claimant])
    let events = (claimants.first?["audit"] as? [[String: Any]])?.map { $0["event"] as? String } ?? []
    #expect(events.first == "registered" && events.last == "accept")

    #expect(try run(["delete", "--claimant", claimant], deciding: false).exitCode == 0)
    let gone = try run(["verify", "--claimant", claimant, "--sound", sound("late", take: 41)])
    #expect(gone.exitCode == 1)
    #expect(try gone.errorCode == "unknown-claimant")
  }

  @Test func aRecordingOfTheRegistrationIsNotTaken() throws {
    let claimant = try registered()
    let run = try run(["verify", "--claimant", claimant, "--sound", "\(home.path)/two.wav"])
    #expect(run.exitCode == 1)
    let sounds = try #require(try run.json["sounds"] as? [[String: Any]])
    #expect(sounds.map { $0["reason"] as? String } == ["played-again"])
    #expect(try run.json["needed"] as? Int == 2)
    #expect(run.errors.contains("This was heard before"))
  }

  @Test func tooFewRecordingsRegisterNobody() throws {
    let run = try run(["register", "--sound", sound("one", take: 1)])
    #expect(run.exitCode == 1)
    #expect(try run.json["needed"] as? Int == 2)
    let list = try self.run(["list"], deciding: false)
    #expect(try list.json["pending"] as? Int == 0)
    #expect((try list.json["claimants"] as? [Any])?.isEmpty == true)
  }

  @Test func anotherPasswordIsRefused() throws {
    #expect(try run(["list"], deciding: false).exitCode == 0)
    try home.write("another\n", to: "password")
    let run = try run(["list", "--password-file", "\(home.path)/password"], deciding: false)
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "wrong-credentials")
  }

  @Test func aPasswordThatIsNoTextIsRefused() throws {
    let file = home.url.appending(path: "password")
    try Data([0x61, 0xFF]).write(to: file)
    let run = try run(["list", "--password-file", file.path], deciding: false)
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "bad-credentials")
  }

  @Test func aPhraseAndDigitsAreOneTooMany() throws {
    let run = try run(["register", "--digits", "2741", "--sound", "one.wav"])
    #expect(run.exitCode == 64)
  }
}
