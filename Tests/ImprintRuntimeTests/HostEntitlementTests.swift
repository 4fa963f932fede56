// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What `imprint.host.entitlement/1` hands to a plugin: the fixture writes it into the log.
struct HostEntitlementTests {
  private let tell = """
    const imp_host_entitlement *e = host->ability(host, IMP_HOST_ENTITLEMENT_ID); char said[256]; \
    if (e->size != sizeof *e || e != host->ability(host, IMP_HOST_ENTITLEMENT_ID)) return IMP_E_ABI; \
    for (uint32_t i = 0; i < e->feature_count; i++) { \
    if (e->features[i].size != sizeof *e->features) return IMP_E_ABI; \
    snprintf(said, sizeof said, "%.*s %u", (int)e->features[i].name.length, e->features[i].name.data, \
    e->features[i].granted); line(host, IMP_LOG_INFO, said); } \
    snprintf(said, sizeof said, "licence '%.*s' until %lld", (int)e->license.length, \
    e->license.data ? e->license.data : "", (long long)e->valid_until); line(host, IMP_LOG_INFO, said);
    """

  /// The lines of a plugin that tells, in `macro`, what it was handed.
  private func told(
    _ features: [String], in macro: String = "FIX_OPEN", by entitlements: any EntitlementProvider,
    use: (OpenPlugin) throws -> Void = { _ in }
  ) throws -> [String] {
    var plugin = FixturePlugin([macro: tell])
    plugin.manifest.features = features
    let log = CollectedLog()
    try use(try plugin.opened(entitlements: entitlements, log: log))
    return log.lines.map(\.message).filter { $0 != "plugin opened" && !$0.hasPrefix("trust: ") }
  }

  @Test func everyFeatureOfTheManifestIsToldInItsOrder() throws {
    //
    let entitlements = TestEntitlements(
      granting: [.verification, .captureCore, .captureDump], license: .kiosk)
    #expect(
      try told(["MSC_CORE", "IDENT", "VERIF"], by: entitlements)
        == ["MSC_CORE 1", "IDENT 0", "VERIF 1", "licence 'licence-1' until 1790000000"])
  }

  @Test func withoutALicenceThereIsNoId() throws {
    //
    #expect(try told([], by: NoLicense()) == ["licence '' until 0"])
    #expect(try told(["VERIF"], by: EverythingGranted()) == ["VERIF 1", "licence '' until 0"])
  }

  @Test func whatWasHandedOutStaysWhenTheLicenceChanges() throws {
    //
    let entitlements = TestEntitlements(granting: [.verification], license: .kiosk)
    let lines = try told(["VERIF"], in: "FIX_COMPARE", by: entitlements) { plugin in
      let matcher = try Matcher(plugin)
      let payload = TemplatePayload(bytes: [1, 0, 0, 0], version: 1)
      _ = try matcher.compare(probe: payload, reference: payload)
      // The next one would be refused by the host; the plugin still sees what it was opened with.
      entitlements.grant([])
      _ = try matcher.compareMany(probe: payload, gallery: gallery(payload))
    }
    #expect(
      lines
        == Array(repeating: ["VERIF 1", "licence 'licence-1' until 1790000000"], count: 2).flatMap(\.self))
  }

  private func gallery(_ payload: TemplatePayload) -> GalleryBuffer {
    var gallery = GalleryBuffer(version: payload.version)
    gallery.append(payload.bytes)
    return gallery
  }

  @Test func aPluginMayNeedIt() throws {
    var plugin = FixturePlugin()
    plugin.manifest.hostNeeds = ["imprint.host.entitlement/1"]
    _ = try plugin.opened()
  }
}
