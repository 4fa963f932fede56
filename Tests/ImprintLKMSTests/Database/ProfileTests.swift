// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import TestSupport
import Testing

@testable import ImprintLKMS

struct ProfileTests {
  private func open() throws -> LicenseDatabase {
    try LicenseDatabase.create(path: TemporaryFolder().path + "/licences.sqlite", clock: { Lab.start })
  }

  private func code(_ work: () async throws -> Void) async -> LicenseDatabaseError.Code? {
    do {
      try await work()
      return nil
    } catch {
      return (error as? LicenseDatabaseError)?.code
    }
  }

  @Test func profileComesBackAsItWasMade() async throws {
    let database = try open()
    let profile = LicenseProfile(
      id: "gate-2", product: "com.example.gate", features: [.verification, LicenseFeature(rawValue: "CARD")],
      limits: [.registeredUsers: 0, LicenseLimit(rawValue: "doors"): 4], activationLimit: nil, lifetime: 60,
      renewPercent: 1, policy: LicensePolicy(grace: 0, failure: .warn), expires: Lab.start + 1)
    try await database.createProfile(profile)
    var read = try await database.profile("gate-2")
    #expect(read.created == Lab.start)
    read.created = 0
    #expect(read == profile)
  }

  @Test func sameNameTwiceIsRefused() async throws {
    let database = try open()
    try await database.createProfile(Lab.kiosk())
    #expect(await code { try await database.createProfile(Lab.kiosk()) } == .profileExists)
  }

  @Test func unknownProfileIsSaid() async throws {
    let database = try open()
    #expect(await code { _ = try await database.profile("x") } == .profileUnknown)
    #expect(await code { try await database.updateProfile(Lab.kiosk()) } == .profileUnknown)
    #expect(await code { try await database.expireProfile("x") } == .profileUnknown)
    #expect(await code { try await database.deleteProfile("x") } == .profileUnknown)
    #expect(await code { _ = try await database.createKey(profile: "x", label: "") } == .profileUnknown)
  }

  @Test func usedProfileIsNotDeleted() async throws {
    let lab = try await Lab()
    _ = try await lab.activate(1)
    #expect(await code { try await lab.database.deleteProfile(Lab.profile) } == .profileInUse)
  }

  @Test func unusedProfileGoesWithItsKeys() async throws {
    let lab = try await Lab()
    try await lab.database.deleteProfile(Lab.profile)
    #expect(try await lab.database.profiles().isEmpty)
    #expect(try await lab.database.keys().isEmpty)
    #expect(lab.code(of: await lab.ask(.activate(1))) == .authentication)
  }

  @Test func lowerLimitLeavesTheDevicesThereAre() async throws {
    let lab = try await Lab()
    for device in 1...3 { _ = try await lab.activate(device) }
    var profile = try await lab.database.profile(Lab.profile)
    profile.activationLimit = 1
    try await lab.database.updateProfile(profile)
    #expect(try await lab.activeCount() == 3)
    #expect(await lab.ask(.activate(2)).status == 200)
    #expect(lab.code(of: await lab.ask(.activate(4))) == .activationCountExceeded)
  }

  private static let impossible: [@Sendable (inout LicenseProfile) -> Void] = [
    { $0.id = "" }, { $0.id = ".x" }, { $0.id = "a b" }, { $0.id = String(repeating: "a", count: 65) },
    { $0.product = "ä" }, { $0.features = [LicenseFeature(rawValue: "verif")] },
    { $0.features = [.verification, .verification] },
    { $0.features = (0..<65).map { LicenseFeature(rawValue: "F\($0)") } },
    { $0.limits = [LicenseLimit(rawValue: "no name"): 1] }, { $0.limits = [.registeredUsers: -1] },
    { $0.activationLimit = -1 }, { $0.lifetime = 59 }, { $0.lifetime = .max }, { $0.renewPercent = 0 },
    { $0.renewPercent = 101 }, { $0.policy.grace = -1 }, { $0.policy.grace = .max },
    { $0.policy.degraded = [.captureDump] }, { $0.expires = 0 }, { $0.expires = .max },
  ]

  @Test(arguments: impossible.indices) func impossibleProfileIsRefused(index: Int) async throws {
    let database = try open()
    var profile = Lab.kiosk()
    Self.impossible[index](&profile)
    let wrong = profile
    #expect(await code { try await database.createProfile(wrong) } == .profileInvalid)
  }

  @Test func everyPossibleProfileIssuesALicenceThatVerifies() async throws {
    let widest = LicenseProfile(
      id: Lab.profile, product: Lab.product,
      features: (0..<64).map {
        LicenseFeature(rawValue: "FEATURE_\($0)_\(String(repeating: "X", count: 18))")
      },
      limits: Dictionary(
        uniqueKeysWithValues: (0..<32).map { (LicenseLimit(rawValue: "limit\($0)"), 1_000_000_000) }),
      lifetime: 315_576_000, renewPercent: 100, policy: LicensePolicy(grace: 315_576_000, failure: .stop))
    let lab = try await Lab(widest)
    #expect(try await lab.activate(1).features.count == 64)
  }
}
