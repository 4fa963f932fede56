// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintTrust
import TestSupport
import Testing

@testable import ImprintCheck

/// What a plugin's code can reach from the process of its check: an examiner's key it cannot.
struct CheckWallsTests {
  private let check = "load.opens-and-closes"
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Passes where all that it tries fails.
  private func outcome(
    _ attempt: String, headers: [String] = [], in check: String = "load.opens-and-closes"
  ) async throws -> CheckOutcome {
    var plugin = try FixturePlugin(["FIX_OPEN": "if (\(attempt)) abort();"]).withHeader("unistd.h")
      .withHeader("fcntl.h").withHeader("stdlib.h")
    for header in headers { plugin = try plugin.withHeader(header) }
    return try await plugin.checked(check).outcome
  }

  @Test func aKeyOfTheSameUserIsNotRead() async throws {
    let key = "\(home.path)/conformance.key"
    try home.write("secret", to: "conformance.key")
    #expect(try await outcome("open(\"\(key)\", O_RDONLY) >= 0") == .passed)
    // Nor by a name that is another way to it, nor by a program of its own.
    #expect(try await outcome("open(\"/proc/self/root\(key)\", O_RDONLY) >= 0") == .passed)
    #expect(try await outcome("system(\"cat \(key) >/dev/null\") == 0") == .passed)
    #expect(try await outcome("link(\"\(key)\", \"here\") == 0 || open(\"here\", O_RDONLY) >= 0") == .passed)
  }

  @Test func nothingOutsideOfTheChecksFolderIsWritten() async throws {
    let file = "\(home.path)/conformance.sig"
    #expect(try await outcome("open(\"\(file)\", O_WRONLY | O_CREAT, 0600) >= 0") == .passed)
    #expect(try await outcome("open(\"inside\", O_WRONLY | O_CREAT, 0600) < 0") == .passed)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func theProcessThatSignsIsNeitherLookedIntoNorSignalled() async throws {
    let own = getpid()
    #expect(try await outcome("open(\"/proc/\(own)/mem\", O_RDWR) >= 0") == .passed)
    #expect(try await outcome("open(\"/proc/\(own)/mem\", O_RDONLY) >= 0") == .passed)
    #expect(
      try await outcome("ptrace(PTRACE_SEIZE, \(own), 0, 0) == 0", headers: ["sys/ptrace.h"]) == .passed)
    guard CheckWalls.holdSignals else { return }
    #expect(try await outcome("kill(\(own), 0) == 0", headers: ["signal.h"]) == .passed)
    // Nor its own keeper, which would let its descendants go.
    #expect(try await outcome("kill(getppid(), SIGKILL) == 0", headers: ["signal.h"]) == .passed)
  }

  /// Where a kernel does not hold the signal back, it is no way to be believed.
  @Test func whoeverEndsItsKeeperHasNotPassed() async throws {
    // Where it is held back the plugin hangs, and is not waited for long.
    let factor = CheckWalls.holdSignals ? 0.1 : 3
    let plugin = try FixturePlugin(["FIX_OPEN": "kill(getppid(), SIGKILL); pause();"])
      .withHeader("unistd.h").withHeader("signal.h")
    let result = try await plugin.checked([check]) { $0.deadlineFactor = factor }.results[0]
    let expected: CheckOutcome = CheckWalls.holdSignals ? .timedOut(after: .seconds(2)) : .escaped
    #expect(result.outcome == expected, "\(result)")
    #expect(result.isFailure)
  }

  /// What root alone could do: read all memory, or make a device in the folder where it may make files.
  @Test func rootIsHeldByTheSameWalls() async throws {
    // Where a container puts nothing in its place it has a byte.
    let memory = "({ int memory = open(\"/proc/kcore\", O_RDONLY); char byte; read(memory, &byte, 1) == 1; })"
    #expect(try await outcome(memory) == .passed)
    let devices = ["sys/stat.h", "sys/sysmacros.h"]
    #expect(
      try await outcome("mknod(\"inside\", S_IFCHR | 0600, makedev(1, 3)) == 0", headers: devices) == .passed)
    #expect(
      try await outcome("mknod(\"inside\", S_IFBLK | 0600, makedev(7, 0)) == 0", headers: devices) == .passed)
    #expect(
      try await outcome("prctl(PR_CAPBSET_DROP, 0) == 0 || chroot(\".\") == 0", headers: ["sys/prctl.h"])
        == .passed)
    // What it may make is made all the same.
    #expect(
      try await outcome(
        "mkdir(\"inside\", 0700) != 0 && errno != EEXIST", headers: ["sys/stat.h", "errno.h"]) == .passed)
  }

  @Test func aServiceOfTheSameUserIsNotAsked() async throws {
    let service = "socket(AF_UNIX, SOCK_STREAM, 0) >= 0"
    #expect(try await outcome(service, headers: ["sys/socket.h"]) == .passed)
    let watched = try await outcome(service, headers: ["sys/socket.h"], in: "security.undeclared-access")
    #expect(watched == .passed)
    #expect(
      try await outcome(
        "syscall(SYS_io_uring_setup, 1, 0) >= 0 || errno != EPERM",
        headers: ["sys/syscall.h", "errno.h"]) == .passed)
  }

  @Test func aKeyThatLiesWhereThePluginReadsIsNotUsed() throws {
    let root = try FixturePlugin().install()
    let place = PluginPlace(folder: "\(root.path)/plugins/org.example.fixture")
    try root.write("secret", to: "plugins/org.example.fixture/keys/conformance.key")
    try root.write("secret", to: "outside.key")
    #expect(CheckWalls.canRead("\(place.folder)/keys/conformance.key", of: place))
    #expect(CheckWalls.canRead("/usr/share/keys/conformance.key", of: place))
    #expect(!CheckWalls.canRead("\(root.path)/outside.key", of: place))
    #expect(!CheckWalls.canRead("\(place.folder)-beside/conformance.key", of: place))
    let error = #expect(throws: CheckRunError.self) {
      _ = try ConformanceSigning(
        key: "\(place.folder)/keys/conformance.key", certificates: "none.pem", of: place)
    }
    #expect(error?.code == .unsafeSigning)
  }

  @Test func aPluginThatSomebodyElseMayChangeIsNotSigned() throws {
    let root = try FixturePlugin().install()
    let place = PluginPlace(folder: "\(root.path)/plugins/org.example.fixture")
    let key = try root.write("secret", to: "outside.key")
    let model = try root.write("weights", to: "plugins/org.example.fixture/models/network.bin")
    func refusal() throws -> CheckRunError? {
      do {
        _ = try ConformanceSigning(key: key, certificates: "/nowhere.pem", of: place)
      } catch let error as CheckRunError {
        return error
      } catch is TrustError {
        // The next thing that is looked at.
      }
      return nil
    }
    for name in try [""] + FileManager.default.subpathsOfDirectory(atPath: place.folder) {
      try #require(chmod("\(place.folder)/\(name)", 0o755) == 0)
    }
    #expect(try refusal() == nil)
    try #require(chmod(model, 0o775) == 0)
    #expect(try refusal()?.code == .unsafeSigning)
    #expect(try refusal()?.place == model)
    try #require(chmod(model, 0o755) == 0)
    if geteuid() == 0 {
      try #require(chown(model, 65534, 65534) == 0)
      #expect(try refusal()?.place == model)
    }
  }
}
