// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Why an enrolment cannot begin, or ends before its first frame.
@Suite(.timeLimit(.minutes(3)))
struct FlowRequirementTests {
  private func unmet(_ defines: [String: String]) async throws -> [FaceRequirement: FaceFlowErrorCode] {
    let installation = try FixtureInstallation(defines.merging(["FIX_NEEDS_FACE": "1"]) { first, _ in first })
    return await unmet(try installation.open())
  }

  private func unmet(_ system: BiometricSystem) async -> [FaceRequirement: FaceFlowErrorCode] {
    await system.faces.enroller().requirements.unmet().mapValues(\.code)
  }

  @Test func withoutACameraNothingIsSupported() async throws {
    #expect(try await unmet([:]) == [:])
    #expect(try await unmet(["FIX_LIST": "*count = 0;"]) == [.supported: .noCamera])
  }

  @Test func withoutALicenseItIsNotLicensed() async throws {
    let installation = try FixtureInstallation(["FIX_NEEDS_FACE": "1"])
    let manifest = installation.folder.url.appending(path: "plugins/org.example.fixture/plugin.yaml")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    try Data(text.replacing("features: []", with: "features: [MSC_CORE]").utf8).write(to: manifest)
    let system = try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: installation.folder.path, origin: .explicit)]),
        variant: FixtureInstallation.variant, trust: .off, entitlements: NoLicense(),
        logger: CollectedLog().logger()))
    // A camera is not found either, as its plugin is the same one.
    #expect(await unmet(system)[.licensed] == .notLicensed)
  }

  @Test func aPluginThatCannotBeStartedIsNotInitialized() async throws {
    #expect(try await unmet(["FIX_CREATE": "return IMP_E_MODEL;"]) == [.initialized: .notInitialized])
  }

  @Test func aCameraThatIsNotThereEndsAnEnrolment() async throws {
    let fixture = try FlowFixture()
    var settings = EnrollerSettings(capture: fixture.capture(), countdown: 0)
    settings.capture.camera = CameraOptions(locator: "fixture:9")
    let conclusion = try await fixture.enroller(settings).enroll()
    guard case .error(let error) = conclusion else { throw MissingForTest("no error: \(conclusion)") }
    #expect(error.code == .camera)
  }
}
