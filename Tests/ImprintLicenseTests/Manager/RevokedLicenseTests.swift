// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@Suite struct RevokedLicenseTests {
  private func dueKiosk() async throws -> Kiosk {
    let kiosk = try await Kiosk.licensed(LicensePolicy(grace: 5 * TestClock.day, failure: .warn))
    kiosk.clock.pass(20 * TestClock.day)
    return kiosk
  }

  @Test func signedRevocationEndsTheLicenceAndIsRemembered() async throws {
    let kiosk = try await dueKiosk()
    await kiosk.server.fail(.revoked { _ in })
    let manager = try kiosk.manager()
    let error = await failure(manager.activate)
    #expect(error?.code == .unknown && error?.rejections.map(\.code) == [.revoked])
    #expect(error?.reason.contains("the device was stolen") == true)
    let again = try kiosk.manager(isOnline: false)
    let status = await again.status()
    #expect(status.state == .revoked && status.rejections.first?.reason.contains("stolen") == true)
    #expect(!again.isLicensed && !again.entitlements.entitlement(for: .verification).isGranted)
    #expect(await failure(again.activate)?.rejections.map(\.code) == [.revoked])
  }

  @Test func deviceThatWasRevokedMayBeActivatedAnew() async throws {
    let kiosk = try await dueKiosk()
    await kiosk.server.fail(.revoked { _ in })
    #expect(await failure(try kiosk.manager().activate) != nil)
    let status = try await kiosk.manager().activate()
    #expect(status.state == .valid && status.activation == "activation-2")
    #expect(try await kiosk.manager(isOnline: false).activate().state == .valid)
  }

  @Test func unsignedRevocationEndsNothing() async throws {
    let kiosk = try await dueKiosk()
    let forged = problemBody(403, "revoked", more: [("revocation", .string("e30.e30.AAAA"))])
    await kiosk.server.fail(.answer(status: 403, body: problemBody(403, "revoked")))
    #expect(try await kiosk.manager().activate().warningCodes == [.renewal])
    await kiosk.server.fail(.answer(status: 403, body: forged))
    #expect(try await kiosk.manager().activate().warningCodes == [.renewal])
  }

  @Test func revocationOfSomethingElseEndsNothing() async throws {
    let kiosk = try await dueKiosk()
    let changes: [@Sendable (inout RevocationClaims) -> Void] = [
      { $0.activation = "activation-9" }, { $0.nonce = "AAAAAAAAAAAAAAAAAAAAAA" },
    ]
    for change in changes {
      await kiosk.server.fail(.revoked(change))
      #expect(try await kiosk.manager().activate().warningCodes == [.renewal])
    }
    #expect(try await kiosk.manager().status().state == .valid)
  }
}
