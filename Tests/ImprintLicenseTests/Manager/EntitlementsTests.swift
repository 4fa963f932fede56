// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@Suite struct EntitlementsTests {
  private func refusal(
    _ manager: LicenseManager, _ feature: LicenseFeature
  ) -> (reason: String, remedy: String)? {
    guard case .refused(let reason, let remedy) = manager.entitlements.entitlement(for: feature) else {
      return nil
    }
    return (reason, remedy)
  }

  @Test func nothingIsGrantedBeforeAnybodyHasLooked() async throws {
    let kiosk = try await Kiosk.licensed()
    let manager = try kiosk.manager()
    let refused = try #require(refusal(manager, .verification))
    #expect(refused.reason.contains("VERIF") && refused.reason.contains("'kiosk'"))
    #expect(refused.remedy.contains("activate()"))
    #expect(manager.entitlements.license == nil)
    _ = await manager.status()
    #expect(refusal(manager, .verification) == nil)
  }

  @Test func featureThatTheProfileLostIsRefusedByName() async throws {
    let kiosk = try await Kiosk.licensed()
    await kiosk.server.set(features: [.verification])
    let manager = try kiosk.manager()
    try await manager.activate()
    let entitlements = manager.entitlements
    #expect(entitlements.entitlement(for: .identification).isGranted)
    kiosk.clock.pass(16 * TestClock.day)
    try await manager.activate()
    let refused = try #require(refusal(manager, .identification))
    #expect(refused.reason.contains("IDENT") && refused.reason.contains("'kiosk'"))
    #expect(refused.remedy.contains("IDENT"))
    // What was handed out before goes by the new licence too.
    #expect(!entitlements.entitlement(for: .identification).isGranted)
    #expect(entitlements.entitlement(for: .verification).isGranted)
  }

  @Test func factsAndLimitsAreTheLicences() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager()
    #expect(manager.entitlements.limit(.registeredUsers) == nil)
    try await manager.activate()
    #expect(manager.entitlements.limit(.registeredUsers) == 100)
    #expect(manager.entitlements.limit(LicenseLimit(rawValue: "doors")) == nil)
    let facts = try #require(manager.entitlements.license)
    #expect(facts.profile == "kiosk" && facts.activation == "activation-1" && facts.id == "document-1")
    #expect(facts.validUntil == TestClock.start + 30 * TestClock.day)
    #expect(facts.features == [.verification, .identification])
  }

  @Test func everythingComesBeforeACaptureOrAfterIt() async throws {
    let kiosk = try await Kiosk.licensed()
    let manager = try kiosk.manager()
    let entitlements = manager.entitlements
    entitlements.captureBegan()
    entitlements.captureBegan()
    entitlements.captureEnded()
    #expect(await failure(manager.activate)?.code == .captureStarted)
    #expect(await failure(manager.deactivate)?.code == .captureStarted)
    #expect(await failure(manager.request)?.code == .captureStarted)
    let imported = await failure { () async throws(LicenseActivationError) in
      try await manager.importLicense([])
    }
    #expect(imported?.code == .captureStarted)
    let called = await withCheckedContinuation { continuation in
      manager.activate { continuation.resume(returning: $0) }
    }
    #expect(called?.code == .captureStarted)
    // Looking is allowed.
    #expect(await manager.status().state == .valid)
    entitlements.captureEnded()
    entitlements.captureEnded()
    try await manager.activate()
  }
}
