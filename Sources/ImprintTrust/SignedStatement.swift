// SPDX-License-Identifier: Apache-2.0
package import ImprintSignedDocuments
internal import X509

/// A signed document about plugins with valid form and signature. Whether the signer is trusted is another
/// question: ``signer(under:at:)``.
package struct SignedStatement: Sendable {
  /// The payload; to be trusted once ``signer(under:at:)`` has returned.
  package let payload: JSONValue
  private let kind: SignedDocumentKind
  private let place: String
  private let document: OpenedDocument

  /// Verifies untrusted bytes: form, header, certificates, and the signature by the first certificate's key.
  ///
  /// A trailing line feed, as editors add it, is ignored.
  /// - Throws: ``TrustError`` `bad-signature`.
  /// - Complexity: O(bytes), at most `kind.limit`; verifies one signature.
  package init(parsing bytes: [UInt8], as kind: SignedDocumentKind, place: String) throws(TrustError) {
    do throws(DocumentRejection) {
      document = try OpenedDocument(
        parsing: bytes.last == 0x0A ? Array(bytes.dropLast()) : bytes, as: kind)
      payload = try document.json
    } catch {
      throw TrustError(
        .badSignature, place: place, reason: error.reason,
        remedy: "Do not use it. Get it again from \(kind.source).")
    }
    self.kind = kind
    self.place = place
  }

  /// The signer, if the certificates chain to one of the roots.
  ///
  /// - Parameters:
  ///   - time: when the certificates must be valid: seconds since 1970 UTC.
  /// - Throws: ``TrustError`` `unknown-publisher`.
  package func signer(under roots: [TrustAnchor], at time: Int64) throws(TrustError) -> StatementSigner {
    let (chain, certificates) = (ChainPolicy(roots, usage: kind.usage), document.certificates)
    let judged = SynchronousTask.run { () async -> Result<Certificate, DocumentRejection> in
      do throws(DocumentRejection) {
        return .success(try await chain.judge(certificates, at: time))
      } catch {
        return .failure(error)
      }
    }
    switch judged {
    case .success(let root): return StatementSigner(certificates, root: root)
    case .failure(let rejection):
      throw TrustError(
        .unknownPublisher, place: place, reason: rejection.reason,
        remedy: roots.isEmpty
          ? "Name the publisher's root: sdkctl trust root add FILE."
          : "Get it from \(kind.source), or name the root it leads to: sdkctl trust root add FILE.")
    }
  }

  /// The subject of the first certificate: for messages only, not verified.
  package var claimedSigner: String { document.signer }
}
