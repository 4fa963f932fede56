// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What a program meets that no installation belongs to: all that is missing, at once.
@Suite struct MissingInstallationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Nobody is trusted, as there are no settings.
  private func noTrust() throws -> PluginTrust {
    PluginTrust(try TrustPolicy(TrustSearch(files: [])), memory: TrustMemory(folder: nil))
  }

  private func problems(_ configuration: ImprintConfiguration) throws -> [ResolutionProblem] {
    try #require(throws: ResolutionError.self) { try BiometricSystem.open(configuration) }.problems
  }

  private func nowhere(_ origin: PluginRoot.Origin = .environment) -> PluginSearchPath {
    PluginSearchPath(roots: [PluginRoot(path: folder.url.appending(path: "nowhere").path, origin: origin)])
  }

  @Test(arguments: [PluginRoot.Origin.environment, .explicit])
  func withoutPluginsTrustAndLicenceOneErrorNamesAllThree(origin: PluginRoot.Origin) throws {
    let found = try problems(ImprintConfiguration(searchPath: nowhere(origin), trust: noTrust()))
    #expect(found.map(\.code) == [.unknownVariant, .noTrust, .noLicense])
    #expect(found[0].reason.contains(folder.url.path) && found[0].remedy.contains("IMPRINT_PLUGIN_PATH"))
    #expect(found[1].remedy.contains("IMPRINT_TRUST_CONFIG"))
    #expect(found[2].remedy.contains("sdkctl license activate"))
  }

  @Test func whatIsThereIsNotNamed() throws {
    let licensed = ImprintConfiguration(
      searchPath: nowhere(), trust: try noTrust(), entitlements: EverythingGranted())
    #expect(try problems(licensed).map(\.code) == [.unknownVariant, .noTrust])
    let trusting = ImprintConfiguration(searchPath: nowhere(), trust: .off)
    #expect(try problems(trusting).map(\.code) == [.unknownVariant, .noLicense])
  }

  @Test func whereSomethingIsInstalledAMistypedVariantIsOneProblem() throws {
    let installation = try NullInstallation()
    let found = try problems(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: installation.root, origin: .explicit)]),
        variant: "null-onyl", trust: try noTrust()))
    #expect(found.map(\.code) == [.unknownVariant])
    #expect(found[0].remedy.contains("null-only"))
  }

  @Test(.enabled(if: FaceInstallation.isThere, FaceInstallation.whyNot))
  func aPluginThatIsNeitherTrustedNorLicensedSaysBoth() async throws {
    let installation = try FaceInstallation()
    let system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: installation.root.path, origin: .explicit)]),
        trust: try noTrust(), logger: CollectedLog().logger()))
    let error = try await #require(throws: PluginError.self) { try await system.faces.matcher() }
    let codes = error.problems.map(\.code)
    #expect(codes.count == 2 && codes.first == .notEntitled)
    #expect(codes.contains(.notAllowed) || codes.contains(.unknownPublisher))
    let tracker = try await #require(throws: PluginError.self) { try await system.faces.tracker() }
    #expect(Set(tracker.problems.map(\.code)) == Set(codes))
  }

  @Test func theCommandLineTellsAllOfIt() throws {
    let run = try CommandRun.sdkctl(
      ["enroll", "--user", "ada", "a.png", "--root", folder.url.appending(path: "nowhere").path, "--json"],
      environment: ["IMPRINT_TRUST_CONFIG": "", "XDG_CONFIG_HOME": folder.url.path], home: folder)
    #expect(run.exitCode == 1)
    let problems = try #require(try run.json["problems"] as? [[String: String]])
    #expect(problems.first?["code"] == "unknown-variant" && problems.last?["code"] == "no-license")
  }
}
