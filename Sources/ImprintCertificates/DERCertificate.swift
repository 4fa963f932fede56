// SPDX-License-Identifier: Apache-2.0
internal import FoundationEssentials
internal import SwiftASN1
package import X509

/// Certificates as bytes and as text.
public enum DERCertificate {
  /// One certificate as PEM, with a trailing line feed.
  public static func pem(_ certificate: [UInt8]) -> String {
    PEMDocument(type: "CERTIFICATE", derBytes: certificate).pemString + "\n"
  }

  /// Every certificate of a PEM text, in its order.
  ///
  /// - Throws: ``AuthorityError`` with the code `certificate` if there is none, or other content.
  public static func chain(pem: String) throws(AuthorityError) -> [[UInt8]] {
    let documents: [PEMDocument]
    do { documents = try PEMDocument.parseMultiple(pemString: pem) } catch { throw unreadable }
    guard !documents.isEmpty, documents.allSatisfy({ $0.discriminator == "CERTIFICATE" }) else {
      throw unreadable
    }
    for document in documents { _ = try read(document.derBytes) }
    return documents.map(\.derBytes)
  }

  /// The last second of a certificate's validity, since 1970 UTC.
  public static func notAfter(_ certificate: [UInt8]) throws(AuthorityError) -> Int64 {
    Int64(try read(certificate).notValidAfter.timeIntervalSince1970)
  }

  /// The first second of a certificate's validity, since 1970 UTC.
  public static func notBefore(_ certificate: [UInt8]) throws(AuthorityError) -> Int64 {
    Int64(try read(certificate).notValidBefore.timeIntervalSince1970)
  }

  /// Whether an authority's key has signed a certificate. Nothing else is verified.
  public static func isSigned(_ certificate: [UInt8], by authority: [UInt8]) throws(AuthorityError) -> Bool {
    let (certificate, authority) = (try read(certificate), try read(authority))
    return certificate.issuer == authority.subject
      && authority.publicKey.isValidSignature(certificate.signature, for: certificate)
  }

  /// Its public key: a DER SubjectPublicKeyInfo.
  public static func publicKey(_ certificate: [UInt8]) throws(AuthorityError) -> [UInt8] {
    let key = try read(certificate).publicKey
    do {
      var serializer = DER.Serializer()
      try serializer.serialize(key)
      return serializer.serializedBytes
    } catch {
      throw unreadable
    }
  }

  package static func read(_ certificate: [UInt8]) throws(AuthorityError) -> Certificate {
    do { return try Certificate(derEncoded: certificate) } catch { throw unreadable }
  }

  static func write(_ certificate: Certificate) throws(AuthorityError) -> [UInt8] {
    do {
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return serializer.serializedBytes
    } catch {
      throw unreadable
    }
  }

  private static var unreadable: AuthorityError {
    AuthorityError(
      .certificate, place: "certificate", reason: "it is no X.509 certificate.",
      remedy: "Give certificates as PEM, and nothing else in the same file.")
  }
}
