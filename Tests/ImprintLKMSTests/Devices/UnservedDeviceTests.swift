// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintLKMS

/// Devices that the server does not serve: it is away, or it is not theirs.
@Suite struct UnservedDeviceTests {
  private let tls: TestTLS

  init() throws { tls = try TestTLS() }

  /// A profile with 7 days of grace, of whose features VERIF stays when it is degraded.
  private func lab(_ failure: FailurePolicy) async throws -> Lab {
    var profile = Lab.kiosk()
    profile.policy.failure = failure
    return try await Lab(profile)
  }

  @Test(arguments: FailurePolicy.allCases)
  func licenceOutlivesItsServerAsItsPolicySays(policy: FailurePolicy) async throws {
    let lab = try await lab(policy)
    let device = try TestDevice(1, of: lab, tls: tls)
    // The server is gone when the program asks again.
    let manager = try await lab.serving(tls: tls.server) { (port) async throws in
      let manager = try device.manager(port: port)
      try await manager.activate()
      return manager
    }
    lab.time.advance(by: 20 * Lab.day)
    let within = try await manager.activate()
    #expect(within.state == .valid && within.warnings.map(\.code) == [.renewal])
    lab.time.advance(by: 17 * Lab.day - 1)
    let grace = try await manager.activate()
    #expect(grace.state == .grace && grace.features == [.verification, .identification])
    #expect(grace.warnings.map(\.code) == [.grace, .renewal])
    lab.time.advance(by: 1)
    switch policy {
    case .warn, .degrade:
      let late = try await manager.activate()
      #expect(late.state == .expired && manager.grants(.verification))
      #expect(manager.grants(.identification) == (policy == .warn))
    case .stop:
      let error = await device.failure(manager.activate)
      #expect(error?.code == .connectionIssue && error?.rejections.map(\.code) == [.expired])
      #expect(!manager.isLicensed && !manager.grants(.verification))
    }
    try await lab.serving(tls: tls.server) { (port) async throws in
      #expect(try await device.manager(port: port).activate().warnings.isEmpty)
    }
    #expect(try await lab.activeCount() == 1)
  }

  @Test func serverWithoutAPinnedKeyIsNotAsked() async throws {
    let lab = try await Lab()
    let device = try TestDevice(1, of: lab, tls: tls)
    let other = try TestTLS().certificate
    try await lab.serving(tls: tls.server) { (port) async throws in
      let error = await device.failure(try device.manager(port: port, pinning: other).activate)
      #expect(error?.code == .connectionIssue && error?.transport?.code == .pin)
    }
    #expect(try await lab.database.audit(AuditFilter(event: .activated)).isEmpty)
  }

  @Test func wrongKeyIsAnAuthenticationIssue() async throws {
    let lab = try await Lab()
    let device = try TestDevice(1, of: lab, tls: tls)
    try await lab.serving(tls: tls.server) { (port) async throws in
      let wrong = try device.manager(port: port, key: "imk_" + String(lab.key.secret.dropFirst(4).reversed()))
      #expect(await device.failure(wrong.activate)?.code == .authenticationIssue)
      let broken = await device.failure(try device.manager(port: port, key: "imk two words").activate)
      #expect(broken?.code == .authenticationIssue && broken?.transport?.code == .apiKey)
    }
    #expect(try await lab.activeCount() == 0)
  }

  @Test func endedProfileIsToldAndStopsNothingBeforeTheEnd() async throws {
    let lab = try await lab(.stop)
    let device = try TestDevice(1, of: lab, tls: tls)
    try await lab.serving(tls: tls.server) { (port) async throws in
      try await device.manager(port: port).activate()
      try await lab.database.expireProfile(Lab.profile)
      lab.time.advance(by: 36 * Lab.day)
      let status = try await device.manager(port: port).activate()
      #expect(status.state == .grace && status.warnings.map(\.code) == [.grace, .renewal])
      lab.time.advance(by: Lab.day)
      #expect(await device.failure(try device.manager(port: port).activate)?.code == .profileExpired)
      let fresh = try TestDevice(2, of: lab, tls: tls).manager(port: port)
      #expect(await device.failure(fresh.activate)?.code == .profileExpired)
    }
  }

  @Test func deviceWithoutANetworkIsActivatedAndRenewedByFiles() async throws {
    let lab = try await Lab()
    let device = try TestDevice(1, of: lab, tls: tls)
    let manager = try device.manager(port: nil)
    let first = try await manager.importLicense(
      try await lab.service.sign(offlineRequest: manager.request()))
    #expect(first.state == .valid && manager.grants(.identification))
    lab.time.advance(by: 20 * Lab.day)
    let request = try await device.manager(port: nil).request()
    let next = try await device.manager(port: nil).importLicense(
      try await lab.service.sign(offlineRequest: request))
    #expect(next.activation == first.activation && next.expires == Lab.start + 50 * Lab.day)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func answerToAFileIsNoLicenceOnAnotherDevice() async throws {
    let lab = try await Lab()
    let (device, other) = (try TestDevice(1, of: lab, tls: tls), try TestDevice(2, of: lab, tls: tls))
    let answer = try await lab.service.sign(offlineRequest: device.manager(port: nil).request())
    // With the request copied to it too.
    for store in [other.storeFolder, device.storeFolder] {
      let manager = try other.manager(port: nil, store: store)
      let error = await other.failure { () async throws(LicenseActivationError) in
        try await manager.importLicense(answer)
      }
      #expect(error?.rejections.map(\.code) == [.device])
      #expect(!manager.isLicensed)
    }
  }
}
