// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import ImprintTrust

/// What `sdkctl plugin allow` and its kin make of settings.
struct TrustChangeTests {
  private func change(_ plugin: SignedFolder, _ flavour: BuildFlavour = .debug) -> TrustChange {
    TrustChange(
      of: TrustSettingsFile(
        path: "\(plugin.home.path)/user/trust.yaml", origin: .user, settings: TrustSettings()),
      flavour: flavour)
  }

  private func trust(
    _ plugin: SignedFolder, _ settings: TrustSettings = TrustSettings(signatures: .require)
  ) throws -> PluginTrust { PluginTrust(try plugin.policy(settings), memory: plugin.memory) }

  @Test func anUnsignedPluginIsAllowedByItsContentsInADebugBuild() throws {
    let plugin = try SignedFolder(isSigned: false)
    let read = try ReadPlugin.read(plugin.folder)
    var change = change(plugin)
    try change.allow(read, note: "mine", under: trust(plugin))
    try change.write()
    let written = try TrustSettingsFile.read(change.file.path)
    #expect(written.settings.signatures == .warn)
    #expect(
      written.settings.allowed == [
        .init(plugin: SignedFolder.id, sha256: read.contents.sha256, note: "mine")
      ])
    #expect(try plugin.verdict(written.settings).allowance == .contents)
  }

  @Test func anUnsignedPluginIsNotAllowedInAReleaseBuild() throws {
    let plugin = try SignedFolder(isSigned: false)
    var change = change(plugin, .release)
    let error = try #require(throws: TrustError.self) {
      try change.allow(ReadPlugin.read(plugin.folder), under: trust(plugin))
    }
    #expect(error.code == .notSigned && error.remedy.contains("plugin sign"))
    #expect(change.told.isEmpty)
  }

  @Test func theNextBuildTakesThePlaceOfTheLastOne() throws {
    let plugin = try SignedFolder(isSigned: false)
    var change = change(plugin)
    try change.allow(ReadPlugin.read(plugin.folder), under: trust(plugin))
    try plugin.write("the next library", to: "libFixture.so")
    let next = try ReadPlugin.read(plugin.folder)
    try change.allow(next, under: trust(plugin))
    #expect(change.file.settings.allowed.map(\.sha256) == [next.contents.sha256])
    change.disallow(SignedFolder.id)
    #expect(change.file.settings.allowed.isEmpty)
  }

  @Test func aSignedPluginIsAllowedWithoutWaivingSignatures() throws {
    let plugin = try SignedFolder()
    var change = change(plugin, .release)
    try change.allow(ReadPlugin.read(plugin.folder), under: trust(plugin))
    #expect(change.file.settings.signatures == nil && change.file.settings.allowed.count == 1)
  }

  @Test func aTamperedPluginIsNotAllowed() throws {
    let plugin = try SignedFolder()
    try plugin.write("another library", to: "libFixture.so")
    var change = change(plugin)
    let error = try #require(throws: TrustError.self) {
      try change.allow(ReadPlugin.read(plugin.folder), under: trust(plugin))
    }
    #expect(error.code == .contentsDiffer)
  }

  @Test func aPublisherIsAllowedByNameAndKeyOfAGoodSignature() throws {
    let plugin = try SignedFolder()
    var change = change(plugin)
    try change.allowPublisher(of: ReadPlugin.read(plugin.folder), under: trust(plugin))
    let key = try TestTrust.publisher().key
    #expect(change.file.settings.publishers == [.init(name: TestTrust.name, key: key)])
    change.disallow(publisher: TestTrust.name)
    #expect(change.file.settings.publishers.isEmpty)
    let stranger = PluginTrust(
      try plugin.policy(TrustSettings(signatures: .warn), knowsPublisher: false), memory: plugin.memory)
    #expect(
      try #require(throws: TrustError.self) {
        try change.allowPublisher(of: ReadPlugin.read(plugin.folder), under: stranger)
      }.code == .unknownPublisher)
  }

  @Test func nothingIsWrittenWhereNothingChanges() throws {
    let plugin = try SignedFolder()
    var change = change(plugin)
    change.disallow("org.example.other")
    try change.write()
    #expect(!FileManager.default.fileExists(atPath: change.file.path))
  }

  @Test func rootsAreAddedOnceAndRemoved() throws {
    let plugin = try SignedFolder()
    var change = change(plugin)
    let root = try plugin.home.write(try TestTrust.publisher().text(of: "root.pem") ?? "", to: "root.pem")
    try change.addRoot(path: root)
    try change.addRoot(path: root)
    #expect(change.file.settings.roots == [root])
    try change.removeRoot(path: root)
    #expect(change.file.settings.roots.isEmpty)
    let leaf = try plugin.home.write(
      try TestTrust.publisher().text(of: "publisher.pem") ?? "", to: "leaf.pem")
    #expect(try #require(throws: TrustError.self) { try change.addRoot(path: leaf) }.code == .settings)
  }

  @Test func changesMadeAtOnceAreAllKept() async throws {
    let plugin = try SignedFolder()
    let path = "\(plugin.home.path)/new/trust.yaml"
    let entries = (0..<8).map {
      TrustSettings.AllowedPlugin(
        plugin: "org.example.p\($0)", sha256: ContentHash(of: [UInt8($0)]), note: nil)
    }
    try await withThrowingTaskGroup { group in
      for entry in entries {
        group.addTask {
          var change = try await TrustChange(named: path)
          change.file.settings.allowed.append(entry)
          change.told.append("\(entry.plugin) is allowed")
          try change.write()
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try TrustSettingsFile.read(path).settings.allowed) == Set(entries))
  }

  @Test func aChangeThatDoesNotEndIsReportedToTheNext() async throws {
    let plugin = try SignedFolder()
    let path = "\(plugin.home.path)/trust.yaml"
    let change = try await TrustChange(named: path)
    let error = try await #require(throws: TrustError.self) {
      try await SettingsLock(path, patience: .milliseconds(20))
    }
    #expect(error.code == .file && error.place == "\(path).lock", "\(error)")
    withExtendedLifetime(change) {}
  }
}
