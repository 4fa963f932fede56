// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// A plugin's way from a folder to a device and off it again, by the commands.
@Suite struct PackageTests {
  private let source: NullInstallation
  private let home: TemporaryFolder
  private let trust: String

  init() throws {
    source = try NullInstallation()
    home = source.folder
    trust = try TestTrust.requireSignatures(in: home)
    for (name, factor) in [("a.png", 1), ("b.png", 2)] {
      let rows = (0..<64).map { row in (0..<64).map { UInt8(truncatingIfNeeded: row * factor + $0 * 3) } }
      try home.write(PNGBuilder(width: 64, height: 64, colourType: 0, rows: rows).file(), to: name)
    }
  }

  private var plugin: String { "\(source.root)/plugins/\(NullInstallation.id)" }

  /// Runs a command under settings that require signatures.
  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun.sdkctl(arguments, environment: ["IMPRINT_TRUST_CONFIG": trust], home: home)
  }

  private func code(_ run: CommandRun) throws -> String? { try run.errorCode }

  private func sign() throws {
    try ReadPlugin.read(plugin).sign(with: TestTrust.key(), at: TestTrust.time)
  }

  private func pack(_ name: String) throws {
    let packed = try run("plugin", "pack", plugin, "--output", name, "--json")
    #expect(packed.exitCode == 0, "\(packed.errors)")
    #expect(try packed.json["id"] as? String == NullInstallation.id)
  }

  private func setVersion(_ version: String) throws {
    let manifest = "\(plugin)/plugin.yaml"
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
      .replacing(/version: \d+\.\d+\.\d+/, with: "version: \(version)", maxReplacements: 1)
    try text.write(toFile: manifest, atomically: true, encoding: .utf8)
  }

  @Test func aSignedPluginGoesFromPackageToUseAndAway() throws {
    try sign()
    try pack("null.impk")
    let id = NullInstallation.id
    let installed = try run("plugin", "install", "null.impk", "--json")
    #expect(installed.exitCode == 0, "\(installed.errors)")
    let root = home.url.appending(path: ".local/share/imprint").path
    #expect(try installed.json["change"] as? String == "installed")
    #expect(try installed.json["folder"] as? String == "\(root)/plugins/\(id)")
    try home.write(
      try Data(contentsOf: URL(filePath: "\(source.root)/variants/null-only.yaml")),
      to: ".local/share/imprint/variants/null-only.yaml")

    func compare() throws -> CommandRun {
      try run("compare", "a.png", "b.png", "--variant", "null-only", "--json")
    }
    #expect(try compare().exitCode == 0)
    #expect(try run("plugin", "install", "null.impk", "--json").json["change"] as? String == "unchanged")

    #expect(try run("plugin", "disable", id).exitCode == 0)
    #expect(try code(compare()) == "disabled")
    let all = try run("plugin", "list", "--all")
    #expect(all.output.contains("[disabled]") && all.output.contains("sdkctl plugin enable \(id)"))
    #expect(try run("plugin", "enable", id).exitCode == 0)
    #expect(try compare().exitCode == 0)

    #expect(try run("plugin", "remove", id).exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(root)/plugins/\(id)"))
    #expect(try code(run("plugin", "remove", id, "--json")) == "not-installed")
    #expect(try compare().exitCode == 1)
  }

  @Test func anUnsignedPackageIsRefusedBeforeAnythingIsWrittenAsOpeningItWouldBe() throws {
    try pack("null.impk")
    let refused = try run("plugin", "install", "null.impk", "--root", "new", "--json")
    #expect(refused.exitCode == 1)
    let opened = try run(
      "compare", "a.png", "b.png", "--variant", "null-only", "--root", source.root, "--json")
    #expect(try code(refused) == "not-signed")
    #expect(try code(opened) == "not-signed")
    #expect(!FileManager.default.fileExists(atPath: home.url.appending(path: "new").path))
  }

  @Test func aPackageOfAStrangerIsInstalledOnceItsContentsAreAllowed() throws {
    try sign()
    try pack("null.impk")
    let own = try home.write(
      TrustSettings(signatures: .require, roots: ["root.pem"]).yaml, to: "trust/own.yaml")
    func run(_ arguments: String...) throws -> CommandRun {
      try CommandRun.sdkctl(arguments, environment: ["IMPRINT_TRUST_CONFIG": own], home: home)
    }
    let refused = try run("plugin", "install", "null.impk", "--json")
    #expect(try code(refused) == "not-allowed")
    #expect(try refused.error?["remedy"]?.contains("sdkctl plugin allow null.impk") == true)
    #expect(try run("plugin", "allow", "null.impk").exitCode == 0)
    #expect(try run("plugin", "verify", "null.impk").exitCode == 0)
    #expect(try run("plugin", "install", "null.impk").exitCode == 0)
    // The allowance for the package is one for the folder it became.
    #expect(try run("plugin", "verify", NullInstallation.id).exitCode == 0)
  }

  @Test func aPackageWithAFileThatWasNotSignedIsRefused() throws {
    try sign()
    try home.write("One more.", to: "root/plugins/\(NullInstallation.id)/licenses/MORE")
    try pack("null.impk")
    #expect(try code(run("plugin", "install", "null.impk", "--json")) == "contents-differ")
  }

  @Test func versionsGoUpAndDownOnPurposeOnly() throws {
    for version in ["1.0.0", "1.2.0"] {
      try setVersion(version)
      try sign()
      try pack("null-\(version).impk")
    }
    #expect(try run("plugin", "install", "null-1.0.0.impk").exitCode == 0)
    let up = try run("plugin", "install", "null-1.2.0.impk")
    #expect(up.output.hasPrefix("upgraded \(NullInstallation.id) from 1.0.0 to 1.2.0"))
    #expect(try run("plugin", "install", "null-1.0.0.impk").exitCode == 1)
    // In another root too: what was used on this machine is remembered.
    #expect(
      try code(run("plugin", "install", "null-1.0.0.impk", "--root", "other", "--json")) == "older-than-seen")
    let down = try run("plugin", "install", "null-1.0.0.impk", "--allow-downgrade")
    #expect(down.exitCode == 0, "\(down.errors)")
    #expect(down.output.contains("from 1.2.0 to 1.0.0"))
    #expect(try run("plugin", "verify", NullInstallation.id).exitCode == 0)
  }

  @Test func aPluginOfAnotherRootIsNotRemovedFromThere() throws {
    let refused = try run(
      "plugin", "remove", NullInstallation.id, "--root", "empty", "--root", source.root, "--json")
    #expect(try code(refused) == "other-root")
    #expect(FileManager.default.fileExists(atPath: "\(plugin)/plugin.yaml"))
  }

  @Test func aBundleIsARootWhereverItLies() throws {
    try sign()
    let made = try run("variant", "bundle", "null-only", "device", "--root", source.root, "--json")
    #expect(made.exitCode == 0, "\(made.errors)")
    let sizes = try #require(try made.json["sizes"] as? [String: Any])
    let device = home.url.appending(path: "device").path
    var total = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: device) {
      let facts = try FileManager.default.attributesOfItem(atPath: "\(device)/\(path)")
      if facts[.type] as? FileAttributeType == .typeRegular { total += facts[.size] as? Int ?? 0 }
    }
    #expect(sizes["total"] as? Int == total)
    #expect(try run("variant", "bundle", "null-only", "device", "--root", source.root).exitCode == 1)

    // Elsewhere, with neither this root nor these settings.
    let moved = home.url.appending(path: "mnt/opt/moved").path
    try home.makeFolder("mnt/opt")
    try FileManager.default.moveItem(atPath: device, toPath: moved)
    let environment = ["IMPRINT_TRUST_CONFIG": ""]
    let program = URL(filePath: "\(moved)/bin/sdkctl")
    let listed = try CommandRun.run(
      program, ["plugin", "list", "--json"], environment: environment, home: home)
    let plugins = try #require(try listed.json["plugins"] as? [[String: Any]])
    #expect(plugins.map { $0["id"] as? String } == [NullInstallation.id])
    #expect(plugins[0]["origin"] as? String == "program")
    let compared = try CommandRun.run(
      program, ["compare", "a.png", "b.png", "--variant", "null-only"], environment: environment, home: home)
    #expect(compared.exitCode == 0, "\(compared.errors)")
  }

  @Test func aBundleOfPluginsThatAreNotTrustedIsNotMade() throws {
    let refused = try run("variant", "bundle", "null-only", "device", "--root", source.root, "--json")
    #expect(try code(refused) == "not-signed")
    #expect(!FileManager.default.fileExists(atPath: home.url.appending(path: "device").path))
  }
}
