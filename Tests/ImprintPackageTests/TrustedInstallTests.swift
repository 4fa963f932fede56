// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
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
    _ plugin: PackageLab.Plugin = .init(), then change: (String) throws -> Void = { _ in }
  ) throws -> String {
    let source = "signed-\(UUID().uuidString)"
    let place = try lab.layOut(plugin, in: source)
    try ReadPlugin.read(place).sign(with: TestTrust.key(), at: TestTrust.time)
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

  @Test func aRefusedInstallationIsNotRemembered() async throws {
    var broken = PackageLab.Plugin(version: "9.0.0")
    broken.library = Array("no library".utf8)
    #expect(await install(try signed(broken), try trust()) == "not-an-elf-library")
    #expect(try memory.version(of: PackageLab.id) == nil)
  }
}
