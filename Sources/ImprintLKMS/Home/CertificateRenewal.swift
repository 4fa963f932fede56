// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicenseAuthority
internal import ImprintSettings

extension ServerHome {
  /// Which certificate is renewed.
  public enum Renewable: String, Sendable, Hashable, CaseIterable {
    /// That of the key that signs licences; needs the root's key.
    case signing
    /// That of the server; uses the hosts of the settings.
    case tls
  }

  /// Renews a certificate for the same key: licences, trust anchors and pins stay valid.
  ///
  /// A running server uses it after a restart.
  /// - Parameter now: seconds since 1970 UTC.
  /// - Returns: when the new one expires.
  /// - Throws: ``HomeError`` `keyAway` if the authority's key is stored elsewhere.
  public func renew(_ kind: Renewable, now: Int64) throws -> Int64 {
    try check()
    let settings = try settings()
    let certificate: [UInt8]
    let file: File
    switch kind {
    case .signing:
      file = .signingCertificate
      let root = try maker(.rootCertificate, .rootKey)
      let key = try DERCertificate.publicKey(self.certificate(file))
      certificate = try HomeCertificates.signing(settings, key: key, by: root, now: now)
    case .tls:
      file = .serverCertificate
      let authority = try maker(.tlsAuthority, .tlsAuthorityKey)
      // From the key, not the certificate: this also repairs a mismatched pair.
      let key = try key(.serverKey).publicKey
      certificate = try HomeCertificates.server(settings, key: key, by: authority, now: now)
    }
    let end = try DERCertificate.notAfter(certificate)
    guard end > now else {
      throw HomeError(
        .certificateEnded, place: path(of: kind == .signing ? .rootCertificate : .tlsAuthority),
        reason: "the authority's own certificate has ended.",
        remedy: "Make a new home, and give devices its certificates.")
    }
    try write(DERCertificate.pem(certificate), to: file)
    if kind == .tls { try write(pins().text(hosts: settings.hosts), to: .clientPins) }
    return end
  }

  private func maker(_ file: File, _ keyFile: File) throws -> CertificateMaker {
    try CertificateMaker(certificate: certificate(file), key: key(keyFile))
  }
}
