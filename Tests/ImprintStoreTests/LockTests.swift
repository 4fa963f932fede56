// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintFiles
import ImprintStore
import Testing

/// Whoever waits for a lock is served soon, however others want it. Counted in turns of the others, not in time: a
/// busy machine is slower, not less fair.
@Suite struct LockTests {
  typealias Lock = FileLock<StoreError>

  /// How others take the lock, and how it is waited for.
  struct Contest: Sendable, CustomTestStringConvertible {
    let holders: Int
    let theirs: String
    let own: Lock.Kind
    let blocks: Bool

    var testDescription: String {
      "\(own) \(blocks ? "on a thread" : "in a task"), against \(holders) \(theirs)"
    }
  }

  static let contests = [
    Contest(holders: 1, theirs: "writing", own: .reading, blocks: false),
    Contest(holders: 1, theirs: "writing", own: .writing, blocks: true),
    Contest(holders: 3, theirs: "writing", own: .reading, blocks: true),
    Contest(holders: 3, theirs: "writing", own: .writing, blocks: false),
    Contest(holders: 3, theirs: "reading", own: .writing, blocks: false),
  ]

  @Test(arguments: contests)
  func processesThatTakeItAgainAtOnceLetAnotherIn(_ contest: Contest) async throws {
    let scratch = try LockScratch()
    let holders = try (0..<contest.holders).map { _ in try scratch.holder(contest.theirs) }
    // Not asked to end: the signals of a child are blocked as those of the thread that started it.
    defer { for holder in holders { kill(holder.processIdentifier, SIGKILL) } }
    while try scratch.turns() < 10 { try await Task.sleep(for: .milliseconds(5)) }

    let visits = 20
    var turns = 0
    for _ in 0..<visits {
      let before = try scratch.turns()
      // Long enough that a lock without a turnstile shows its turns, and not the end of patience.
      let patience = Duration.seconds(60)
      let lock =
        contest.blocks
        ? try Lock.takeBlocking(scratch.file, contest.own, patience: patience)
        : try await Lock.take(scratch.file, contest.own, patience: patience)
      turns += try scratch.turns() - before
      _ = consume lock
      try await Task.sleep(for: .milliseconds(10))
    }
    for holder in holders { #expect(holder.isRunning) }
    // Each of the others once or twice, as chance has it; without the turnstile a hundred and more.
    #expect(turns <= visits * 20, "\(turns) turns in \(visits) visits")
  }
}

/// A file to lock, and processes that do.
private struct LockScratch {
  private let scratch: Scratch
  let file: String

  init() throws {
    scratch = try Scratch()
    file = scratch.path + "/lock"
    try Data().write(to: URL(fileURLWithPath: file))
    try Data().write(to: URL(fileURLWithPath: file + ".turns"))
  }

  func turns() throws -> Int {
    let size = try FileManager.default.attributesOfItem(atPath: file + ".turns")[.size]
    return try #require(size as? Int)
  }

  func holder(_ kind: String) throws -> Process {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("LockHolder")
    process.arguments = [file, kind, "5"]
    try process.run()
    return process
  }
}
