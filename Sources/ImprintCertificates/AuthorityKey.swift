// SPDX-License-Identifier: Apache-2.0
internal import Crypto
public import ImprintSignedDocuments
internal import SwiftASN1
internal import X509

/// A private key in memory: of a certificate authority, of a signer, or of the server's TLS.
public struct AuthorityKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  let key: Certificate.PrivateKey
  /// The algorithm it signs documents with.
  public let algorithm: SignatureAlgorithm

  /// Generates a key from the system's random number generator.
  public static func generate(_ algorithm: SignatureAlgorithm) -> AuthorityKey {
    switch algorithm {
    case .es256: AuthorityKey(key: Certificate.PrivateKey(P256.Signing.PrivateKey()), algorithm: algorithm)
    case .edDSA:
      AuthorityKey(key: Certificate.PrivateKey(Curve25519.Signing.PrivateKey()), algorithm: algorithm)
    }
  }

  private init(key: Certificate.PrivateKey, algorithm: SignatureAlgorithm) {
    self.key = key
    self.algorithm = algorithm
  }

  /// Reads a P-256 or Ed25519 key: PKCS#8 PEM, or SEC1 PEM as `openssl ecparam` writes it. Not encrypted.
  ///
  /// - Throws: ``AuthorityError`` with the code `key`, which discloses nothing of the content.
  public init(pem: String) throws(AuthorityError) {
    let key: Certificate.PrivateKey
    do { key = try Certificate.PrivateKey(pemEncoded: pem) } catch {
      throw Self.unusable("it is no private key in PEM form, or it is encrypted.")
    }
    if P256.Signing.PublicKey(key.publicKey) != nil {
      self.init(key: key, algorithm: .es256)
    } else if Curve25519.Signing.PublicKey(key.publicKey) != nil {
      self.init(key: key, algorithm: .edDSA)
    } else {
      throw Self.unusable("it is neither a P-256 nor an Ed25519 key.")
    }
  }

  /// PKCS#8 PEM. Secret.
  public var pem: String {
    get throws(AuthorityError) {
      do { return try key.serializeAsPEM().pemString + "\n" } catch {
        throw Self.unusable("it cannot be written as PEM.")
      }
    }
  }

  /// The public key: a DER SubjectPublicKeyInfo.
  public var publicKey: [UInt8] {
    get throws(AuthorityError) {
      do {
        var serializer = DER.Serializer()
        try serializer.serialize(key.publicKey)
        return serializer.serializedBytes
      } catch {
        throw Self.unusable("its public key cannot be written as DER.")
      }
    }
  }

  /// Signs in the form of documents: 64 bytes.
  public func sign(_ bytes: [UInt8]) throws(AuthorityError) -> [UInt8] {
    do {
      switch algorithm {
      case .es256:
        let signature = try key.sign(bytes: bytes, signatureAlgorithm: .ecdsaWithSHA256)
        let inner = try P256.Signing.ECDSASignature(derRepresentation: signature.rawRepresentation)
        return Array(inner.rawRepresentation)
      case .edDSA:
        return try key.sign(bytes: bytes, signatureAlgorithm: .ed25519).rawRepresentation
      }
    } catch {
      throw AuthorityError(
        .signing, place: "signing key", reason: "it did not sign.", remedy: "Check that the key is whole.")
    }
  }

  /// How certificates are signed with it.
  var certificateAlgorithm: Certificate.SignatureAlgorithm {
    switch algorithm {
    case .es256: .ecdsaWithSHA256
    case .edDSA: .ed25519
    }
  }

  public var description: String { "AuthorityKey(\(algorithm.rawValue), <redacted>)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }

  private static func unusable(_ reason: String) -> AuthorityError {
    AuthorityError(
      .key, place: "private key", reason: reason,
      remedy: "Give a P-256 or Ed25519 key as PKCS#8 PEM, not encrypted.")
  }
}
