// SPDX-License-Identifier: Apache-2.0
internal import ImprintCertificates
package import ImprintSignedDocuments
internal import X509

/// A private key with its certificates, which signs statements about plugins.
public struct PublisherKey: Sendable {
  private let signer: KeySigner
  /// For errors: the origin of the certificates.
  private let place: String
  /// The signing certificate's common name, which settings allow it by.
  public let name: String
  /// SHA-256 of the signing certificate's public key (DER SubjectPublicKeyInfo), as settings name it.
  public let keyHash: ContentHash
  /// The last second of the signing certificate's validity, since 1970 UTC.
  public let certificateEnd: Int64
  private let certificateBegin: Int64
  private let usages: [SigningUsage]

  /// Reads both from files, as ``TrustedFile``s: others may neither write them nor read the key.
  ///
  /// - Parameters:
  ///   - key: P-256 or Ed25519 as PEM, not encrypted.
  ///   - certificates: PEM, the key's own first, each followed by its issuer; the root is optional.
  /// - Throws: ``TrustError`` `signing-key`.
  public static func read(key: String, certificates: String) throws(TrustError) -> PublisherKey {
    let keyText = try text(of: key, isSecret: true)
    let chainText = try text(of: certificates, isSecret: false)
    do { return try PublisherKey(keyPEM: keyText, certificatesPEM: chainText, place: certificates) } catch {
      throw TrustError(
        .key, place: error.code == .key && error.place != certificates ? key : certificates,
        reason: error.reason, remedy: error.remedy)
    }
  }

  /// Checks that certificates are an examiner's, before their key is read.
  /// - Throws: ``TrustError`` `signing-key`.
  public static func judgeExaminer(certificates: String) throws(TrustError) {
    let pem = try text(of: certificates, isSecret: false)
    let first: Certificate
    do throws(AuthorityError) {
      first = try DERCertificate.read(try DERCertificate.chain(pem: pem)[0])
    } catch {
      throw TrustError(.key, place: certificates, reason: error.reason, remedy: error.remedy)
    }
    let usage = SigningUsage.conformance
    guard Self.usages(of: first).contains(where: { $0.identifier == usage.identifier }) else {
      throw TrustError(
        .key, place: certificates, reason: "the signing certificate does not have the usage '\(usage.name)'.",
        remedy: "Make one that has: sdkctl plugin key create.")
    }
  }

  /// Parses both as PEM.
  /// - Throws: ``TrustError`` `signing-key`.
  public init(keyPEM: String, certificatesPEM: String, place: String = "certificates") throws(TrustError) {
    do throws(AuthorityError) {
      let chain = try DERCertificate.chain(pem: certificatesPEM)
      signer = try KeySigner(pem: keyPEM, chain: chain)
      certificateBegin = try DERCertificate.notBefore(chain[0])
      certificateEnd = try DERCertificate.notAfter(chain[0])
      let certificate = try DERCertificate.read(chain[0])
      usages = Self.usages(of: certificate)
      keyHash = StatementSigner.keyHash(of: certificate)
      name = StatementSigner.commonName(of: certificate) ?? "\(certificate.subject)"
    } catch {
      throw TrustError(.key, error)
    }
    self.place = place
  }

  /// Signs a payload: the compact form, with a trailing line feed.
  ///
  /// - Parameter time: Seconds since 1970 UTC: verifiers validate the certificates at the time that the
  ///   payload states.
  /// - Throws: ``TrustError`` `signing-key` if the certificate has another usage, or is not valid then.
  package func sign(
    _ payload: JSONValue, as kind: SignedDocumentKind, at time: Int64
  ) throws(TrustError) -> String {
    guard usages.contains(where: { $0.identifier == kind.usage.identifier }) else {
      throw unusable(
        "the signing certificate does not have the usage '\(kind.usage.name)'.",
        "Make one that has: sdkctl plugin key create.")
    }
    guard (certificateBegin...certificateEnd).contains(time) else {
      throw unusable(
        "the signing certificate is valid from \(DocumentTime.text(certificateBegin)) to "
          + "\(DocumentTime.text(certificateEnd)), and now it is \(DocumentTime.text(time)).",
        "Renew it, or set the clock.")
    }
    do throws(AuthorityError) { return try signer.document(payload, of: kind) + "\n" } catch {
      throw unusable(error.reason, error.remedy)
    }
  }

  private static func usages(of certificate: Certificate) -> [SigningUsage] {
    do {
      guard let usages = try certificate.extensions.extendedKeyUsage else { return [] }
      return [SigningUsage.plugins, .pluginRevocations, .conformance].filter {
        usages.contains(ExtendedKeyUsage.Usage(oid: $0.identifier))
      }
    } catch {
      return []
    }
  }

  private static func text(of path: String, isSecret: Bool) throws(TrustError) -> String {
    do {
      return String(
        decoding: try TrustedFile.read(path, limit: 65_536, isSecret: isSecret), as: UTF8.self)
    } catch {
      throw TrustError(.key, error)
    }
  }

  private func unusable(_ reason: String, _ remedy: String) -> TrustError {
    TrustError(.key, place: place, reason: reason, remedy: remedy)
  }
}
