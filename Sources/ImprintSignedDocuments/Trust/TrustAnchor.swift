// SPDX-License-Identifier: Apache-2.0
internal import SwiftASN1
internal import X509

/// A root certificate that signed documents may chain to: built into the application, or from a file that the
/// device's user cannot write.
public struct TrustAnchor: Sendable, Hashable {
  /// DER.
  public let certificate: [UInt8]
  let parsed: Certificate

  /// Parses one certificate: version 3, a certificate authority, self-signed.
  ///
  /// - Throws: ``TrustAnchorError``: `form`, `authority` or `selfSigned`.
  public init(der: [UInt8]) throws(TrustAnchorError) {
    try self.init(der: der, place: "trust anchor")
  }

  /// Parses one certificate as PEM text.
  ///
  /// - Throws: ``TrustAnchorError``, also where there is more than one.
  public init(pem: String) throws(TrustAnchorError) {
    let anchors = try Self.bundle(pem: pem)
    guard anchors.count == 1, let anchor = anchors.first else {
      throw Self.form("trust anchor", "it holds \(anchors.count) certificates, and one is expected.")
    }
    self = anchor
  }

  /// Parses every certificate of a PEM text; each must be a trust anchor.
  public static func bundle(pem: String) throws(TrustAnchorError) -> [TrustAnchor] {
    try bundle(pem: pem, place: "trust anchor")
  }

  /// Reads a PEM file, or one DER certificate: at most 65,536 bytes.
  ///
  /// Whoever can write this file decides which documents are trusted: it is read as a ``TrustedFile``.
  ///
  /// - Throws: ``TrustAnchorError``.
  public static func read(path: String) throws(TrustAnchorError) -> [TrustAnchor] {
    let content: [UInt8]
    do { content = try TrustedFile.read(path, limit: 65_536) } catch { throw TrustAnchorError(.file, error) }
    guard let text = String(validating: content, as: UTF8.self), text.contains("-----BEGIN") else {
      return [try TrustAnchor(der: content, place: path)]
    }
    return try bundle(pem: text, place: path)
  }

  /// The certificate's subject, for people.
  public var name: String { "\(parsed.subject)" }

  private static func bundle(pem: String, place: String) throws(TrustAnchorError) -> [TrustAnchor] {
    guard let documents = try? PEMDocument.parseMultiple(pemString: pem), !documents.isEmpty,
      documents.allSatisfy({ $0.discriminator == "CERTIFICATE" })
    else { throw form(place, "it is not PEM with certificates and nothing else.") }
    var anchors: [TrustAnchor] = []
    for document in documents { anchors.append(try TrustAnchor(der: document.derBytes, place: place)) }
    return anchors
  }

  private init(der: [UInt8], place: String) throws(TrustAnchorError) {
    guard let certificate = try? Certificate(derEncoded: der) else {
      throw Self.form(place, "it is no X.509 certificate.")
    }
    guard certificate.version == .v3, Self.isAuthority(certificate) else {
      throw TrustAnchorError(
        .authority, place: place, reason: "'\(certificate.subject)' is no certificate authority.",
        remedy: "Give the authority's root, not the certificate that signs documents.")
    }
    guard certificate.issuer == certificate.subject,
      certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
    else {
      throw TrustAnchorError(
        .selfSigned, place: place, reason: "'\(certificate.subject)' is not signed by itself.",
        remedy: "Give the root that signed it.")
    }
    self.certificate = der
    parsed = certificate
  }

  private static func isAuthority(_ certificate: Certificate) -> Bool {
    do {
      guard case .isCertificateAuthority? = try certificate.extensions.basicConstraints else { return false }
      return try certificate.extensions.keyUsage?.keyCertSign ?? true
    } catch {
      return false
    }
  }

  private static func form(_ place: String, _ reason: String) -> TrustAnchorError {
    TrustAnchorError(
      .form, place: place, reason: reason,
      remedy: "Give the authority's root certificate, as PEM or DER.")
  }
}
