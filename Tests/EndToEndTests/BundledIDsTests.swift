// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

/// The ids of the bundled plugins are their publisher's own: the stage's settings say so, and no publisher
/// who is allowed later puts a plugin in the place of one of them, where nobody has used it yet either.
@Suite(.enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE names no stage"))
struct BundledIDsTests {
  private static let id = "dev.imprint.face-tracker"

  private let stage: URL
  private let home: TemporaryFolder
  private let settings: TrustSettings
  private var root: String { "\(home.path)/rival" }
  private var folder: String { "\(root)/plugins/\(Self.id)" }

  /// Another publisher, whom a copy of the stage's settings allows everything but what they say of ids; its
  /// plugin lies in a root without any other.
  init() throws {
    stage = try #require(BuiltProducts.stage)
    home = try TemporaryFolder()
    let rival = try TestTrust.Rival()
    var settings = try TrustSettingsFile.read(stage.appending(path: "etc/imprint/trust.yaml").path).settings
    try home.write(
      try Data(contentsOf: stage.appending(path: "etc/imprint/root.pem")), to: "trust/root.pem")
    let allowed = try rival.settings(in: home)
    settings.roots += allowed.roots
    settings.publishers += allowed.publishers
    self.settings = settings
    var plugin = FixturePlugin([
      "FIX_ID": "\"\(Self.id)\"", "FIX_VERSION": "\"9.9.9\"", "FIX_ABILITIES": "IMP_FACE_TRACKER_ID",
    ])
    plugin.manifest.id = Self.id
    plugin.manifest.version = "9.9.9"
    plugin.manifest.provides = ["imprint.face-tracker/1"]
    let made = try plugin.install()
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(made.path)/plugins", toPath: "\(root)/plugins")
    try FileManager.default.removeItem(atPath: "\(folder)/source.c")
    try ReadPlugin.read(folder).sign(with: rival.key, at: TestTrust.time)
  }

  private func run(_ arguments: [String], under settings: TrustSettings) throws -> CommandRun {
    let trust = try home.write(settings.yaml, to: "trust/trust.yaml")
    return try CommandRun.sdkctl(
      arguments + ["--json"], environment: ["IMPRINT_TRUST_CONFIG": trust], home: home)
  }

  @Test func everyBundledPluginIsOfAStatedID() throws {
    let ids = try FileManager.default.contentsOfDirectory(atPath: stage.appending(path: "plugins").path)
    #expect(ids.contains(Self.id))
    for id in ids {
      #expect(settings.publishers.contains { $0.ids.contains { $0.covers(id) } }, "\(id)")
    }
  }

  @Test func anotherAllowedPublishersPluginOfSuchAnIDIsRefused() throws {
    _ = try PackageWriter.pack(PluginFolder(folder, runtimes: []), to: "\(home.path)/rival.impk")
    for arguments in [
      ["plugin", "verify", folder], ["plugin", "verify", "rival.impk"],
      ["plugin", "install", "rival.impk", "--root", "new"], ["plugin", "allow", folder],
    ] {
      let run = try run(arguments, under: settings)
      #expect(run.exitCode == 1, "\(arguments)")
      #expect(try run.errorCode == "other-publisher", "\(arguments): \(run.output)")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/new/plugins/\(Self.id)"))
    // What refuses it is the statement, and nothing else.
    var without = settings
    without.publishers = without.publishers.map { publisher in
      var publisher = publisher
      publisher.ids = []
      return publisher
    }
    let verified = try run(["plugin", "verify", folder], under: without)
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
  }

  @Test func openingItIsRefused() throws {
    let trust = try home.write(settings.yaml, to: "trust/trust.yaml")
    let runtime = PluginRuntime(
      catalog: .discover(PluginSearchPath(roots: [PluginRoot(path: root, origin: .explicit)])),
      trust: .standard(named: trust, memory: TrustMemory(folder: "\(home.path)/memory")),
      entitlements: EverythingGranted(), logger: CollectedLog().logger(), hostName: "tests",
      hostVersion: "1.0.0")
    let found = try #require(runtime.catalog.plugin(withID: Self.id), "\(runtime.catalog.skipped)")
    let error = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(error.code == .otherPublisher, "\(error)")
  }
}
