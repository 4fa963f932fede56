// SPDX-License-Identifier: Apache-2.0
internal import FoundationEssentials
internal import SwiftASN1
internal import X509

/// A signer, by certificates that chain to a trusted root.
public struct StatementSigner: Sendable, Hashable {
  /// The signing certificate's common name; its whole subject if it has none.
  public let name: String
  /// SHA-256 of its public key (DER SubjectPublicKeyInfo): unchanged when the certificate is renewed.
  public let key: ContentHash
  /// The publisher's identity: as a name means what its issuer says, it is the hash of the issuer's public
  /// key and the name's bytes. Unchanged for a new key under the same issuer; different for the same name
  /// under another.
  public let publisher: ContentHash
  /// The root's subject, for people.
  public let root: String
  /// Every certificate from the signing one up to the root.
  public let chain: [CertificateIdentity]

  init(_ certificates: [Certificate], root: Certificate) {
    let leaf = certificates.first ?? root
    name = Self.commonName(of: leaf) ?? "\(leaf.subject)"
    key = Self.keyHash(of: leaf)
    let issuer = certificates.count > 1 ? certificates[1] : root
    publisher = ContentHash(of: ContentHash(of: Self.der(issuer.publicKey)).bytes + Array(name.utf8))
    self.root = "\(root.subject)"
    chain = (certificates.last == root ? certificates : certificates + [root]).map(CertificateIdentity.init)
  }

  static func keyHash(of certificate: Certificate) -> ContentHash {
    ContentHash(of: der(certificate.publicKey))
  }

  static func commonName(of certificate: Certificate) -> String? {
    for part in certificate.subject {
      for attribute in part where attribute.type == .RDNAttributeType.commonName {
        return String(attribute.value)
      }
    }
    return nil
  }

  fileprivate static func der(_ value: some DERSerializable) -> [UInt8] {
    var serializer = DER.Serializer()
    // What was parsed from DER can be serialized; an empty hash would match nothing.
    do { try serializer.serialize(value) } catch { return [] }
    return serializer.serializedBytes
  }
}

/// A certificate, as revocation lists identify it.
public struct CertificateIdentity: Sendable, Hashable {
  /// SHA-256 of the certificate (DER).
  public let sha256: ContentHash
  /// The issuer's subject as text.
  public let issuer: String
  /// Lower-case hexadecimal digits, without leading zero bytes.
  public let serial: String

  init(_ certificate: Certificate) {
    sha256 = ContentHash(of: StatementSigner.der(certificate))
    issuer = "\(certificate.issuer)"
    let bytes = certificate.serialNumber.bytes.drop { $0 == 0 }
    serial = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
