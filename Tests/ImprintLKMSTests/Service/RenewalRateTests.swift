// SPDX-License-Identifier: Apache-2.0
import GRDB
import ImprintLicense
import Testing

@testable import ImprintLKMS

struct RenewalRateTests {
  private func answers(in lab: Lab) async throws -> Int {
    try await lab.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM exchange") ?? 0 }
  }

  @Test func activationHasOnlySoManyLicencesInAnHour() async throws {
    let lab = try await Lab()
    let first = try await lab.license(in: lab.ask(.activate(1)))
    for _ in 1..<RenewalRate.most { #expect(await lab.ask(.renew(first.document, device: 1)).status == 200) }
    lab.time.advance(by: 600)
    for request in [LicenseRequest.renew(first.document, device: 1), .activate(1)] {
      guard case .refused(let problem) = await lab.ask(request) else {
        throw Unexpected(answer: "a licence")
      }
      #expect(problem.code == .rateLimited)
      #expect(problem.retryAfter == 3000)
    }
    #expect(await lab.ask(.activate(2)).status == 200, "it is nobody else's bound")
    lab.time.advance(by: 3000)
    #expect(await lab.ask(.renew(first.document, device: 1)).status == 200)
  }

  @Test func sameRequestAgainIsNotAnotherLicence() async throws {
    let lab = try await Lab()
    for _ in 0..<100 { _ = try await lab.activate(1, nonce: 7) }
    #expect(try await answers(in: lab) == 1)
  }

  @Test func oneNonceForTwoFingerprintsInTurnIsNoWayAround() async throws {
    let lab = try await Lab()
    let devices = [DeviceFingerprint.number(1), .number(1).replacing([.disk: ["deadbeef"]])]
    var issued: Set<String> = []
    for number in 0..<(2 * RenewalRate.most) {
      var request = LicenseRequest.activate(1, nonce: 7)
      request.device = devices[number % 2]
      let answer = await lab.ask(request)
      if answer.status == 200 { issued.insert(try await lab.claims(in: answer).id) }
    }
    #expect(issued.count == RenewalRate.most)
    #expect(try await answers(in: lab) == RenewalRate.most)
  }

  @Test func answersOfAnActivationThatAreKeptAreBounded() async throws {
    let lab = try await Lab()
    let first = try await lab.license(in: lab.ask(.activate(1)))
    for _ in 0..<5 {
      for _ in 0..<(RenewalRate.most + 8) { _ = await lab.ask(.renew(first.document, device: 1)) }
      lab.time.advance(by: 3600)
    }
    #expect(try await answers(in: lab) == ExchangeTable.most)
    let entries = try await lab.database.audit(AuditFilter(activation: first.claims.activation, limit: 1000))
    #expect(entries.count <= 12, "an entry for each kind of event an hour")
  }

  @Test func deviceOfShortLicencesRenewsWhenItShould() async throws {
    let lab = try await Lab(Lab.kiosk(lifetime: 60))
    let first = try await lab.license(in: lab.ask(.activate(1)))
    for _ in 0..<200 {
      lab.time.advance(by: 30)
      #expect(await lab.ask(.renew(first.document, device: 1)).status == 200)
    }
  }

  @Test func clockThatWasSetBackKeepsNobodyWaitingForLong() {
    let times = [Int64](repeating: Lab.start + 90 * Lab.day, count: RenewalRate.most)
    #expect(RenewalRate.wait(after: times, under: Lab.kiosk(), at: Lab.start) == 3600)
    #expect(RenewalRate.wait(after: Array(times.dropLast()), under: Lab.kiosk(), at: Lab.start) == nil)
  }

  @Test func operatorSignsAsOftenAsFilesCome() async throws {
    let lab = try await Lab()
    for _ in 0..<(RenewalRate.most + 5) {
      _ = try await lab.service.sign(offlineRequest: LicenseRequest.activate(1).wireForm)
    }
  }
}
