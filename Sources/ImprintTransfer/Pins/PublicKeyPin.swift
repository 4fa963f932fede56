// SPDX-License-Identifier: Apache-2.0
private import CTransfer

/// A pinned public key of a server: the SHA-256 of its SubjectPublicKeyInfo (RFC 7469, 2.4).
///
/// Any kind of key can be pinned; RSA of 2048, 3072 and 4096 bits, P-256 and P-384 are tested.
public struct PublicKeyPin: Sendable, Hashable, CustomStringConvertible {
  /// 32 bytes.
  public let digest: [UInt8]

  /// From a digest.
  /// - Throws: `PublicKeyPinError` with code `pin` unless it has 32 bytes.
  public init(digest: [UInt8]) throws(PublicKeyPinError) {
    guard digest.count == Base64Digest.byteCount else {
      throw PublicKeyPinError(
        .pin, place: "public key pin", reason: "a SHA-256 has 32 bytes, and this has \(digest.count).",
        remedy: "Pass the SHA-256 of the key's SubjectPublicKeyInfo.")
    }
    self.digest = digest
  }

  /// Parses `sha256/<base64>`, or the base64 alone: 44 characters, ending with `=`.
  /// - Throws: `PublicKeyPinError` with code `pin` for anything else.
  public init(_ text: String) throws(PublicKeyPinError) {
    let base64 = text.hasPrefix("sha256/") ? text.dropFirst("sha256/".count) : text[...]
    guard let digest = Base64Digest.decode(base64.utf8) else {
      throw PublicKeyPinError(
        .pin, place: PlainText.of(text, limit: 80), reason: "this is not the base64 of 32 bytes.",
        remedy: "Write a pin as 'sha256/' and 44 characters of base64; docs/guides/licensing.md makes one.")
    }
    self.digest = digest
  }

  /// The pin of a certificate's key.
  /// - Parameter certificate: one certificate in DER, or a PEM text, of which the first is used.
  /// - Throws: `PublicKeyPinError` with code `certificate` if there is none.
  public init(ofCertificate certificate: [UInt8]) throws(PublicKeyPinError) {
    var digest = [UInt8](repeating: 0, count: Base64Digest.byteCount)
    guard imp_certificate_key_digest(certificate, certificate.count, &digest) else {
      throw PublicKeyPinError(
        .certificate, place: "certificate", reason: "these bytes are no X.509 certificate.",
        remedy: "Pass one certificate in DER, or a PEM text that begins with '-----BEGIN CERTIFICATE-----'.")
    }
    self.digest = digest
  }

  /// `sha256/<base64>`. A pin is not secret.
  public var description: String { "sha256/\(Base64Digest.encode(digest))" }
}
