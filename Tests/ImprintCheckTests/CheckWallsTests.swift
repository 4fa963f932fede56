// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import TestSupport
import Testing

@testable import ImprintCheck

/// What a plugin's code can reach from the process of its check: an examiner's key it cannot.
struct CheckWallsTests {
  private let check = "load.opens-and-closes"
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Passes where all that it tries fails.
  private func outcome(_ attempt: String, headers: [String] = []) async throws -> CheckOutcome {
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
    #expect(try await outcome("kill(\(own), 0) == 0", headers: ["signal.h"]) == .passed)
    // Nor its own keeper, which would let its descendants go.
    #expect(try await outcome("kill(getppid(), SIGKILL) == 0", headers: ["signal.h"]) == .passed)
  }

  @Test func aServiceOfTheSameUserIsNotAsked() async throws {
    #expect(try await outcome("socket(AF_UNIX, SOCK_STREAM, 0) >= 0", headers: ["sys/socket.h"]) == .passed)
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
}
