// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What the system saw: listing opens no library of a plugin and none of its run-time libraries, so that none
/// of their code can run.
@Suite(.enabled(if: Trace.works, "strace cannot trace here: not installed, or tracing is not permitted"))
struct NoLibraryIsOpenedTests {
  /// What a command does below the plugins and the run-time libraries of an installation with both.
  private func trace(_ command: [String]) throws -> (below: [String], all: [String]) {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime()
    let lines = try Trace.lines(of: command + ["--root", installation.root], home: installation.folder)
    let folders = ["/plugins/", "/runtimes/"].map { installation.root + $0 }
    return (lines.filter { line in folders.contains { line.contains($0) } }, lines)
  }

  @Test(
    arguments: [
      ["plugin", "list"], ["plugin", "list", "--all"], ["plugin", "list", "--json"],
      ["plugin", "inspect", NullInstallation.id], ["variant", "list"], ["variant", "show", "null-only"],
    ])
  func listingOpensNoLibrary(command: [String]) throws {
    let (below, all) = try trace(command)
    // The witnesses: the trace sees what is opened there, and libraries that are opened elsewhere.
    #expect(below.contains { $0.contains("openat") && $0.contains("plugin.yaml") })
    #expect(all.contains { $0.contains("openat") && $0.contains("libc.so") })
    let opened = below.filter { $0.contains("open") && $0.contains(".so") }
    #expect(opened.isEmpty)
    #expect(!below.contains { $0.contains("read") && $0.contains(".so") })
  }

  /// An examination reads them, as files: nothing is mapped to run.
  @Test func doctorReadsLibrariesAndMapsNoneToRun() throws {
    let (below, all) = try trace(["doctor", "--variant", "null-only", "--plugin", NullInstallation.id])
    #expect(below.contains { $0.contains("openat") && $0.contains("libNullMatcher.so") })
    #expect(below.contains { $0.contains("openat") && $0.contains("libexample.so") })
    #expect(all.contains { $0.contains("mmap") && $0.contains("PROT_EXEC") && $0.contains("libc.so") })
    #expect(!below.contains { $0.contains("mmap") && $0.contains("PROT_EXEC") })
  }
}

private enum Trace {
  static let strace = URL(filePath: "/usr/bin/strace")

  static let works: Bool = {
    guard FileManager.default.isExecutableFile(atPath: strace.path) else { return false }
    do {
      let folder = try TemporaryFolder()
      return try CommandRun.run(strace, ["-o", "probe", "/bin/true"], home: folder).exitCode == 0
    } catch {
      return false
    }
  }()

  static func lines(of arguments: [String], home: TemporaryFolder) throws -> [String] {
    let sdkctl = try BuiltProducts.folder().appending(path: "sdkctl").path
    let run = try CommandRun.run(
      strace,
      ["-f", "-y", "-s", "0", "-o", "trace", "-e", "trace=openat,open,mmap,read,pread64", sdkctl] + arguments,
      home: home)
    guard run.exitCode == 0 else { throw MissingForTest("strace ended with \(run.exitCode): \(run.errors)") }
    return try String(contentsOf: home.url.appending(path: "trace"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }
}
