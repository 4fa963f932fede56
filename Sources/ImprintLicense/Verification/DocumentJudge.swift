// SPDX-License-Identifier: Apache-2.0
internal import FoundationEssentials
internal import ImprintModel
internal import X509

/// Judges what licences and revocations have in common: form, header, signature, chain, claim set.
struct DocumentJudge: Sendable {
  private let chainPolicy: ChainPolicy

  init(_ anchors: [TrustAnchor]) {
    chainPolicy = ChainPolicy(anchors, usage: .licenses)
  }

  /// A document whose signature and chain hold.
  struct Judged<Claims> {
    let claims: Claims
    /// The signing certificate's subject.
    let signer: String
    /// The last second that certificate is valid in.
    let signerEnd: Int64
  }

  /// Walks through the steps up to `claims`.
  ///
  /// - Parameters:
  ///   - read: Reads the claim set.
  ///   - validity: When the document is valid. The chain is judged at the time within that is nearest to
  ///     `now`: an expired licence is a licence still, and a clock that is behind is not the chain's fault.
  /// - Returns: `nil` where a step failed: nothing of the claims is shown then.
  func judge<Claims>(
    _ bytes: [UInt8], as kind: SignedDocumentKind, at now: Int64, walk: inout LicenseWalk,
    read: (JSONValue) throws(LicenseRejection) -> Claims, validity: (Claims) -> ClosedRange<Int64>
  ) async -> Judged<Claims>? {
    guard let (document, certificates) = open(bytes, as: kind, walk: &walk) else { return nil }
    // Read by now, told later: the chain has to hold for anything of it to be shown.
    let claims = Result { () throws(LicenseRejection) in try read(Self.json(document.payload)) }
    let range = (try? claims.get()).map(validity) ?? LicenseTime.range
    let time = min(max(now, range.lowerBound), range.upperBound)
    do {
      let anchor = try await chainPolicy.judge(certificates, at: time)
      walk.pass(
        .chain, "Its certificates lead to the trust anchor '\(anchor.subject)', at \(LicenseTime.text(time))."
      )
    } catch {
      let isUsage = error.code == .keyUsage
      if isUsage {
        walk.pass(.chain, "Its certificates lead to a trust anchor, at \(LicenseTime.text(time)).")
      }
      walk.fail(isUsage ? .usage : .chain, error)
      return nil
    }
    guard let leaf = certificates.first else { return nil }
    let signer = "\(leaf.subject)"
    walk.pass(.usage, "The signing certificate '\(signer)' may sign licences.")
    switch claims {
    case .success(let claims):
      let end = Int64(leaf.notValidAfter.timeIntervalSince1970)
      return Judged(claims: claims, signer: signer, signerEnd: end)
    case .failure(let rejection):
      walk.fail(.claims, rejection)
      return nil
    }
  }

  /// The steps that need no trust: up to the signature.
  private func open(
    _ bytes: [UInt8], as kind: SignedDocumentKind, walk: inout LicenseWalk
  ) -> (SignedDocument, [Certificate])? {
    var step = LicenseStep.ID.form
    do {
      let document = try SignedDocument(parsing: bytes, as: kind)
      walk.pass(.form, "It has the form of a signed document, \(bytes.count) bytes.")
      step = .header
      let header = try DocumentHeader(parsing: document.header, of: kind)
      walk.pass(
        .header, "Its header says that it is '\(kind.type)', signed with \(header.algorithm.rawValue).")
      step = .certificates
      let certificates = try ChainPolicy.certificates(header)
      guard let leaf = certificates.first else { return nil }
      walk.pass(.certificates, "It brings \(certificates.count) of 1 to 4 possible certificates.")
      step = .algorithm
      let policy = try SignaturePolicy(leaf)
      try policy.judgeAlgorithm(header.algorithm)
      walk.pass(.algorithm, "\(header.algorithm.rawValue) is what the signing certificate's key is for.")
      step = .signature
      try policy.judgeSignature(document)
      walk.pass(.signature, "The key of the signing certificate signed exactly this document.")
      return (document, certificates)
    } catch {
      walk.fail(step, error)
      return nil
    }
  }

  private static func json(_ payload: [UInt8]) throws(LicenseRejection) -> JSONValue {
    do {
      return try JSONValue(parsing: payload)
    } catch {
      throw LicenseRejection.malformed(.claims, "the claims are not JSON: at \(error.place), \(error.reason)")
    }
  }
}

extension LicenseClaims {
  /// When the licence is valid, for judging its chain; an empty time is its first second.
  var validity: ClosedRange<Int64> { notBefore...max(notBefore, expires - 1) }
}
