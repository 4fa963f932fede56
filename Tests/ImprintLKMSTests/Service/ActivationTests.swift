// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintLKMS

struct ActivationTests {
  @Test func licenceSaysWhatTheProfileSays() async throws {
    let lab = try await Lab()
    let claims = try await lab.activate(1)
    #expect(claims.issuer == "Example Authority")
    #expect(claims.profile == Lab.profile)
    #expect(claims.product == Lab.product)
    #expect(claims.features == [.verification, .identification])
    #expect(claims.limits == [.registeredUsers: 500])
    #expect(claims.policy == LicensePolicy(grace: 7 * Lab.day, failure: .degrade, degraded: [.verification]))
    #expect(claims.device == .number(1))
    #expect(claims.issued == Lab.start)
    #expect(claims.notBefore == Lab.start - 300)
    #expect(claims.expires == Lab.start + 30 * Lab.day)
    #expect(claims.renewAfter == Lab.start + 15 * Lab.day)
  }

  @Test func licenceAnswersTheRequestsNonce() async throws {
    let lab = try await Lab()
    let request = LicenseRequest.activate(1)
    #expect(try await lab.claims(in: lab.ask(request)).nonce == request.nonce)
  }

  @Test func sameNonceGetsTheSameLicenceAndCountsOnce() async throws {
    let lab = try await Lab()
    let first = try await lab.activate(1, nonce: 7)
    lab.time.advance(by: 60)
    #expect(try await lab.activate(1, nonce: 7) == first)
    #expect(try await lab.activeCount() == 1)
    #expect(try await lab.database.audit(AuditFilter(event: .activated)).count == 1)
    #expect(try await lab.database.activation(first.activation).licenses == 1)
  }

  @Test func sameDeviceGetsItsActivationAgainAndCountsOnce() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let first = try await lab.activate(1)
    let second = try await lab.activate(1)
    #expect(second.activation == first.activation)
    #expect(second.id != first.id)
    #expect(try await lab.activeCount() == 1)
    #expect(try await lab.database.audit(AuditFilter(event: .repeated)).count == 1)
  }

  @Test func deviceWithAReplacedDiskIsTheSameDevice() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let first = try await lab.activate(1)
    var request = LicenseRequest.activate(1)
    request.device = request.device.replacing([.disk: ["deadbeef"]])
    #expect(try await lab.claims(in: lab.ask(request)).activation == first.activation)
  }

  @Test func deviceWhosePartsAreReplacedOneAfterAnotherStaysTheSame() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let first = try await lab.activate(1)
    let life = first.expires + first.policy.grace - first.issued
    var request = LicenseRequest.activate(1)
    for replaced: [DeviceFingerprint.Fact: [String]] in [
      [.disk: ["deadbeef"], .machineID: ["deadbee5"]], [.network: ["deadbee4"]], [.board: ["deadbee3"]],
    ] {
      request.device = request.device.replacing(replaced)
      request.nonce = RandomText.base64url(bytes: 16)
      #expect(try await lab.claims(in: lab.ask(request)).activation == first.activation)
      // Till no licence is in force any more that names what was replaced.
      lab.time.advance(by: life)
    }
  }

  @Test func copyOfTheSystemOnAnotherMachineIsAnotherDevice() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    _ = try await lab.activate(1)
    var request = LicenseRequest.activate(2)
    request.device = request.device.replacing([
      .machineID: DeviceFingerprint.number(1).facts[.machineID] ?? []
    ])
    #expect(lab.code(of: await lab.ask(request)) == .activationCountExceeded)
  }

  @Test func oneDeviceMoreThanTheLimitIsRefused() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 2))
    _ = try await lab.activate(1)
    _ = try await lab.activate(2)
    #expect(lab.code(of: await lab.ask(.activate(3))) == .activationCountExceeded)
    #expect(try await lab.activeCount() == 2)
  }

  @Test func limitOfZeroRefusesEverybody() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 0))
    #expect(lab.code(of: await lab.ask(.activate(1))) == .activationCountExceeded)
  }

  @Test func fiftyDevicesAtOnceGetExactlyTheTenActivationsThereAre() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 10))
    let answers = await withTaskGroup(of: LicenseServiceAnswer.self) { group in
      for device in 1...50 { group.addTask { await lab.ask(.activate(device)) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.filter { $0.status == 200 }.count == 10)
    #expect(answers.filter { lab.code(of: $0) == .activationCountExceeded }.count == 40)
    #expect(try await lab.activeCount() == 10)
    #expect(try await lab.database.activations(ActivationFilter(state: .active)).count == 10)
  }

  @Test func oneDeviceAskingFiftyTimesAtOnceCountsOnce() async throws {
    let lab = try await Lab()
    let activations = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 1...50 { group.addTask { try await lab.activate(1).activation } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(activations.count == 1)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func expiredProfileIssuesNothing() async throws {
    let lab = try await Lab(Lab.kiosk(expires: Lab.start + 10))
    _ = try await lab.activate(1)
    lab.time.advance(by: 10)
    #expect(lab.code(of: await lab.ask(.activate(1))) == .profileExpired)
    #expect(lab.code(of: await lab.ask(.activate(2))) == .profileExpired)
  }

  @Test func licenceEndsWithItsProfile() async throws {
    let lab = try await Lab(Lab.kiosk(expires: Lab.start + 1000))
    let claims = try await lab.activate(1)
    #expect(claims.expires == Lab.start + 1000)
    #expect(claims.renewAfter == Lab.start + 500)
  }

  @Test func licenceEndsWithItsSigningCertificate() async throws {
    let lab = try await Lab(Lab.kiosk(lifetime: 3650 * Lab.day))
    lab.time.advance(by: 3649 * Lab.day)
    let claims = try await lab.activate(1)
    #expect(claims.expires == lab.service.certificateEnd)
    #expect(claims.expires < lab.time.now() + 3650 * Lab.day)
  }

  @Test func endedSigningCertificateIsNoReasonToRefuseTheDevice() async throws {
    let lab = try await Lab()
    lab.time.advance(by: lab.service.certificateEnd - Lab.start)
    #expect(lab.code(of: await lab.ask(.activate(1))) == .unavailable)
    #expect(try await lab.activeCount() == 0)
  }

  /// 1970-01-01, 2020-01-01 and 2100-01-01.
  @Test(arguments: [0, 1_577_836_800, 4_102_444_800] as [Int64])
  func serverWhoseClockIsWrongIssuesNothingAndCountsOnceWhenItIsRight(now: Int64) async throws {
    let lab = try await Lab()
    lab.time.advance(by: now - Lab.start)
    #expect(lab.code(of: await lab.ask(.activate(1, nonce: 7))) == .unavailable)
    #expect(try await lab.activeCount() == 0)
    lab.time.advance(by: Lab.start - now)
    #expect(try await lab.activate(1, nonce: 7).issued == Lab.start)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func nonceOfAnotherDeviceIsRefused() async throws {
    let lab = try await Lab()
    _ = try await lab.activate(1, nonce: 7)
    #expect(lab.code(of: await lab.ask(.activate(2, nonce: 7))) == .badRequest)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func nonceIsForgottenAfterThirtyDaysAndTheDeviceStillCountsOnce() async throws {
    let lab = try await Lab(Lab.kiosk(lifetime: 90 * Lab.day))
    let first = try await lab.activate(1, nonce: 7)
    lab.time.advance(by: ExchangeTable.span + 1)
    _ = try await lab.activate(2)
    let again = try await lab.activate(1, nonce: 7)
    #expect(again.id != first.id)
    #expect(again.activation == first.activation)
    #expect(try await lab.activeCount() == 2)
  }

  @Test func anotherProductIsRefused() async throws {
    let lab = try await Lab()
    var request = LicenseRequest.activate(1)
    request.product = "com.example.other"
    guard case .refused(let problem) = await lab.ask(request) else { throw Unexpected(answer: "a licence") }
    #expect(problem.code == .wrongProduct && problem.reason.contains("'\(Lab.product)'"))
  }

  @Test func deviceThatCannotBeToldFromOthersIsRefused() async throws {
    let lab = try await Lab()
    var request = LicenseRequest.activate(1)
    request.device = DeviceFingerprint(facts: [.board: ["0000b0a4"], .processor: ["0000c0de"]])
    #expect(lab.code(of: await lab.ask(request)) == .badRequest)
  }
}
