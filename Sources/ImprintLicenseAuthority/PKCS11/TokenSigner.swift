// SPDX-License-Identifier: Apache-2.0
public import ImprintCertificates
public import ImprintSignedDocuments

/// Signs licences with a key in a PKCS#11 token. Thread-safe; see ``TokenKey``.
public struct TokenSigner: DocumentSigner {
  public let key: TokenKey
  public let chain: [[UInt8]]

  public var algorithm: SignatureAlgorithm { key.algorithm }

  /// From a key with its certificates.
  ///
  /// - Parameter chain: DER, the key's own certificate first.
  /// - Throws: ``AuthorityError`` if a certificate cannot be read; ``TokenError`` `otherKey` if the first is
  ///   not the key's.
  public init(key: TokenKey, chain: [[UInt8]]) throws {
    guard let first = chain.first, try DERCertificate.publicKey(first) == key.publicKey else {
      throw TokenError(
        .otherKey, place: key.location.uri, reason: "the signing certificate is not this key's.",
        remedy: "Name the key that it was made for, or renew the certificates.")
    }
    self.key = key
    self.chain = chain
  }

  /// - Throws: ``TokenError``.
  public func sign(_ bytes: [UInt8]) throws -> [UInt8] { try key.sign(bytes) }
}
