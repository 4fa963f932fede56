// SPDX-License-Identifier: Apache-2.0
internal import Crypto
package import X509

/// The document is signed by a key with the key's own algorithm: never the one in the header alone.
package struct SignaturePolicy {
  private enum Key {
    case p256(P256.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
  }

  private let key: Key

  /// - Throws: ``DocumentRejection`` with the code `algorithm` if the key is of no kind that signs documents.
  package init(_ certificate: Certificate) throws(DocumentRejection) {
    if let key = P256.Signing.PublicKey(certificate.publicKey) {
      self.key = .p256(key)
    } else if let key = Curve25519.Signing.PublicKey(certificate.publicKey) {
      self.key = .ed25519(key)
    } else {
      throw Self.rejection("the signing certificate's key is neither P-256 nor Ed25519.")
    }
  }

  var algorithm: SignatureAlgorithm {
    switch key {
    case .p256: .es256
    case .ed25519: .edDSA
    }
  }

  package func judgeAlgorithm(_ header: SignatureAlgorithm) throws(DocumentRejection) {
    guard header == algorithm else {
      throw Self.rejection(
        "it says that it is signed with \(header.rawValue); the certificate's key signs with \(algorithm.rawValue)."
      )
    }
  }

  package func judgeSignature(_ document: SignedDocument) throws(DocumentRejection) {
    guard document.signature.count == 64, holds(document) else {
      throw DocumentRejection(
        .signature, reason: "the signature is not the key's over this document: it was changed, or cut.",
        remedy: "Do not use it. Get the document again from where it was issued.")
    }
  }

  private func holds(_ document: SignedDocument) -> Bool {
    switch key {
    case .p256(let key):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: document.signature) else {
        return false
      }
      return key.isValidSignature(signature, for: document.signed)
    case .ed25519(let key): return key.isValidSignature(document.signature, for: document.signed)
    }
  }

  private static func rejection(_ reason: String) -> DocumentRejection {
    DocumentRejection(
      .algorithm, reason: reason,
      remedy: "Do not use it: ask whoever issued it for one that is signed rightly.")
  }
}
