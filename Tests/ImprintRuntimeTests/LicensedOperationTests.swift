// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import ImprintTrust
import TestSupport
import Testing

@testable import ImprintRuntime

/// What is refused when it is used, and what when a plugin is opened.
struct LicensedOperationTests {
  private func plugin(_ features: String...) -> FixturePlugin {
    var plugin = FixturePlugin()
    plugin.manifest.features = features
    return plugin
  }

  private func matcher(_ features: String..., granting: Set<LicenseFeature>) throws -> Matcher {
    var plugin = FixturePlugin()
    plugin.manifest.features = features
    return try Matcher(try plugin.opened(entitlements: TestEntitlements(granting: granting)))
  }

  private let payload = TemplatePayload(bytes: [1, 0, 0, 0], version: 1)
  private var gallery: GalleryBuffer {
    var gallery = GalleryBuffer(version: 1)
    gallery.append(payload.bytes)
    return gallery
  }

  private func compareOne(_ matcher: Matcher) throws -> Float {
    try matcher.compare(probe: payload, reference: payload)
  }

  @Test func withoutIdentificationSearchingIsRefusedAndComparingGoesOn() throws {
    let matcher = try matcher("VERIF", "IDENT", granting: [.verification])
    #expect(try compareOne(matcher) == 1)
    let error = try #require(throws: PluginCallError.self) {
      try matcher.compareMany(probe: payload, gallery: gallery)
    }
    #expect(error.code == .entitlement && error.statusClass == .noEntitlement)
    #expect(error.place == "org.example.fixture: matcher.compare_many")
    #expect(error.reason == "IDENT: \(TestEntitlements.reason)")
    #expect(error.remedy == TestEntitlements.remedy)
  }

  @Test func withoutVerificationComparingIsRefusedAndSearchingGoesOn() throws {
    let matcher = try matcher("VERIF", "IDENT", granting: [.identification])
    #expect(try matcher.compareMany(probe: payload, gallery: gallery) == [1])
    let error = try #require(throws: PluginCallError.self) { try compareOne(matcher) }
    #expect(error.code == .entitlement)
    #expect(error.reason.hasPrefix("VERIF: "))
  }

  @Test func fusingNeedsNoOperationsLicence() throws {
    let matcher = try matcher("VERIF", "IDENT", granting: [.identification])
    #expect(try matcher.fuse(gallery).count == 1)
  }

  @Test func aGalleryOfNobodyIsNotSearchedWithoutIdentificationEither() throws {
    let matcher = try matcher("VERIF", "IDENT", granting: [.verification])
    #expect(throws: PluginCallError.self) {
      try matcher.compareMany(probe: payload, gallery: GalleryBuffer(version: 1))
    }
  }

  @Test func comparingManyForVerificationNeedsNoIdentification() throws {
    let matcher = try matcher("VERIF", "IDENT", granting: [.verification])
    #expect(try matcher.compareMany(probe: payload, gallery: gallery, as: .verification) == [1])
  }

  @Test func whatAManifestDoesNotNameIsFree() throws {
    let matcher = try matcher(granting: [])
    #expect(try compareOne(matcher) == 1)
    #expect(try matcher.compareMany(probe: payload, gallery: gallery) == [1])
    let verifier = try self.matcher("VERIF", granting: [.verification])
    #expect(try verifier.compareMany(probe: payload, gallery: gallery) == [1])
  }

  @Test func oneWithManyIsNoWayAroundVerification() throws {
    let entitlements = TestEntitlements(granting: [.verification])
    let matcher = try Matcher(try plugin("VERIF").opened(entitlements: entitlements))
    entitlements.grant([])
    let error = try #require(throws: PluginCallError.self) {
      try matcher.compareMany(probe: payload, gallery: gallery)
    }
    #expect(error.code == .entitlement && error.reason.hasPrefix("VERIF: "))
  }

  @Test func nothingIsMadeFromAnOpenPluginOnceTheLicenceHasEnded() throws {
    let entitlements = TestEntitlements(granting: [.captureCore])
    let open = try plugin("MSC_CORE").opened(entitlements: entitlements)
    entitlements.grant([])
    let error = try #require(throws: PluginCallError.self) { try Matcher(open) }
    #expect(error.code == .entitlement && error.reason.hasPrefix("MSC_CORE: "))
    entitlements.grant([.captureCore])
    _ = try Matcher(open)
  }

  @Test func anOpenPluginIsNotHandedOutAgainWhenTheLicenceHasEnded() throws {
    let entitlements = TestEntitlements(granting: [.captureCore, .verification])
    let runtime = PluginRuntime(try plugin("MSC_CORE", "VERIF").install(), entitlements: entitlements)
    let found = try #require(runtime.catalog.found.first)
    let open = try runtime.openBlocking(found)
    #expect(try runtime.openBlocking(found) === open)
    entitlements.grant([.verification])
    let error = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(error.code == .notEntitled && error.reason.hasPrefix("MSC_CORE: "))
    entitlements.grant([.captureCore])
    #expect(try runtime.openBlocking(found) === open)
  }

  @Test func anOperationCanBeAskedForBeforeItIsUsed() throws {
    let matcher = try matcher("VERIF", "IDENT", granting: [.verification])
    try matcher.checkEntitlement(for: .verification)
    let error = try #require(throws: PluginCallError.self) {
      try matcher.checkEntitlement(for: .identification)
    }
    #expect(error.code == .entitlement)
  }

  @Test func operationsThatAreAllRefusedKeepThePluginClosed() throws {
    let error = try #require(throws: PluginError.self) {
      try plugin("VERIF", "IDENT").opened(entitlements: TestEntitlements())
    }
    #expect(error.code == .notEntitled)
    #expect(error.reason.hasPrefix("VERIF: "))
  }

  @Test func withoutAProviderNothingLicensedIsOpened() throws {
    let root = try plugin("MSC_CORE").install()
    let runtime = PluginRuntime(
      catalog: .discover(only(root)), trust: .off, logger: CollectedLog().logger(), hostName: "tests",
      hostVersion: "1.0.0")
    let found = try #require(runtime.catalog.found.first)
    let error = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(error.code == .notEntitled)
    #expect(error.remedy.contains("sdkctl license activate"))
  }

  @Test func withoutAProviderWhatNeedsNoLicenceWorks() throws {
    #expect(try compareOne(Matcher(try plugin().opened(entitlements: NoLicense()))) == 1)
  }

  @Test func livenessIsAskedForWhenACaptureUsesIt() throws {
    let entitlements = TestEntitlements(granting: [.captureCore])
    let opened = try plugin("MSC_CORE", "MSC_LIVENESS").opened(entitlements: entitlements)
    _ = try FaceCaptureMachine(opened)
    let examined = LivenessMode.allCases.filter { $0 != .none }.map { FaceCaptureOptions(livenessMode: $0) }
    for options in examined {
      let error = try #require(throws: PluginCallError.self) {
        try FaceCaptureMachine(opened, options: options)
      }
      #expect(error.code == .entitlement)
      #expect(error.reason.hasPrefix("MSC_LIVENESS: "))
    }
    entitlements.grant([.captureCore, .captureLiveness])
    for options in examined { _ = try FaceCaptureMachine(opened, options: options) }
  }
}

/// How long an answer holds.
struct OperationGateTests {
  private let entitlements = TestEntitlements(granting: [.verification])
  private var gate: OperationGate {
    OperationGate(plugin: "org.example.fixture") { [entitlements] in
      entitlements.refusals(among: [.verification]).first
    }
  }

  @Test func aGrantHoldsForTheSecondItWasGivenIn() throws {
    let gate = gate
    for _ in 0..<1000 { try gate.pass("matcher.compare", second: 7) }
    #expect(entitlements.asked == 1)
    try gate.pass("matcher.compare", second: 8)
    #expect(entitlements.asked == 2)
  }

  @Test func aLicenceThatEndsIsNoticedInTheNextSecond() throws {
    let gate = gate
    try gate.pass("matcher.compare", second: 7)
    entitlements.grant([])
    #expect(throws: PluginCallError.self) { try gate.pass("matcher.compare", second: 8) }
  }

  @Test func aRefusalIsNotRemembered() throws {
    let gate = gate
    entitlements.grant([])
    #expect(throws: PluginCallError.self) { try gate.pass("matcher.compare", second: 0) }
    entitlements.grant([.verification])
    try gate.pass("matcher.compare", second: 0)
  }
}
