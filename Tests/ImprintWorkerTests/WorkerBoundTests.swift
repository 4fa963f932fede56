// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What a plugin can take of the machine by ways that the limit on memory does not count.
@Suite(.timeLimit(.minutes(2)))
struct WorkerBoundTests {
  private func plugin(_ statements: String, place: String = "FIX_EXTRACT") throws -> FixturePlugin {
    var plugin = try FixturePlugin.misbehaving(place, statements)
    plugin.source = "#define _GNU_SOURCE\n#include <pthread.h>\n#include <time.h>\n" + (plugin.source ?? "")
    return plugin
  }

  private func failure(
    _ statements: String, _ limit: (inout WorkerLimits) -> Void = { _ in }
  ) async throws -> PluginCallError {
    var policy = WorkerPolicy.quick
    limit(&policy.limits)
    return try await FaceExtractor.make(plugin(statements).opened(policy: policy)).failure(try image(1))
  }

  /// Refused as the statements say: `IMP_E_MEMORY`, where the system gives no more.
  @Test(arguments: [
    // Page tables: what is only read takes no memory of its own, and a table for each 2 MiB of addresses.
    """
    char *far = mmap(NULL, 64ull << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (far == MAP_FAILED) return IMP_E_MEMORY;
    """,
    // In many pieces; none of them is touched.
    """
    for (int i = 0; i < 64; i++)
      if (mmap(NULL, 1ull << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) return IMP_E_MEMORY;
    """,
    // Stacks that grow are no data to the kernel, nor are huge pages that are only read.
    """
    if (mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0)
        == MAP_FAILED) return IMP_E_MEMORY;
    """,
    """
    if (mmap(NULL, 2 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | MAP_NORESERVE, -1, 0) == MAP_FAILED
        && errno == ENOMEM) return IMP_E_MEMORY;
    """,
    // Timers, of the kernel's memory.
    """
    for (int i = 0; i < 2000; i++) {
      struct sigevent none = {.sigev_notify = SIGEV_NONE}; timer_t made;
      if (timer_create(CLOCK_MONOTONIC, &none, &made) != 0) return IMP_E_MEMORY;
    }
    """,
    // Longer pipes, and any number of locks on a file.
    """
    int ends[2]; if (pipe(ends) != 0) return IMP_E_FILE;
    if (fcntl(ends[0], F_SETPIPE_SZ, 1 << 20) < 0 && errno == EPERM) return IMP_E_MEMORY;
    """,
    """
    int file = open("/proc/cpuinfo", O_RDONLY); if (file < 0) return IMP_E_FILE;
    struct flock lock = {.l_type = F_RDLCK, .l_start = 7, .l_len = 1};
    if (fcntl(file, F_SETLK, &lock) < 0 && errno == ENOLCK && fcntl(file, F_OFD_SETLK, &lock) < 0
        && errno == ENOLCK) return IMP_E_MEMORY;
    """,
    "if (mlock(malloc(16 << 20), 16 << 20) != 0) return IMP_E_MEMORY;",
  ])
  func theKernelGivesNoMore(statements: String) async throws {
    let error = try await failure(statements) { $0.addressSpaceBytes = 8 << 30 }
    #expect(error.code == .memory, "\(error)")
  }

  @Test func memoryThatWasWrittenToAndIsReadOnlyNowCounts() async throws {
    // The kernel counts what may be written to: so each piece is free again for its limit, and stays in
    // memory.
    let error = try await failure(
      """
      for (int i = 0; i < 5; i++) {
        char *more = mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (more == MAP_FAILED) return IMP_E_MEMORY;
        memset(more, 1, 64 << 20); mprotect(more, 64 << 20, PROT_READ);
      }
      for (;;) pause();
      """
    ) { $0.memoryBytes = 256 << 20 }
    #expect(error.code == .workerEnded && error.reason.contains("exceeded a limit"), "\(error)")
    #expect(error.reason.contains("the limit is 256 MiB"), "\(error.reason)")
  }

  @Test func threadsAreBoundedByTheKernelOrByTheHost() async throws {
    var policy = WorkerPolicy.quick
    policy.limits.threads = 60
    let plugin = try plugin(
      """
      pthread_attr_t small; pthread_attr_init(&small); pthread_attr_setstacksize(&small, 64 << 10);
      for (int i = 0; i < 200; i++) {
        pthread_t made;
        if (pthread_create(&made, &small, (void *(*)(void *))pause, NULL) != 0) return IMP_E_MEMORY;
      }
      for (;;) pause();
      """
    ).opened(policy: policy)
    let error = try await FaceExtractor.make(plugin).failure(try image(1))
    if try #require(plugin.walls).bounds.threadsAreLimited {
      #expect(error.code == .memory, "\(error)")
    } else {
      #expect(error.code == .workerEnded && error.reason.contains("the limit is 60"), "\(error)")
    }
  }

  @Test func aModelBeyondWhatMayBeLentIsRefusedAndNotRead() throws {
    let bytes = Array("a model".utf8)
    var plugin = FixturePlugin([
      "FIX_OPEN":
        "imp_bytes bytes; imp_status status = model(host, \"m.bin\", &bytes); if (status != IMP_OK) return status;"
    ])
    plugin.manifest.models = [("m.bin", ContentHash(of: bytes).hex, bytes.count)]
    plugin.models = ["m.bin": bytes]
    var policy = WorkerPolicy.quick
    policy.limits.lentBytes = 7
    _ = try plugin.opened(policy: policy)
    policy.limits.lentBytes = 6
    let error = try #require(throws: PluginError.self) { try plugin.opened(policy: policy) }
    #expect(error.code == .openFailed && error.place.contains("m.bin"), "\(error)")
    #expect(error.reason.contains("7 bytes") && error.remedy.contains("lentBytes"), "\(error)")
  }

  @Test func aModelOfHolesIsNotReadToItsEnd() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a model", to: "m.bin")
    try #require(truncate(path, 1 << 42) == 0)
    let model = StatedFile(.model, "m.bin", in: folder.path, sha256: ContentHash(of: []), bytes: 7)
    let error = try #require(throws: PluginFileError.self) { try model.sealed() }
    #expect(error.code == .lengthDiffers)
  }

  @Test func whatAPluginLogsWithoutEndIsLeftOutAndCounted() async throws {
    var policy = WorkerPolicy.quick
    policy.limits.logBytesPerSecond = 20_000
    let log = CollectedLog()
    do {
      let plugin = try plugin(
        """
        char words[901]; memset(words, 'x', 900); words[900] = 0;
        for (int i = 0; i < 400; i++) line(host, IMP_LOG_INFO, words);
        for (int i = 0; i < 400; i++) { fputs(words, stderr); fputc('\\n', stderr); }
        """
      ).opened(policy: policy, log: log)
      _ = try await FaceExtractor.make(plugin).extract(try image(1), face: nil)
    }
    // All of them are accounted for once the worker has ended.
    func written() -> Int {
      log.lines.count { $0.message.hasPrefix("xxx") || $0.message.contains("error output") }
    }
    func leftOut() -> Int {
      log.lines.filter { $0.message.contains("log lines of the plugin are omitted") }.compactMap {
        $0.metadata["lines"].flatMap { Int("\($0)") }
      }
      .reduce(0, +)
    }
    #expect(comes { written() + leftOut() == 800 }, "\(written()) and \(leftOut())")
    // A second or a few, each of 20 lines.
    #expect(leftOut() > 400)
  }
}
