// SPDX-License-Identifier: Apache-2.0
internal import Crypto
internal import FoundationEssentials
package import ImprintSignedDocuments
internal import SwiftASN1
internal import X509

/// A certificate authority: creates itself, and issues certificates. Serial numbers are random (159 bits).
///
/// Issuer names must be unique within one authority: verifiers find issuers by name.
public struct CertificateMaker: Sendable {
  /// When a certificate is valid: seconds since 1970 UTC, the last one included.
  public struct Validity: Sendable, Hashable {
    public var notBefore: Int64
    public var notAfter: Int64

    public init(notBefore: Int64, notAfter: Int64) {
      self.notBefore = notBefore
      self.notAfter = notAfter
    }
  }

  /// DER.
  public let certificate: [UInt8]
  /// Its key. Secret.
  public let key: AuthorityKey
  private let issuer: Certificate

  /// From an existing authority.
  ///
  /// - Throws: ``AuthorityError`` with the code `certificate` if it is not the key's.
  public init(certificate: [UInt8], key: AuthorityKey) throws(AuthorityError) {
    issuer = try DERCertificate.read(certificate)
    guard issuer.publicKey == key.key.publicKey else {
      throw AuthorityError(
        .certificate, place: "certificate authority", reason: "the certificate is another key's.",
        remedy: "Give the certificate that was made for this key.")
    }
    self.certificate = certificate
    self.key = key
  }

  /// Issues a root: a self-signed certificate authority, `keyCertSign`.
  ///
  /// - Parameter pathLength: the number of intermediate authorities allowed below it.
  public static func root(
    name: String, key: AuthorityKey, validity: Validity, pathLength: Int = 1
  ) throws(AuthorityError) -> CertificateMaker {
    let subject = try CertificateName.subject(name)
    let certificate = try CertificateDraft(
      subject: subject, publicKey: key.key.publicKey, validity: validity,
      extensions: CertificateDraft.authority(pathLength: pathLength)
    ).signed(by: subject, key, authorityKey: nil)
    return try CertificateMaker(certificate: certificate, key: key)
  }

  /// Issues an intermediate authority.
  public func intermediate(
    name: String, key: AuthorityKey, validity: Validity, pathLength: Int = 0
  ) throws(AuthorityError) -> CertificateMaker {
    let certificate = try make(
      name, key.key.publicKey, validity, CertificateDraft.authority(pathLength: pathLength))
    return try CertificateMaker(certificate: certificate, key: key)
  }

  /// Issues a certificate for a key that signs documents.
  ///
  /// - Parameter publicKey: DER SubjectPublicKeyInfo, P-256 or Ed25519; the private key may be in a token.
  /// - Returns: DER.
  package func signer(
    name: String, publicKey: [UInt8], validity: Validity, usages: [SigningUsage]
  ) throws(AuthorityError) -> [UInt8] {
    let key = try CertificateDraft.publicKey(publicKey)
    guard P256.Signing.PublicKey(key) != nil || Curve25519.Signing.PublicKey(key) != nil else {
      throw AuthorityError(
        .key, place: "public key", reason: "it is neither a P-256 nor an Ed25519 key.",
        remedy: "Make the signing key with one of the two.")
    }
    return try make(name, key, validity, CertificateDraft.signing(usages))
  }

  /// Issues a certificate for a TLS server.
  ///
  /// - Parameters:
  ///   - dnsNames: Such as `licences.example.com`; in ASCII form.
  ///   - addresses: IPv4 or IPv6, as text.
  /// - Returns: DER.
  public func server(
    name: String, publicKey: [UInt8], dnsNames: [String], addresses: [String] = [], validity: Validity
  ) throws(AuthorityError) -> [UInt8] {
    let names = try CertificateName.alternatives(dnsNames: dnsNames, addresses: addresses)
    return try make(
      name, CertificateDraft.publicKey(publicKey), validity, CertificateDraft.server(names))
  }

  private func make(
    _ name: String, _ publicKey: Certificate.PublicKey, _ validity: Validity,
    _ extensions: @escaping CertificateDraft.ExtensionMaker
  ) throws(AuthorityError) -> [UInt8] {
    let issuers = Validity(
      notBefore: Int64(issuer.notValidBefore.timeIntervalSince1970),
      notAfter: Int64(issuer.notValidAfter.timeIntervalSince1970))
    guard validity.notBefore >= issuers.notBefore, validity.notAfter <= issuers.notAfter else {
      throw AuthorityError(
        .validity, place: "certificate '\(name)'", reason: "it would be valid when its issuer is not.",
        remedy: "Choose a range within \(issuers.notBefore) to \(issuers.notAfter).")
    }
    return try CertificateDraft(
      subject: CertificateName.subject(name), publicKey: publicKey, validity: validity, extensions: extensions
    ).signed(by: issuer.subject, key, authorityKey: issuer.publicKey)
  }
}
