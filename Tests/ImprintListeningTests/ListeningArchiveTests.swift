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
  private func archive(budget: Int, from first: Int64 = 1_800_000_000) throws -> ListeningArchive {
    let time = Mutex(first)
    return try ListeningArchive(folder: folder.path + "/kept", budget: budget) {
      time.withLock { time in
        defer { time += 60 }
        return time
      }
    }
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
