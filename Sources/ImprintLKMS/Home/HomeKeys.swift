// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
public import ImprintLicenseAuthority
public import ImprintSettings

// Keys and certificates, checked against each other.
extension ServerHome {
  /// DER: the root that applications trust.
  public func rootCertificate() throws -> [UInt8] { try certificate(.rootCertificate) }

  /// The signer of licences: with the key in its file, or in its token.
  /// - Throws: ``HomeError``, ``AuthorityError``, `TokenError`: also if the certificate is for another key,
  ///   or not issued under this root.
  public func signer(_ settings: ServerSettings) throws -> any DocumentSigner {
    let chain = try chain(.signingCertificate)
    guard let token = settings.token else {
      return try KeySigner(key: key(.signingKey), chain: chain)
    }
    return try TokenSigner(key: TokenKey(at: TokenLocation(token), pin: TokenPIN(token.pin)), chain: chain)
  }

  /// The server's certificate and key.
  /// - Throws: ``HomeError`` `certificateMismatch` if they do not match.
  public func tls() throws -> LicenseServerConfiguration.TLS {
    let key = try key(.serverKey)
    guard try DERCertificate.publicKey(certificate(.serverCertificate)) == key.publicKey else {
      throw HomeError(
        .certificateMismatch, place: path(of: .serverCertificate),
        reason: "it is not the certificate of server.key.",
        remedy: "Run: imprint-lkms renew-certificates --only tls")
    }
    return LicenseServerConfiguration.TLS(
      chainPEM: try text(of: .serverCertificate), keyPEM: try text(of: .serverKey))
  }

  /// The pins for devices: the server's key, and its authority's.
  public func pins() throws -> ServerPins {
    ServerPins(
      server: try PublicKeyPin.text(of: certificate(.serverCertificate)),
      authority: try PublicKeyPin.text(of: certificate(.tlsAuthority)))
  }

  func key(_ file: File) throws -> AuthorityKey {
    let text = try text(of: file)
    do { return try AuthorityKey(pem: text) } catch {
      throw HomeError(.damaged, place: path(of: file), reason: error.reason, remedy: error.remedy)
    }
  }

  func certificate(_ file: File) throws -> [UInt8] {
    guard let first = try chain(file).first else {
      throw HomeError.notAFile(path(of: file), reason: "it is empty.")
    }
    return first
  }

  func chain(_ file: File) throws -> [[UInt8]] {
    let text = try text(of: file)
    do { return try DERCertificate.chain(pem: text) } catch {
      throw HomeError(.damaged, place: path(of: file), reason: error.reason, remedy: error.remedy)
    }
  }
}

extension TokenLocation {
  init(_ token: ServerSettings.Token) { self.init(module: token.module, uri: token.uri) }
}

extension TokenPIN {
  init(_ pin: ServerSettings.PIN) {
    switch pin {
    case .file(let path): self = .file(path)
    case .variable(let name): self = .environment(name)
    }
  }
}
