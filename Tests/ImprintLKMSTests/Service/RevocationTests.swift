// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Testing

@testable import ImprintLKMS

struct RevocationTests {
  private func revokedLab() async throws -> (lab: Lab, license: VerifiedLicense) {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let license = try await lab.license(in: lab.ask(.activate(1)))
    try await lab.database.revoke(activation: license.claims.activation, reason: "stolen")
    return (lab, license)
  }

  @Test(arguments: LicenseEndpoint.allCases)
  func revokedDeviceGetsASignedRevocationBoundToItsNonce(kind: LicenseEndpoint) async throws {
    let (lab, license) = try await revokedLab()
    var request = LicenseRequest.activate(1)
    request.kind = kind
    request.license = kind == .activate ? nil : license.document
    guard case .refused(let problem) = await lab.ask(request), problem.code == .revoked else {
      throw Unexpected(answer: "no revocation")
    }
    #expect(problem.code.status == 403)
    let document = try #require(problem.revocation)
    let verdict = await lab.verifier.verifyRevocation(
      document, of: license.claims.activation, nonce: request.nonce, at: lab.time.now())
    guard case .revoked(let claims) = verdict else { throw Unexpected(answer: "\(verdict)") }
    #expect(claims.reason == "stolen")
    #expect(String(decoding: problem.body, as: UTF8.self).contains(document))
  }

  @Test(
    arguments: [
      [.network], [.disk], [.disk, .machineID], [.network, .board], [.disk, .board, .processor],
    ] as [[DeviceFingerprint.Fact]])
  func revokedDeviceThatLeavesFactsOutStaysOut(said: [DeviceFingerprint.Fact]) async throws {
    let (lab, _) = try await revokedLab()
    var request = LicenseRequest.activate(1)
    request.device = DeviceFingerprint(facts: request.device.facts.filter { said.contains($0.key) })
    #expect(lab.code(of: await lab.ask(request)) == .revoked)
    #expect(try await lab.activeCount() == 0)
  }

  /// Two machines of one make with copies of one system: what is left of each is a network card and a disk.
  @Test(arguments: [false, true]) func revokedDeviceDoesNotGoOnAsAChangeOfAnother(renews: Bool) async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let machines = (1...2).map { DeviceFingerprint.number($0).replacing([.machineID: ["0000001d"]]) }
    var request = LicenseRequest.activate(1)
    request.device = machines[0]
    try await lab.database.revoke(
      activation: lab.claims(in: lab.ask(request)).activation, reason: "stolen")
    request = .activate(2)
    request.device = machines[1]
    let license = try await lab.license(in: lab.ask(request))
    request = renews ? .renew(license.document, device: 2) : .activate(2)
    request.device = machines[1].replacing([.disk: machines[0].facts[.disk] ?? []])
    #expect(lab.code(of: await lab.ask(request)) == .revoked)
    // Another disk is a change like any other.
    request = .renew(license.document, device: 2)
    request.device = machines[1].replacing([.disk: ["deadbeef"]])
    #expect(await lab.ask(request).status == 200)
  }

  @Test func revokedDeviceThatNamesNothingOfItsOwnStaysOut() async throws {
    let (lab, _) = try await revokedLab()
    var request = LicenseRequest.activate(1)
    request.device = DeviceFingerprint(facts: request.device.facts.filter { !$0.key.isOwn })
    #expect(lab.code(of: await lab.ask(request)) == .badRequest)
    #expect(try await lab.activeCount() == 0)
  }

  @Test func otherDeviceWithTheMachineIDOfARevokedOneIsActivated() async throws {
    let (lab, _) = try await revokedLab()
    var request = LicenseRequest.activate(2)
    request.device = request.device.replacing([
      .machineID: DeviceFingerprint.number(1).facts[.machineID] ?? []
    ])
    #expect(try await lab.claims(in: lab.ask(request)).device == request.device)
  }

  @Test func repetitionOfAnOldRequestIsAnsweredWithTheRevocation() async throws {
    let lab = try await Lab()
    let claims = try await lab.activate(1, nonce: 7)
    try await lab.database.revoke(activation: claims.activation, reason: "stolen")
    #expect(lab.code(of: await lab.ask(.activate(1, nonce: 7))) == .revoked)
  }

  @Test func revokedDeviceDoesNotCount() async throws {
    let (lab, _) = try await revokedLab()
    #expect(try await lab.activate(2).activation.isEmpty == false)
  }

  @Test func deviceThatWasGivenBackAndThenRevokedStaysOut() async throws {
    let lab = try await Lab()
    let license = try await lab.license(in: lab.ask(.activate(1)))
    #expect(await lab.ask(.deactivate(license.document, device: 1)).status == 200)
    try await lab.database.revoke(activation: license.claims.activation, reason: "stolen")
    #expect(lab.code(of: await lab.ask(.activate(1))) == .revoked)
    #expect(try await lab.activeCount() == 0)
  }

  @Test func reinstatedDeviceIsActivatedAnew() async throws {
    let (lab, license) = try await revokedLab()
    try await lab.database.reinstate(activation: license.claims.activation)
    #expect(lab.code(of: await lab.ask(.renew(license.document, device: 1))) == .notActivated)
    #expect(try await lab.activate(1).activation != license.claims.activation)
  }

  @Test func revokingTwiceIsTheSame() async throws {
    let (lab, license) = try await revokedLab()
    try await lab.database.revoke(activation: license.claims.activation, reason: "again")
    #expect(try await lab.database.activation(license.claims.activation).reason == "stolen")
    #expect(try await lab.activeCount() == 0)
  }

  @Test(arguments: ["", "two\nlines", String(repeating: "x", count: 257)])
  func reasonThatCannotBeSignedIsRefused(reason: String) async throws {
    let lab = try await Lab()
    let claims = try await lab.activate(1)
    await #expect { try await lab.database.revoke(activation: claims.activation, reason: reason) } throws: {
      ($0 as? LicenseDatabaseError)?.code == .activationState
    }
  }

  @Test func activeActivationIsNotReinstated() async throws {
    let lab = try await Lab()
    let claims = try await lab.activate(1)
    await #expect { try await lab.database.reinstate(activation: claims.activation) } throws: {
      ($0 as? LicenseDatabaseError)?.code == .activationState
    }
  }
}
