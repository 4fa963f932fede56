// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintTransfer
import Testing

@testable import ImprintLicenseClient

/// Tasks that are cancelled, and what is left of transfers.
@Suite struct CancellationTests {
  private let root: TestIdentity
  private let identity: [TestIdentity]

  init() throws {
    root = try TestIdentity.root()
    identity = [try root.server()]
  }

  @Test(arguments: [("hang", "request"), ("slow", "request"), ("hang-handshake", "connection")])
  func cancelledTaskEndsItsTransferSoon(behaviour: String, event: String) async throws {
    let server = try FixtureServer(behaviour, identity: identity)
    let transport = try Setting(root: root, tries: 3).transport(server.url)
    let task = Task { try await transport.send(.sample()) }
    try await server.saw(event)
    let clock = ContinuousClock()
    let start = clock.now
    task.cancel()
    let error = await #expect(throws: LicenseTransportError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    // The timeouts are 60 s; a busy machine gets its share of them.
    #expect(clock.now - start < .seconds(40))
    // The server sees the connection go.
    try await server.saw("done")
    #expect(server.end().count { $0.event == "connection" } == 1)
  }

  @Test func cancelledTaskSendsNothing() async throws {
    let server = try FixtureServer("ok", identity: identity)
    let transport = try Setting(root: root).transport(server.url)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(.sample())
    }
    let error = await #expect(throws: LicenseTransportError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(server.end().map(\.event) == ["listening"])
  }

  @Test func cancellationEndsTheWaitForTheNextTry() async throws {
    let server = try FixtureServer("status:503,29", identity: identity)
    let setting = try Setting(root: root, tries: 3)
    let pace = RetryPace(
      random: { 0 },
      sleep: { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      })
    let transport = try HTTPSLicenseTransport(
      serverURL: server.url, configuration: setting.configuration, logger: setting.logger,
      now: { Setting.now }, pace: pace)
    let task = Task { try await transport.send(.sample()) }
    let error = await #expect(throws: LicenseTransportError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(server.requests().count == 1)
  }

  @Test func moreTransfersThanThreadsOfTasksRunAtOnce() async throws {
    // Every one hangs until all are there: were they on the pool's threads, few would be.
    let count = 24
    let server = try FixtureServer("hang", identity: identity)
    let transport = try Setting(root: root).transport(server.url)
    let tasks = (0..<count).map { _ in Task { try await transport.send(.sample()) } }
    try await server.saw("request", times: count)
    for task in tasks { task.cancel() }
    for task in tasks {
      let error = await #expect(throws: LicenseTransportError.self) { try await task.value }
      #expect(error?.code == .cancelled)
    }
  }

  /// In a process of its own, whose descriptors and threads are its own.
  @Test func hundredTransfersLeaveNothingOpen() async {
    await #expect(processExitsWith: .success) {
      let root = try TestIdentity.root()
      let identity = [try root.server()]
      let good = try FixtureServer("ok", identity: identity)
      let bad = try FixtureServer("short", identity: identity)
      let hanging = try FixtureServer("hang", identity: identity)
      let foreign = try PublicKeyPin(digest: [UInt8](repeating: 7, count: 32))
      let plain = try Setting(root: root)
      let pinned = try Setting(root: root, pins: [try PinnedHost(host: "localhost", pins: [foreign])])
      let hang = try plain.transport(hanging.url)
      let round = { (number: Int) in
        #expect(try await plain.send(to: good.url).status == 200)
        #expect(await plain.failure(at: bad.url)?.code == .answer)
        #expect(await pinned.failure(at: good.url)?.code == .pin)
        let task = Task { try await hang.send(.sample()) }
        try await hanging.saw("request", times: number)
        task.cancel()
        _ = await task.result
      }
      let open = { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
      try await round(1)
      let before = try open()
      for number in 2...26 { try await round(number) }
      // A thread may still be on its way out, with no descriptor but of its last transfer.
      var after = try open()
      for _ in 0..<400 where after > before {
        try await Task.sleep(for: .milliseconds(5))
        after = try open()
      }
      #expect(after <= before)
    }
  }
}
