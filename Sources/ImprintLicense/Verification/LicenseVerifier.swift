// SPDX-License-Identifier: Apache-2.0
public import ImprintSignedDocuments

/// Verifies documents under an application's trust anchors. The only maker of ``VerifiedLicense``.
///
/// Thread-safe. Reuse it: it has parsed its trust anchors. A verification costs up to five signature
/// verifications, and memory proportional to the document, of at most 65,536 bytes.
public struct LicenseVerifier: Sendable {
  /// A longer document is refused unread.
  public static let maximumBytes = LicenseDocumentLimit.bytes

  private let judge: LicenseJudge

  /// - Parameter trustAnchors: without any, every document is rejected.
  public init(trustAnchors: [TrustAnchor]) {
    judge = LicenseJudge(trustAnchors)
  }

  /// Verifies a licence. The bytes are untrusted until signature and chain are verified.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970 UTC.
  ///   - expecting: what it must be for.
  public func verify(
    _ document: String, at now: Int64, expecting: LicenseExpectation = LicenseExpectation()
  ) async -> LicenseVerification {
    await verify(Self.bytes(document), at: now, expecting: expecting)
  }

  /// Verifies the bytes of a licence. Nothing may precede or follow it, not even a line feed.
  public func verify(
    _ document: [UInt8], at now: Int64, expecting: LicenseExpectation = LicenseExpectation()
  ) async -> LicenseVerification {
    var walk = LicenseWalk()
    let judged = await judge.judge(
      document, as: .license, at: now, walk: &walk,
      read: { json throws(LicenseRejection) in try LicenseClaims(json: json) }, validity: \.validity)
    guard let judged else {
      return LicenseVerification(verdict: .rejected(walk.rejections), steps: walk.steps)
    }
    let claims = judged.claims
    guard claims.expires <= judged.signerEnd else {
      let end = DocumentTime.text(judged.signerEnd)
      walk.fail(
        .claims,
        LicenseRejection(
          .malformed(
            .claims, "claim 'exp' is later than the end of the signing certificate, which is \(end).")))
      return LicenseVerification(verdict: .rejected(walk.rejections), steps: walk.steps)
    }
    let features = claims.features.map(\.rawValue).joined(separator: ", ")
    walk.pass(
      .claims,
      "'\(claims.issuer)' licenses \(features.isEmpty ? "no features" : features) to activation '\(claims.activation)'."
    )
    let rules: [any LicenseRule] = [
      ValidityPolicy(now: now), ProfilePolicy(expected: expecting.profile),
      ProductPolicy(expected: expecting.product), DevicePolicy(expected: expecting.device),
      NoncePolicy(expected: expecting.nonce),
    ]
    for rule in rules { walk.note(rule.judge(claims), for: rule.step) }
    let license = VerifiedLicense(
      claims: claims, document: String(decoding: document, as: UTF8.self), signer: judged.signer)
    return LicenseVerification(verdict: Self.verdict(license, walk.rejections), steps: walk.steps)
  }

  /// Verifies a revocation: whether the authority revoked this activation, in response to this request.
  ///
  /// - Parameters:
  ///   - activation: the current activation.
  ///   - nonce: of the request that it answers.
  ///   - now: Seconds since 1970 UTC.
  public func verifyRevocation(
    _ document: String, of activation: String, nonce: String, at now: Int64
  ) async -> RevocationVerdict {
    var walk = LicenseWalk()
    let judged = await judge.judge(
      Self.bytes(document), as: .revocation, at: now, walk: &walk,
      read: { json throws(LicenseRejection) in try RevocationClaims(json: json) },
      validity: { $0.issued...DocumentTime.range.upperBound })
    guard let claims = judged?.claims else { return .rejected(walk.rejections) }
    var rejections: [LicenseRejection] = []
    if !claims.activation.utf8.elementsEqual(activation.utf8) {
      rejections.append(
        LicenseRejection(
          .device, place: "revocation", reason: "it revokes another activation.",
          remedy: "Ask the licence server again."))
    }
    if !NoncePolicy.holds(claims.nonce, nonce) { rejections.append(NoncePolicy.rejection) }
    return rejections.isEmpty ? .revoked(claims) : .rejected(rejections)
  }

  /// No more than is needed to detect that it is too long.
  private static func bytes(_ document: String) -> [UInt8] {
    Array(document.utf8.prefix(LicenseDocumentLimit.bytes + 1))
  }

  /// Expiry alone is a verdict of its own; among other reasons it comes last.
  private static func verdict(_ license: VerifiedLicense, _ rejections: [LicenseRejection]) -> LicenseVerdict
  {
    let others = rejections.filter { $0.code != .expired }
    if rejections.isEmpty { return .accepted(license) }
    if others.isEmpty { return .expired(license) }
    return .rejected(others + rejections.filter { $0.code == .expired })
  }
}
