// SPDX-License-Identifier: Apache-2.0
internal import Crypto
public import ImprintSignedDocuments
internal import X509

/// Signs documents with a key in memory, perhaps read from a file.
public struct KeySigner: DocumentSigner {
  public let key: AuthorityKey
  public let chain: [[UInt8]]

  public var algorithm: SignatureAlgorithm { key.algorithm }

  /// From a key with its certificates.
  ///
  /// - Parameter chain: DER, the key's own certificate first.
  /// - Throws: ``AuthorityError`` if the first certificate is not the key's.
  public init(key: AuthorityKey, chain: [[UInt8]]) throws(AuthorityError) {
    guard let first = chain.first else {
      throw AuthorityError(
        .certificate, place: "certificate chain", reason: "it is empty.",
        remedy: "Give the key's own certificate.")
    }
    guard try DERCertificate.read(first).publicKey == key.key.publicKey else {
      throw AuthorityError(
        .certificate, place: "certificate chain", reason: "the first certificate is another key's.",
        remedy: "Give the certificate that was made for this key first.")
    }
    self.key = key
    self.chain = chain
  }

  /// From a PKCS#8 PEM key with its certificates.
  public init(pem: String, chain: [[UInt8]]) throws(AuthorityError) {
    try self.init(key: AuthorityKey(pem: pem), chain: chain)
  }

  public func sign(_ bytes: [UInt8]) throws -> [UInt8] { try key.sign(bytes) }
}
