// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintManifest
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

struct LicenseStateTests {
  private func state(_ features: [String], granting: Set<LicenseFeature> = []) throws -> LicenseState {
    var plugin = FixturePlugin()
    plugin.manifest.features = features
    let found = try #require(PluginCatalog.discover(only(try plugin.install())).found.first)
    return LicenseState(of: found.manifest, by: TestEntitlements(granting: granting))
  }

  @Test func aManifestWithoutFeaturesNeedsNoLicence() throws {
    let state = try state([])
    #expect(state.verdict == .notNeeded)
    #expect(state.granted.isEmpty && state.refused.isEmpty && state.obstacle == nil)
  }

  @Test func grantedFeaturesAreNamed() throws {
    let state = try state(["VERIF", "IDENT"], granting: [.verification, .identification])
    #expect(state.verdict == .granted)
    #expect(state.granted == [.verification, .identification])
  }

  @Test func oneOfTwoOperationsIsPartlyGrantedAndTheOtherHasReasonAndRemedy() throws {
    let state = try state(["VERIF", "IDENT"], granting: [.verification])
    #expect(state.verdict == .partlyGranted)
    #expect(state.granted == [.verification])
    #expect(
      state.refused == [
        FeatureRefusal(
          feature: .identification, reason: TestEntitlements.reason, remedy: TestEntitlements.remedy)
      ])
    #expect(state.obstacle == nil)
  }

  @Test func operationsThatAreAllRefusedKeepThePluginClosed() throws {
    let state = try state(["VERIF", "IDENT"])
    #expect(state.verdict == .refused)
    #expect(state.obstacle?.feature == .verification)
    #expect(state.refused.count == 2)
  }

  @Test func anotherFeatureKeepsThePluginClosedAndIsTheReason() throws {
    let state = try state(["VERIF", "MSC_CORE"], granting: [.identification])
    #expect(state.verdict == .refused)
    #expect(state.obstacle?.feature == .captureCore)
    #expect(try self.state(["VERIF", "MSC_CORE"], granting: [.verification]).verdict == .refused)
  }

  @Test func aRefusedOperationBesideAGrantedFeatureDoesNot() throws {
    let state = try state(["MSC_CORE", "MSC_LIVENESS"], granting: [.captureCore])
    #expect(state.verdict == .partlyGranted)
  }
}
