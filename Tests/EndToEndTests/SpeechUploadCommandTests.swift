// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `sdkctl speech upload`, of recordings that need no recogniser.
@Suite struct SpeechUploadCommandTests {
  /// As an archive names its files.
  private let stem = "utterance-20261121T000001Z-0000000000000000"
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try home.write("RIFF", to: "kept/\(stem).wav")
    try home.write("{}", to: "kept/\(stem).json")
    try home.write("mine", to: "kept/mine.wav")
    try home.makeFolder("taken")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home.path + "/kept")
  }

  private func run(_ arguments: String..., from: String = "kept", to: String = "taken") throws -> CommandRun {
    try CommandRun.sdkctl(["speech", "upload", "--from", from, "--to", to] + arguments, home: home)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path + "/" + folder).filter {
      !$0.hasPrefix(".")
    }.sorted()
  }

  @Test func recordingsAreTakenToADirectoryAndTheNextRunTakesNothing() throws {
    let first = try run()
    #expect(first.exitCode == 0 && first.output == "2 taken (6 bytes)\n", "\(first.output) \(first.errors)")
    #expect(try names("taken") == [stem + ".json", stem + ".wav"])
    #expect(try run().output == "0 taken (0 bytes)\n")
    #expect(try names("kept").count == 3)
  }

  @Test func whatIsThereIsRemovedWhereThatIsAskedFor() throws {
    let run = try run("--remove")
    #expect(run.exitCode == 0 && run.output == "2 taken (6 bytes), 2 removed\n", "\(run.errors)")
    #expect(try names("kept") == ["mine.wav"])
  }

  @Test func eachEventIsALineOfJSONAndTheLastOneHasTheSums() throws {
    let run = try run("--json")
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let events = lines.dropLast().map { $0["event"] as? String }
    #expect(events == ["began", "sending", "taken", "sending", "taken", "finished"])
    #expect(lines.last?["taken"] as? Int == 2 && lines.last?["bytes"] as? Int == 6)
    #expect(lines.last?["refused"] as? Int == 0)
  }

  @Test func aFileThatIsRefusedIsAFailureAndTheOthersAreTaken() throws {
    try home.write("something else", to: "taken/\(stem).wav")
    let run = try run()
    #expect(run.exitCode == 1 && run.output == "1 taken (2 bytes), 1 refused\n", "\(run.output)")
    #expect(run.errors.contains("refused: \(stem).wav"))
  }

  @Test func aDirectoryThatIsNotThereIsMadeOnlyWhereThatIsAskedFor() throws {
    let refused = try run("--remove", to: "disk")
    #expect(refused.exitCode == 1 && refused.errors.contains("[folder]"), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/disk"))
    #expect(try run("--create", to: "disk").output == "2 taken (6 bytes)\n")
    // As where its disk is not mounted.
    try FileManager.default.removeItem(atPath: home.path + "/disk")
    try home.makeFolder("disk")
    let other = try run("--remove", to: "disk")
    #expect(other.exitCode == 1 && other.errors.contains(".imprint-destination"), "\(other.errors)")
    #expect(try names("disk").isEmpty && names("kept").count == 3)
  }

  @Test func whyItWaitsIsToldWithItsCode() throws {
    let run = try CommandRun.sdkctl(
      ["speech", "upload", "--from", "kept", "--to", "https://127.0.0.1:1/secret-path"], home: home)
    #expect(run.exitCode == 1)
    let waits = run.errors.split(separator: "\n").filter { $0.hasPrefix("again in") }
    #expect(waits.count == 4 && waits.allSatisfy { $0.hasSuffix("[unreachable]") }, "\(run.errors)")
    #expect(waits.allSatisfy { $0.contains("https://127.0.0.1:1") } && !run.errors.contains("secret-path"))
  }

  @Test func aServerWithoutTLSIsRefused() throws {
    let run = try run(to: "http://localhost/inbox")
    #expect(run.exitCode == 1 && run.errors.contains("[address]"))
  }

  @Test func aServerIsNotMade() throws {
    #expect(try run("--create", to: "https://localhost/inbox").exitCode == 64)
  }

  @Test func aDirectoryOfRecordingsThatIsNotThereIsWrongUsage() throws {
    #expect(try run(from: "kpet").exitCode == 64)
  }

  @Test(arguments: [["--token-file", "token"], ["--roots", "roots.pem"], ["--largest", "100"]])
  func whatCannotBeMeantIsWrongUsage(arguments: [String]) throws {
    let run = try CommandRun.sdkctl(
      ["speech", "upload", "--from", "kept", "--to", "taken"] + arguments, home: home)
    #expect(run.exitCode == 64)
  }
}
