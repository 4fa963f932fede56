// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ImprintFiles
import ImprintStore
import TestSupport
import Testing

/// Whoever waits for a lock is served soon, however others want it. Counted in turns of the others, not in
/// time: a busy machine is slower, not less fair.
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
    defer { for holder in holders { holder.send(SIGKILL) } }
    while try scratch.turns() < 10 { try await Task.sleep(for: .milliseconds(5)) }

    let visits = 20
    let turns =
      contest.blocks
      ? try await scratch.visits(visits, contest.own) : try scratch.visitsInTasks(visits, contest.own)
    for holder in holders { #expect(holder.isRunning) }
    // Each of the others once or twice, as chance has it; without the turnstile a hundred and more.
    #expect(turns <= visits * 20, "\(turns) turns in \(visits) visits")
  }

  @Test(arguments: [Lock.Kind.reading, .writing])
  func oneThatIsStoppedWhileItWaitsLocksNobodyOut(_ kind: Lock.Kind) throws {
    let scratch = try LockScratch()
    let first = try scratch.holder("writing", milliseconds: 600_000)
    defer { first.send(SIGKILL) }
    #expect(try scratch.comes { try scratch.turns() == 1 })
    let stopped = try scratch.holder("writing")
    defer { stopped.send(SIGKILL) }
    #expect(try scratch.comes { try scratch.isWaitedFor() })
    stopped.send(SIGSTOP)
    #expect(try scratch.comes { try scratch.isStopped(stopped) })
    first.send(SIGKILL)
    first.waitUntilExit()

    let start = ContinuousClock.now
    let lock = try Lock.takeBlocking(scratch.file, kind, patience: .seconds(60))
    #expect(ContinuousClock.now - start < .seconds(30))
    _ = consume lock
    #expect(try scratch.isWaitedFor() && scratch.isStopped(stopped))
    #expect(try scratch.turns() == 1)
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

  /// How many turns others had while it was waited for, in so many visits.
  func visits(_ count: Int, _ kind: LockTests.Lock.Kind) async throws -> Int {
    var waited = 0
    for _ in 0..<count {
      let before = try turns()
      // Long enough that a lock without a turnstile shows its turns, and not the end of patience.
      let lock = try LockTests.Lock.takeBlocking(file, kind, patience: .seconds(60))
      waited += try turns() - before
      _ = consume lock
      try await Task.sleep(for: .milliseconds(10))
    }
    return waited
  }

  /// The same in tasks, of a process where no other test keeps them waiting.
  func visitsInTasks(_ count: Int, _ kind: LockTests.Lock.Kind) throws -> Int {
    let said = Pipe()
    let process = try program([file, kind == .writing ? "writing" : "reading", "visits", "\(count)"], said)
    let words = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return try #require(Int(words.trimmingCharacters(in: .whitespacesAndNewlines)), "\(words)")
  }

  func holder(_ kind: String, milliseconds: Int = 5) throws -> Process {
    try program([file, kind, "\(milliseconds)"])
  }

  /// Whether somebody is at the turnstile.
  func isWaitedFor() throws -> Bool {
    let descriptor = open(file, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var firstByte = flock()
    firstByte.l_type = Int16(F_WRLCK)
    firstByte.l_whence = Int16(SEEK_SET)
    firstByte.l_len = 1
    // F_OFD_GETLK of Linux, which Swift does not show.
    try #require(fcntl(descriptor, 36, &firstByte) == 0)
    return firstByte.l_type != Int16(F_UNLCK)
  }

  func isStopped(_ process: Process) throws -> Bool {
    try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8).contains(") T ")
  }

  /// Waits for something that comes within seconds; `false` where it does not.
  func comes(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      if try condition() { return true }
      usleep(2000)
    }
    return false
  }

  private func program(_ arguments: [String], _ output: Pipe? = nil) throws -> Process {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("LockHolder")
    process.arguments = arguments
    if let output { process.standardOutput = output }
    try process.run()
    return process
  }
}
