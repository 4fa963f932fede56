// SPDX-License-Identifier: Apache-2.0
public import ImprintCertificates
public import ImprintLicense

/// Issues documents: validates claims as a verifier will, and signs them. Thread-safe if the signer is.
public struct LicenseIssuer: Sendable {
  private let signer: any DocumentSigner

  public init(signer: any DocumentSigner) {
    self.signer = signer
  }

  /// Signs a licence.
  ///
  /// - Returns: The compact form, at most 65,536 bytes of ASCII.
  /// - Throws: ``AuthorityError``: `claims`, `outlivesCertificate`, `certificate`, or `signing`.
  public func issue(_ claims: LicenseClaims) throws(AuthorityError) -> String {
    try judge { () throws(LicenseRejection) in _ = try LicenseClaims(json: claims.json) }
    guard let certificate = signer.chain.first else { throw refused("the signer has no certificate.") }
    let end = try DERCertificate.notAfter(certificate)
    guard claims.expires <= end else {
      throw AuthorityError(
        .outlivesCertificate, place: "licence",
        reason: "it would expire at \(claims.expires), after the signing certificate, which ends at \(end).",
        remedy: "Choose an earlier expiry, or renew the signing certificate.")
    }
    return try signer.document(claims.json, of: .license)
  }

  /// Signs a revocation.
  ///
  /// - Throws: As for licences.
  public func issue(_ revocation: RevocationClaims) throws(AuthorityError) -> String {
    try judge { () throws(LicenseRejection) in _ = try RevocationClaims(json: revocation.json) }
    return try signer.document(revocation.json, of: .revocation)
  }

  private func judge(_ read: () throws(LicenseRejection) -> Void) throws(AuthorityError) {
    do { try read() } catch { throw refused(error.reason) }
  }

  private func refused(_ reason: String) -> AuthorityError {
    AuthorityError(
      .claims, place: "licence", reason: "verifiers would refuse it: \(reason)",
      remedy: "Correct the profile or the request that it is made from.")
  }
}

extension LicenseIssuer {
  /// The last second of the signing certificate's validity, since 1970 UTC: no licence may outlive it.
  /// - Throws: ``AuthorityError``: `claims` when there is no certificate, `certificate` when it cannot be
  ///   read.
  public var certificateEnd: Int64 {
    get throws(AuthorityError) {
      guard let certificate = signer.chain.first else { throw refused("the signer has no certificate.") }
      return try DERCertificate.notAfter(certificate)
    }
  }
}
