// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintLKMS

/// What a device gets of a server: the real manager, transport and server, over TLS with pins.
@Suite struct LicensedDeviceTests {
  private let tls: TestTLS

  init() throws { tls = try TestTLS() }

  @Test func deviceIsActivatedAndRenewedWhenItIsTime() async throws {
    let lab = try await Lab()
    let device = try TestDevice(1, of: lab, tls: tls)
    try await lab.serving(tls: tls.server) { (port) async throws in
      let first = try await device.manager(port: port).activate()
      #expect(first.state == .valid && first.warnings.isEmpty)
      #expect(first.features == [.verification, .identification])
      #expect(first.limits == [.registeredUsers: 500])
      lab.time.advance(by: 14 * Lab.day)
      #expect(try await device.manager(port: port).activate().id == first.id)
      lab.time.advance(by: 2 * Lab.day)
      let next = try await device.manager(port: port).activate()
      #expect(next.id != first.id && next.activation == first.activation && next.warnings.isEmpty)
      #expect(next.expires == Lab.start + 46 * Lab.day)
    }
    #expect(try await lab.activeCount() == 1)
    let events = try await lab.database.audit().map(\.event)
    #expect(
      events.filter { $0 == .activated || $0 == .renewed || $0 == .repeated } == [.renewed, .activated])
  }

  @Test func featureThatTheProfileLostIsRefusedAfterTheRenewalAndTheOthersGoOn() async throws {
    let lab = try await Lab()
    let device = try TestDevice(1, of: lab, tls: tls)
    try await lab.serving(tls: tls.server) { (port) async throws in
      let manager = try device.manager(port: port)
      try await manager.activate()
      #expect(manager.grants(.identification))
      var profile = try await lab.database.profile(Lab.profile)
      profile.features = [.verification]
      try await lab.database.updateProfile(profile)
      try await manager.activate()
      #expect(manager.grants(.identification))
      lab.time.advance(by: 16 * Lab.day)
      try await manager.activate()
      guard case .refused(let reason, let remedy) = manager.entitlements.entitlement(for: .identification)
      else { throw Unexpected(answer: "IDENT is granted") }
      #expect(reason.contains("IDENT") && reason.contains("'kiosk'"))
      #expect(remedy.contains("IDENT") && remedy.contains("'kiosk'"))
      #expect(manager.grants(.verification))
    }
  }

  @Test func revokedLicenceEndsWithTheNextRenewal() async throws {
    let lab = try await Lab()
    let device = try TestDevice(1, of: lab, tls: tls)
    try await lab.serving(tls: tls.server) { (port) async throws in
      let manager = try device.manager(port: port)
      let activation = try #require(try await manager.activate().activation)
      try await lab.database.revoke(activation: activation, reason: "stolen")
      #expect(try await manager.activate().state == .valid)
      lab.time.advance(by: 16 * Lab.day)
      let error = await device.failure(manager.activate)
      #expect(error?.code == .unknown && error?.rejections.map(\.code) == [.revoked])
      #expect(error?.reason.contains("stolen") == true)
      #expect(!manager.isLicensed && !manager.grants(.verification))
      // A later start knows it without a server, and with one it stays so.
      let status = try await device.manager(port: nil).status()
      #expect(status.state == .revoked && status.rejections.first?.reason.contains("stolen") == true)
      #expect(await device.failure(try device.manager(port: port).activate)?.code == .unknown)
      #expect(try await lab.activeCount() == 0)
      try await lab.database.reinstate(activation: activation)
      let anew = try await device.manager(port: port).activate()
      #expect(anew.state == .valid && anew.activation != activation)
    }
  }

  @Test func deviceThatTheOperatorReleasedIsActivatedAnewAtOnce() async throws {
    let lab = try await Lab()
    let device = try TestDevice(1, of: lab, tls: tls)
    try await lab.serving(tls: tls.server) { (port) async throws in
      let manager = try device.manager(port: port)
      let activation = try #require(try await manager.activate().activation)
      try await lab.database.release(activation: activation)
      lab.time.advance(by: 16 * Lab.day)
      let status = try await manager.activate()
      #expect(status.state == .valid && status.warnings.isEmpty && status.activation != activation)
    }
    #expect(try await lab.activeCount() == 1)
  }

  @Test func releasedDeviceForWhichThereIsNoRoomKeepsItsLicenceToTheEnd() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let (released, other) = (try TestDevice(1, of: lab, tls: tls), try TestDevice(2, of: lab, tls: tls))
    try await lab.serving(tls: tls.server) { (port) async throws in
      let manager = try released.manager(port: port)
      try await lab.database.release(activation: try #require(try await manager.activate().activation))
      try await other.manager(port: port).activate()
      lab.time.advance(by: 16 * Lab.day)
      let status = try await manager.activate()
      #expect(status.state == .valid && status.warnings.map(\.code) == [.renewal])
      lab.time.advance(by: 30 * Lab.day)
      // Of the policy, VERIF stays.
      let late = try await manager.activate()
      #expect(late.state == .expired && late.features == [.verification])
      #expect(late.warnings.map(\.code) == [.expired, .renewal])
    }
  }

  @Test func deactivationFreesAnActivationForAnotherDevice() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let (first, second) = (try TestDevice(1, of: lab, tls: tls), try TestDevice(2, of: lab, tls: tls))
    try await lab.serving(tls: tls.server) { (port) async throws in
      let manager = try first.manager(port: port)
      try await manager.activate()
      let error = await second.failure(try second.manager(port: port).activate)
      #expect(error?.code == .activationCountExceeded && error?.remedy.isEmpty == false)
      #expect(try await manager.deactivate().state == .absent)
      #expect(!manager.isLicensed && !manager.grants(.verification))
      #expect(try await second.manager(port: port).activate().state == .valid)
      #expect(await first.failure(manager.activate)?.code == .deactivated)
      #expect(await first.failure(manager.activateAnew)?.code == .activationCountExceeded)
    }
    #expect(try await lab.activeCount() == 1)
  }

  @Test func copyOfTheStoreIsNoLicenceOnAnotherDevice() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let (owner, thief) = (try TestDevice(1, of: lab, tls: tls), try TestDevice(2, of: lab, tls: tls))
    try await lab.serving(tls: tls.server) { (port) async throws in
      try await owner.manager(port: port).activate()
      let copy = try thief.manager(port: port, store: owner.storeFolder)
      let status = await copy.status()
      #expect(status.state == .refused && status.rejections.map(\.code) == [.device])
      #expect(!copy.grants(.verification))
      // It is a device of its own, for which there is no activation.
      let error = await thief.failure(copy.activate)
      #expect(error?.code == .activationCountExceeded && error?.rejections.map(\.code) == [.device])
    }
  }
}
