// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicenseAuthority
internal import ImprintSettings

extension ServerHome {
  /// Which certificate is renewed.
  public enum Renewable: String, Sendable, Hashable, CaseIterable {
    /// That of the key that signs licences; needs the root's key.
    case signing
    /// That of the server; takes over the hosts of the settings.
    case tls
  }

  /// Makes a certificate anew for the key that has it now: licences, trust anchors and pins stay good.
  ///
  /// A server that is running takes it over when it is started anew.
  /// - Parameter now: seconds since 1970 UTC.
  /// - Returns: when the new one ends.
  /// - Throws: ``HomeError`` `keyAway` where the authority's key is kept elsewhere.
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
      // Of the key, not of the certificate: this mends a pair that does not match, too.
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
