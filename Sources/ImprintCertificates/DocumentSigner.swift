// SPDX-License-Identifier: Apache-2.0
public import ImprintSignedDocuments

/// Signs bytes with the key of a certificate: in memory, in a file, or in a token.
public protocol DocumentSigner: Sendable {
  /// The key's algorithm; must be that of the first certificate's key.
  var algorithm: SignatureAlgorithm { get }
  /// DER, the signing certificate first, each signed by the next, without the root.
  var chain: [[UInt8]] { get }
  /// 64 bytes: R and S, or an Ed25519 signature.
  func sign(_ bytes: [UInt8]) throws -> [UInt8]
}

extension DocumentSigner {
  /// Signs a payload as a document of a kind: the compact form, ASCII. The payload is not validated.
  ///
  /// - Throws: ``AuthorityError``: `signing`, or `claims` if verifiers would refuse the result.
  package func document(
    _ payload: JSONValue, of kind: SignedDocumentKind
  ) throws(AuthorityError) -> String {
    let header: JSONValue = [
      "alg": algorithm.rawValue, "typ": kind.type, "x5c": chain.map { Base64.standard.text(of: $0) },
    ]
    let signed = "\(Base64.url.text(of: header.text.utf8)).\(Base64.url.text(of: payload.text.utf8))"
    let signature: [UInt8]
    do {
      signature = try sign(Array(signed.utf8))
    } catch let error as AuthorityError {
      throw error
    } catch {
      throw AuthorityError(
        .signing, place: "signing key", reason: "it did not sign: \(error)",
        remedy: "Check that the key, or the token that holds it, can be reached.")
    }
    let document = "\(signed).\(Base64.url.text(of: signature))"
    guard signature.count == 64, document.utf8.count <= kind.limit,
      (1...DocumentHeader.mostCertificates).contains(chain.count)
    else {
      throw AuthorityError(
        .claims, place: kind.name,
        reason:
          "verifiers would refuse it: it would be longer than a \(kind.name) may be, its signature is not 64 "
          + "bytes, or it has not 1 to \(DocumentHeader.mostCertificates) certificates.",
        remedy: "Give fewer certificates, or sign less.")
    }
    return document
  }
}
