// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintManifest
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

struct LicenseStateTests {
  private func state(_ features: [String], refusing refused: String? = nil) throws -> LicenseState {
    var plugin = FixturePlugin()
    plugin.manifest.features = features
    let found = try #require(PluginCatalog.discover(only(try plugin.install())).found.first)
    return LicenseState(of: found.manifest, by: Provider(refused: refused))
  }

  @Test func aManifestWithoutFeaturesNeedsNoLicence() throws {
    #expect(try state([], refusing: "VERIF") == .notNeeded)
  }

  @Test func grantedFeaturesAreNamed() throws {
    #expect(try state(["VERIF", "IDENT"]) == .granted([.verification, .identification]))
  }

  @Test func theFirstRefusedFeatureIsNamedWithReasonAndRemedy() throws {
    #expect(
      try state(["VERIF", "IDENT"], refusing: "IDENT")
        == .refused(feature: .identification, reason: "it is not in the licence.", remedy: "Buy it."))
  }
}

private struct Provider: EntitlementProvider {
  let refused: String?

  func entitlement(for feature: LicenseFeature) -> Entitlement {
    feature.rawValue == refused ? .refused(reason: "it is not in the licence.", remedy: "Buy it.") : .granted
  }
}
