// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import ImprintTrust

/// Which settings count, and what a build makes of them.
struct TrustSettingsTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func write(_ settings: TrustSettings, to name: String) throws -> String {
    try home.write(settings.yaml, to: name)
  }

  private func search(
    named: String? = nil, variable: String? = nil, isElevated: Bool = false, system: String = "none.yaml"
  ) throws(TrustError) -> TrustSearch {
    let environment = [
      "XDG_CONFIG_HOME": "\(home.path)/config", TrustSettingsFile.variable: variable,
    ]
    return try TrustSearch.standard(
      named: named, environment: { environment[$0] ?? nil }, isElevated: isElevated,
      program: "\(home.path)/installation/bin/program", systemPath: "\(home.path)/\(system)")
  }

  private func policy(_ search: TrustSearch, _ flavour: BuildFlavour = .debug) throws(TrustError)
    -> TrustPolicy
  {
    try TrustPolicy(search, flavour: flavour)
  }

  @Test func withoutSettingsAReleaseBuildRequiresAndADebugBuildWarns() throws {
    #expect(try search().files.isEmpty)
    #expect(try policy(search(), .release).mode == .require)
    #expect(try policy(search(), .release).notes.isEmpty)
    let debug = try policy(search(), .debug)
    #expect(debug.mode == .warn && !debug.notes.isEmpty)
  }

  @Test(arguments: [SignatureMode.warn, .off])
  func aReleaseBuildRefusesToWaiveSignatures(mode: SignatureMode) throws {
    let path = try write(TrustSettings(signatures: mode), to: "trust.yaml")
    let error = try #require(throws: TrustError.self) { try policy(search(named: path), .release) }
    #expect(error.code == .settings && error.place == path && error.reason.contains("release"))
    #expect(try policy(search(named: path), .debug).mode == mode)
    // Also where a file before it says `require`.
    try write(TrustSettings(signatures: .require), to: "config/imprint/trust.yaml").withCString { _ in }
    #expect(throws: TrustError.self) { try policy(search(system: "trust.yaml"), .release) }
  }

  @Test func offIsSaidAtEveryStart() throws {
    let path = try write(TrustSettings(signatures: .off), to: "trust.yaml")
    #expect(try policy(search(named: path)).notes.first?.contains("signatures: off") == true)
  }

  @Test func theUsersSettingsAddToTheMachines() throws {
    let hash = ContentHash(of: [1])
    _ = try write(
      TrustSettings(signatures: .warn, allowed: [.init(plugin: "org.example.a", sha256: hash)]),
      to: "config/imprint/trust.yaml")
    _ = try write(
      TrustSettings(signatures: .require, publishers: [.init(name: "Machine")], conformance: .required),
      to: "system.yaml")
    _ = try write(
      TrustSettings(publishers: [.init(name: "Installation")]), to: "installation/etc/imprint/trust.yaml")
    let both = try search(system: "system.yaml")
    #expect(both.files.map(\.origin) == [.user, .system])
    let policy = try policy(both)
    #expect(policy.mode == .warn && policy.requiresConformance)
    #expect(policy.publishers.map(\.name) == ["Machine"] && policy.allowed.map(\.sha256) == [hash])
    // Where the machine has none, the installation's own count.
    #expect(try search().files.map(\.origin) == [.user, .program])
  }

  @Test func aNamedFileCountsAlone() throws {
    _ = try write(TrustSettings(publishers: [.init(name: "User")]), to: "config/imprint/trust.yaml")
    let named = try write(TrustSettings(publishers: [.init(name: "Named")]), to: "named.yaml")
    #expect(try search(named: named).files.map(\.origin) == [.explicit])
    #expect(try search(variable: named).files.map(\.origin) == [.environment])
    let error = try #require(throws: TrustError.self) { try search(named: "\(home.path)/absent.yaml") }
    #expect(error.code == .settings)
  }

  @Test func anElevatedProcessIgnoresWhatItsUserChose() throws {
    _ = try write(TrustSettings(publishers: [.init(name: "User")]), to: "config/imprint/trust.yaml")
    let named = try write(TrustSettings(publishers: [.init(name: "Named")]), to: "named.yaml")
    let system = try write(TrustSettings(signatures: .require), to: "system.yaml")
    let search = try search(variable: named, isElevated: true, system: "system.yaml")
    #expect(search.files.map(\.path) == [system])
    #expect(search.notes.count == 2 && search.notes[0].contains(TrustSettingsFile.variable))
  }

  @Test func settingsThatOthersMayWriteAreRefused() throws {
    let path = try write(TrustSettings(), to: "trust.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    let error = try #require(throws: TrustError.self) { try search(named: path) }
    #expect(error.code == .settings && error.place == path && error.reason.contains("others may write"))
  }

  @Test func settingsThatCannotBeUsedTrustNothing() throws {
    let path = try home.write("schema: \"1.0\"\nsignature: off\n", to: "trust.yaml")
    let trust = PluginTrust.standard(named: path, memory: TrustMemory(folder: nil))
    let error = try #require(throws: TrustError.self) { try trust.policy.get() }
    #expect(error.code == .settings && error.place.contains("trust.yaml:2"))
    let plugin = try SignedFolder()
    #expect(try #require(throws: TrustError.self) { try plugin.verdict(trust) } == error)
  }

  @Test func aRootThatIsNotThereIsNamed() throws {
    let path = try write(TrustSettings(roots: ["absent.pem"]), to: "trust.yaml")
    let error = try #require(throws: TrustError.self) { try policy(search(named: path)) }
    #expect(error.code == .settings && error.place.hasSuffix("absent.pem"))
  }
}
