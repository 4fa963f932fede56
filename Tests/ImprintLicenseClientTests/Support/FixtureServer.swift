// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import TestSupport

/// Fixtures/server.py, on a port of the loopback of its own.
final class FixtureServer: @unchecked Sendable {
  struct Event: Decodable, Sendable {
    let event: String
    var port: Int?
    var line: String?
    var headers: [String: String]?
    var body: String?
  }

  struct Failure: Error {
    let words: String
  }

  let port: Int
  private let process = Process()
  private let input = Pipe()
  private let seen: Events

  /// - Parameter identity: With its chain, as it is sent; none: plain HTTP.
  init(_ behaviours: String..., identity: [TestIdentity] = [], arguments: [String] = []) throws {
    let folder = try TemporaryFolder()
    var all = [URL(filePath: #filePath).deletingLastPathComponent().path + "/../Fixtures/server.py"]
    if let server = identity.first {
      let chain = try identity.map { try $0.pem }.joined()
      all += ["--certificate", try folder.write(chain, to: "chain.pem")]
      all += ["--key", try folder.write(try server.keyPEM, to: "key.pem")]
    }
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + all + arguments + behaviours
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    seen = Events(output.fileHandleForReading)
    guard let port = seen.first?.port else { throw Failure(words: "the fixture server does not start") }
    self.port = port
  }

  deinit {
    input.fileHandleForWriting.closeFile()
  }

  var url: String { "https://localhost:\(port)" }

  /// What it has seen so far.
  var events: [Event] { seen.all }

  /// Until it has seen something.
  func saw(_ event: String, times: Int = 1) async throws {
    while seen.all.count(where: { $0.event == event }) < times {
      guard !seen.isOver else { throw Failure(words: "the fixture server ended before '\(event)'") }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Ends it, and says all that it has seen.
  func end() -> [Event] {
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
    seen.waitForEnd()
    return seen.all
  }

  /// The requests it has seen; ends it.
  func requests() -> [Event] { end().filter { $0.event == "request" } }
}

/// Lines of a pipe, read by a thread of their own.
private final class Events: Sendable {
  private struct State {
    var all: [FixtureServer.Event] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let began = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ pipe: FileHandle) {
    let thread = Thread { [self] in
      var rest = Data()
      while case let data = pipe.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          if let event = try? JSONDecoder().decode(FixtureServer.Event.self, from: rest[..<end]) {
            state.withLock { $0.all.append(event) }
            began.signal()
          }
          rest = Data(rest[(end + 1)...])
        }
      }
      state.withLock { $0.isOver = true }
      began.signal()
      ended.signal()
    }
    thread.start()
  }

  var all: [FixtureServer.Event] { state.withLock { $0.all } }
  var isOver: Bool { state.withLock { $0.isOver } }

  var first: FixtureServer.Event? {
    began.wait()
    return all.first
  }

  func waitForEnd() {
    ended.wait()
    ended.signal()
  }
}
