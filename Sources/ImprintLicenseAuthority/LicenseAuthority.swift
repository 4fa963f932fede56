// SPDX-License-Identifier: Apache-2.0
public import ImprintCertificates
public import ImprintSignedDocuments

/// A new licence authority, in memory: a root that applications trust, and the key that signs licences under
/// it.
public struct LicenseAuthority: Sendable {
  /// The root. Its key signs certificates only; an operator keeps it offline.
  public let root: CertificateMaker
  /// Signs licences.
  public let signer: KeySigner

  /// Makes root, signing key and certificate.
  ///
  /// - Parameters:
  ///   - name: The authority's name: 1 to 48 bytes.
  ///   - algorithm: Of both keys.
  ///   - now: Seconds since 1970 UTC. Certificates begin an hour before, for devices whose clock is behind.
  ///   - rootLife: Seconds; 20 years where nothing else is asked for.
  ///   - signerLife: Seconds, at most the root's; no licence outlives it. 10 years where nothing else is
  ///     asked for.
  /// - Throws: ``AuthorityError`` for a name or times that no certificate can carry.
  public static func create(
    name: String, algorithm: SignatureAlgorithm = .es256, now: Int64, rootLife: Int64 = 20 * year,
    signerLife: Int64 = 10 * year
  ) throws(AuthorityError) -> LicenseAuthority {
    let lives = 1...DocumentTime.range.upperBound
    guard DocumentTime.range.contains(now), lives.contains(rootLife), lives.contains(signerLife) else {
      throw AuthorityError(
        .validity, place: "licence authority", reason: "the time or a life is out of range.",
        remedy: "Set the clock, and choose lives of 1 second to 200 years.")
    }
    let begin = now - 3600
    let root = try CertificateMaker.root(
      name: "\(name) licence root", key: .generate(algorithm),
      validity: CertificateMaker.Validity(notBefore: begin, notAfter: now + rootLife))
    let key = AuthorityKey.generate(algorithm)
    let certificate = try root.licenseSigner(
      name: "\(name) licence signing", publicKey: key.publicKey,
      validity: CertificateMaker.Validity(notBefore: begin, notAfter: now + signerLife))
    return LicenseAuthority(root: root, signer: try KeySigner(key: key, chain: [certificate]))
  }

  /// 365 days, in seconds.
  public static let year: Int64 = 31_536_000

  /// DER: what applications have as their trust anchor.
  public var rootCertificate: [UInt8] { root.certificate }
  public var rootCertificatePEM: String { DERCertificate.pem(root.certificate) }
  /// PKCS#8 PEM. Secret.
  public var rootKeyPEM: String {
    get throws(AuthorityError) { try root.key.pem }
  }
}
