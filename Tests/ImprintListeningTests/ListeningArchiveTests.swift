// SPDX-License-Identifier: Apache-2.0
import Foundation
@testable import ImprintListening
import Synchronization
import TestSupport
import Testing

@Suite struct ListeningArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/kept").filter { !$0.hasPrefix(".") }
        .sorted()
    }
  }

  /// - Parameter times: of each utterance.
  private func archive(
    budget: Int, from first: Int64 = 1_800_000_000, patience: Duration = .seconds(1)
  ) throws -> ListeningArchive {
    let time = Mutex(first)
    return try ListeningArchive(
      folder: folder.path + "/kept", budget: budget, patience: patience, number: { 7 }
    ) {
      time.withLock { time in
        defer { time += 60 }
        return time
      }
    }
  }

  private var metadata: ListeningMetadata {
    ListeningMetadata(
      result: ListeningResult(ending: .stopped, words: [], begin: .zero, end: .seconds(1)),
      rules: ListeningRules(), rate: 8000, graph: nil,
      listener: SpeechListenerDescription(plugin: "plugin", bundle: nil, microphone: "microphone"))
  }

  @Test func theOldestAreRemovedWhereTheBudgetIsUsedUp() async throws {
    let archive = try archive(budget: 100_000)
    var kept: [String] = []
    // 40,044 bytes each.
    for _ in 0..<4 {
      let made = try await archive.keep(sound: Sound.voice(20_000), rate: 8000, metadata: nil)
      kept.append(URL(filePath: try #require(made.sound)).lastPathComponent)
    }
    #expect(try names == kept.suffix(2))
  }

  @Test func oneThatIsLargerThanTheBudgetIsNotKeptAndRemovesNothing() async throws {
    let archive = try archive(budget: 100_000)
    _ = try await archive.keep(sound: Sound.voice(20_000), rate: 8000, metadata: nil)
    let error = await #expect(throws: ListeningError.self) {
      try await archive.keep(sound: Sound.voice(60_000), rate: 8000, metadata: nil)
    }
    #expect(error?.code == .notKept)
    #expect(try names.count == 1)
  }

  @Test func filesOfOthersAreNeitherCountedNorRemoved() async throws {
    let archive = try archive(budget: 100_000)
    _ = try await archive.keep(sound: Sound.voice(20_000), rate: 8000, metadata: nil)
    try Data(count: 200_000).write(to: URL(filePath: folder.path + "/kept/mine.wav"))
    for _ in 0..<3 { _ = try await archive.keep(sound: Sound.voice(20_000), rate: 8000, metadata: nil) }
    #expect(try names.count == 3 && names.contains("mine.wav"))
  }

  /// Names that only begin as those of utterances do.
  @Test(arguments: [
    "utterance-of-mine.wav", "utterance-20000101T000000Z-0000000000000007.flac",
    "utterance-20000101T000000Z-0000000000000007.wav.json", "utterance-20000101T000000Z-000000000000000G.wav",
    "utterance-2000010T000000Z-00000000000000007.wav", "utterance-", "utterance-.wav",
  ])
  func namesThatOnlyBeginAsOursAreOfOthers(name: String) async throws {
    let archive = try archive(budget: 100_000)
    _ = try await archive.keep(sound: Sound.voice(20_000), rate: 8000, metadata: nil)
    try Data(count: 200_000).write(to: URL(filePath: folder.path + "/kept/\(name)"))
    for _ in 0..<3 { _ = try await archive.keep(sound: Sound.voice(20_000), rate: 8000, metadata: nil) }
    #expect(try names.count == 3 && names.contains(name))
  }

  @Test func whatIsNoFileIsPassedOver() async throws {
    let archive = try archive(budget: 100_000)
    _ = try await archive.keep(sound: Sound.voice(20_000), rate: 8000, metadata: nil)
    let old = folder.path + "/kept/utterance-20000101T000000Z-000000000000000"
    try FileManager.default.createSymbolicLink(atPath: old + "1.wav", withDestinationPath: "/dev/zero")
    try FileManager.default.createDirectory(atPath: old + "2.wav", withIntermediateDirectories: false)
    #expect(mkfifo(old + "3.json", 0o600) == 0)
    for _ in 0..<3 { _ = try await archive.keep(sound: Sound.voice(20_000), rate: 8000, metadata: nil) }
    #expect(try names.count == 5)
  }

  @Test func aFolderThatWasUsedForSomethingElseLosesNothing() async throws {
    let other = folder.path + "/kept/.staging"
    try FileManager.default.createDirectory(
      atPath: other, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: folder.path + "/kept")
    try Data(count: 1).write(to: URL(filePath: other + "/mine"))
    _ = try await archive(budget: 100_000).keep(sound: Sound.voice(20_000), rate: 8000, metadata: nil)
    #expect(FileManager.default.fileExists(atPath: other + "/mine"))
  }

  @Test func anUtteranceIsRemovedWithAllThatIsKeptOfIt() async throws {
    let archive = try archive(budget: 100_000)
    for _ in 0..<2 { _ = try await archive.keep(sound: Sound.voice(20_000), rate: 8000, metadata: metadata) }
    let before = try names
    // The metadata of the oldest alone would be enough.
    _ = try await archive.keep(sound: Sound.voice(9_500), rate: 8000, metadata: metadata)
    #expect(before.count == 4)
    #expect(try names.count == 4 && names.prefix(2) == before.suffix(2))
  }

  @Test func nothingStaysOfAnUtteranceThatCannotBeKeptWhole() async throws {
    let archive = try archive(budget: 100_000)
    _ = try await archive.keep(sound: Sound.voice(100), rate: 8000, metadata: nil)
    let before = try names
    // In the place of its metadata.
    let place = UtteranceName(seconds: 1_800_000_060, number: 7).file(.metadata)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/kept/\(place)/full", withIntermediateDirectories: true)
    let error = await #expect(throws: ListeningError.self) {
      try await archive.keep(sound: Sound.voice(100), rate: 8000, metadata: metadata)
    }
    #expect(error?.code == .notKept)
    #expect(try names == before + [place])
  }

  @Test func whereAnotherWriterIsAtWorkNothingIsKept() async throws {
    let archive = try archive(budget: 100_000, patience: .milliseconds(50))
    _ = try await archive.keep(sound: Sound.voice(100), rate: 8000, metadata: nil)
    let lock = open(folder.path + "/kept/.utterances.lock", O_RDWR)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX) == 0)
    let error = await #expect(throws: ListeningError.self) {
      try await archive.keep(sound: Sound.voice(100), rate: 8000, metadata: nil)
    }
    #expect(error?.code == .notKept)
    #expect(try names.count == 1)
  }

  @Test func eachApplicationHasAFolderOfItsOwn() throws {
    func path(_ application: String?, program: String?) throws -> String? {
      try ListeningArchive.standard(application: application, program: program) {
        $0 == "HOME" ? "/home/me" : nil
      }?.folder
    }
    let above = "/home/me/.local/share/imprint/utterances"
    #expect(try path(nil, program: "/opt/notes/bin/dictate") == above + "/dictate")
    #expect(try path("notes", program: "/opt/notes/bin/dictate") == above + "/notes")
    #expect(try path(nil, program: nil) == nil)
    for name in ["", ".", "..", "a/b", "a\0"] {
      let error = #expect(throws: ListeningError.self) { try path(name, program: nil) }
      #expect(error?.code == .badOption)
    }
  }

  @Test func onlyTheOwnerMayReadThem() async throws {
    let made = try await archive(budget: 100_000).keep(
      sound: [2, -.infinity, .nan], rate: 8000, metadata: nil)
    for (path, mode) in [(folder.path + "/kept", 0o700), (try #require(made.sound), 0o600)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    }
  }

  @Test func aFolderThatIsNotAbsoluteAndABudgetOutOfRangeAreRefused() throws {
    for (path, budget) in [("kept", 100_000), ("/kept", 99_999)] {
      let error = #expect(throws: ListeningError.self) { try ListeningArchive(folder: path, budget: budget) }
      #expect(error?.code == .badOption)
    }
  }
}
