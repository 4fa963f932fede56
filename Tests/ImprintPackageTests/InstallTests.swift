// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

@testable import ImprintPackage

@Suite struct InstallTests {
  private let lab: PackageLab

  init() throws { lab = try PackageLab() }

  private func second() throws -> String {
    try lab.pack(
      .init(version: "2.0.0", models: ["net.bin": [2], "more.bin": [3]], runtime: ("2.0.0", "newer")))
  }

  @Test func aPluginIsInstalledInANewRoot() async throws {
    let package = try lab.pack()
    let done = try await lab.installer.install(package)
    #expect(done.change == .installed && done.previous == nil && !done.isDisabled)
    #expect(done.addedRuntimes == ["example-1.0.0"] && done.folder == lab.pluginFolder)
    #expect(try lab.wholeVersion(of: [.open(package)]) == "1.0.0")
    #expect(try lab.names("") == [".lock", "plugins", "runtimes"])
    for path in ["plugins", "plugins/\(PackageLab.id)", "runtimes/example-1.0.0"] {
      #expect(try mode("\(lab.root)/\(path)") == 0o755)
    }
    #expect(try mode("\(lab.pluginFolder)/libFixture.so") == 0o644)
    #expect(try lab.names("runtimes/example-1.0.0/licenses/texts") == ["LICENSE"])
  }

  @Test func installingItAgainWritesNothing() async throws {
    let package = try lab.pack()
    _ = try await lab.installer.install(package)
    let before = try identity(lab.pluginFolder)
    let done = try await lab.installer.install(package)
    #expect(done.change == .unchanged && done.previous?.description == "1.0.0")
    #expect(try identity(lab.pluginFolder) == before)
  }

  @Test func aNewerVersionTakesTheOldOnesPlaceAndItsRunTimeLibrary() async throws {
    let (first, second) = (try lab.pack(), try second())
    _ = try await lab.installer.install(first)
    let done = try await lab.installer.install(second)
    #expect(done.change == .upgraded && done.previous?.description == "1.0.0")
    #expect(done.addedRuntimes == ["example-2.0.0"] && done.removedRuntimes == ["example-1.0.0"])
    #expect(try lab.wholeVersion(of: [.open(second)]) == "2.0.0")
    #expect(try lab.names("runtimes") == ["example-2.0.0"])
    #expect(try lab.names("") == [".lock", "plugins", "runtimes"])
  }

  @Test func anOlderVersionIsRefusedUnlessItIsAskedFor() async throws {
    let (first, second) = (try lab.pack(), try second())
    _ = try await lab.installer.install(second)
    #expect(
      await installCode { () throws(InstallError) in _ = try await lab.installer.install(first) }
        == "downgrade")
    #expect(try lab.wholeVersion(of: [.open(second)]) == "2.0.0")
    let done = try await lab.installer.install(first, allowingDowngrade: true)
    #expect(done.change == .downgraded && done.previous?.description == "2.0.0")
    #expect(try lab.wholeVersion(of: [.open(first)]) == "1.0.0")
  }

  @Test func aDamagedInstallationIsReplaced() async throws {
    let package = try lab.pack()
    _ = try await lab.installer.install(package)
    for (file, previous) in [("models/net.bin", "1.0.0"), ("plugin.yaml", nil)] {
      try Data("damaged".utf8).write(to: URL(filePath: "\(lab.pluginFolder)/\(file)"))
      let done = try await lab.installer.install(package)
      #expect(done.change == .replaced && done.previous?.description == previous)
      #expect(try lab.wholeVersion(of: [.open(package)]) == "1.0.0")
    }
    try Data().write(to: URL(filePath: "\(lab.pluginFolder)/more"))
    #expect(try await lab.installer.install(package).change == .replaced)
    for target in [lab.pluginFolder, "/nowhere"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(lab.pluginFolder)/models/loop", withDestinationPath: target)
      #expect(try await lab.installer.install(package).change == .replaced)
    }
    try FileManager.default.removeItem(atPath: lab.pluginFolder)
    try Data().write(to: URL(filePath: lab.pluginFolder))
    #expect(try await lab.installer.install(package).change == .replaced)
    #expect(try lab.wholeVersion(of: [.open(package)]) == "1.0.0")
  }

  @Test func aRunTimeLibraryIsSharedAndNeverOverwritten() async throws {
    let one = try lab.pack()
    let other = try lab.pack(.init(id: "org.example.other"))
    _ = try await lab.installer.install(one)
    let before = try identity("\(lab.root)/runtimes/example-1.0.0/libexample.so.1")
    let done = try await lab.installer.install(other)
    #expect(done.change == .installed && done.addedRuntimes.isEmpty)
    #expect(try identity("\(lab.root)/runtimes/example-1.0.0/libexample.so.1") == before)
    let third = try lab.pack(.init(id: "org.example.third", runtime: ("1.0.0", "another")))
    #expect(
      await installCode { () throws(InstallError) in _ = try await lab.installer.install(third) }
        == "runtime-differs")
    #expect(try lab.names("plugins") == [PackageLab.id, "org.example.other"])
    #expect(try identity("\(lab.root)/runtimes/example-1.0.0/libexample.so.1") == before)
    #expect(try lab.names("") == [".lock", "plugins", "runtimes"])
  }

  @Test func aRunTimeFolderWithAFileOfAnotherIsRefused() async throws {
    try lab.folder.write("library", to: "root/runtimes/example-1.0.0/libexample.so.1")
    try lab.folder.write("more", to: "root/runtimes/example-1.0.0/libmore.so")
    let package = try lab.pack()
    #expect(
      await installCode { () throws(InstallError) in _ = try await lab.installer.install(package) }
        == "runtime-differs")
  }

  @Test func aLibraryThatCannotBeUsedIsRefusedWithItsCodeAndNothingStays() async throws {
    var broken = PackageLab.Plugin(version: "2.0.0", runtime: ("2.0.0", "newer"))
    broken.library = Array("no library".utf8)
    let (first, second) = (try lab.pack(), try lab.pack(broken))
    _ = try await lab.installer.install(first)
    do throws(InstallError) {
      _ = try await lab.installer.install(second)
      Issue.record("installed")
    } catch {
      #expect(error.code == .plugin(.notAnElfLibrary))
      #expect(error.place == "\(second)/libFixture.so")
    }
    #expect(try lab.wholeVersion(of: [.open(first)]) == "1.0.0")
    #expect(try lab.names("runtimes") == ["example-1.0.0"])
    #expect(try lab.names("") == [".lock", "plugins", "runtimes"])
  }

  @Test func whatTheJudgeRefusesIsNotWritten() async throws {
    let package = try lab.pack()
    let installer = PluginInstaller(
      root: lab.root,
      judge: EveryPackage { (package) throws(InstallError) in
        throw InstallError(
          PluginError(.cannotLoad, place: package.place, reason: "it is refused.", remedy: ""))
      })
    #expect(
      await installCode { () throws(InstallError) in _ = try await installer.install(package) }
        == "cannot-load")
    #expect(!FileManager.default.fileExists(atPath: lab.root))
  }

  @Test(arguments: [0, 1]) func aPackageThatChangesAfterItWasReadIsNotInstalled(way: Int) async throws {
    let package = try lab.pack()
    let swapper = EveryPackage { (package) throws(InstallError) in
      let file = open(package.place, O_RDWR)
      defer { close(file) }
      if way == 0 {
        // The last file's content: before its padding and the end.
        pwrite(file, "x", 1, off_t(package.byteCount - 1536))
      } else {
        ftruncate(file, 4096)
      }
    }
    let installer = PluginInstaller(root: lab.root, judge: swapper)
    let got = await installCode { () throws(InstallError) in _ = try await installer.install(package) }
    #expect(got == (way == 0 ? "changed" : "truncated"))
    #expect(
      try lab.names("plugins").isEmpty && lab.names("runtimes").isEmpty && lab.names(".staging").isEmpty)
  }

  @Test func aPackageThatAnotherTakesThePlaceOfIsInstalledAsItWasRead() async throws {
    let (first, second) = (try lab.pack(), try second())
    let read = try PluginPackage.open(first)
    let renamer = EveryPackage { (package) throws(InstallError) in rename(second, package.place) }
    let done = try await PluginInstaller(root: lab.root, judge: renamer).install(first)
    #expect(done.manifest.version.description == "1.0.0")
    #expect(try lab.wholeVersion(of: [read]) == "1.0.0")
  }

  @Test func linksInTheRootAreNotFollowed() async throws {
    let outside = try lab.folder.makeFolder("outside")
    let package = try lab.pack()
    for name in ["plugins", "runtimes", ".staging"] {
      try? FileManager.default.removeItem(atPath: lab.root)
      try lab.folder.makeFolder("root")
      try FileManager.default.createSymbolicLink(atPath: "\(lab.root)/\(name)", withDestinationPath: outside)
      #expect(
        await installCode { () throws(InstallError) in _ = try await lab.installer.install(package) } != nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
    }
  }

  @Test func anElevatedProcessHasNoRootOfItsOwn() throws {
    let path = PluginSearchPath.standard(
      environment: { $0 == "HOME" ? "/home/ada" : nil }, isElevated: true, program: nil)
    #expect(throws: InstallError.self) { try PluginInstaller.root(of: path) }
    let usual = PluginSearchPath.standard(
      environment: { $0 == "HOME" ? "/home/ada" : nil }, isElevated: false, program: nil)
    #expect(try PluginInstaller.root(of: usual) == "/home/ada/.local/share/imprint")
    let named = PluginSearchPath.standard(
      explicit: ["/srv/one", "/srv/two"], environment: { _ in nil }, isElevated: true, program: nil)
    #expect(try PluginInstaller.root(of: named) == "/srv/one")
  }

  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func identity(_ path: String) throws -> UInt64 {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64)
  }
}
