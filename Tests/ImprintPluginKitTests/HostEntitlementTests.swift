// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// Writes what it was granted into the log when it is opened.
private struct TellingPlugin: Plugin {
  static let identity = PluginIdentity(id: "org.example.telling", version: "1.0.0", vendor: "Example")

  init(host: Host) {
    guard let entitlement = host.entitlement else {
      host.log(.info, "untold")
      return
    }
    for feature in entitlement.features { host.log(.info, "\(feature.name) \(feature.isGranted)") }
    host.log(.info, "\(["VERIF", "IDENT", "MSC_CORE"].filter(entitlement.grants))")
    host.log(.info, "\(entitlement.license ?? "none") \(entitlement.validUntil ?? 0)")
  }
}

struct HostEntitlementTests {
  private let host = TestHost()

  private func open(_ host: TestHost) -> imp_status {
    let export = PluginExport(TellingPlugin.self, provides: [])
    var plugin: OpaquePointer?
    let status = export.entry.pointee.open(export.entry, host.raw, &plugin)
    if let plugin { export.entry.pointee.close(plugin) }
    return status
  }

  @Test func theEntitlementIsReadAsTheHostHandsItOver() {
    // R-29, R-30
    #expect(open(host) == IMP_OK)
    #expect(host.logged == ["VERIF true", "IDENT false", "[\"VERIF\"]", "licence-1 1790000000"])
  }

  @Test func withoutALicenceNothingIsInIt() {
    host.removeLicense()
    #expect(open(host) == IMP_OK)
    #expect(host.logged == ["[]", "none 0"])
  }

  @Test func aHostWithoutTheAbilityGivesNone() {
    let host = TestHost(withheld: [IMP_HOST_ENTITLEMENT_ID])
    #expect(open(host) == IMP_OK)
    #expect(host.logged == ["untold"])
  }

  @Test func aFeatureOfAnotherSizeIsRefused() {
    // R-20
    host.breakFeatureSize()
    #expect(open(host) == IMP_E_ABI)
    #expect(host.logged.isEmpty)
  }
}
