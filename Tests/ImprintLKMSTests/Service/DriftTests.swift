// SPDX-License-Identifier: Apache-2.0
import GRDB
import ImprintLicense
import ImprintLicenseAuthority
import Testing

@testable import ImprintLKMS

/// How far a device may change under one activation, and how many machines a limit can come to.
struct DriftTests {
  /// Machines of one make, with copies of one system: they differ in network and disk alone.
  private static func machine(_ number: Int) -> DeviceFingerprint {
    .number(number).replacing([.machineID: ["0000001d"]])
  }

  private func renewal(_ license: VerifiedLicense, naming device: DeviceFingerprint) -> LicenseRequest {
    var request = LicenseRequest.renew(license.document, device: 1)
    request.device = device
    return request
  }

  private func problem(_ answer: LicenseServiceAnswer) throws -> LicenseProblem {
    guard case .refused(let problem) = answer else { throw Unexpected(answer: "\(answer)") }
    return problem
  }

  @Test func activationDoesNotWalkThroughAFleetAFactAtATime() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    var license = try await lab.license(in: lab.ask(.activate(1)))
    var issued = [license.claims.device]
    for target in 2...21 {
      let goal = DeviceFingerprint.number(target)
      for facts: [DeviceFingerprint.Fact] in [[.machineID, .disk], [.network]] {
        let next = license.claims.device.replacing(goal.facts.filter { facts.contains($0.key) })
        guard case .license(let document) = await lab.ask(renewal(license, naming: next)) else { continue }
        license = try await lab.license(in: .license(document))
        issued.append(license.claims.device)
      }
    }
    let licensed = (1...21).filter { number in issued.contains { $0.isSameDevice(as: .number(number)) } }
    // The first, and what forged mixtures of two machines' facts come to.
    #expect(licensed.count <= 2 + DeviceDrift.mostChanges)
    for one in issued { for other in issued { #expect(one.isSameDevice(as: other)) } }
  }

  @Test(arguments: 0..<6) func noDriftMakesMoreDevicesThanTheLimit(seed: Int) async throws {
    var random = Seeded(UInt64(seed))
    let limit = 1 + seed % 3
    let lab = try await Lab(Lab.kiosk(limit: limit))
    let machines = (1...8).map { seed % 2 == 0 ? Self.machine($0) : .number($0) }
    var held: [VerifiedLicense] = []
    for _ in 0..<120 {
      var facts: [DeviceFingerprint.Fact: [String]] = [:]
      let base = held.randomElement(using: &random)?.claims.device ?? machines[0]
      for fact in DeviceFingerprint.Fact.allCases {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: continue
        case 1...3: facts[fact] = machines.randomElement(using: &random)?.facts[fact]
        case 4:
          let added = machines.randomElement(using: &random)?.facts[fact] ?? []
          facts[fact] = Set(added + (base.facts[fact] ?? [])).sorted()
        default: facts[fact] = base.facts[fact]
        }
      }
      let device = DeviceFingerprint(facts: facts)
      guard device.weight >= DeviceReader.minimumWeight else { continue }
      var request = LicenseRequest.activate(1)
      if let license = held.randomElement(using: &random), Bool.random(using: &random) {
        request = .renew(license.document, device: 1)
      }
      request.device = device
      if case .license(let document) = await lab.ask(request) {
        let license = try await lab.license(in: .license(document))
        #expect(license.claims.device == device)
        held.append(license)
      }
      let now = lab.time.now()
      held.removeAll { $0.claims.expires + $0.claims.policy.grace <= now }
      let groups = Dictionary(grouping: held, by: \.claims.activation)
      #expect(groups.count <= limit)
      for group in groups.values.map({ Set($0.map(\.claims.device)) }) {
        #expect(group.count <= 1 + DeviceDrift.mostChanges)
        // Of the fingerprints that licences in force name, no two are different devices.
        for one in group { for other in group { #expect(one.isSameDevice(as: other)) } }
      }
      let licensed = machines.filter { machine in
        held.contains { $0.claims.device.isSameDevice(as: machine) }
      }
      #expect(licensed.count <= limit * (2 + DeviceDrift.mostChanges))
      lab.time.advance(by: Int64.random(in: 0...(4 * Lab.day), using: &random))
    }
    #expect(!held.isEmpty)
  }

  @Test func renewalIsComparedWithTheFirstThatCountsToo() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let first = try await lab.license(in: lab.ask(.activate(1)))
    let moved = first.claims.device.replacing([.disk: ["deadbeef"], .machineID: ["deadbee5"]])
    let second = try await lab.license(in: lab.ask(renewal(first, naming: moved)))
    let gone = moved.replacing([.network: ["deadbee4"]])
    let refusal = try problem(await lab.ask(renewal(second, naming: gone)))
    #expect(refusal.code == .deviceMismatch && refusal.remedy.contains(first.claims.activation))
    // The other way to the same.
    var request = LicenseRequest.activate(1)
    request.device = gone
    #expect(lab.code(of: await lab.ask(request)) == .activationCountExceeded)
    lab.time.advance(by: 37 * Lab.day)
    #expect(await lab.ask(renewal(second, naming: gone)).status == 200)
  }

  @Test func changesAreBoundedAndShown() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    var license = try await lab.license(in: lab.ask(.activate(1)))
    for disk in 0..<DeviceDrift.mostChanges {
      let next = license.claims.device.replacing([.disk: ["deadbee\(disk)"]])
      license = try await lab.license(in: lab.ask(renewal(license, naming: next)))
    }
    let next = license.claims.device.replacing([.disk: ["deadbeef"]])
    let refusal = try problem(await lab.ask(renewal(license, naming: next)))
    #expect(refusal.code == .deviceMismatch && refusal.reason.contains("changed"))
    var request = LicenseRequest.activate(1)
    request.device = next
    #expect(lab.code(of: await lab.ask(request)) == .deviceMismatch)
    // What counts already may come again.
    #expect(await lab.ask(renewal(license, naming: .number(1))).status == 200)
    #expect(try await lab.database.activations().map(\.changes) == [DeviceDrift.mostChanges])
    let told = try await lab.database.audit(AuditFilter(event: .deviceChanged))
    #expect(told.map(\.detail) == ["disk", "disk"])
    lab.time.advance(by: 40 * Lab.day)
    #expect(try await lab.database.activations().map(\.changes) == [0])
  }

  @Test func shortLicencesDoNotMakeAWalk() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1, lifetime: 60))
    let first = try await lab.license(in: lab.ask(.activate(1)))
    lab.time.advance(by: 8 * Lab.day)
    let moved = first.claims.device.replacing([.disk: ["deadbeef"], .machineID: ["deadbee5"]])
    let second = try await lab.license(in: lab.ask(renewal(first, naming: moved)))
    lab.time.advance(by: 8 * Lab.day)
    let gone = moved.replacing([.network: ["deadbee4"]])
    #expect(lab.code(of: await lab.ask(renewal(second, naming: gone))) == .deviceMismatch)
  }

  @Test(
    arguments: [.network, .disk, .machineID, .board, .processor] as [DeviceFingerprint.Fact], [false, true])
  func factThatWasNamedBeforeIsNotLeftOut(fact: DeviceFingerprint.Fact, activates: Bool) async throws {
    let lab = try await Lab()
    let first = try await lab.license(in: lab.ask(.activate(1)))
    var request = activates ? LicenseRequest.activate(1) : .renew(first.document, device: 1)
    request.device = DeviceFingerprint(facts: request.device.facts.filter { $0.key != fact })
    let refusal = try problem(await lab.ask(request))
    #expect(refusal.code == .badRequest && refusal.reason.contains(fact.rawValue))
    #expect(try await lab.activeCount() == 1)
    // It is given back all the same.
    request.kind = .deactivate
    request.license = first.document
    request.nonce = RandomText.base64url(bytes: 16)
    #expect(await lab.ask(request).status == 200)
  }

  @Test func deviceThatNamesADiskAloneDoesNotBecomeEveryMachineWithThatDisk() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    var request = LicenseRequest.activate(1)
    request.device = DeviceFingerprint(facts: [.disk: ["00000001"]])
    let first = try await lab.license(in: lab.ask(request))
    for number in 2...4 {
      let machine = DeviceFingerprint.number(number).replacing([.disk: ["00000001"]])
      #expect(lab.code(of: await lab.ask(renewal(first, naming: machine))) == .deviceMismatch)
    }
  }

  @Test func requestThatNamesNothingOfTheMachinesOwnIsRefused() async throws {
    let lab = try await Lab()
    var request = LicenseRequest.activate(1)
    request.device = DeviceFingerprint(facts: request.device.facts.filter { !$0.key.isOwn })
    let refusal = try problem(await lab.ask(request))
    #expect(refusal.code == .badRequest && refusal.reason.contains("hardware or network"))
  }

  @Test func sameNonceWithOtherFactsGetsALicenceOfThose() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let first = try await lab.activate(1, nonce: 7)
    var request = LicenseRequest.activate(1, nonce: 7)
    request.device = request.device.replacing([.disk: ["00000002", "02000001", "02000002"]])
    let second = try await lab.claims(in: lab.ask(request))
    #expect(second.device == request.device && second.activation == first.activation && second.id != first.id)
  }

  @Test func databaseOfBeforeKnowsTheLastFingerprintAsTheFirst() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let first = try await lab.license(in: lab.ask(.activate(1)))
    try await lab.database.write { database in
      try database.execute(sql: "DROP TABLE known_device")
      try database.execute(
        sql: "DELETE FROM grdb_migrations WHERE identifier = 'devices that count, by activation'")
    }
    let database = try LicenseDatabase(path: lab.path, clock: lab.time.now)
    try await database.check()
    #expect(try await database.activations().map(\.changes) == [0])
    let moved = first.claims.device.replacing([.disk: ["deadbeef"], .machineID: ["deadbee5"]])
    let second = try await lab.license(in: lab.ask(renewal(first, naming: moved)))
    let gone = moved.replacing([.network: ["deadbee4"]])
    #expect(lab.code(of: await lab.ask(renewal(second, naming: gone))) == .deviceMismatch)
  }

  @Test func activationOfBeforeMayNameItsOwnHardwareNow() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let full = try await lab.license(in: lab.ask(.activate(1)))
    let poor = DeviceFingerprint(facts: full.claims.device.facts.filter { !$0.key.isOwn })
    var claims = full.claims
    claims.device = poor
    let stored = StoredJSON.text(poor)
    try await lab.database.write { database in
      try database.execute(sql: "UPDATE activation SET device = ?", arguments: [stored])
      try database.execute(sql: "UPDATE known_device SET device = ?", arguments: [stored])
    }
    let license = try await lab.license(
      in: .license(try LicenseIssuer(signer: Lab.signer()).issue(claims)))
    #expect(lab.code(of: await lab.ask(renewal(license, naming: poor))) == .badRequest)
    let named = try await lab.license(in: lab.ask(renewal(license, naming: .number(1))))
    // It is that device from now on, and no other copy of the system.
    let other = DeviceFingerprint.number(2).replacing([.machineID: poor.facts[.machineID] ?? []])
    #expect(lab.code(of: await lab.ask(renewal(named, naming: other))) == .deviceMismatch)
    #expect(lab.code(of: await lab.ask(renewal(license, naming: other))) == .deviceMismatch)
  }
}

/// SplitMix64: the same numbers for the same seed.
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
