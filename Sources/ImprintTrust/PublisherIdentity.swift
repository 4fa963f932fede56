// SPDX-License-Identifier: Apache-2.0
internal import ImprintCertificates
public import ImprintSignedDocuments

/// A new publisher with a root of its own: for development, and for publishers without a certificate
/// authority.
public struct PublisherIdentity: Sendable {
  /// One file of it.
  public struct File: Sendable {
    public let name: String
    /// PEM.
    public let text: String
  }

  /// Keys are secret. Integrators trust `root.pem`; keep `root.key` offline.
  public let files: [File]
  /// SHA-256 of the publisher's public key, as settings name it.
  public let key: ContentHash

  /// Seconds of 365 days.
  private static let year: Int64 = 31_536_000

  /// Makes four keys and their certificates: a root for 20 years, and for 10 years one that signs plugins,
  /// one that signs conformance results, and one that signs revocation lists.
  ///
  /// - Parameters:
  ///   - name: the publisher's name, by which settings allow it: 1 to 46 bytes.
  ///   - now: Seconds since 1970 UTC. Certificates are valid from an hour before.
  /// - Throws: ``TrustError`` `signing-key`.
  public static func create(
    name: String, algorithm: SignatureAlgorithm = .es256, now: Int64
  ) throws(TrustError) -> PublisherIdentity {
    guard DocumentTime.range.contains(now) else {
      throw TrustError(.key, place: name, reason: "the clock is out of range.", remedy: "Set the clock.")
    }
    do throws(AuthorityError) {
      let (begin, end) = (now - 3600, now + 10 * year)
      let validity = CertificateMaker.Validity(notBefore: begin, notAfter: end)
      let root = try CertificateMaker.root(
        name: "\(name) plugin root", key: .generate(algorithm),
        validity: CertificateMaker.Validity(notBefore: begin, notAfter: now + 20 * year))
      let publisher = AuthorityKey.generate(algorithm)
      let examiner = AuthorityKey.generate(algorithm)
      let revoker = AuthorityKey.generate(algorithm)
      let files = [
        ("root.key", try root.key.pem), ("root.pem", DERCertificate.pem(root.certificate)),
        ("publisher.key", try publisher.pem),
        (
          "publisher.pem",
          DERCertificate.pem(
            try root.publisher(name: name, publicKey: publisher.publicKey, validity: validity))
        ),
        ("conformance.key", try examiner.pem),
        (
          "conformance.pem",
          DERCertificate.pem(
            try root.examiner(name: "\(name) conformance", publicKey: examiner.publicKey, validity: validity))
        ),
        ("revocations.key", try revoker.pem),
        (
          "revocations.pem",
          DERCertificate.pem(
            try root.revoker(name: "\(name) revocations", publicKey: revoker.publicKey, validity: validity))
        ),
      ]
      return PublisherIdentity(
        files: files.map { File(name: $0.0, text: $0.1) },
        key: ContentHash(of: try publisher.publicKey))
    } catch {
      throw TrustError(.key, error)
    }
  }

  /// The text of one of its files; `nil` if it has none of that name.
  public func text(of name: String) -> String? { files.first { $0.name == name }?.text }
}
