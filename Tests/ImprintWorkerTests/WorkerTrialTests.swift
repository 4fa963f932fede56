// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Hosts that are processes of their own: they are counted, and ended.
@Suite struct WorkerTrialTests {
  /// What a host has.
  private struct Counts: Equatable {
    let descriptors: Int
    let threads: Int
    let children: Int
    let kibibytes: Int
    let workers: [Int32]

    init(_ line: Substring) throws {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      try #require(words.count == 5, "\(line)")
      descriptors = try #require(Int(words[0]))
      threads = try #require(Int(words[1]))
      children = try #require(Int(words[2]))
      kibibytes = try #require(Int(words[3]))
      workers = words[4].split(separator: ",").compactMap { Int32($0) }
    }
  }

  private func trial(_ arguments: [String]) throws -> (process: Process, output: FileHandle) {
    let process = Process()
    process.executableURL = try BuiltProducts.folder().appending(path: "WorkerTrial")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  private func counts(_ arguments: [String]) throws -> (before: Counts, after: Counts) {
    let (process, output) = try trial(arguments)
    let lines = String(decoding: output.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
    process.waitUntilExit()
    try #require(process.terminationStatus == 0 && lines.count == 2, "\(process.terminationStatus) \(lines)")
    return (try Counts(lines[0]), try Counts(lines[1]))
  }

  @Test func crashesInARowLeaveNothingBehind() throws {
    let crashes = ProcessInfo.processInfo.environment["IMPRINT_TEST_DEEP"] == nil ? 200 : 1000
    let root = try FixturePlugin(["FIX_COMPARE": "if (probe.data[0] == 1) abort();"]).install()
    let (before, after) = try counts(["crash", root.path, "\(crashes)"])
    #expect(after.descriptors == before.descriptors)
    #expect(after.threads <= before.threads)
    #expect(after.children == 1 && before.children == 1)
    // A leak of one page for each worker would show at 1,000; what the allocator keeps does not.
    #expect(after.kibibytes - before.kibibytes < 8 << 10, "\(before) \(after)")
  }

  @Test func aWorkerEndsWithItsPlugin() throws {
    let (before, after) = try counts(["close", try FixturePlugin().install().path, "20"])
    #expect(after.children == 0 && before.children == 0)
    #expect(after.descriptors == before.descriptors)
    #expect(after.threads <= before.threads)
  }

  @Test(arguments: [SIGKILL, SIGSEGV, SIGTERM, SIGINT])
  func aHostThatDiesLeavesNoWorker(signal: Int32) throws {
    // The worker is in the middle of nothing, or of a loop: it ends either way.
    let (process, output) = try trial(["hold", try FixturePlugin().install().path])
    defer { process.send(SIGKILL) }
    let said = String(decoding: output.availableData, as: UTF8.self)
    let line = try #require(said.split(separator: "\n").first)
    let worker = try #require(try Counts(line).workers.first)
    #expect(runs(worker))
    process.send(signal)
    #expect(comes { !runs(worker) })
  }

  /// Whether a process is there and has not ended; an orphan may wait long for whoever reaps it.
  private func runs(_ process: Int32) -> Bool {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
    let state = String(decoding: status, as: UTF8.self).split(separator: ")").last?.first { $0 != " " }
    return state != nil && state != "Z" && state != "X"
  }
}
