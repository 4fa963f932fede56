// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
internal import ImprintLicenseAuthority
internal import ImprintModel
internal import Logging

/// Answers requests for licences: reads, authenticates, decides in one transaction, and signs what was decided.
///
/// Nothing is answered before it is on the disk. Safe from any thread; requests at the same time share a commit.
public struct LicenseService: Sendable {
  /// Judges the signature and the chain of a document as of a time; its claims where both are good.
  typealias DocumentCheck = @Sendable (_ document: String, _ time: Int64) async -> LicenseClaims?

  let database: LicenseDatabase
  let issuer: LicenseIssuer
  let check: DocumentCheck
  let issuerName: String
  let certificateEnd: Int64
  let clock: @Sendable () -> Int64
  let logger: Logger

  init(
    database: LicenseDatabase, issuer: LicenseIssuer, check: @escaping DocumentCheck, issuerName: String,
    clock: @escaping @Sendable () -> Int64, logger: Logger
  ) throws(AuthorityError) {
    self.database = database
    self.issuer = issuer
    self.check = check
    self.issuerName = issuerName
    certificateEnd = try issuer.certificateEnd
    self.clock = clock
    self.logger = logger
  }

  /// Answers a request that came over the network.
  ///
  /// - Parameters:
  ///   - body: the request document; more than 65,536 bytes are refused.
  ///   - apiKey: as it was sent, `imk_…`.
  ///   - remote: the address it came from; only its network is kept.
  public func handle(
    _ kind: LicenseEndpoint, body: [UInt8], apiKey: String?, remote: String
  ) async -> LicenseServiceAnswer {
    await handle(kind, body: body, apiKey: apiKey, remote: remote) { _ in nil }
  }

  /// `admit` says for a key that is good after how many seconds it may ask again; `nil`: now.
  func handle(
    _ kind: LicenseEndpoint, body: [UInt8], apiKey: String?, remote: String,
    admit: @Sendable (_ key: String) -> Int?
  ) async -> LicenseServiceAnswer {
    do throws(LicenseProblem) {
      let request = try read(body)
      guard request.kind == kind else { throw .badRequest("Its kind is not the one of the path.") }
      let key = try await authenticate(apiKey, for: request.profile)
      if let seconds = admit(key) { throw Self.rateLimited(seconds) }
      let caller = Caller(key: key, network: RemoteNetwork.name(of: remote))
      return try await answer(request, from: caller)
    } catch {
      return .refused(error)
    }
  }

  /// Answers the request in a file: the operator's activation of a device without a network. It needs no API key;
  /// all else is as over the network, and the audit says that it was offline.
  ///
  /// - Returns: The bytes of the answering file.
  /// - Throws: What a device would have been answered.
  public func sign(offlineRequest body: [UInt8]) async throws(LicenseProblem) -> [UInt8] {
    let request = try read(body)
    let answer = try await answer(request, from: Caller(key: nil, network: nil))
    return answer.body
  }

  // MARK: Steps

  private func read(_ body: [UInt8]) throws(LicenseProblem) -> LicenseRequest {
    guard body.count <= 65_536 else { throw Self.tooLarge }
    do {
      return try LicenseRequest(parsing: body).judged()
    } catch let error as LicenseProblem {
      throw error
    } catch {
      throw .badRequest("The request is not what is defined: \(error)")
    }
  }

  /// The id of the key, where it opens the profile. All that can be wrong takes the same steps and gets the same answer.
  private func authenticate(_ text: String?, for profile: String) async throws(LicenseProblem) -> String {
    let key = text.flatMap { KeyText($0) }
    let id = key?.id ?? "unknown"
    let now = clock()
    let known = try await attempt { () async throws(LicenseDatabaseError) in
      try await database.read { try KeyTable.key(id, in: $0) }
    }
    let secretIsRight = (known?.secretHash ?? .ofNobody).matches(key?.secretHash ?? SecretHash(of: id))
    let isUsable = known.map { $0.record.isUsable(at: now) && $0.record.profile == profile } ?? false
    guard secretIsRight, isUsable else { throw .authentication }
    return id
  }

  private func answer(
    _ request: LicenseRequest, from caller: Caller
  ) async throws(LicenseProblem) -> LicenseServiceAnswer {
    let held = try await heldClaims(of: request)
    let now = clock()
    guard now < certificateEnd else {
      logger.error("the signing certificate has ended", metadata: ["end": "\(certificateEnd)"])
      throw .unavailable
    }
    let decision = try await attempt { () async throws(LicenseDatabaseError) in
      try await database.write { [issuerName, certificateEnd] transaction in
        try LicenseRules(
          request: request, caller: caller, held: held, issuerName: issuerName,
          certificateEnd: certificateEnd,
          now: now, database: transaction
        ).decide()
      }
    }
    return try sign(decision)
  }

  /// What the presented document says. It may have expired: its signature is judged as of the time it was issued.
  private func heldClaims(of request: LicenseRequest) async throws(LicenseProblem) -> LicenseClaims? {
    guard request.kind != .activate else { return nil }
    guard let document = request.license, let said = PresentedDocument.claims(of: document),
      let claims = await check(document, said.issued)
    else { throw .badRequest("The licence that it presents is not one of this server.") }
    guard claims.profile == request.profile, claims.product == request.product else {
      throw .badRequest("The licence that it presents is of another profile or product.")
    }
    return claims
  }

  private func sign(_ decision: LicenseDecision) throws(LicenseProblem) -> LicenseServiceAnswer {
    do {
      switch decision {
      case .license(let claims): return .license(try issuer.issue(claims))
      case .deactivated: return .deactivated
      case .revoked(let claims):
        var problem = LicenseProblem(
          .revoked, reason: "The activation was revoked: \(claims.reason).",
          remedy: "Ask the operator of the licence server.")
        problem.revocation = try issuer.issue(claims)
        throw problem
      case .refused(let problem): throw problem
      }
    } catch let problem as LicenseProblem {
      throw problem
    } catch {
      logger.error("a document was not signed", metadata: ["error": "\(error)"])
      throw .unavailable
    }
  }

  private func attempt<T: Sendable>(
    _ work: () async throws(LicenseDatabaseError) -> T
  ) async throws(LicenseProblem) -> T {
    do {
      return try await work()
    } catch {
      logger.error("the database failed", metadata: ["error": "\(error)"])
      throw LicenseProblem(error)
    }
  }

  static func rateLimited(_ seconds: Int) -> LicenseProblem {
    LicenseProblem(
      .rateLimited, reason: "More requests came than are allowed.", remedy: "Ask again after a while.",
      retryAfter: seconds)
  }

  static var tooLarge: LicenseProblem {
    LicenseProblem(
      .tooLarge, reason: "The request is longer than 65536 bytes.",
      remedy: "Make the request again with a current SDK.")
  }
}
