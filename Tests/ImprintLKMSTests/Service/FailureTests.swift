// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import Synchronization
import Testing

@testable import ImprintLKMS

struct FailureTests {
  @Test func fullDiskConfirmsNothing() async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    try await lab.database.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    var confirmed = 0
    var refused = 0
    for device in 1...200 {
      let answer = await lab.ask(.activate(device))
      if answer.status == 200 { confirmed += 1 } else { refused += 1 }
      if answer.status != 200 { #expect(lab.code(of: answer) == .unavailable) }
    }
    #expect(refused > 0)
    #expect(try await lab.activeCount() == confirmed)
    try await lab.database.check()
  }

  @Test func fullDiskLosesNothingOfThoseWhoShareACommit() async throws {
    let lab = try await Lab(Lab.kiosk(limit: nil))
    try await lab.database.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 8)")
    }
    let confirmed = await withTaskGroup(of: (Int, Int).self) { group in
      for device in 1...300 { group.addTask { (device, await lab.ask(.activate(device)).status) } }
      var confirmed: [Int] = []
      for await (device, status) in group where status == 200 { confirmed.append(device) }
      return confirmed
    }
    #expect(confirmed.count < 300)
    let active = try await lab.database.activations(ActivationFilter(limit: 1000)).map(\.device)
    #expect(Set(active) == Set(confirmed.map { DeviceFingerprint.number($0) }))
    try await lab.database.check()
  }

  @Test func keyThatDoesNotSignIsTriedAgainWithoutCountingTwice() async throws {
    let lab = try await Lab()
    let signer = FailingSigner(try Lab.signer())
    let service = try Lab.makeService(lab.database, time: lab.time, signer: signer)
    let body = LicenseRequest.activate(1).wireForm
    signer.fails.withLock { $0 = true }
    let refused = await service.handle(.activate, body: body, apiKey: lab.key.secret, remote: "::1")
    #expect(lab.code(of: refused) == .unavailable)
    signer.fails.withLock { $0 = false }
    let answer = await service.handle(.activate, body: body, apiKey: lab.key.secret, remote: "::1")
    #expect(answer.status == 200)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func serviceIsNotReadyWhileTheDiskHasNoSpace() async throws {
    let lab = try await Lab()
    #expect(await Readiness().failure(of: lab.service) == nil)
    #expect(await Readiness(bytesNeeded: 1 << 60).failure(of: lab.service) != nil)
    let folder = String(lab.path.dropLast("/licences.sqlite".count))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.contains("probe") })
  }

  @Test func serviceIsNotReadyWhileItsKeyDoesNotSign() async throws {
    let lab = try await Lab()
    let signer = FailingSigner(try Lab.signer())
    let service = try Lab.makeService(lab.database, time: lab.time, signer: signer)
    let readiness = Readiness()
    #expect(await readiness.failure(of: service) == nil)
    signer.fails.withLock { $0 = true }
    #expect(await readiness.failure(of: service) == nil, "an answer holds for five seconds")
    lab.time.advance(by: 5)
    #expect(await readiness.failure(of: service) != nil)
  }
}

/// A token that is pulled out.
private final class FailingSigner: DocumentSigner {
  let fails = Mutex(false)
  private let base: KeySigner

  init(_ base: KeySigner) {
    self.base = base
  }

  var algorithm: SignatureAlgorithm { base.algorithm }
  var chain: [[UInt8]] { base.chain }

  func sign(_ bytes: [UInt8]) throws -> [UInt8] {
    if fails.withLock({ $0 }) { throw CancellationError() }
    return try base.sign(bytes)
  }
}
