// SPDX-License-Identifier: Apache-2.0
import ImprintLicenseAuthority
public import ImprintCertificates
public import ImprintSignedDocuments

/// A new licence authority, in memory: a root that applications trust, and the key that signs licences under
/// it.
public struct LicenseAuthority: Sendable {
  public let root: CertificateMaker
  /// Signs licences.
  public let signer: KeySigner

  /// Makes root, signing key and certificate. They begin an hour before `now`, for devices whose clock is
  /// behind, and last 20 and 10 years.
  public static func create(
    name: String, algorithm: SignatureAlgorithm = .es256, now: Int64
  ) throws(AuthorityError) -> LicenseAuthority {
    let begin = now - 3600
    let root = try CertificateMaker.root(
      name: "\(name) licence root", key: .generate(algorithm),
      validity: CertificateMaker.Validity(notBefore: begin, notAfter: now + 20 * year))
    let key = AuthorityKey.generate(algorithm)
    let certificate = try root.licenseSigner(
      name: "\(name) licence signing", publicKey: key.publicKey,
      validity: CertificateMaker.Validity(notBefore: begin, notAfter: now + 10 * year))
    return LicenseAuthority(root: root, signer: try KeySigner(key: key, chain: [certificate]))
  }

  /// 365 days, in seconds.
  public static let year: Int64 = 31_536_000

  /// DER: what applications have as their trust anchor.
  public var rootCertificate: [UInt8] { root.certificate }
  public var rootCertificatePEM: String { DERCertificate.pem(root.certificate) }
}
