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

  @Test func offlineDeviceSaysThatAServerIsNeeded() async throws {
    let kiosk = try await Kiosk.licensed()
    #expect(await failure(try kiosk.manager(isOnline: false).deactivate)?.code == .connectionIssue)
    #expect(await failure(try kiosk.manager(key: nil).deactivate)?.code == .authenticationIssue)
  }

  @Test func deviceMayBeActivatedAnew() async throws {
    let kiosk = try await Kiosk.licensed()
    try await kiosk.manager().deactivate()
    #expect(try await kiosk.manager().activate().activation == "activation-2")
  }
}
