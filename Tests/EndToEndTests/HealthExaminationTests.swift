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
      variant: "null-only", plugins: plugins, trust: .off, entitlements: entitlements,
      logger: CollectedLog().logger())
  }

  private func broken(_ configuration: ImprintConfiguration) -> [HealthFinding] {
    HealthExamination(configuration: configuration).findings().filter { $0.state == .broken }
  }

  /// What is not fine about licences.
  private func licence(_ configuration: ImprintConfiguration) -> [HealthFinding] {
    HealthExamination(configuration: configuration).findings().filter {
      $0.subject == .licence && $0.state != .fine
    }
  }

  @Test func aWholeInstallationHasNothingBroken() throws {
    #expect(broken(configuration(try NullInstallation())) == [])
  }

  @Test func aDisabledPluginIsDoubtfulAndAVariantThatNeedsItBroken() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime()
    try installation.folder.write("", to: "root/disabled/org.example.fixture")
    let configuration = configuration(installation)
    let findings = HealthExamination(configuration: configuration).findings()
    #expect(findings.filter { $0.code == "disabled" }.map(\.state) == [.doubtful])
    #expect(broken(configuration) == [])
    try installation.folder.write("", to: "root/disabled/\(NullInstallation.id)")
    #expect(broken(configuration).contains { $0.subject == .variant && $0.code == "disabled" })
  }

  /// Nobody asked for the plugin: the machine does what it is for.
  @Test func aPluginThatNoLicenceCoversIsDoubtfulInTheProvidersWords() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime(features: ["MSC_CORE"])
    #expect(licence(configuration(installation)).isEmpty)
    let findings = licence(configuration(installation, entitlements: TestEntitlements(license: .kiosk)))
    #expect(findings.map(\.place) == ["org.example.fixture"])
    #expect(findings.map(\.state) == [.doubtful])
    #expect(findings.map(\.code) == ["refused"])
    #expect(findings.first?.fact == "MSC_CORE: \(TestEntitlements.reason)")
    #expect(findings.first?.remedy == TestEntitlements.remedy)
  }

  @Test func eachRefusedOperationIsNamed() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime(features: ["VERIF", "IDENT"])
    let entitlements = TestEntitlements(granting: [.verification], license: .kiosk)
    let findings = licence(configuration(installation, entitlements: entitlements))
    #expect(findings.map(\.code) == ["partly-granted"])
    #expect(findings.first?.fact.hasPrefix("IDENT: ") == true)
  }

  @Test func withoutALicenceTheRefusedFeaturesAreNamedOnceWithWhatToDo() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime(features: ["VERIF", "MSC_CORE"])
    let findings = licence(configuration(installation, entitlements: NoLicense()))
    let whole = findings.filter { $0.place.isEmpty }
    #expect(whole.map(\.code) == ["none"])
    #expect(whole.first?.fact == "refused are MSC_CORE, VERIF: there is no licence.")
    #expect(whole.first?.remedy.contains("sdkctl license activate") == true)
  }

  @Test func theLicenceIsTold() throws {
    let entitlements = TestEntitlements(license: .kiosk)
    let findings = HealthExamination(
      configuration: configuration(try NullInstallation(), entitlements: entitlements)
    ).findings().filter { $0.subject == .licence }
    #expect(findings.map(\.state) == [.fine])
    #expect(findings.map(\.place) == ["kiosk"])
    #expect(findings.first?.fact == "VERIF; valid until 2026-09-21 14:13 UTC; activation activation-1")
  }

  @Test func aVariantThatTheLicenceDoesNotCoverIsBrokenWhereItIsAskedFor() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime(features: ["MSC_CORE"])
    let entitlements = TestEntitlements()
    let chosen = broken(
      configuration(installation, plugins: ["org.example.fixture"], entitlements: entitlements))
    #expect(chosen.map(\.subject) == [.variant])
    #expect(chosen.map(\.code) == ["not-licensed"])
    #expect(chosen.map(\.place) == ["null-only"])
    #expect(chosen.first?.fact.contains("org.example.fixture cannot be opened: MSC_CORE") == true)
    #expect(chosen.first?.remedy == TestEntitlements.remedy)
    #expect(broken(configuration(installation, entitlements: entitlements)).isEmpty)
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
