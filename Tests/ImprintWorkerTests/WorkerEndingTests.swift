// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintCalls
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// How a worker ends with what was made from it, whatever its code does meanwhile; and what it said last.
@Suite(.timeLimit(.minutes(2)))
struct WorkerEndingTests {
  /// A program in the place of the worker that says its number in a line of the log, and does the statements
  /// after its first answer.
  private func policy(_ statements: String) throws -> WorkerPolicy {
    let folder = try TemporaryFolder()
    let source = BuiltProducts.package.appending(path: "Tests/Fixtures/workers/hostile.c").path
    let program = folder.url.appending(path: "worker")
    try CCompiler.compileProgram(
      source: source, to: program,
      defines: [
        "HOSTILE_REPLY": """
        { struct { imp_worker_ask ask; char text[16]; } said = {{IMP_WORKER_LOG, 2}, {0}};
          int length = snprintf(said.text, sizeof said.text, "%d", (int)getpid());
          send(services, &said, sizeof said.ask + (size_t)length, 0); send(lane, &reply, sizeof reply, 0);
          \(statements) }
        """.replacing("\n", with: " ")
      ])
    var policy = WorkerPolicy.quick
    policy.program = program.path
    return policy
  }

  private func runs(_ process: Int32) -> Bool {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
    let state = String(decoding: status, as: UTF8.self).split(separator: ")").last?.first { $0 != " " }
    return state != nil && state != "Z" && state != "X"
  }

  @Test(arguments: [
    // Error output without end, in packets without end, and both; its main thread is held.
    "for (;;) { if (write(2, room, 4096) < 0) continue; }",
    "for (;;) { if (write(2, \"\\n\", 1) < 0) continue; }",
    "imp_worker_ask ask = {IMP_WORKER_LOG, 1}; for (;;) send(services, &ask, sizeof ask, MSG_NOSIGNAL);",
    "imp_worker_ask ask = {IMP_WORKER_LOG, 1}; for (;;) { send(services, &ask, sizeof ask, MSG_NOSIGNAL | MSG_DONTWAIT); if (write(2, room, 99) < 0) continue; }",
    // Silence, with nothing left that could be heard of it.
    "close(services); close(3); close(2); for (;;) pause();",
    "shutdown(services, SHUT_RDWR); close(services); for (;;) pause();",
    "kill(getpid(), SIGSTOP);",
  ])
  func aWorkerThatDoesNotGoIsEndedAtItsGrace(statements: String) throws {
    let fixture = try WorkerFixture()
    var carrier: WorkerCarrier? = try fixture.carrier(try policy(statements))
    #expect(carrier?.describe().delivery == .answered(0))
    func number() -> Int32? { fixture.log.lines.lazy.compactMap { Int32($0.message) }.first }
    #expect(comes { number() != nil })
    let worker = try #require(number())
    #expect(runs(worker))
    carrier = nil
    #expect(comes { !runs(worker) })
  }

  @Test(arguments: ["_exit(3);", "abort();", "raise(SIGKILL);"])
  func theLinesBeforeADeathAreInTheLogWithTheError(end: String) async throws {
    let log = CollectedLog()
    let statements = "for (int i = 0; i < 60; i++) line(host, IMP_LOG_INFO, \"late\"); \(end)"
    let plugin = try FixturePlugin.misbehaving("FIX_EXTRACT", statements).opened(log: log)
    #expect(try await FaceExtractor.make(plugin).failure(try image(1)).code == .workerEnded)
    #expect(log.lines.count { $0.message == "late" } == 60)
  }

  @Test func theLinesOfAPluginThatIsClosedAreNotLost() throws {
    let log = CollectedLog()
    var plugin: OpenPlugin? = try FixturePlugin([
      "FIX_CLOSE": "for (int i = 0; i < 60; i++) line(plugin->host, IMP_LOG_INFO, \"late\");"
    ]).opened(log: log)
    #expect(plugin != nil)
    plugin = nil
    #expect(comes { log.lines.count { $0.message == "late" } == 60 })
  }
}
