// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What the system saw: listing maps no plugin's library into the process, so that none of its code can run.
@Suite(.enabled(if: Trace.works, "strace cannot trace here: not installed, or tracing is not permitted"))
struct NoLibraryIsOpenedTests {
  @Test(
    arguments: [
      ["plugin", "list"], ["plugin", "list", "--all"], ["plugin", "inspect", NullInstallation.id],
      ["variant", "list"], ["variant", "show", "null-only"], ["doctor"],
    ])
  func noPluginLibraryIsMapped(command: [String]) throws {
    let installation = try NullInstallation()
    let lines = try Trace.lines(of: command + ["--root", installation.root], home: installation.folder)
    let plugins = installation.root + "/plugins/"
    // The witness: the trace sees what is opened, and libraries that are mapped.
    #expect(lines.contains { $0.contains("openat") && $0.contains(plugins) && $0.contains("plugin.yaml") })
    #expect(lines.contains { $0.contains("mmap") && $0.contains("PROT_EXEC") && $0.contains("libc.so") })
    #expect(!lines.contains { $0.contains("mmap") && $0.contains(plugins) && $0.contains(".so") })
  }

  /// Judging architecture takes the ELF header, 64 bytes, and no more of the file.
  @Test func listingReadsNoMoreOfALibraryThanItsHeader() throws {
    let installation = try NullInstallation()
    let lines = try Trace.lines(
      of: ["plugin", "list", "--root", installation.root], home: installation.folder)
    let reads = lines.filter { $0.contains("read") && $0.contains("libNullMatcher.so") }
    let total = reads.compactMap { $0.split(separator: "= ").last.flatMap { Int($0) } }.reduce(0, +)
    #expect(total <= 64)
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
