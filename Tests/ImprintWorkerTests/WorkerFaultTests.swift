// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintModel
import Logging
import TestSupport
import Testing

@testable import ImprintRuntime

/// What a plugin can do to its process, seen from the host: a typed error, and the next call works.
@Suite struct WorkerFaultTests {
  /// Extract does it for an image that begins with 1.
  private func plugin(_ statements: String, policy: WorkerPolicy = .quick) throws -> OpenPlugin {
    try FixturePlugin.misbehaving("FIX_EXTRACT", "if (payload->data[0] == 1) { \(statements) }")
      .opened(policy: policy)
  }

  private func extractor(
    _ statements: String, policy: WorkerPolicy = .quick
  ) async throws -> FaceExtractor {
    try await FaceExtractor.make(plugin(statements, policy: policy))
  }

  private func short(_ duration: Duration) -> WorkerPolicy {
    var policy = WorkerPolicy.quick
    policy.deadlines.extract = duration
    return policy
  }

  @Test(arguments: [
    ("raise(SIGKILL);", "signal 9"), ("raise(SIGSEGV);", "signal 11"), ("abort();", "signal 6"),
    ("*(volatile int *)8 = 1;", "signal 11"), ("__builtin_trap();", "signal 4"), ("_exit(3);", "status 3"),
    ("exit(0);", "status 0"),
    ("for (int i = 3; i < 100; i++) close(i);", "closed"),
    ("for (int i = 3; i < 100; i++) shutdown(i, SHUT_RDWR);", "its worker"),
  ])
  func aPluginThatEndsItsProcessIsATypedErrorAndTheNextCallWorks(
    statements: String, words: String
  ) async throws {
    let plugin = try plugin(statements)
    let (extractor, matcher) = (try await FaceExtractor.make(plugin), try await Matcher.make(plugin))
    let error = try await extractor.failure(try image(1))
    #expect(error.code == .workerEnded, "\(error)")
    #expect(error.place == "org.example.fixture: face-extractor.extract")
    #expect(error.reason.contains(words), "\(error.reason)")
    #expect(try await extractor.extract(try image(9, 8, 7, 6), face: nil).payload.bytes == [9, 8, 7, 6])
    #expect(
      try await matcher.withoutBlocking {
        try $0.compare(probe: payload(1, 2, 3, 4), reference: payload(1, 2, 3, 4))
      } == 1)
  }

  @Test(arguments: ["for (;;) {}", "raise(SIGSTOP);", "pause(); pause();"])
  func aPluginThatDoesNotAnswerIsEndedAtItsDeadline(statements: String) async throws {
    let extractor = try await extractor(statements, policy: short(.milliseconds(300)))
    let start = ContinuousClock.now
    let error = try await extractor.failure(try image(1))
    let took = ContinuousClock.now - start
    #expect(error.code == .workerTimeout, "\(error)")
    #expect(error.reason.contains("300 ms"))
    #expect(took >= .milliseconds(290) && took < .seconds(60))
    #expect(try await extractor.extract(try image(2), face: nil).quality == 50)
  }

  @Test func whatIsLentForReadingCannotBeWrittenTo() async throws {
    // Larger than a packet, so that it lies in shared memory.
    let extractor = try await extractor("((uint8_t *)image->pixels.data)[0] = 7;")
    let error = try await extractor.failure(try image(1, side: 200))
    #expect(error.code == .workerEnded && error.reason.contains("signal 11"), "\(error)")
    // Nor made writable first.
    let stubborn = try await self.extractor(
      """
      uintptr_t page = (uintptr_t)image->pixels.data & ~(uintptr_t)4095;
      if (mprotect((void *)page, 4096, PROT_READ | PROT_WRITE) != 0) return IMP_E_FILE;
      """)
    #expect(try await stubborn.failure(try image(1, side: 200)).code == .file)
  }

  @Test func memoryIsLimited() async throws {
    var policy = WorkerPolicy.quick
    policy.limits.memoryBytes = 256 << 20
    let extractor = try await extractor(
      """
      for (size_t i = 0; i < 4096; i++) {
        char *more = malloc(1 << 20);
        if (more == NULL) return IMP_E_MEMORY;
        memset(more, 1, 1 << 20);
      }
      """, policy: policy)
    #expect(try await extractor.failure(try image(1)).code == .memory)
    let shared = try await self.extractor(
      """
      void *more = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
      return more == MAP_FAILED ? IMP_E_MEMORY : IMP_OK;
      """)
    #expect(try await shared.failure(try image(1)).code == .memory)
  }

  @Test(arguments: [
    "pid_t child = fork(); if (child == 0) { sleep(60); _exit(0); } if (child < 0) return IMP_E_FILE;",
    "char *none[] = {NULL}; execve(\"/bin/true\", none, none); return IMP_E_FILE;",
    "pid_t child; char *none[] = {NULL}; if (posix_spawn(&child, \"/bin/true\", NULL, NULL, none, none) != 0) return IMP_E_FILE;",
    "if (socket(AF_INET, SOCK_STREAM, 0) < 0) return IMP_E_FILE;",
    "if (socket(AF_UNIX, SOCK_STREAM, 0) < 0) return IMP_E_FILE;",
    "if (open(\"/etc/passwd\", O_RDONLY) < 0) return IMP_E_FILE;",
    "if (open(\"/proc/1/environ\", O_RDONLY) < 0) return IMP_E_FILE;",
    "if (open(\"/tmp/written-by-a-plugin\", O_WRONLY | O_CREAT, 0600) < 0) return IMP_E_FILE;",
    "if (mkdir(\"/tmp/made-by-a-plugin\", 0700) != 0) return IMP_E_FILE;",
    "if (kill(getppid(), SIGTERM) != 0) return IMP_E_FILE;",
    "if (kill(-1, 0) != 0) return IMP_E_FILE;",
    "if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) return IMP_E_FILE;",
    "if (prctl(PR_SET_PDEATHSIG, 0) != 0) return IMP_E_FILE;",
    "if (prctl(PR_SET_DUMPABLE, 1) != 0) return IMP_E_FILE;",
    "if (syscall(SYS_memfd_create, \"x\", 0) < 0) return IMP_E_FILE;",
    "if (syscall(SYS_io_uring_setup, 1, 0) < 0) return IMP_E_FILE;",
    "if (syscall(SYS_unshare, 0x10000000) != 0) return IMP_E_FILE;",
    "if (syscall(SYS_bpf, 0, 0, 0) < 0) return IMP_E_FILE;",
  ])
  func whatAPluginHasNoBusinessWithIsRefusedAndItGoesOn(statement: String) async throws {
    let extractor = try await extractor(statement)
    #expect(try await extractor.failure(try image(1)).code == .file)
    #expect(try await extractor.extract(try image(2), face: nil).quality == 50)
  }

  @Test func whoRunsIntoAWallIsNamedOnce() async throws {
    let log = CollectedLog()
    let plugin = try FixturePlugin.misbehaving(
      "FIX_EXTRACT", "socket(AF_INET, SOCK_STREAM, 0); socket(AF_INET, SOCK_STREAM, 0);"
    ).opened(log: log)
    _ = try await FaceExtractor.make(plugin).extract(try image(2), face: nil)
    #expect(comes { log.lines.contains { $0.metadata["call"] == "socket" } })
    #expect(log.lines.count { $0.metadata["call"] == "socket" } == 1)
  }

  @Test func theLastWordsOfACrashAreTold() async throws {
    let extractor = try await extractor("fprintf(stderr, \"it was the \\033[31mgardener\\n\"); abort();")
    let error = try await extractor.failure(try image(1))
    #expect(error.reason.contains("gardener") && !error.reason.contains("\u{1b}"), "\(error.reason)")
  }

  @Test func aPluginThatCrashesWhileItIsLoadedOrOpenedIsRefused() throws {
    let loading = FixturePlugin([
      "FIX_TOP": "__attribute__((constructor)) static void boom(void) { abort(); }"
    ])
    #expect(try #require(throws: PluginError.self) { try loading.opened() }.code == .workerFailed)
    let opening = FixturePlugin(["FIX_OPEN": "abort();"])
    let error = try #require(throws: PluginError.self) { try opening.opened() }
    #expect(error.code == .openFailed && error.reason.contains("signal 6"), "\(error)")
  }

  @Test(arguments: ["FIX_ABILITY", "FIX_FORMATS"])
  func aPluginThatCrashesWhileItsAbilitiesAreAskedForDidNotBreakTheContract(place: String) throws {
    let error = try #require(throws: PluginError.self) { try FixturePlugin([place: "abort();"]).opened() }
    #expect(error.code == .workerFailed && error.reason.contains("signal 6"), "\(error)")
  }

  @Test func aCrashingPluginIsRefusedOnceItsBudgetIsSpent() async throws {
    var policy = WorkerPolicy()
    policy.restarts.count = 2
    policy.restarts.delays = []
    let extractor = try await extractor("abort();", policy: policy)
    let bad = try image(1)
    var codes: [PluginCallError.Code] = []
    for _ in 0..<4 { codes.append(try await extractor.failure(bad).code) }
    #expect(codes == [.workerEnded, .workerEnded, .workerEnded, .workerRefused])
  }

  @Test func otherCallsOfAWorkerThatIsEndedEndAsWell() async throws {
    var policy = WorkerPolicy.quick
    policy.deadlines.extract = .milliseconds(300)
    let plugin = try FixturePlugin.misbehaving(
      "FIX_EXTRACT", "if (payload->data[0] == 1) for (;;) {} if (payload->data[0] == 2) sleep(20);"
    ).opened(policy: policy)
    let (spinning, sleeping) = (try await FaceExtractor.make(plugin), try await FaceExtractor.make(plugin))
    async let first = spinning.failure(try image(1))
    async let second = sleeping.failure(try image(2))
    let codes = try await [first.code, second.code]
    #expect(codes.contains(.workerTimeout))
    #expect(codes.allSatisfy { $0 == .workerTimeout || $0 == .workerEnded })
  }
}
