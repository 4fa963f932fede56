// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense
internal import ImprintSignedDocuments
public import ImprintLicenseAuthority
public import Logging

/// Handles licence requests: parses, authenticates, decides in one transaction, and signs the decision.
///
/// No response is sent before the decision is durable. Thread-safe; concurrent requests share a commit.
public struct LicenseService: Sendable {
  let database: LicenseDatabase
  let issuer: LicenseIssuer
  private let verifier: LicenseVerifier
  let issuerName: String
  let certificateEnd: Int64
  let clock: @Sendable () -> Int64
  let logger: Logger

  /// - Parameters:
  ///   - verifier: trusts the roots of the current and earlier issuers: devices present licences to renew
  ///     them.
  ///   - issuerName: the `iss` of licences, 1 to 256 bytes.
  ///   - clock: the time, in seconds since 1970 UTC.
  /// - Throws: ``AuthorityError`` if the issuer has no readable certificate.
  public init(
    database: LicenseDatabase, issuer: LicenseIssuer, verifier: LicenseVerifier, issuerName: String,
    clock: @escaping @Sendable () -> Int64 = LicenseDatabase.systemClock,
    logger: Logger = Logger(label: "imprint-lkms")
  ) throws(AuthorityError) {
    self.database = database
    self.issuer = issuer
    self.verifier = verifier
    self.issuerName = issuerName
    certificateEnd = try issuer.certificateEnd
    self.clock = clock
    self.logger = logger
  }

  /// Handles a request from the network.
  ///
  /// - Parameters:
  ///   - body: the request document; more than 65,536 bytes are refused.
  ///   - apiKey: as sent, `imk_…`.
  ///   - remote: the client's address; only its network is stored.
  ///   - admit: returns for a valid key the number of seconds before it may retry; `nil`: now.
  func handle(
    _ kind: LicenseEndpoint, body: [UInt8], apiKey: String?, remote: String,
    admit: @Sendable (_ key: String) -> Int? = { _ in nil }
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

  /// Handles a request in a file: the operator's activation of a device without a network. Needs no API key;
  /// otherwise as over the network, and marked offline in the audit log.
  ///
  /// - Returns: The bytes of the response file.
  /// - Throws: the problem that a device would have received.
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
    } catch let error as LicenseFormError {
      throw .badRequest("The request is not what is defined: \(String(error.reason.prefix(300)))")
    } catch {
      throw .badRequest("The request is not what is defined.")
    }
  }

  /// The id of the key, if it is valid for the profile. All failures take the same steps and get the same
  /// response.
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
    if let fault = timeFault(at: now) {
      logger.error("\(fault)", metadata: ["now": "\(now)", "certificate.end": "\(certificateEnd)"])
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

  /// Why nothing can be issued at a time. A licence of 1970 could not be signed, nor its claims be read again
  /// when the request is retried at the right time.
  func timeFault(at now: Int64) -> String? {
    guard DocumentTime.range.contains(now - LicenseRules.clockDifference) else {
      return "the server's clock cannot be right"
    }
    return now < certificateEnd ? nil : "the signing certificate has ended"
  }

  /// The claims of the presented document. It may have expired: its signature is verified as of the time it
  /// was issued.
  private func heldClaims(of request: LicenseRequest) async throws(LicenseProblem) -> LicenseClaims? {
    guard request.kind != .activate else { return nil }
    guard let document = request.license, let said = PresentedDocument.claims(of: document),
      case .accepted(let license) = await verifier.verify(document, at: said.issued).verdict
    else { throw .badRequest("The licence that it presents is not one of this server.") }
    let claims = license.claims
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
