// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What only a second process shows.
@Suite struct QuarantineProcessTests {
  let scratch: TemporaryFolder
  let store: QuarantineStore
  let library = ContentHash(of: [])
  var folder: String { "\(scratch.path)/quarantine" }

  init() throws {
    scratch = try TemporaryFolder()
    store = QuarantineStore(folder: "\(scratch.path)/quarantine", patience: .seconds(60))
  }

  private func writer(rounds: Int, strikes: Int, shell: String = "exec") throws -> (Process, Pipe) {
    let program = try BuiltProducts.folder().appending(path: "QuarantineWriter").path
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "\(shell) \"$@\"", "bash", program, folder, "\(rounds)", "\(strikes)"]
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  private func result(of writer: (process: Process, output: Pipe)) throws -> String {
    let said = try writer.output.fileHandleForReading.readToEnd() ?? Data()
    writer.process.waitUntilExit()
    return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func strikesOfTwoProcessesAtOnceAllCount() throws {
    // Each alone puts down half of what quarantines.
    let writers = try (0..<2).map { _ in try writer(rounds: 8, strikes: 16) }
    for writer in writers { #expect(try result(of: writer) == "") }
    let record = try #require(try store.record(of: library))
    #expect(record.strikes.count == 16)
    #expect(record.quarantined == 1_000)
  }

  @Test func aKilledWriterLeavesAWholeRecord() async throws {
    for _ in 0..<5 {
      let running = try writer(rounds: 0, strikes: 3)
      // Till it is at work, not for a time that a busy machine exceeds.
      while try store.record(of: library) == nil { try await Task.sleep(for: .milliseconds(3)) }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...20)))
      running.0.send(SIGKILL)
      #expect(try result(of: running) == "")
      #expect(try store.listing().damaged.isEmpty && store.record(of: library) != nil)
      // The lock went with it, and so does what it left.
      #expect(try store.clear([library]) == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/.staging").isEmpty)
    }
  }

  @Test func aFullDiskIsAnErrorAndTheOldStays() throws {
    #expect(try result(of: writer(rounds: 2, strikes: 3)) == "")
    let old = try store.record(of: library)
    // A limit on file size stands for the disk.
    #expect(
      try result(of: writer(rounds: 1, strikes: 3, shell: "trap '' XFSZ; ulimit -f 0; exec")) == "no-space")
    #expect(try store.record(of: library) == old)
  }
}
