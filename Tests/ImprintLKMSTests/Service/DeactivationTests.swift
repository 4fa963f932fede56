// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Testing

@testable import ImprintLKMS

struct DeactivationTests {
  @Test func deactivationFreesTheCount() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let first = try await lab.license(in: lab.ask(.activate(1)))
    let answer = await lab.ask(.deactivate(first.document, device: 1))
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"deactivated":true}"#)
    #expect(try await lab.activeCount() == 0)
    #expect(try await lab.activate(2).activation != first.claims.activation)
  }

  @Test(arguments: [false, true]) func deactivatingTwiceIsTheSame(sameNonce: Bool) async throws {
    let lab = try await Lab()
    let first = try await lab.license(in: lab.ask(.activate(1)))
    #expect(await lab.ask(.deactivate(first.document, device: 1, nonce: 1)).status == 200)
    #expect(await lab.ask(.deactivate(first.document, device: 1, nonce: sameNonce ? 1 : 2)).status == 200)
    #expect(try await lab.activeCount() == 0)
    #expect(try await lab.database.audit(AuditFilter(event: .deactivated)).count == 1)
  }

  @Test func lateRepetitionOfAnActivationDoesNotActivateAgain() async throws {
    let lab = try await Lab()
    let first = try await lab.license(in: lab.ask(.activate(1, nonce: 7)))
    #expect(await lab.ask(.deactivate(first.document, device: 1)).status == 200)
    #expect(lab.code(of: await lab.ask(.activate(1, nonce: 7))) == .notActivated)
    #expect(try await lab.activeCount() == 0)
  }

  @Test func deactivatedDeviceIsActivatedAnew() async throws {
    let lab = try await Lab()
    let first = try await lab.license(in: lab.ask(.activate(1)))
    #expect(await lab.ask(.deactivate(first.document, device: 1)).status == 200)
    #expect(try await lab.activate(1).activation != first.claims.activation)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func anotherDeviceCannotDeactivate() async throws {
    let lab = try await Lab()
    let first = try await lab.license(in: lab.ask(.activate(1)))
    #expect(lab.code(of: await lab.ask(.deactivate(first.document, device: 2))) == .deviceMismatch)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func profileOfAnotherProductByNowStillTakesActivationsBack() async throws {
    let lab = try await Lab()
    let first = try await lab.license(in: lab.ask(.activate(1)))
    var profile = try await lab.database.profile(Lab.profile)
    profile.product = "com.example.other"
    try await lab.database.updateProfile(profile)
    #expect(lab.code(of: await lab.ask(.renew(first.document, device: 1))) == .wrongProduct)
    #expect(await lab.ask(.deactivate(first.document, device: 1)).status == 200)
    #expect(try await lab.activeCount() == 0)
  }

  @Test func expiredProfileStillTakesActivationsBack() async throws {
    let lab = try await Lab()
    let first = try await lab.license(in: lab.ask(.activate(1)))
    try await lab.database.expireProfile(Lab.profile)
    #expect(await lab.ask(.deactivate(first.document, device: 1)).status == 200)
  }

  @Test func operatorReleasesADeviceThatIsGone() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let first = try await lab.activate(1)
    try await lab.database.release(activation: first.activation)
    #expect(try await lab.activate(2).activation != first.activation)
  }
}
