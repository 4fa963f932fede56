// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

@testable import ImprintPackage

/// What happens to a root when an installation fails or is killed at each of the calls it makes.
@Suite struct FaultTests {
  private let lab: PackageLab
  private let first: String
  private let second: String
  private let packages: [PluginPackage]

  init() throws {
    lab = try PackageLab()
    first = try lab.pack()
    second = try lab.pack(
      .init(version: "2.0.0", models: ["net.bin": [2], "more.bin": [3]], runtime: ("2.0.0", "newer")))
    packages = [try .open(first), try .open(second)]
  }

  /// Brings the root to its state before the fault: with the first version, or empty.
  private func begin(withFirst: Bool) async throws {
    try? FileManager.default.removeItem(atPath: lab.root)
    if withFirst { _ = try await lab.installer.install(first) }
  }

  /// Runs a process that is killed at its first call that changes files, then one at its second, and so on.
  private func eachKill(
    _ arguments: [String], withFirst: Bool, _ check: (_ at: Int) async throws -> Void
  ) async throws {
    for at in 1... {
      try await begin(withFirst: withFirst)
      let process = try InstallerProcess(lab.root, arguments, fault: (.kill, at: at))
      _ = try process.result()
      guard process.wasKilled else {
        #expect(at > 15)
        return
      }
      try await check(at)
    }
  }

  @Test(arguments: [true, false]) func killedAtEachCallItIsOldOrNew(withFirst: Bool) async throws {
    var seen: Set<String?> = []
    try await eachKill(["install", "1", second], withFirst: withFirst) { at in
      let version = try lab.wholeVersion(of: packages)
      seen.insert(version)
      #expect(version == "2.0.0" || version == (withFirst ? "1.0.0" : nil), "killed at call \(at)")
      // The next run clears up.
      let done = try await lab.installer.install(second)
      #expect(done.change == (version == "2.0.0" ? .unchanged : withFirst ? .upgraded : .installed))
      #expect(try lab.wholeVersion(of: packages) == "2.0.0")
      #expect(try lab.names("runtimes") == ["example-2.0.0"], "killed at call \(at)")
      #expect(try lab.names("") == [".lock", "plugins", "runtimes"])
    }
    #expect(seen == [withFirst ? "1.0.0" : nil, "2.0.0"])
  }

  @Test func killedAtEachCallARemovalIsDoneOrNot() async throws {
    var seen: Set<String?> = []
    try await eachKill(["remove", PackageLab.id], withFirst: true) { at in
      let version = try lab.wholeVersion(of: packages)
      seen.insert(version)
      _ = await installCode { () throws(InstallError) in _ = try await lab.installer.remove(PackageLab.id) }
      let other = try lab.pack(.init(id: "org.example.other", runtime: nil))
      _ = try await lab.installer.install(other)
      #expect(
        try lab.names("runtimes").isEmpty && lab.names("plugins") == ["org.example.other"],
        "killed at call \(at)")
    }
    #expect(seen == ["1.0.0", nil])
  }

  @Test(arguments: [InstallerProcess.Fault.once, .full], [true, false])
  func aFullDiskLeavesTheOld(fault: InstallerProcess.Fault, withFirst: Bool) async throws {
    var refused = 0
    for at in 1...400 {
      try await begin(withFirst: withFirst)
      let process = try InstallerProcess(lab.root, ["install", "1", second], fault: (fault, at: at))
      let said = try process.result()
      let version = try lab.wholeVersion(of: packages)
      if process.process.terminationStatus == 0 {
        #expect(version == "2.0.0", "\(fault) at call \(at)")
        // On a full disk: all calls that take room were made. A single call may fail without harm.
        if fault == .full || at > 120 { break }
        continue
      }
      refused += 1
      #expect(said == "no-space", "\(fault) at call \(at)")
      #expect(version == (withFirst ? "1.0.0" : nil), "\(fault) at call \(at)")
      #expect(try await lab.installer.install(second).manifest.version.description == "2.0.0")
      #expect(try lab.names("runtimes") == ["example-2.0.0"])
      #expect(try lab.names("") == [".lock", "plugins", "runtimes"])
    }
    #expect(refused > 20)
  }

  @Test func aFileOverTheLimitIsAnErrorAndTheOldStays() async throws {
    try await begin(withFirst: true)
    let large = try lab.pack(
      .init(version: "3.0.0", models: ["net.bin": .init(repeating: 7, count: 500_000)]))
    let process = try InstallerProcess(
      lab.root, ["install", "1", large], shell: "trap '' XFSZ; ulimit -f 256; exec")
    #expect(try process.result() == "no-space")
    #expect(try lab.wholeVersion(of: packages) == "1.0.0")
    #expect(try lab.names("") == [".lock", "plugins", "runtimes"])
  }

  @Test func everythingIsSyncedBeforeItGetsItsName() async throws {
    try await begin(withFirst: true)
    let log = lab.folder.url.appending(path: "log").path
    let process = try InstallerProcess(lab.root, ["install", "1", second], log: log)
    #expect(try process.result() == "upgraded")
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1).map(String.init)
    }
    var unsynced: Set<String> = []
    var renames: [String] = []
    for line in lines {
      let (what, path) = (line[0], line[1])
      let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      switch what {
      case "create", "folder":
        unsynced.formUnion([path, parent])
      case "write": unsynced.insert(path)
      case "sync": unsynced.remove(path)
      case "rename" where path == lab.pluginFolder || path.hasPrefix("\(lab.root)/runtimes/"):
        renames.append(path)
        let staged = path == lab.pluginFolder ? "plugin" : "runtimes"
        let open = unsynced.filter { $0.hasPrefix("\(lab.root)/.staging/\(staged)") }
        #expect(open.isEmpty, "not synced before \(path): \(open)")
        // Of which folder the new name is.
        unsynced.insert(parent)
      default: break
      }
      // The run-time library has its name for good before the plugin that needs it.
      if what == "rename", path == lab.pluginFolder { #expect(!unsynced.contains("\(lab.root)/runtimes")) }
    }
    #expect(renames == ["\(lab.root)/runtimes/example-2.0.0", lab.pluginFolder])
    #expect(!unsynced.contains("\(lab.root)/plugins"))
  }

  @Test(.timeLimit(.minutes(5))) func twoInstallationsAtOnceTakeTurnsAndAListingAlwaysHasOne() async throws {
    try await begin(withFirst: true)
    let processes = try (0..<2).map { _ in
      try InstallerProcess(lab.root, ["install", "0", second, first])
    }
    defer { for process in processes { process.process.send(SIGTERM) } }
    var seen: Set<String> = []
    var listings = 0
    while seen.count < 2 || listings < 100 {
      listings += 1
      let catalog = PluginCatalog.discover(
        PluginSearchPath(roots: [PluginRoot(path: lab.root, origin: .user)]))
      #expect(catalog.skipped.isEmpty && catalog.found.count == 1)
      seen.formUnion(catalog.found.map { "\($0.manifest.version)" })
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(seen == ["1.0.0", "2.0.0"])
    for process in processes {
      // None has ended with an error.
      #expect(process.process.isRunning)
      process.process.send(SIGKILL)
      _ = try process.result()
      #expect(process.wasKilled)
    }
    #expect(try lab.wholeVersion(of: packages) != nil)
    _ = try await lab.installer.install(second)
    #expect(try lab.names("") == [".lock", "plugins", "runtimes"])
  }

  @Test func aRootThatIsHeldIsBusy() async throws {
    try await begin(withFirst: true)
    let lock = open("\(lab.root)/.lock", O_RDWR)
    defer { close(lock) }
    try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
    let installer = PluginInstaller(root: lab.root, judge: EveryPackage(), patience: .milliseconds(50))
    #expect(
      await installCode { () throws(InstallError) in _ = try await installer.install(second) } == "busy")
    #expect(try lab.wholeVersion(of: packages) == "1.0.0")
  }

  @Test func aRootThatCannotBeWrittenToIsRefused() async throws {
    try await begin(withFirst: true)
    // Root may write anywhere, so that the work is another user's.
    let isRoot = geteuid() == 0
    let shell = isRoot ? "exec setpriv --reuid=65534 --regid=65534 --clear-groups" : "exec"
    for path in [lab.root, "\(lab.root)/plugins"] { chmod(path, 0o555) }
    defer { for path in [lab.root, "\(lab.root)/plugins"] { chmod(path, 0o755) } }
    #expect(
      try InstallerProcess(lab.root, ["install", "1", second], shell: shell).result() == "not-writable")
    #expect(
      try InstallerProcess(lab.root, ["remove", PackageLab.id], shell: shell).result() == "not-writable")
    #expect(try lab.wholeVersion(of: packages) == "1.0.0")
  }
}
