// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

@testable import ImprintPackage

@Suite struct RemovalTests {
  private let lab: PackageLab

  init() throws { lab = try PackageLab() }

  private var catalog: PluginCatalog {
    .discover(PluginSearchPath(roots: [PluginRoot(path: lab.root, origin: .user)]))
  }

  @Test func aPluginGoesWithTheRunTimeLibrariesThatNobodyElseNames() async throws {
    _ = try await lab.installer.install(try lab.pack())
    _ = try await lab.installer.install(try lab.pack(.init(id: "org.example.other")))
    let one = try await lab.installer.remove(PackageLab.id)
    #expect(one.version?.description == "1.0.0" && one.removedRuntimes.isEmpty)
    #expect(try lab.names("plugins") == ["org.example.other"])
    #expect(try lab.names("runtimes") == ["example-1.0.0"])
    let other = try await lab.installer.remove("org.example.other")
    #expect(other.removedRuntimes == ["example-1.0.0"])
    #expect(try lab.names("plugins").isEmpty && lab.names("runtimes").isEmpty)
    #expect(try lab.names(".staging").isEmpty)
  }

  @Test func aDisabledPluginKeepsItsRunTimeLibrary() async throws {
    _ = try await lab.installer.install(try lab.pack())
    _ = try await lab.installer.install(try lab.pack(.init(id: "org.example.other")))
    _ = try await lab.installer.disable("org.example.other")
    #expect(try await lab.installer.remove(PackageLab.id).removedRuntimes.isEmpty)
  }

  @Test func noRunTimeLibraryGoesWhileAManifestCannotBeRead() async throws {
    _ = try await lab.installer.install(try lab.pack())
    try lab.folder.write("broken", to: "root/plugins/org.example.broken/plugin.yaml")
    #expect(try await lab.installer.remove(PackageLab.id).removedRuntimes.isEmpty)
    #expect(try lab.names("runtimes") == ["example-1.0.0"])
    let broken = try await lab.installer.remove("org.example.broken")
    #expect(broken.version == nil)
    #expect(try lab.names("plugins").isEmpty)
  }

  @Test func whatIsNotInTheRootIsRefusedWithWhereItIs() async throws {
    try lab.layOut(in: "elsewhere")
    _ = try await lab.installer.install(try lab.pack(.init(id: "org.example.other")))
    let elsewhere = lab.folder.url.appending(path: "elsewhere").path
    let known = PluginCatalog.discover(
      PluginSearchPath(roots: [
        PluginRoot(path: lab.root, origin: .user), PluginRoot(path: elsewhere, origin: .system),
      ]))
    for id in [PackageLab.id, "org.example.none", "../plugins/org.example.other", "", ".", ".."] {
      let expected = id == PackageLab.id ? "other-root" : "not-installed"
      #expect(
        await installCode { () throws(InstallError) in
          _ = try await lab.installer.remove(id, knownTo: known)
        } == expected)
      #expect(
        await installCode { () throws(InstallError) in
          _ = try await lab.installer.disable(id, knownTo: known)
        } == expected)
    }
    #expect(try lab.names("plugins") == ["org.example.other"])
    do throws(InstallError) {
      _ = try await lab.installer.remove(PackageLab.id, knownTo: known)
    } catch {
      #expect(error.remedy.contains("--root \(elsewhere)"))
    }
  }

  @Test func nothingIsMadeWhereThereIsNoRoot() async throws {
    #expect(
      await installCode { () throws(InstallError) in _ = try await lab.installer.remove(PackageLab.id) }
        == "not-installed")
    #expect(!FileManager.default.fileExists(atPath: lab.root))
  }

  @Test func aDisabledPluginIsSkippedUntilItIsEnabled() async throws {
    _ = try await lab.installer.install(try lab.pack())
    #expect(try await lab.installer.disable(PackageLab.id))
    #expect(try await !lab.installer.disable(PackageLab.id))
    #expect(catalog.plugin(withID: PackageLab.id) == nil)
    let skip = try #require(catalog.skip(ofID: PackageLab.id))
    #expect(skip.error.code == .disabled)
    #expect(skip.error.remedy == "Run `sdkctl plugin enable \(PackageLab.id)`.")
    #expect(catalog.disabled.map(\.manifest.id) == [PackageLab.id])
    // Its own folder is as the package has it.
    #expect(try await lab.installer.install(try lab.pack()).isDisabled)
    #expect(try await lab.installer.enable(PackageLab.id))
    #expect(try await !lab.installer.enable(PackageLab.id))
    #expect(catalog.plugin(withID: PackageLab.id) != nil && catalog.disabled.isEmpty)
  }

  @Test func aPluginThatIsRemovedWhileDisabledIsEnabledWhenItIsInstalledAgain() async throws {
    let package = try lab.pack()
    _ = try await lab.installer.install(package)
    _ = try await lab.installer.disable(PackageLab.id)
    _ = try await lab.installer.remove(PackageLab.id)
    #expect(try await !lab.installer.install(package).isDisabled)
    #expect(catalog.plugin(withID: PackageLab.id) != nil)
  }

  @Test func aDisabledPluginHidesThatOfALaterRoot() async throws {
    _ = try await lab.installer.install(try lab.pack())
    _ = try await lab.installer.disable(PackageLab.id)
    try lab.layOut(in: "later")
    let both = PluginCatalog.discover(
      PluginSearchPath(roots: [
        PluginRoot(path: lab.root, origin: .user),
        PluginRoot(path: lab.folder.url.appending(path: "later").path, origin: .system),
      ]))
    #expect(both.found.isEmpty)
    #expect(Set(both.skipped.map(\.error.code)) == [.disabled, .duplicateID])
  }

  @Test func aVariantThatNeedsADisabledPluginSaysSo() async throws {
    _ = try await lab.installer.install(try lab.pack())
    try lab.folder.write(
      """
      schema: "1.0"
      variant: small
      summary: Compares.
      abilities: [imprint.matcher/2]
      plugins: [\(PackageLab.id)]

      """, to: "root/variants/small.yaml")
    _ = try await lab.installer.disable(PackageLab.id)
    for ids in [[], [PackageLab.id]] {
      do throws(ResolutionError) {
        _ = try catalog.resolve(variant: "small", choosing: ids)
        Issue.record("resolved")
      } catch {
        #expect(Set(error.problems.map(\.code)) == [.disabled])
        #expect(error.remedy.contains("sdkctl plugin enable \(PackageLab.id)"))
      }
    }
    _ = try await lab.installer.enable(PackageLab.id)
    #expect(try catalog.resolve(variant: "small").plugins.map(\.id) == [PackageLab.id])
  }
}
