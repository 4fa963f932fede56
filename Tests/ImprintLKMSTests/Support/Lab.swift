// SPDX-License-Identifier: Apache-2.0
import GRDB
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Synchronization
import TestSupport

@testable import ImprintLKMS

/// A licence server without a network: a database in a folder of its own, an authority, and a clock that
/// stands still until it is moved.
final class Lab: Sendable {
  static let start: Int64 = 1_790_000_000
  static let day: Int64 = 86_400
  static let profile = "kiosk"
  static let product = "com.example.kiosk"

  let path: String
  let database: LicenseDatabase
  let service: LicenseService
  let verifier: LicenseVerifier
  let key: APIKey
  let time: TestTime

  /// One authority for all tests: what they look at is the server.
  private static let authority = Result {
    try LicenseAuthority.create(name: "Example Authority", now: Lab.start)
  }

  init(_ profile: LicenseProfile = Lab.kiosk(), path: String? = nil) async throws {
    let time = TestTime(Self.start)
    self.time = time
    self.path = try path ?? TemporaryFolder().path + "/licences.sqlite"
    database = try LicenseDatabase.create(path: self.path, clock: time.now)
    try await database.createProfile(profile)
    key = try await database.createKey(profile: profile.id, label: "tests").key
    verifier = try Self.makeVerifier()
    service = try Self.makeService(database, time: time)
  }

  static func trustAnchors() throws -> [TrustAnchor] {
    [try TrustAnchor(der: authority.get().rootCertificate)]
  }

  static func makeVerifier() throws -> LicenseVerifier { LicenseVerifier(trustAnchors: try trustAnchors()) }

  static func makeService(
    _ database: LicenseDatabase, time: TestTime, signer: (any DocumentSigner)? = nil
  ) throws -> LicenseService {
    try LicenseService(
      database: database, issuer: LicenseIssuer(signer: signer ?? authority.get().signer),
      verifier: makeVerifier(), issuerName: "Example Authority", clock: time.now)
  }

  static func signer() throws -> KeySigner { try authority.get().signer }

  static func kiosk(limit: Int? = 10, lifetime: Int64 = 30 * Lab.day, expires: Int64? = nil) -> LicenseProfile
  {
    LicenseProfile(
      id: profile, product: product, features: [.verification, .identification],
      limits: [.registeredUsers: 500], activationLimit: limit, lifetime: lifetime,
      policy: LicensePolicy(grace: 7 * Lab.day, failure: .degrade, degraded: [.verification]),
      expires: expires)
  }

  // MARK: Asking

  func ask(_ request: LicenseRequest, key: APIKey? = nil) async -> LicenseServiceAnswer {
    await service.handle(
      request.kind, body: request.wireForm, apiKey: (key ?? self.key).secret, remote: "192.0.2.17")
  }

  func activate(_ device: Int, nonce: Int? = nil) async throws -> LicenseClaims {
    try await claims(in: await ask(.activate(device, nonce: nonce)))
  }

  /// What an answer licenses, as a device would read it.
  func claims(in answer: LicenseServiceAnswer) async throws -> LicenseClaims {
    try await license(in: answer).claims
  }

  func license(in answer: LicenseServiceAnswer) async throws -> VerifiedLicense {
    guard case .license(let document) = answer else { throw Unexpected(answer: "\(answer)") }
    guard case .accepted(let license) = await verifier.verify(document, at: time.now()).verdict else {
      throw Unexpected(answer: "the verifier does not accept \(document)")
    }
    return license
  }

  func code(of answer: LicenseServiceAnswer) -> LicenseProblem.Code? {
    guard case .refused(let problem) = answer else { return nil }
    return problem.code
  }

  func activeCount() async throws -> Int {
    try await database.profiles().first { $0.profile.id == Self.profile }?.active ?? -1
  }
}

struct Unexpected: Error {
  let answer: String
}

/// A clock for tests, in seconds since 1970 UTC.
final class TestTime: Sendable {
  private let seconds: Mutex<Int64>

  init(_ seconds: Int64) {
    self.seconds = Mutex(seconds)
  }

  var now: @Sendable () -> Int64 { { self.seconds.withLock { $0 } } }

  func advance(by seconds: Int64) {
    self.seconds.withLock { $0 += seconds }
  }
}

extension LicenseDatabase {
  /// Makes a new database, and opens it.
  static func create(
    path: String, clock: @escaping @Sendable () -> Int64 = LicenseDatabase.systemClock
  ) throws -> LicenseDatabase {
    try make(path: path)
    return try LicenseDatabase(path: path, clock: clock)
  }

  func activation(_ id: String) async throws(LicenseDatabaseError) -> Activation {
    try await read { try ActivationTable.existing(id, in: $0) }
  }
}
