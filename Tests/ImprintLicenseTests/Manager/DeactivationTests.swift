// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@Suite struct DeactivationTests {
  @Test func confirmedDeactivationRemovesTheLicence() async throws {
    let kiosk = try await Kiosk.licensed()
    let manager = try kiosk.manager()
    try await manager.activate()
    #expect(try await manager.deactivate().state == .absent)
    #expect(!manager.isLicensed && !manager.entitlements.entitlement(for: .verification).isGranted)
    #expect(await kiosk.server.requests.last?.kind == .deactivate)
    #expect(await kiosk.server.requests.last?.license != nil)
    #expect(try await kiosk.manager(isOnline: false).status().state == .absent)
  }

  @Test func licenceStaysUntilTheServerHasConfirmed() async throws {
    let kiosk = try await Kiosk.licensed()
    let manager = try kiosk.manager()
    await kiosk.server.fail(
      .unreachable(.unreachable), .answer(status: 503, body: problemBody(503, "unavailable")),
      .answer(status: 200, body: #"{"deactivated":false}"#), .answer(status: 200, body: #"{"license":"x"}"#))
    for _ in 0..<4 {
      #expect(await failure(manager.deactivate)?.code == .connectionIssue)
      let status = await manager.status()
      #expect(status.state == .valid && status.warningCodes == [.pending])
    }
    #expect(try await manager.deactivate().state == .absent)
  }

  @Test func deactivationWhoseAnswerWasLostCountsOnce() async throws {
    let kiosk = try await Kiosk.licensed()
    await kiosk.server.fail(.loses)
    #expect(await failure(try kiosk.manager().deactivate) != nil)
    try await kiosk.manager().deactivate()
    #expect(await kiosk.server.deactivations == 1)
  }

  @Test func nothingToDeactivateIsNoError() async throws {
    let kiosk = try Kiosk()
    #expect(try await kiosk.manager().deactivate().state == .absent)
    #expect(await kiosk.server.requests.isEmpty)
  }

  @Test(arguments: [false, true]) func nothingActivatesAgainByItself(hadLicense: Bool) async throws {
    let kiosk = try hadLicense ? await Kiosk.licensed() : Kiosk()
    try await kiosk.manager().deactivate()
    let count = await kiosk.server.requests.count
    for manager in [try kiosk.manager(), try kiosk.manager(), try kiosk.manager(isOnline: false)] {
      let error = await failure(manager.activate)
      #expect(error?.code == .deactivated && error?.remedy.contains("license activate") == true)
      guard case .refused(let reason, let remedy) = manager.entitlements.entitlement(for: .verification)
      else {
        Issue.record("granted")
        return
      }
      #expect(reason.contains("given back") && remedy.contains("license activate"))
      let status = await manager.status()
      #expect(status.state == .absent && status.deactivated == TestClock.start)
    }
    #expect(await kiosk.server.requests.count == count)
    #expect(await kiosk.server.activations == (hadLicense ? 1 : 0))
  }

  @Test func requestThatWasUnderWayIsNotSentAgainAfterADeactivation() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.fail(.loses)
    #expect(await failure(try kiosk.manager().activate) != nil)
    try await kiosk.manager().deactivate()
    #expect(await failure(try kiosk.manager().activate)?.code == .deactivated)
    #expect(await kiosk.server.requests.count == 1)
  }

  @Test func importedLicenceIsAskedForToo() async throws {
    let kiosk = try await Kiosk.licensed()
    try await kiosk.manager().deactivate()
    let offline = try kiosk.manager(isOnline: false)
    let answer = try #require(await kiosk.server.answer(file: offline.request()))
    #expect(try await offline.importLicense(answer).state == .valid)
    #expect(try await kiosk.manager().activate().deactivated == nil)
  }

  @Test func deactivationThatWasNotConfirmedIsNone() async throws {
    let kiosk = try await Kiosk.licensed()
    await kiosk.server.fail(.unreachable(.unreachable))
    #expect(await failure(try kiosk.manager().deactivate) != nil)
    #expect(try await kiosk.manager().activate().state == .valid)
  }

  @Test func licenceOfAnotherProductSaysSo() async throws {
    let kiosk = try Kiosk()
    await kiosk.server.set(shape: { $0.product = "com.example.other" })
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.code == .wrongProduct && error?.rejections.map(\.code) == [.product])
    await kiosk.server.fail(.answer(status: 403, body: problemBody(403, "wrong-product")))
    #expect(await failure(try kiosk.manager().activate)?.code == .wrongProduct)
  }

  @Test func offlineDeviceSaysThatAServerIsNeeded() async throws {
    let kiosk = try await Kiosk.licensed()
    #expect(await failure(try kiosk.manager(isOnline: false).deactivate)?.code == .connectionIssue)
    #expect(await failure(try kiosk.manager(key: nil).deactivate)?.code == .authenticationIssue)
  }

  @Test func deviceMayBeActivatedAnew() async throws {
    let kiosk = try await Kiosk.licensed()
    try await kiosk.manager().deactivate()
    #expect(try await kiosk.manager().activateAnew().activation == "activation-2")
    // From then on it is renewed as any other.
    kiosk.clock.pass(16 * TestClock.day)
    #expect(try await kiosk.manager().activate().warnings.isEmpty)
  }
}
