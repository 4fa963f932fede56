// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import X509

/// Verifies what licences and revocations share: form, header, signature, chain, claim set.
struct LicenseJudge: Sendable {
  private let chainPolicy: ChainPolicy

  init(_ anchors: [TrustAnchor]) {
    chainPolicy = ChainPolicy(anchors, usage: .licenses)
  }

  /// A document with valid signature and chain.
  struct Judged<Claims> {
    let claims: Claims
    /// The signing certificate's subject.
    let signer: String
    /// The last second of that certificate's validity.
    let signerEnd: Int64
  }

  /// Runs the steps up to `claims`.
  ///
  /// - Parameters:
  ///   - read: parses the claim set.
  ///   - validity: when the document is valid. The chain is validated at the time within that is nearest to
  ///     `now`: an expired licence is still a licence, and a clock that is behind is not the chain's fault.
  /// - Returns: `nil` if a step failed: then none of the claims are shown.
  func judge<Claims>(
    _ bytes: [UInt8], as kind: SignedDocumentKind, at now: Int64, walk: inout LicenseWalk,
    read: (JSONValue) throws(LicenseRejection) -> Claims, validity: (Claims) -> ClosedRange<Int64>
  ) async -> Judged<Claims>? {
    guard let document = Self.open(bytes, as: kind, walk: &walk) else { return nil }
    // Parsed now, reported later: nothing of it is shown unless the chain is valid.
    let claims = Result { () throws(LicenseRejection) in try read(Self.json(document)) }
    let range = (try? claims.get()).map(validity) ?? DocumentTime.range
    let time = min(max(now, range.lowerBound), range.upperBound)
    do {
      let anchor = try await chainPolicy.judge(document.certificates, at: time)
      walk.pass(
        .chain,
        "Its certificates lead to the trust anchor '\(anchor.subject)', at \(DocumentTime.text(time)).")
    } catch {
      let isUsage = error.code == .keyUsage
      if isUsage {
        walk.pass(.chain, "Its certificates lead to a trust anchor, at \(DocumentTime.text(time)).")
      }
      walk.fail(isUsage ? .usage : .chain, LicenseRejection(error))
      return nil
    }
    walk.pass(.usage, "The signing certificate '\(document.signer)' may sign licences.")
    switch claims {
    case .success(let claims):
      return Judged(claims: claims, signer: document.signer, signerEnd: document.signerEnd)
    case .failure(let rejection):
      walk.fail(.claims, rejection)
      return nil
    }
  }

  /// The steps before trust: up to the signature.
  private static func open(
    _ bytes: [UInt8], as kind: SignedDocumentKind, walk: inout LicenseWalk
  ) -> OpenedDocument? {
    try? OpenedDocument(parsing: bytes, as: kind) { step, finding in
      switch finding {
      case .success(let sentence): walk.pass(LicenseStep.ID(step), sentence)
      case .failure(let rejection): walk.fail(LicenseStep.ID(step), LicenseRejection(rejection))
      }
    }
  }

  private static func json(_ document: OpenedDocument) throws(LicenseRejection) -> JSONValue {
    do { return try document.json } catch { throw LicenseRejection(error) }
  }
}

extension LicenseClaims {
  /// When the licence is valid, for validating its chain; an empty range is its first second.
  var validity: ClosedRange<Int64> { notBefore...max(notBefore, expires - 1) }
}

extension LicenseStep.ID {
  fileprivate init(_ step: OpenedDocument.Step) {
    switch step {
    case .form: self = .form
    case .header: self = .header
    case .certificates: self = .certificates
    case .algorithm: self = .algorithm
    case .signature: self = .signature
    }
  }
}
