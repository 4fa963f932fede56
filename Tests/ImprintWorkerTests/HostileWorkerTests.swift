// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintCalls
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// A worker whose program itself is the enemy's: whatever it says, the host gives a typed error and ends it.
@Suite struct HostileWorkerTests {
  private func policy(_ defines: [String: String]) throws -> WorkerPolicy {
    let folder = try TemporaryFolder()
    let source = BuiltProducts.package.appending(path: "Tests/Fixtures/workers/hostile.c").path
    let program = folder.url.appending(path: "worker")
    try CCompiler.compileProgram(source: source, to: program, defines: defines)
    var policy = WorkerPolicy.quick
    policy.program = program.path
    policy.deadlines = WorkerDeadlines(all: .milliseconds(500))
    return policy
  }

  private func answer(_ statements: String) throws -> (delivery: CallDelivery, error: PluginCallError?) {
    try WorkerFixture().carrier(try policy(["HOSTILE_REPLY": statements])).describe()
  }

  @Test func aWorkerThatBehavesIsBelieved() throws {
    #expect(try answer("send(lane, &reply, sizeof reply, 0);").delivery == .answered(0))
  }

  @Test(arguments: [
    "send(lane, \"x\", 1, 0);",
    "send(lane, &reply, 63, 0);",
    "send(lane, room, 8257, 0);",
    "send(lane, room, 100000, 0);",
    "memset(&reply, 0xff, sizeof reply); send(lane, &reply, sizeof reply, 0);",
    "reply.mark ^= 1; send(lane, &reply, sizeof reply, 0);",
    "reply.sequence++; send(lane, &reply, sizeof reply, 0);",
    "reply.bytes = 1; send(lane, &reply, sizeof reply, 0);",
    "reply.bytes = (uint64_t)-1; send(lane, &reply, sizeof reply, 0);",
    "reply.bytes = 8193; reply.flags = IMP_WORKER_BODY_IN_AREA; send(lane, &reply, sizeof reply, 0);",
    "reply.flags = IMP_WORKER_BODY_IN_AREA; send(lane, &reply, sizeof reply, 0);",
    "reply.flags = 0x80000000u; send(lane, &reply, sizeof reply, 0);",
    "memcpy(room, &reply, sizeof reply); send(lane, room, 200, 0);",
    "send_with_descriptor(lane, &reply, sizeof reply);",
    "close(lane);", "shutdown(lane, SHUT_RDWR);", "send(lane, room, 0, 0);",
    "imp_worker_ask ask = {99, 0}; send(services, &ask, sizeof ask, 0);",
    "send(services, \"x\", 1, 0);",
    // Refusals that are none: of no call, of one that is let through, one of them twice.
    "imp_worker_blocked no = {IMP_WORKER_BLOCKED, 100000}; send(services, &no, sizeof no, 0);",
    "imp_worker_blocked no = {IMP_WORKER_BLOCKED, -1}; send(services, &no, sizeof no, 0);",
    "imp_worker_blocked no = {IMP_WORKER_BLOCKED, SYS_read}; send(services, &no, sizeof no, 0);",
    "imp_worker_blocked no = {IMP_WORKER_BLOCKED, SYS_socket}; for (;;) send(services, &no, sizeof no, 0);",
    "send(services, room, 100000, 0);",
    "imp_worker_ask ask = {IMP_WORKER_MODEL, 0}; for (;;) send(services, &ask, sizeof ask, 0);",
  ])
  func anAnswerThatIsNoneEndsTheWorker(statements: String) throws {
    let (delivery, error) = try answer(statements)
    #expect(error?.code == .workerEnded, "\(delivery) \(error?.description ?? "no error")")
    #expect(error?.reason.contains("misbehaved") == true || error?.reason.contains("closed") == true)
  }

  @Test func aWorkerThatGoesOnTalkingIsNotAskedWithTheOldAnswer() throws {
    // The second answer is there before the second question: its number is wrong.
    let carrier = try WorkerFixture().carrier(
      try policy([
        "HOSTILE_REPLY":
          "send(lane, &reply, sizeof reply, 0); send(lane, &reply, sizeof reply, 0); recv(lane, &request, sizeof request, 0);"
      ]))
    #expect(carrier.describe().delivery == .answered(0))
    #expect(carrier.describe().error?.code == .workerEnded)
  }

  @Test func nobodyWaitsForTheBackOffOfAnother() throws {
    var policy = try policy(["HOSTILE_REPLY": "_exit(3);"])
    policy.restarts = WorkerRestarts()
    policy.restarts.delays = [.seconds(2)]
    let carrier = try WorkerFixture().carrier(policy)
    #expect(carrier.describe().error?.code == .workerEnded)
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      #expect(carrier.describe().delivery == .stale)
      group.leave()
    }
    usleep(200_000)
    let start = ContinuousClock.now
    #expect(carrier.generation == 1)
    #expect(ContinuousClock.now - start < .seconds(1))
    group.wait()
    #expect(carrier.generation == 2)
  }

  @Test(arguments: [
    "", "send(3, \"x\", 1, 0);", "send(3, room, 100000, 0);", "return 0;", "close(3);",
    "ready.protocol = 99; send(3, &ready, sizeof ready, 0);",
    "ready.kind = 99; send(3, &ready, sizeof ready, 0);",
    "ready.stage = IMP_WORKER_STAGE_LOAD; send(3, &ready, sizeof ready, 0);",
    "ready.stage = 99; send(3, &ready, sizeof ready, 0);",
    "ready.walls = 0; send(3, &ready, sizeof ready, 0);",
    "send_with_descriptor(3, &ready, sizeof ready);",
  ])
  func aGreetingThatIsNoneIsARefusal(statements: String) throws {
    let policy = try policy(["HOSTILE_READY": statements])
    let error = try #require(throws: PluginError.self) { try WorkerFixture().carrier(policy) }
    #expect([.workerFailed, .wallMissing, .cannotLoad, .noEntry].contains(error.code), "\(error)")
  }

  @Test func whatAWorkerAsksForWithoutEndDoesNotFillTheLog() throws {
    var policy = try policy([
      "HOSTILE_REPLY":
        "struct { imp_worker_ask ask; char name[4]; } no = {{IMP_WORKER_MODEL, 0}, \"none\"}; for (int i = 0; i < 500; i++) { "
        + "send(services, &no, sizeof no, 0); recv(services, room, sizeof room, 0); } send(lane, &reply, sizeof reply, 0);"
    ])
    policy.limits.logBytesPerSecond = 5_000
    policy.deadlines = WorkerDeadlines(all: .seconds(20))
    let fixture = try WorkerFixture()
    let carrier = try fixture.carrier(policy)
    #expect(carrier.describe().delivery == .answered(0))
    #expect((1..<250).contains(fixture.log.lines.count { $0.message.contains("cannot be used") }))
  }
}
