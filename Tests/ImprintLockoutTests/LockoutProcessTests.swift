// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLockout
import ImprintModel
import TestSupport
import Testing

/// What only a second process shows, with the machine's own clocks.
@Suite struct LockoutProcessTests {
  let scratch: TemporaryFolder
  let lockout: LockoutStore
  var folder: String { "\(scratch.path)/lockout" }

  init() throws {
    scratch = try TemporaryFolder()
    lockout = LockoutStore(folder: "\(scratch.path)/lockout", patience: .seconds(60))
  }

  /// A process that uses the folder: the executable that is built beside the tests.
  private final class Writer: Sendable {
    let process: Process
    private let (input, output) = (Pipe(), Pipe())

    /// - Parameter shell: what a shell does before it becomes the writer, such as setting a limit.
    init(_ folder: String, _ work: [String], maximum: Int = 5, shell: String = "exec") throws {
      let program = try BuiltProducts.folder().appending(path: "LockoutWriter").path
      process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", "\(shell) \"$@\"", "bash", program, folder, "\(maximum)"] + work
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    /// What it says, up to the end of a line.
    func line() throws -> String {
      var said = Data()
      while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([10]) {
        said += byte
      }
      return String(decoding: said, as: UTF8.self)
    }

    /// Ends it by ending its input.
    func finish() throws {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
    }

    func kill() {
      process.send(SIGKILL)
      process.waitUntilExit()
    }
  }

  @Test func attemptsOfProcessesAndTasksAtOnceNeverExceedTheMaximum() throws {
    // Twenty at once, and more of each than are allowed in all.
    let writers = try (0..<4).map { _ in try Writer(folder, ["hold", "5"], maximum: 7) }
    let held = try writers.map { try #require(Int(try $0.line())) }
    #expect(held.reduce(0, +) == 7)
    let seven = LockoutStore(
      folder: folder, settings: try LockoutSettings(maxCapturesBeforeDelay: 7), patience: .seconds(60))
    #expect(try seven.standingBlocking().device.running == 7)
    #expect(#expect(throws: LockoutError.self) { try seven.beginBlocking() }?.code == .attemptsTaken)
    // They end without having shown anything.
    for writer in writers { try writer.finish() }
    #expect(try seven.standingBlocking().attemptsLeft == 7)
  }

  @Test(arguments: [("begin", 5), ("show", 4)]) func processKilledInMidAttempt(work: String, left: Int) throws
  {
    let writer = try Writer(folder, [work])
    #expect(try writer.line() == "ready")
    #expect(try lockout.standingBlocking().attemptsLeft == 4)
    #expect(try lockout.standingBlocking().device.running == 1)
    writer.kill()
    #expect(try lockout.standingBlocking().attemptsLeft == left)
    #expect(try lockout.standingBlocking().device.running == 0)
  }

  @Test func processKilledInALockLeavesItLocked() throws {
    let writer = try Writer(folder, ["lock"], maximum: 2)
    #expect(try writer.line() == "ready")
    writer.kill()
    let now = try lockout.standingBlocking()
    // Its 60 s run by the machine's clock, and how long this takes is not said.
    #expect((1...60).contains(now.timeToUnlock) && now.attemptsLeft == 0 && now.device.locks == 1)
    #expect(#expect(throws: LockoutError.self) { try lockout.beginBlocking() }?.code == .captureIsLocked)
  }

  @Test func writerKilledAnywhereLeavesWholeRecords() async throws {
    for _ in 0..<5 {
      let writer = try Writer(folder, ["work"])
      // Till it is at work, not for a time that a busy machine exceeds.
      while try await lockout.standing().device.running == 0 { try await Task.sleep(for: .milliseconds(1)) }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...20)))
      writer.kill()
      let now = try await lockout.standing(of: LockoutSubject("ada"))
      #expect(now.device.running == 0 && now.subject?.running == 0)
      // One failed before each success, and one more was made when it died.
      #expect((0...2).contains(now.device.failures) && (0...2).contains(now.subject?.failures ?? -1))
      try await lockout.begin(subject: LockoutSubject("ada")).end(.success)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/.staging").isEmpty)
    }
  }

  @Test func failuresOfProcessesAtOnceAllCount() throws {
    let writers = try (0..<3).map { _ in try Writer(folder, ["fail", "20"], maximum: 100) }
    for writer in writers {
      #expect(try writer.line() == "")
      try writer.finish()
    }
    let many = LockoutStore(
      folder: folder, settings: try LockoutSettings(maxCapturesBeforeDelay: 100), patience: .seconds(60))
    let now = try many.standingBlocking(of: LockoutSubject("ada"))
    #expect(now.device.failures == 60 && now.subject?.failures == 60 && now.attemptsLeft == 40)
  }

  @Test func onAFullDiskNoAttemptBegins() throws {
    let first = try lockout.beginBlocking()
    try first.endBlocking(.fake)
    // A limit on file size stands for the disk: the write fails as it does there.
    let writer = try Writer(folder, ["show"], shell: "trap '' XFSZ; ulimit -f 0; exec")
    #expect(try writer.line() == "no-space")
    writer.process.waitUntilExit()
    let now = try lockout.standingBlocking()
    #expect(now.attemptsLeft == 4 && now.device.running == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/.staging").isEmpty)
  }

  @Test(arguments: [0o500, 0o000]) func inAFolderThatCannotBeWrittenNoAttemptBegins(mode: UInt32) throws {
    try lockout.beginBlocking().endBlocking(.fake)
    // Root may write anywhere, so that the folder is handed to nobody.
    let isRoot = geteuid() == 0
    chmod(scratch.path, 0o755)
    if isRoot {
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      for file in [""] + files { try #require(chown("\(folder)/\(file)", 65534, 65534) == 0) }
    }
    for name in ["/.staging", ""] { chmod(folder + name, mode) }
    chmod("\(folder)/.lock", 0o400)
    defer { for name in ["", "/.staging"] { chmod(folder + name, 0o700) } }
    let shell = isRoot ? "exec setpriv --reuid=65534 --regid=65534 --clear-groups" : "exec"
    #expect(try Writer(folder, ["show"], shell: shell).line() == "not-permitted")
  }

  @Test func waitingForAnotherEndsAsBusyOrCancelledAndAnEndIsNotCancelled() async throws {
    let hasty = LockoutStore(folder: folder, patience: .milliseconds(50))
    let attempt = try await hasty.begin()
    let file = open("\(folder)/.lock", O_RDWR)
    try #require(file >= 0 && flock(file, LOCK_EX) == 0)
    let busy = await #expect(throws: LockoutError.self) { try await hasty.begin() }
    #expect(busy?.code == .busy)
    func code(_ work: @escaping @Sendable () async throws(LockoutError) -> Void) async -> LockoutErrorCode? {
      let cancelled = Task { () async -> LockoutErrorCode? in
        while !Task.isCancelled { await Task.yield() }
        do throws(LockoutError) { try await work() } catch { return error.code }
        return nil
      }
      cancelled.cancel()
      return await cancelled.value
    }
    let lockout = lockout
    #expect(await code { () async throws(LockoutError) in _ = try await lockout.begin() } == .cancelled)
    // It waits as long as it may, whoever cancels.
    #expect(await code { () async throws(LockoutError) in try await attempt.end(.fake) } == .busy)
    close(file)
    #expect(await code { () async throws(LockoutError) in try await attempt.end(.fake) } == nil)
    #expect(try await lockout.standing().device.failures == 1)
  }
}
