// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Testing

@testable import ImprintLKMS

struct AuditTests {
  @Test func everyStepOfALicenceIsThere() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let license = try await lab.license(in: lab.ask(.activate(1)))
    _ = await lab.ask(.activate(1))
    _ = await lab.ask(.renew(license.document, device: 1))
    _ = await lab.ask(.activate(2))
    _ = await lab.ask(.deactivate(license.document, device: 1))
    try await lab.database.revoke(activation: license.claims.activation, reason: "stolen")
    try await lab.database.reinstate(activation: license.claims.activation)
    let events = try await lab.database.audit().map(\.event).reversed()
    #expect(
      Array(events) == [
        .profileCreated, .keyCreated, .activated, .repeated, .renewed, .refused, .deactivated, .revoked,
        .reinstated,
      ])
  }

  @Test func entryNamesTheKeyAndTheNetworkOnly() async throws {
    let lab = try await Lab()
    let claims = try await lab.activate(1)
    let entry = try #require(try await lab.database.audit(AuditFilter(activation: claims.activation)).first)
    #expect(entry.key == KeyText(lab.key.secret)?.id)
    #expect(entry.remote == "192.0.2.0/24")
    #expect(entry.time == Lab.start)
    #expect(!entry.offline)
  }

  @Test func secretOfAKeyIsNowhereInTheFiles() async throws {
    let lab = try await Lab()
    _ = try await lab.activate(1)
    let secret = String(lab.key.secret.suffix(43))
    for suffix in ["", "-wal"] {
      #expect(try !FileBytes.read(lab.path + suffix).contains(secret.utf8))
    }
  }

  @Test func sameRefusalWithinAnHourIsOneEntry() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 0))
    for _ in 1...5 { _ = await lab.ask(.activate(1)) }
    lab.time.advance(by: AuditTable.span)
    _ = await lab.ask(.activate(1))
    let entries = try await lab.database.audit(AuditFilter(event: .refused))
    #expect(entries.map(\.count) == [1, 5])
    #expect(entries.allSatisfy { $0.detail == "activation-count-exceeded" })
  }

  @Test func licencesOfADeviceWithinAnHourAreOneEntry() async throws {
    let lab = try await Lab()
    let license = try await lab.license(in: lab.ask(.activate(1)))
    for _ in 1...5 { #expect(await lab.ask(.renew(license.document, device: 1)).status == 200) }
    for _ in 1...3 { _ = try await lab.activate(1) }
    _ = try await lab.activate(2)
    lab.time.advance(by: AuditTable.span)
    _ = await lab.ask(.renew(license.document, device: 1))
    let entries = try await lab.database.audit(AuditFilter(activation: license.claims.activation))
    #expect(entries.map(\.event) == [.renewed, .repeated, .renewed, .activated])
    #expect(entries.map(\.count) == [1, 3, 5, 1])
  }

  @Test func pagesFollowOneAnother() async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    for device in 1...25 { _ = try await lab.activate(device) }
    var seen: [Int64] = []
    var before: Int64?
    while true {
      let page = try await lab.database.audit(AuditFilter(before: before, limit: 10))
      guard let last = page.last else { break }
      seen += page.map(\.id)
      before = last.id
    }
    #expect(seen.count == 27)
    #expect(seen == seen.sorted(by: >))
    #expect(Set(seen).count == 27)
  }

  @Test func pagesOfActivationsFollowOneAnother() async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    for device in 1...25 { _ = try await lab.activate(device) }
    var seen: Set<String> = []
    var after: String?
    while true {
      let page = try await lab.database.activations(ActivationFilter(after: after, limit: 10))
      guard let last = page.last else { break }
      seen.formUnion(page.map(\.id))
      after = last.id
    }
    #expect(seen.count == 25)
  }

  @Test func oldEntriesCanBeRemovedAndThatIsSaid() async throws {
    let lab = try await Lab()
    _ = try await lab.activate(1)
    lab.time.advance(by: 100)
    _ = try await lab.activate(2)
    #expect(try await lab.database.pruneAudit(before: Lab.start + 50) == 3)
    #expect(try await lab.database.audit().map(\.event) == [.pruned, .activated])
  }
}
