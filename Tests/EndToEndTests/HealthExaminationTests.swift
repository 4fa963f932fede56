// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// The examination as an application asks for it, with a configuration of its own.
@Suite struct HealthExaminationTests {
  private func configuration(
    _ installation: NullInstallation, plugins: [String] = [],
    entitlements: any EntitlementProvider = EverythingGranted()
  ) -> ImprintConfiguration {
    ImprintConfiguration(
      searchPath: PluginSearchPath(roots: [PluginRoot(path: installation.root, origin: .explicit)]),
      variant: "null-only", plugins: plugins, entitlements: entitlements, logger: CollectedLog().logger())
  }

  private func broken(_ configuration: ImprintConfiguration) -> [HealthFinding] {
    HealthExamination(configuration: configuration).findings().filter { $0.state == .broken }
  }

  @Test func aWholeInstallationHasNothingBroken() throws {
    #expect(broken(configuration(try NullInstallation())) == [])
  }

  @Test func aRefusedLicenceIsBrokenInTheProvidersWords() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime(features: ["VERIF"])
    #expect(broken(configuration(installation)) == [])
    let findings = broken(configuration(installation, entitlements: NothingGranted()))
    #expect(findings.map(\.subject) == [.licence])
    #expect(findings.first?.code == "refused")
    #expect(findings.first?.place == "org.example.fixture")
    #expect(findings.first?.fact == "VERIF: it is not in the licence.")
    #expect(findings.first?.remedy == "Buy it.")
  }

  @Test func aPluginThatIsChosenAndMissingIsBroken() throws {
    let findings = broken(configuration(try NullInstallation(), plugins: ["org.example.gone"]))
    #expect(findings.map(\.subject) == [.variant])
    #expect(findings.first?.fact.contains("org.example.gone") == true)
  }

  @Test func aRunTimeLibraryThatTwoPluginsShareIsReadOnce() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime()
    try installation.addPluginWithRuntime(id: "org.example.second")
    let findings = HealthExamination(configuration: configuration(installation)).findings()
    #expect(findings.count { $0.subject == .runtime } == 1)
    #expect(findings.count { $0.subject == .library } == 3)
  }

  @Test func aCutRunTimeLibraryIsBroken() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime()
    let path = try installation.folder.write("cut", to: "root/runtimes/example-1.0.0/libexample.so")
    let findings = broken(configuration(installation))
    #expect(findings.map(\.code) == ["hash-differs"])
    #expect(findings.map(\.place) == [path])
  }
}

private struct NothingGranted: EntitlementProvider {
  func entitlement(for feature: LicenseFeature) -> Entitlement {
    .refused(reason: "it is not in the licence.", remedy: "Buy it.")
  }
}
