// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

@testable import ImprintPackage

/// Installing under trust settings, with the judge that opening asks.
@Suite struct TrustedInstallTests {
  private let lab: PackageLab
  private let memory: TrustMemory

  init() throws {
    lab = try PackageLab()
    memory = TrustMemory(folder: lab.folder.url.appending(path: "state").path)
  }

  private func trust(_ settings: TrustSettings = TrustSettings()) throws -> PluginTrust {
    let path = try TestTrust.requireSignatures(in: lab.folder, settings: settings)
    let policy = try TrustPolicy(TrustSearch(files: [.read(path)]))
    return PluginTrust(policy, memory: memory)
  }

  /// A package whose folder was signed.
  private func signed(
    _ plugin: PackageLab.Plugin = .init(), by key: PublisherKey? = nil,
    then change: (String) throws -> Void = { _ in }
  ) throws -> String {
    let source = "signed-\(UUID().uuidString)"
    let place = try lab.layOut(plugin, in: source)
    try ReadPlugin.read(place).sign(with: key ?? TestTrust.key(), at: TestTrust.time)
    try change(place)
    let path = lab.folder.url.appending(path: "\(source).impk").path
    let runtimes = lab.folder.url.appending(path: "\(source)/runtimes").path
    _ = try PackageWriter.pack(PluginFolder(place, runtimes: [runtimes]), to: path)
    return path
  }

  private func install(_ path: String, _ trust: PluginTrust, older: Bool = false) async -> String? {
    await installCode { () throws(InstallError) in
      _ = try await PluginInstaller(root: lab.root, judge: trust).install(path, allowingDowngrade: older)
    }
  }

  @Test func aSignedPackageIsInstalledAndAnUnsignedOneIsNot() async throws {
    let trust = try trust()
    #expect(await install(try lab.pack(), trust) == "not-signed")
    #expect(!FileManager.default.fileExists(atPath: lab.root))
    #expect(await install(try signed(), trust) == nil)
    #expect(try memory.version(of: PackageLab.id)?.description == "1.0.0")
  }

  @Test func whatChangedAfterItWasSignedIsNotInstalled() async throws {
    let trust = try trust()
    let changes: [(String) throws -> Void] = [
      { try Data("x".utf8).write(to: URL(filePath: "\($0)/libFixture.so")) },
      { try lab.folder.write("x", to: $0.replacing(lab.folder.path + "/", with: "") + "/licenses/MORE") },
      {
        let manifest = try String(contentsOfFile: "\($0)/plugin.yaml", encoding: .utf8)
        try (manifest + "# more\n").write(toFile: "\($0)/plugin.yaml", atomically: true, encoding: .utf8)
      },
    ]
    for change in changes {
      #expect(await install(try signed(then: change), trust) == "contents-differ")
    }
    let damaged = try signed {
      try Data("e30.e30.AAAA".utf8).write(to: URL(filePath: "\($0)/plugin.sig"))
    }
    #expect(await install(damaged, trust) == "bad-signature")
    #expect(!FileManager.default.fileExists(atPath: lab.root))
  }

  @Test func anOlderSignedVersionIsRefusedAlthoughNothingIsInstalled() async throws {
    let trust = try trust()
    let (first, second) = (try signed(), try signed(.init(version: "2.0.0")))
    #expect(await install(second, trust) == nil)
    _ = try await PluginInstaller(root: lab.root, judge: trust).remove(PackageLab.id)
    #expect(await install(first, trust) == "older-than-seen")
    #expect(await install(first, trust, older: true) == nil)
    #expect(try memory.version(of: PackageLab.id)?.description == "1.0.0")
  }

  @Test func anotherPublishersPackageDoesNotTakeThePlaceOfAPlugin() async throws {
    let rival = try TestTrust.Rival()
    let trust = try trust(rival.settings(in: lab.folder))
    #expect(await install(try signed(), trust) == nil)
    let foreign = try signed(.init(version: "9.9.9"), by: rival.key)
    #expect(await install(foreign, trust) == "other-publisher")
    #expect(await install(foreign, trust, older: true) == "other-publisher")
    // In another root it is as little: the id is the publisher's on this machine.
    let elsewhere = await installCode { () throws(InstallError) in
      _ = try await PluginInstaller(root: lab.root + "-other", judge: trust).install(foreign)
    }
    #expect(elsewhere == "other-publisher")
    // It left nothing behind: the rightful one is no older than it.
    #expect(await install(try signed(.init(version: "1.1.0")), trust) == nil)
  }

  @Test func whatIsInstalledAlreadyIsFirstAlthoughNothingIsRemembered() async throws {
    let rival = try TestTrust.Rival()
    let trust = try trust(rival.settings(in: lab.folder))
    #expect(await install(try signed(), trust) == nil)
    // As after an update of Imprint, or on a machine that was set up by copying.
    try FileManager.default.removeItem(atPath: lab.folder.url.appending(path: "state").path)
    #expect(await install(try signed(.init(version: "9.9.9"), by: rival.key), trust) == "other-publisher")
    // In another root too, where the catalogue shows it.
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: lab.root, origin: .system)]))
    let foreign = try signed(.init(version: "9.9.9"), by: rival.key)
    let elsewhere = await installCode { () throws(InstallError) in
      _ = try await PluginInstaller(root: lab.root + "-other", judge: trust).install(
        foreign, knownTo: catalog)
    }
    #expect(elsewhere == "other-publisher")
  }

  @Test func aPublishersVersionIsNoMeasureForAnothers() async throws {
    let rival = try TestTrust.Rival()
    let foreign = try signed(.init(version: "9.9.9"), by: rival.key)
    #expect(await install(foreign, try trust(rival.settings(in: lab.folder))) == nil)
    // Now the settings state whose the id is: its 1.0.0 is neither a downgrade nor older.
    var settings = try rival.settings(in: lab.folder)
    settings.publishers.append(
      .init(key: try TestTrust.key().keyHash, ids: [try #require(PluginIDPrefix(PackageLab.id))]))
    #expect(await install(try signed(), try trust(settings)) == nil)
    #expect(await install(foreign, try trust(settings)) == "other-publisher")
    #expect(await install(try signed(.init(version: "0.9.0")), try trust(settings)) == "older-than-seen")
  }

  @Test func ofTwoInstallersAtOnceOneHasTheId() async throws {
    let rival = try TestTrust.Rival()
    let trust = try trust(rival.settings(in: lab.folder))
    let packages = [try signed(), try signed(.init(version: "9.9.9"), by: rival.key)]
    let root = lab.root
    let codes = await withTaskGroup(of: String?.self) { group in
      for (index, package) in packages.enumerated() {
        group.addTask {
          await installCode { () throws(InstallError) in
            _ = try await PluginInstaller(root: "\(root)-\(index)", judge: trust).install(package)
          }
        }
      }
      return await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1 && codes.contains("other-publisher"), "\(codes)")
  }

  @Test func aPackageThatIsNotInstalledTakesNoId() async throws {
    let rival = try TestTrust.Rival()
    let trust = try trust(rival.settings(in: lab.folder))
    var broken = PackageLab.Plugin(version: "9.0.0")
    broken.library = Array("no library".utf8)
    #expect(await install(try signed(broken, by: rival.key), trust) == "not-an-elf-library")
    #expect(await install(try signed(), trust) == nil)
  }

  @Test func aRefusedInstallationIsNotRemembered() async throws {
    var broken = PackageLab.Plugin(version: "9.0.0")
    broken.library = Array("no library".utf8)
    #expect(await install(try signed(broken), try trust()) == "not-an-elf-library")
    #expect(try memory.version(of: PackageLab.id) == nil)
  }
}
