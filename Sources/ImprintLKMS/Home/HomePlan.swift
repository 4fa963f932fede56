// SPDX-License-Identifier: Apache-2.0
public import ImprintSignedDocuments
internal import ImprintLicenseAuthority
public import ImprintSettings

/// The plan of a new home: its settings, and the kind of signing key.
public struct HomePlan: Sendable {
  public var settings: ServerSettings
  /// Of the licence root and, unless a token has one already, of the signing key.
  public var algorithm: SignatureAlgorithm

  public init(settings: ServerSettings, algorithm: SignatureAlgorithm = .es256) {
    self.settings = settings
    self.algorithm = algorithm
  }

  /// Keys and certificates, as files.
  func files(now: Int64) throws -> [(ServerHome.File, String)] {
    let root = try CertificateMaker.root(
      name: "\(settings.name) licence root", key: .generate(algorithm),
      validity: .init(notBefore: now - 3600, notAfter: now + CertificateLives.authority))
    let authority = try CertificateMaker.root(
      name: "\(settings.name) TLS root", key: .generate(.es256),
      validity: .init(notBefore: now - 3600, notAfter: now + CertificateLives.authority))
    let serverKey = AuthorityKey.generate(.es256)
    let server = try HomeCertificates.server(settings, key: serverKey.publicKey, by: authority, now: now)
    let pins = ServerPins(
      server: try PublicKeyPin.text(of: server), authority: try PublicKeyPin.text(of: authority.certificate))
    var files: [(ServerHome.File, String)] = [
      (.settings, settings.yaml), (.rootCertificate, DERCertificate.pem(root.certificate)),
      (.rootKey, try root.key.pem), (.tlsAuthority, DERCertificate.pem(authority.certificate)),
      (.tlsAuthorityKey, try authority.key.pem), (.serverCertificate, DERCertificate.pem(server)),
      (.serverKey, try serverKey.pem), (.clientTrustAnchor, DERCertificate.pem(root.certificate)),
      (.clientTLSAuthority, DERCertificate.pem(authority.certificate)),
      (.clientPins, pins.text(hosts: settings.hosts)),
    ]
    let publicKey: [UInt8]
    // A key in a token is not rolled back, so it comes last.
    if let token = settings.token {
      publicKey = try tokenKey(token).publicKey
    } else {
      let key = AuthorityKey.generate(algorithm)
      publicKey = try key.publicKey
      files.append((.signingKey, try key.pem))
    }
    let signing = try HomeCertificates.signing(settings, key: publicKey, by: root, now: now)
    files.append((.signingCertificate, DERCertificate.pem(signing)))
    return files
  }

  /// The token's key, or a new one.
  private func tokenKey(_ token: ServerSettings.Token) throws(TokenError) -> TokenKey {
    let (location, pin) = (TokenLocation(token), TokenPIN(token.pin))
    do {
      return try TokenKey(at: location, pin: pin)
    } catch  where error.code == .keyMissing {
      return try TokenKey.generate(algorithm, at: location, pin: pin)
    }
  }
}

/// The two certificates that are renewed during a server's life.
enum HomeCertificates {
  static func signing(
    _ settings: ServerSettings, key: [UInt8], by root: CertificateMaker, now: Int64
  ) throws(AuthorityError) -> [UInt8] {
    try root.licenseSigner(
      name: "\(settings.name) licence signing", publicKey: key,
      validity: CertificateLives.validity(CertificateLives.signing, from: now, within: root))
  }

  static func server(
    _ settings: ServerSettings, key: [UInt8], by authority: CertificateMaker, now: Int64
  ) throws(AuthorityError) -> [UInt8] {
    let names = ServerNames(settings.hosts)
    return try authority.server(
      name: "\(settings.name) licence server", publicKey: key, dnsNames: names.dns,
      addresses: names.addresses,
      validity: CertificateLives.validity(CertificateLives.server, from: now, within: authority))
  }
}
