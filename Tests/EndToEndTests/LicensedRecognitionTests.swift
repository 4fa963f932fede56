// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What a licence without one feature leaves of the bundled plugins.
@Suite(.enabled(if: BuiltProducts.stage != nil, "IMPRINT_STAGE is not set: no models"))
struct LicensedRecognitionTests {
  private let entitlements = TestEntitlements(granting: [.verification, .captureCore], license: .kiosk)

  private func opened(_ entitlements: any EntitlementProvider) throws -> BiometricSystem {
    let stage = try #require(BuiltProducts.stage)
    return try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: stage.path, origin: .explicit)]),
        trust: .off, entitlements: entitlements, logger: CollectedLog().logger()))
  }

  /// A template of the matcher's own format: a unit vector along one axis.
  private func template(_ axis: Int, for matcher: TemplateMatcher) throws -> Template {
    var values = [Float](repeating: 0, count: matcher.format.templateBytesMaximum / 4)
    values[axis] = 1
    let payload = values.flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
    }
    let format = try #require(
      TemplateFormat(algorithm: matcher.format.algorithm, version: 1))
    return try #require(
      Template(format: format, modality: .face, site: .face, quality: nil, payload: payload))
  }

  @Test func withoutIdentificationSearchingIsRefusedAndVerificationGoesOn() async throws {
    let matcher = try await opened(entitlements).faces.matcher()
    let (ada, kim) = (try template(0, for: matcher), try template(1, for: matcher))
    // Several references of one user are verification still.
    let result = try await matcher.authenticate(candidates: [ada], references: [kim, ada])
    #expect(result.isMatch && result.best.reference == 1)
    let gallery = [(id: "ada", template: ada), (id: "kim", template: kim)]
    let error = try #require(throws: PluginCallError.self) {
      try matcher.identifyBlocking(candidates: [ada], gallery: gallery)
    }
    #expect(error.code == .entitlement)
    #expect(error.reason == "IDENT: \(TestEntitlements.reason)")
    #expect(error.remedy == TestEntitlements.remedy)
    entitlements.grant([.verification, .identification])
    let found = try await matcher.withoutBlocking {
      try $0.identifyBlocking(candidates: [ada], gallery: gallery)
    }
    #expect(found.matches.map(\.id) == ["ada"])
  }

  @Test func withoutTheCoreNoCaptureIsMadeAndTheMatcherWorks() async throws {
    entitlements.grant([.verification])
    let system = try opened(entitlements)
    _ = try await system.faces.matcher()
    let error = try await #require(throws: PluginError.self) {
      try await system.faces.capture(camera: CameraOptions(locator: "nowhere"))
    }
    #expect(error.code == .notEntitled)
    #expect(error.reason.hasPrefix("MSC_CORE: "))
  }

  @Test func withoutAnyLicenceTheMatcherIsNotOpened() async throws {
    let system = try opened(NoLicense())
    let error = try await #require(throws: PluginError.self) { try await system.faces.matcher() }
    #expect(error.code == .notEntitled)
    #expect(error.remedy.contains("sdkctl license activate"))
  }
}
