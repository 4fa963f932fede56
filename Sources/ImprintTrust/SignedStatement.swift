// SPDX-License-Identifier: Apache-2.0
package import ImprintLicense
package import ImprintModel
internal import FoundationEssentials
internal import X509

/// A signed document whose form and signature hold. Who signed it is another question: ``signer(under:at:)``.
package struct SignedStatement: Sendable {
  /// What it says; to be believed once ``signer(under:at:)`` has answered.
  package let payload: JSONValue
  private let kind: SignedDocumentKind
  private let place: String
  private let certificates: [Certificate]

  /// Reads hostile bytes: form, header, certificates, and the signature of the first certificate's key.
  ///
  /// A line feed at the end, as editors leave it, is passed over.
  /// - Throws: ``TrustError`` `bad-signature`.
  /// - Complexity: O(bytes), of which there are at most `kind.limit`; one signature is checked.
  package init(parsing bytes: [UInt8], as kind: SignedDocumentKind, place: String) throws(TrustError) {
    let document = bytes.last == 0x0A ? Array(bytes.dropLast()) : bytes
    do throws(LicenseRejection) {
      let signed = try SignedDocument(parsing: document, as: kind)
      let header = try DocumentHeader(parsing: signed.header, of: kind)
      certificates = try ChainPolicy.certificates(header)
      guard let first = certificates.first else {
        throw LicenseRejection(.header, reason: "it brings no certificate.", remedy: "")
      }
      let policy = try SignaturePolicy(first)
      try policy.judgeAlgorithm(header.algorithm)
      try policy.judgeSignature(signed)
      payload = try Self.json(signed.payload, kind)
    } catch {
      throw TrustError(
        .badSignature, place: place, reason: error.reason,
        remedy: "Do not use it. Get it again from \(kind.source).")
    }
    self.kind = kind
    self.place = place
  }

  private static func json(
    _ payload: [UInt8], _ kind: SignedDocumentKind
  ) throws(LicenseRejection) -> JSONValue {
    do {
      return try JSONValue(parsing: payload, limits: JSONValue.Limits(bytes: kind.limit))
    } catch {
      throw LicenseRejection.malformed(
        .claims, "what it says is not JSON: at \(error.place), \(error.reason)")
    }
  }

  /// Who signed it, where the certificates lead to one of the roots.
  ///
  /// - Parameters:
  ///   - time: When the certificates have to be valid: seconds since 1970 UTC.
  /// - Throws: ``TrustError`` `unknown-publisher`.
  package func signer(under roots: [TrustAnchor], at time: Int64) throws(TrustError) -> StatementSigner {
    let (chain, certificates) = (ChainPolicy(roots, usage: kind.usage), certificates)
    let judged = SynchronousTask.run { () async -> Result<Certificate, LicenseRejection> in
      do throws(LicenseRejection) {
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

  /// What the first certificate says of itself: to name who it claims to be, not to believe it.
  package var claimedSigner: String { certificates.first.map { "\($0.subject)" } ?? "" }
}
